export { readerWords } from '../en/reader';
