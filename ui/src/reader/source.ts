// What is read, by one short name: for what the page remembers about it.
import type { Readable } from '../bindings/door';

export function nameOf(source: Readable): string {
  switch (source.kind) {
    case 'session':
      return `session ${source.conversation}`;
    case 'prepared':
      return `prepared ${source.hash}`;
    case 'handoff':
      return `handoff ${source.handoff}`;
    case 'file':
      return `file ${source.path}`;
  }
}
