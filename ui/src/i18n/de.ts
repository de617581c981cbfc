// The same in German. What is not translated yet would not compile: the type is that of English.

import type { Texts } from '.';
import { activityTexts } from './de/activity';
import { commandTexts } from './de/commands';
import { desktopTexts } from './de/desktop';
import { diagnosticsTexts } from './de/diagnostics';
import { handoffTexts } from './de/handoff';
import { askTexts, importTexts } from './de/importing';
import { inboxTexts } from './de/inbox';
import { libraryTexts } from './de/library';
import { peopleTexts } from './de/people';
import { readerTexts } from './de/reader';
import { reviewTexts } from './de/review';
import { settingsTexts } from './de/settings';
import { shellTexts } from './de/shell';
import { welcomeTexts } from './de/welcome';

export const de: Texts = {
  app: 'Segue',
  activity: activityTexts,
  ask: askTexts,
  commands: commandTexts,
  desktop: desktopTexts,
  diagnostics: diagnosticsTexts,
  handoff: handoffTexts,
  importing: importTexts,
  inbox: inboxTexts,
  library: libraryTexts,
  people: peopleTexts,
  reader: readerTexts,
  review: reviewTexts,
  settings: settingsTexts,
  welcome: welcomeTexts,
  ...shellTexts,
};
