// The texts of the Library: the conversations on this computer.

export const libraryWords = {
  heading: 'Library',
  empty: 'No conversations found.',
  sentence: 'The conversations of the AI apps on this computer are listed here.',
  action: 'Run diagnostics',
};
