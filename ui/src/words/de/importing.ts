export { askWords, importWords } from '../en/importing';
