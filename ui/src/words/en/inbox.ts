// The texts of the Inbox and of Review: what others handed to you and what you can do with it.

export const inboxWords = {
  heading: 'Inbox',
  notRead: 'Handoffs could not be read',
  empty: 'Nothing waiting.',
  sentence: 'When someone hands you a conversation it appears here.',
  action: 'Invite someone',
};
