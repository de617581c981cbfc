export { approvalsWords } from '../en/approvals';
