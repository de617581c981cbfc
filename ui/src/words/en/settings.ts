// The texts of Settings.

export const settingsWords = {
  heading: 'Settings',
  reset: 'Reset to default',
  resetOf: (section: string) => `Reset to default: ${section}`,
  resetDone: (section: string) => `${section} is at its default.`,
  notSaved: 'The setting was not saved',
  saved: 'Saved.',
  notConnected: 'Segue on this computer is not answering, so nothing can be changed now.',
  problems: 'Some lines of the settings file were not understood',
  problemsAbout: 'The rest applies. Mend the line in settings.toml:',

  you: {
    heading: 'You',
    name: 'Name',
    nameAbout: 'People you hand a conversation to will see this name.',
    nameGenerated:
      'Segue made this name up from your key. Type another to use it instead.',
    nameOwn: 'Clear the field to go back to the name Segue made up.',
    nameTooLong: 'Your name can have at most 40 characters',
    picture: 'The picture is drawn from your key, so it stays the same when the name changes.',
  },

  appearance: {
    heading: 'Appearance',
    theme: 'Theme',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
    density: 'Density',
    densityAbout: 'How tall rows are.',
    densities: { comfortable: 'Comfortable', compact: 'Compact' },
    effects: 'Reduce effects',
    effectsAbout: 'Leave out motion and shadows. Helps with slow graphics.',
  },

  shortcuts: {
    heading: 'Shortcuts',
    letters: 'Single-letter shortcuts',
    lettersAbout: 'Letters such as J and K act when no text field has the focus.',
    all: 'Show all shortcuts',
  },

  window: {
    heading: 'Window',
    keep: 'Keep running when the window is closed',
    keepAbout: 'Closing the window leaves Segue in the tray.',
    onlyDesktop: 'This applies to the desktop app. You are using Segue in a browser.',
  },

  identity: {
    heading: 'Identity',
    about: 'Your key proves that a handoff comes from you.',
    keyring: 'The key is kept in the system’s keyring.',
    file: 'The key is kept in a file that only you can read.',
    whyFile: 'Why a file',
    toKeyring: 'Move to keyring',
    toFile: 'Move to a file',
    moving: 'Moving…',
    tryAgain: 'Try again',
    trying: 'Trying…',
    movedToKeyring: 'The key is now in the system’s keyring.',
    movedToFile: 'The key is now in a file.',
    notMoved: 'The key was not moved',
    details: 'Details',
    device: 'Device id',
    copyDevice: 'Copy device id',
    deviceCopied: 'Device id copied.',
  },

  data: {
    heading: 'Data',
    profile: 'Profile folder',
    profileAbout: 'Everything Segue keeps is in here.',
    file: 'Settings file',
    fileAbout: 'You can edit it by hand; changes apply at once.',
    log: 'Log level',
    logAbout: 'How much Segue writes to its log file.',
    levels: { error: 'Error', warn: 'Warning', info: 'Info', debug: 'Debug' },
    copy: (what: string) => `Copy ${what.toLowerCase()}`,
    copied: (what: string) => `${what} copied.`,
  },

  about: {
    heading: 'About',
    version: 'Version',
    licence: 'Licence',
    licences: 'MIT or Apache-2.0',
    data: 'Your data',
    promise: 'Segue needs no account and no server. Your data stays on this computer.',
  },
};
