export { shellWords } from '../en/shell';
