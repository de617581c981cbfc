export { settingsWords } from '../en/settings';
