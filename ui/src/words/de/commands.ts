export { commandWords } from '../en/commands';
