export { reviewWords } from '../en/review';
