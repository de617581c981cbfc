// The same in German. What is not translated yet would not compile: the type is that of English.

import type { Words } from '.';
import { activityWords } from './de/activity';
import { commandWords } from './de/commands';
import { desktopWords } from './de/desktop';
import { diagnosticsWords } from './de/diagnostics';
import { handoffWords } from './de/handoff';
import { askWords, importWords } from './de/importing';
import { inboxWords } from './de/inbox';
import { libraryWords } from './de/library';
import { peopleWords } from './de/people';
import { readerWords } from './de/reader';
import { reviewWords } from './de/review';
import { settingsWords } from './de/settings';
import { shellWords } from './de/shell';
import { welcomeWords } from './de/welcome';

export const de: Words = {
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
