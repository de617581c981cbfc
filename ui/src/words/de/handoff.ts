export { handoffWords } from '../en/handoff';
