// The texts of the first start: three short steps.

export const welcomeTexts = {
  label: 'First steps',
  step: (count: number, total: number) => `Step ${count} of ${total}`,
  back: 'Back',
  next: 'Continue',
  skip: 'Skip',
  skipAbout: 'Nothing is lost: all of this is in Settings.',
  finish: 'Open the library',
  title: (step: string) => `${step} – Segue`,

  who: {
    heading: 'Who are you?',
    sentence: 'Segue hands your AI conversations to other people on your network, and theirs to you.',
    name: 'Your name',
    seen: 'Others on this network see this name and this picture.',
    madeUp: 'Segue made the name up. Keep it or type your own.',
    empty: 'Type a name to continue, or skip to keep the one Segue made up.',
    tooLong: 'Your name can have at most 40 characters.',
  },

  where: {
    heading: 'Where do you work?',
    sentence: 'These apps keep conversations on this computer. Segue reads them here; nothing leaves by itself.',
    list: 'Apps with conversations',
    looking: 'Looking for conversations…',
    chooseLater: 'An app that is off is not listed and nothing is imported to it.',
  },

  reach: {
    heading: 'Who can reach you?',
    seen: 'Who can see this computer',
    visibility: {
      visible: 'Visible nearby',
      teammates: 'Teammates only',
      hidden: 'Hidden',
    },
    visibilityAbout: {
      visible: 'Everyone on this network sees your name. They can ask to pair, nothing more.',
      teammates: 'Only people you verified find you.',
      hidden: 'No one finds you, and you find no one. People you verified can still connect.',
    },
    always: 'Verified people can always hand you something. You review it before anything is imported.',
    closed: 'When the window is closed',
  },
};
