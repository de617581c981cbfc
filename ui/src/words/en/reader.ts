// The texts of the Reader: one conversation.

export const readerWords = {};
