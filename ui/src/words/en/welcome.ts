// The texts of the first start.

export const welcomeWords = {};
