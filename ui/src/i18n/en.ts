// Every text a person can read, in English. Plain, calm, exact; sentence case; verbs on buttons;
// a disabled thing says why; a failure says what happened, what is known, and what to do.

import { activityTexts } from './en/activity';
import { commandTexts } from './en/commands';
import { desktopTexts } from './en/desktop';
import { diagnosticsTexts } from './en/diagnostics';
import { handoffTexts } from './en/handoff';
import { askTexts, importTexts } from './en/importing';
import { inboxTexts } from './en/inbox';
import { libraryTexts } from './en/library';
import { peopleTexts } from './en/people';
import { readerTexts } from './en/reader';
import { reviewTexts } from './en/review';
import { settingsTexts } from './en/settings';
import { shellTexts } from './en/shell';
import { welcomeTexts } from './en/welcome';

export const en = {
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
