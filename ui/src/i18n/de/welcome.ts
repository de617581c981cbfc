// The texts of the first start, in German.
import type { welcomeTexts as english } from '../en/welcome';

export const welcomeTexts: typeof english = {
  label: 'Erste Schritte',
  step: (count: number, total: number) => `Schritt ${count} von ${total}`,
  back: 'Zurück',
  next: 'Weiter',
  skip: 'Überspringen',
  skipAbout: 'Nichts geht verloren: Alles davon steht in den Einstellungen.',
  finish: 'Bibliothek öffnen',
  title: (step: string) => `${step} – Segue`,

  who: {
    heading: 'Wer sind Sie?',
    sentence:
      'Segue übergibt Ihre KI-Gespräche an andere Personen in Ihrem Netzwerk, und deren Gespräche an Sie.',
    name: 'Ihr Name',
    seen: 'Andere in diesem Netzwerk sehen diesen Namen und dieses Bild.',
    madeUp: 'Segue hat sich den Namen ausgedacht. Behalten Sie ihn oder geben Sie einen eigenen ein.',
    empty: 'Geben Sie einen Namen ein, oder überspringen Sie, um den ausgedachten zu behalten.',
    tooLong: 'Ihr Name kann höchstens 40 Zeichen haben.',
  },

  where: {
    heading: 'Wo arbeiten Sie?',
    sentence:
      'Diese Programme bewahren Gespräche auf diesem Computer auf. Segue liest sie hier; von selbst verlässt nichts den Computer.',
    list: 'Programme mit Gesprächen',
    looking: 'Gespräche werden gesucht …',
    chooseLater: 'Ein ausgeschaltetes Programm wird nicht aufgeführt, und nichts wird dorthin importiert.',
  },

  reach: {
    heading: 'Wer kann Sie erreichen?',
    seen: 'Wer diesen Computer sehen kann',
    visibility: {
      visible: 'In der Nähe sichtbar',
      teammates: 'Nur für Bestätigte',
      hidden: 'Verborgen',
    },
    visibilityAbout: {
      visible: 'Alle in diesem Netzwerk sehen Ihren Namen. Sie können um Bestätigung bitten, mehr nicht.',
      teammates: 'Nur Personen, die Sie bestätigt haben, finden Sie.',
      hidden: 'Niemand findet Sie, und Sie finden niemanden. Bestätigte Personen können sich weiterhin verbinden.',
    },
    always: 'Bestätigte Personen können Ihnen immer etwas übergeben. Sie prüfen es, bevor etwas importiert wird.',
    closed: 'Wenn das Fenster geschlossen ist',
  },
};
