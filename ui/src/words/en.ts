// Every text a person can read, in English. Plain, calm, exact; sentence case; verbs on buttons;
// a disabled thing says why; a failure says what happened, what is known, and what to do.

import { activityWords } from './en/activity';
import { commandWords } from './en/commands';
import { desktopWords } from './en/desktop';
import { diagnosticsWords } from './en/diagnostics';
import { handoffWords } from './en/handoff';
import { askWords, importWords } from './en/importing';
import { inboxWords } from './en/inbox';
import { libraryWords } from './en/library';
import { peopleWords } from './en/people';
import { readerWords } from './en/reader';
import { reviewWords } from './en/review';
import { settingsWords } from './en/settings';
import { shellWords } from './en/shell';
import { welcomeWords } from './en/welcome';

export const en = {
  app: 'Segue',
  activity: activityWords,
  ask: askWords,
  commands: commandWords,
  desktop: desktopWords,
  diagnostics: diagnosticsWords,
  handoff: handoffWords,
  importing: importWords,
  inbox: inboxWords,
  library: libraryWords,
  people: peopleWords,
  reader: readerWords,
  review: reviewWords,
  settings: settingsWords,
  welcome: welcomeWords,
  ...shellWords,
};
