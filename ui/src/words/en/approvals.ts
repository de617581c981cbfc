// The texts of approvals: what agents ask to hand off.

export const approvalsWords = {
  heading: 'Approvals',
  empty: 'No agent is asking for anything.',
  sentence:
    'When an agent on this computer wants to hand a conversation to someone, it waits here until you send it or refuse it. Nothing an agent asks for leaves by itself.',
  action: 'Settings for sending',
};
