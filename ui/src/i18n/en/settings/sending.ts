// The texts of Settings, Sending: what is included, and what is removed before it leaves.
import { plural } from '../plural';

export const sendingTexts = {
  heading: 'Sending',
  history: 'Amount of conversation',
  historyAbout: 'The default when you hand off. You can change it each time.',
  histories: { full: 'Full', summary: 'Summary', last: 'Last messages', pointer: 'Details only' },
  last: 'Number of last messages',
  toolOutput: 'Tool output',
  toolOutputAbout: 'Includes the output of tools in a handoff.',
  reasoning: 'Reasoning',
  reasoningAbout: 'Includes the model’s readable reasoning in a handoff.',
  personal: 'Remove personal data',
  personalAbout: 'Removes home folders, user and computer names, and email addresses.',

  rules: {
    heading: 'Custom rules',
    about:
      'Used in addition to the built-in rules for secrets. A pattern is a regular expression. If it has a group named “secret”, only that part is removed.',
    none: 'No custom rules.',
    name: 'Name',
    nameAbout: 'Shown with the secrets it finds and where they were removed.',
    pattern: 'Pattern',
    add: 'Add rule…',
    addDo: 'Add',
    edit: 'Edit',
    editOf: (name: string) => `Edit rule “${name}”`,
    remove: 'Remove',
    removeOf: (name: string) => `Remove rule “${name}”`,
    save: 'Save',
    cancel: 'Cancel',
    nameMissing: 'Enter a name for the rule.',
    nameTaken: 'You already have a rule with this name.',
    patternMissing: 'Enter a pattern.',
    saved: (name: string) => `Rule “${name}” is in use.`,
    removed: (name: string) => `Rule “${name}” was removed.`,
  },

  allow: {
    heading: 'Exceptions',
    about: 'Patterns that are never treated as secrets.',
    none: 'No exceptions.',
    pattern: 'Exception pattern',
    add: 'Add exception',
    remove: 'Remove',
    removeOf: (pattern: string) => `Remove exception “${pattern}”`,
    missing: 'Enter a pattern.',
  },

  test: {
    heading: 'Test your rules',
    about: 'The text you enter isn’t saved and doesn’t leave this computer.',
    label: 'Text to test',
    placeholder: 'Paste text that may contain a secret',
    none: 'No secrets found.',
    found: (count: number) => plural(count, '# secret would be removed', '# secrets would be removed'),
    hits: 'Secrets found',
    leaves: 'The text after removal',
    notTried: 'The rules couldn’t be tested',
    confidence: { possible: 'possible', likely: 'likely', certain: 'certain' },
  },
};
