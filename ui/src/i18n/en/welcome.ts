// The texts of the first start: three short steps.

export const welcomeTexts = {
  label: 'First steps',
  step: (count: number, total: number) => `Step ${count} of ${total}`,
  back: 'Back',
  next: 'Continue',
  skip: 'Skip',
  skipAbout: 'You can change all of this in Settings.',
  finish: 'Open Library',
  title: (step: string) => `${step} – Segue`,

  who: {
    heading: 'Who are you?',
    sentence: 'Segue hands your AI conversations to other people on your network, and theirs to you.',
    name: 'Your name',
    seen: 'People on this network see this name and picture.',
    madeUp: 'Segue generated this name. Keep it or type your own.',
    empty: 'Type a name to continue, or skip to keep the generated one.',
    tooLong: 'Use 40 characters or fewer.',
  },

  where: {
    heading: 'Where do you work?',
    sentence: 'These agents keep conversations on this computer. Segue reads them here. Nothing leaves until you send it.',
    list: 'Agents with conversations',
    looking: 'Finding conversations…',
    chooseLater: 'When an agent is off, its conversations aren’t listed and nothing is imported to it.',
  },

  reach: {
    heading: 'Who can reach you?',
    seen: 'Who can see this computer',
    visibility: {
      visible: 'Visible nearby',
      teammates: 'Verified people only',
      hidden: 'Hidden',
    },
    visibilityAbout: {
      visible: 'Everyone on this network sees your name and can ask to pair, nothing more.',
      teammates: 'Only people you verified can find you.',
      hidden: 'Nobody can find you, and discovery is off. People you verified can still connect.',
    },
    always: 'Verified people can always hand you something. You review it before it’s imported.',
    closed: 'When the window is closed',
  },
};
