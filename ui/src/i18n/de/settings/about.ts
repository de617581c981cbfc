// The texts of Settings, About, in German.
import type { aboutTexts as english } from '../../en/settings/about';
import { plural } from '../plural';

export const aboutTexts: typeof english = {
  heading: 'Über Segue',
  version: 'Version',
  licence: 'Lizenz',
  licences: 'MIT oder Apache-2.0',
  data: 'Ihre Daten',
  promise: 'Segue braucht kein Konto und keinen Server. Ihre Daten bleiben auf diesem Computer.',
  updates: 'Aktualisierungen',
  updatesAbout: 'Segue aktualisiert sich nie selbst und fragt keinen Server nach neuen Versionen.',
  package: 'Paket prüfen',
  packageAbout: 'Sagt, ob ein Paket so veröffentlicht wurde. SHA256SUMS und SHA256SUMS.sig gehören neben das Paket.',
  choosePackage: 'Paket wählen',
  checking: 'Wird geprüft …',
  released: (file) => `${file} ist ein Paket, das so veröffentlicht wurde.`,
  releasedAbout: (size) => `${size}. Es ist mit dem Schlüssel unterschrieben, den dieses Segue kennt.`,
  sum: 'SHA-256',
  inTerminal: 'Nur die App kann neben eine Datei sehen. Im Terminal: segue check-package DATEI',
  others: 'Woraus es gebaut ist',
  othersAbout: 'Pakete anderer Personen, die Teil von Segue sind, mit ihren Lizenzen.',
  show: 'Lizenzen zeigen',
  hide: 'Lizenzen ausblenden',
  loading: 'Wird geladen …',
  notLoaded: 'Die Lizenzen konnten nicht geladen werden',
  search: 'Pakete und Lizenzen durchsuchen',
  packages: (count: number) => plural(count, '# Paket', '# Pakete'),
  none: (query: string) => `Kein Paket passt zu „${query}“.`,
  noCopyright: 'Das Paket nennt keine Rechteinhaber.',
  texts: 'Die Lizenzen im Wortlaut',
};
