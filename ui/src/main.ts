// Where the page begins: its texts first, in the language that is wanted, since everything else is made
// with them; then the page.
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/unfolds.css';
import { loadTexts } from './i18n';

/** Set while the page is loaded a second time. */
const RELOADED_KEY = 'segue.again';

loadTexts()
  .then(() => import('./start'))
  .then(
    () => sessionStorage.removeItem(RELOADED_KEY),
    (thrown: unknown) => {
      // A browser drops what it loads when the network changes, also from this computer: once more, as a person would.
      if (sessionStorage.getItem(RELOADED_KEY) !== null) throw thrown;
      sessionStorage.setItem(RELOADED_KEY, 'true');
      window.location.reload();
    },
  );
