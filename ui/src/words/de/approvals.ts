// The texts of approvals, in German.
import type { approvalsWords as english } from '../en/approvals';

export const approvalsWords: typeof english = {
  heading: 'Freigaben',
  empty: 'Kein Agent bittet um etwas.',
  sentence:
    'Möchte ein Agent auf diesem Computer jemandem ein Gespräch übergeben, wartet die Anfrage hier, bis Sie sie senden oder ablehnen. Von selbst verlässt nichts diesen Computer.',
  action: 'Einstellungen zum Senden',
};
