// The texts of Hand off and of what is on its way.

export const handoffWords = {};
