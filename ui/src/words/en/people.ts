// The texts of People: who is here, pairing, invites.

export const peopleWords = {
  joined: (name: string) => `${name} joined by your invite and is verified`,
  joinedWhat: (short: string) => `Not whom you meant? Take it back: segue forget ${short}`,
  asks: (name: string) => `${name} asks to pair`,
  asksWhat: 'Compare the code with them in a terminal: segue pair',
  heading: 'People',
  verified: 'Verified',
  notVerified: 'Not verified',
  notRead: 'People could not be read',
  empty: 'People can’t be shown here yet.',
  sentence:
    'People you verified and devices nearby will appear here. Until then the command line shows them: segue people, segue invite, segue pair.',
  action: 'Choose your name',
};
