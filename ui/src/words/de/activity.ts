export { activityWords } from '../en/activity';
