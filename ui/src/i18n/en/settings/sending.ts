// The texts of Settings, Sending: what goes along, and what is taken out before it leaves.
import { plural } from '../plural';

export const sendingTexts = {
  heading: 'Sending',
  history: 'How much of a conversation',
  historyAbout: 'What Hand off starts with. You can choose anew each time.',
  histories: { full: 'Full', summary: 'Summary', last: 'Last part', pointer: 'Pointer' },
  last: 'Messages of the last part',
  toolOutput: 'What tools printed',
  toolOutputAbout: 'Goes along unless you take it away.',
  reasoning: 'The model’s reasoning',
  reasoningAbout: 'Readable reasoning goes along unless you take it away.',
  personal: 'Take out personal things',
  personalAbout: 'Also home folders, user and computer names, and e-mail addresses.',

  rules: {
    heading: 'Your own rules',
    about:
      'Beside the built-in rules for secrets, which are always used. A pattern is a regular expression; of a group called “secret” only that part is taken out.',
    none: 'You have no rules of your own.',
    name: 'Name',
    nameAbout: 'Stands in findings and where something was taken out.',
    pattern: 'Pattern',
    add: 'Add rule',
    addDo: 'Add',
    edit: 'Edit',
    editOf: (name: string) => `Edit the rule ${name}`,
    remove: 'Remove',
    removeOf: (name: string) => `Remove the rule ${name}`,
    save: 'Save',
    cancel: 'Cancel',
    nameMissing: 'Give the rule a name.',
    nameTaken: 'You have a rule of this name already.',
    patternMissing: 'Type the pattern to look for.',
    saved: (name: string) => `The rule ${name} is in use.`,
    removed: (name: string) => `The rule ${name} is gone.`,
  },

  allow: {
    heading: 'Allowed texts',
    about: 'Patterns of texts that look like secrets and are none.',
    none: 'Nothing is allowed beyond the rules.',
    pattern: 'Allowed pattern',
    add: 'Allow',
    remove: 'Remove',
    removeOf: (pattern: string) => `Do not allow ${pattern} any more`,
    missing: 'Type the pattern to allow.',
  },

  test: {
    heading: 'Try the rules',
    about: 'Nothing typed here is kept or leaves this computer.',
    label: 'Text to try',
    placeholder: 'Paste something that may hold a secret',
    none: 'Nothing was found that looks like a secret.',
    found: (count: number) =>
      plural(count, '# thing would be taken out', '# things would be taken out'),
    hits: 'What was found',
    leaves: 'The text as it would leave',
    notTried: 'The rules could not be tried',
    confidence: { possible: 'possible', likely: 'likely', certain: 'certain' },
  },
};
