// The texts of Settings, About, in German.
import type { aboutTexts as english } from '../../en/settings/about';
import { plural } from '../plural';

export const aboutTexts: typeof english = {
  heading: 'Über Segue',
  version: 'Version',
  licence: 'Lizenz',
  licences: 'MIT oder Apache-2.0',
  data: 'Ihre Daten',
  promise: 'Segue braucht kein Konto und keinen Server. Ihre Daten bleiben auf diesem Computer, bis Sie sie übergeben.',
  updates: 'Aktualisierungen',
  updatesAbout: 'Segue aktualisiert sich nie selbst und sucht nie nach neuen Versionen.',
  package: 'Paket prüfen',
  packageAbout: 'Prüft, ob ein Installationspaket eine offizielle Ausgabe ist. SHA256SUMS und SHA256SUMS.sig gehören in denselben Ordner.',
  choosePackage: 'Paket wählen …',
  checking: 'Wird geprüft …',
  released: (file) => `„${file}“ ist eine offizielle Ausgabe.`,
  releasedAbout: (size) => `${size}, signiert mit dem Schlüssel der Ausgaben von Segue.`,
  sum: 'SHA-256',
  inTerminal: 'Ein Paket prüfen kann hier nur die Desktop-App. Auch im Terminal ist es möglich.',
  others: 'Pakete von Dritten',
  othersAbout: 'Pakete, aus denen Segue gebaut ist, mit ihren Lizenzen.',
  show: 'Lizenzen zeigen',
  hide: 'Lizenzen ausblenden',
  loading: 'Wird geladen …',
  notLoaded: 'Die Lizenzen ließen sich nicht laden',
  search: 'Pakete und Lizenzen durchsuchen',
  packages: (count: number) => plural(count, '# Paket', '# Pakete'),
  none: (query: string) => `Kein Paket passt zu „${query}“.`,
  noCopyright: 'Das Paket nennt keine Rechteinhaber.',
  texts: 'Lizenztexte',
};
