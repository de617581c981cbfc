// The texts of approvals: what agents ask to hand off.

export const approvalsWords = {
  heading: 'Approvals',
  empty: 'No agent is asking for anything.',
  sentence: 'When an agent on this computer wants to hand a conversation to someone, you decide here.',
  action: 'Open settings',
};
