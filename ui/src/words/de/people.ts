export { peopleWords } from '../en/people';
