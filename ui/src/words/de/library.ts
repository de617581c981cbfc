export { libraryWords } from '../en/library';
