// The texts of Settings, About, in German.
import type { aboutWords as english } from '../../en/settings/about';

export const aboutWords: typeof english = {
  heading: 'Über Segue',
  version: 'Version',
  licence: 'Lizenz',
  licences: 'MIT oder Apache-2.0',
  data: 'Ihre Daten',
  promise: 'Segue braucht kein Konto und keinen Server. Ihre Daten bleiben auf diesem Computer.',
  updates: 'Aktualisierungen',
  updatesAbout: 'Segue aktualisiert sich nie selbst und fragt keinen Server nach neuen Versionen.',
  others: 'Woraus es gebaut ist',
  othersAbout: 'Pakete anderer Personen, die Teil von Segue sind, mit ihren Lizenzen.',
  show: 'Lizenzen zeigen',
  hide: 'Lizenzen ausblenden',
  loading: 'Wird geladen …',
  notLoaded: 'Die Lizenzen konnten nicht geladen werden',
  search: 'Pakete und Lizenzen durchsuchen',
  packages: (count: number) => (count === 1 ? '1 Paket' : `${count} Pakete`),
  none: (query: string) => `Kein Paket passt zu „${query}“.`,
  noCopyright: 'Das Paket nennt keine Rechteinhaber.',
  texts: 'Die Lizenzen im Wortlaut',
};
