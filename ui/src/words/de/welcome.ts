export { welcomeWords } from '../en/welcome';
