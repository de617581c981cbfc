// The texts of Settings. The larger sections have files of their own.

import { aboutTexts } from './settings/about';
import { receivingTexts } from './settings/receiving';
import { sendingTexts } from './settings/sending';

export const settingsTexts = {
  heading: 'Settings',
  sections: 'Sections',
  filter: 'Filter settings',
  noMatch: (query: string) => `No setting matches “${query}”.`,
  matches: (count: number) => (count === 1 ? '1 setting' : `${count} settings`),
  reset: 'Reset to default',
  resetOf: (section: string) => `Reset to default: ${section}`,
  resetDone: (section: string) => `${section} is at its default.`,
  notSaved: 'The setting was not saved',
  saved: 'Saved.',
  notConnected: 'Segue on this computer is not answering, so nothing can be changed now.',
  problems: 'Some lines of the settings file were not understood',
  problemsAbout: 'The rest applies. Mend the line in settings.toml:',
  changeIn: (section: string) => `Change under ${section}`,
  wholeNumber: (least: string, most: string) => `Type a whole number from ${least} to ${most}.`,

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

  receiving: receivingTexts,
  sending: sendingTexts,

  platforms: {
    heading: 'Platforms',
    about: 'The AI apps whose conversations Segue lists, and imports to.',
    detect: 'Detect again',
    detecting: 'Detecting…',
    detected: (count: number) => (count === 1 ? '1 app found' : `${count} apps found`),
    notFound: 'Not found',
    installed: 'Installed, not used yet',
    version: (version: string) => `version ${version}`,
    noVersion: 'version not known',
    conversations: (count: number) => (count === 1 ? '1 conversation' : `${count} conversations`),
    off: 'Off: not listed, and nothing is imported to it.',
    readOnly: 'Read only',
    readOnlyAbout: 'Nothing is written: conversations are listed and handed off, not imported.',
    folder: 'Choose folder…',
    ownFolder: 'Use its usual folder',
    chosen: 'You chose this folder.',
    folderSet: (name: string) => `The folder of ${name} is set.`,
    folderReset: (name: string) => `${name} is looked for in its usual folder.`,
    folderNotSet: 'The folder was not set',
    typeFolder: (name: string) => `Folder of ${name} on this computer`,
    typeFolderAbout: 'A page in a browser may not choose folders. What is typed here becomes a command; the desktop app has a dialog.',
    notWhole: 'Type the whole path, from the beginning.',
    notPasted: 'This name is not safe to paste into a terminal. Use the desktop app for it.',
    runCommand: 'Run this in a terminal on this computer. It applies at once.',
    copyCommand: 'Copy command',
    commandCopied: 'Command copied.',
  },

  network: {
    heading: 'Network',
    seen: 'Who can see this computer',
    discovery: 'Look for people nearby',
    discoveryAbout: 'Also tells them that you are here, as far as you let yourself be seen.',
    port: 'Port',
    portAbout: 'Others reach this computer here. 0, or a port that is taken, means any free one.',
    listen: 'Listen at',
    listenAbout: 'Addresses with their port and commas between them. Empty: every network.',
    listenEvery: 'Every network',
    now: 'Addresses now',
    nowAbout: 'Where others can connect to this computer at the moment.',
    nowhere: 'Nowhere: the network is off.',
    copied: 'Address copied.',
    copy: (address: string) => `Copy ${address}`,
    diagnose: 'Why can’t I see someone?',
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
    language: 'Language',
    languageAbout: 'What Segue on this computer reports, such as failures, is in English.',
    languages: { system: 'System', en: 'English', de: 'Deutsch' },
  },

  shortcuts: {
    heading: 'Shortcuts',
    letters: 'Single-letter shortcuts',
    lettersAbout: 'Letters such as J and K act when no text field has the focus.',
    all: 'Show all shortcuts',
  },

  window: {
    heading: 'Window',
    keep: 'Keep receiving when the window is closed',
    keepAbout: 'Closing the window leaves Segue in the tray.',
    autostart: 'Start with the computer',
    autostartAbout: 'Segue starts in the tray when you log in.',
    notifications: 'Notifications',
    notificationsAbout: 'Tell outside the window what arrives and what becomes of what you handed over.',
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
    fileAbout: 'You can edit it by hand; changes apply at once. A copy of it is a copy of your settings.',
    log: 'Log level',
    logAbout: 'How much Segue writes to its log file.',
    levels: { error: 'Error', warn: 'Warning', info: 'Info', debug: 'Debug' },
    undo: 'Taking back',
    undoAbout:
      'A dismissal can be taken back for 10 seconds before the sender hears of it. An import can be taken back until its conversation was continued.',
    kept: 'What ended',
    keptAbout: (count: number) =>
      count === 1
        ? 'Handoffs that ended are kept for 1 day, with their files, and then cleared.'
        : `Handoffs that ended are kept for ${count} days, with their files, and then cleared.`,
    clear: 'Clear what this window remembers',
    clearAbout:
      'Widths, zoom, the last colours and drafts that only this window keeps. Conversations, people and settings stay.',
    clearDo: 'Clear',
    cleared: 'Cleared. The window starts as at first when it is opened again.',
    copy: (what: string) => `Copy ${what.toLowerCase()}`,
    copied: (what: string) => `${what} copied.`,
  },

  about: aboutTexts,
};
