export { inboxWords } from '../en/inbox';
