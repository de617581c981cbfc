// Where the page begins: its words first, in the language that is wanted, since everything else is made
// with them; then the page.
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/unfolds.css';
import { loadWords } from './words';

void loadWords().then(() => import('./start'));
