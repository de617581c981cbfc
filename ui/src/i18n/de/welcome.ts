// The texts of the first start, in German.
import type { welcomeTexts as english } from '../en/welcome';

export const welcomeTexts: typeof english = {
  label: 'Erste Schritte',
  step: (count: number, total: number) => `Schritt ${count} von ${total}`,
  back: 'Zurück',
  next: 'Weiter',
  skip: 'Überspringen',
  skipAbout: 'Alles davon lässt sich in den Einstellungen ändern.',
  finish: 'Bibliothek öffnen',
  title: (step: string) => `${step} – Segue`,

  who: {
    heading: 'Wer sind Sie?',
    sentence:
      'Segue übergibt Ihre KI-Gespräche an andere Personen in Ihrem Netzwerk, und deren Gespräche an Sie.',
    name: 'Ihr Name',
    seen: 'Andere in diesem Netzwerk sehen diesen Namen und dieses Bild.',
    madeUp: 'Segue hat diesen Namen erzeugt. Behalten Sie ihn oder geben Sie einen eigenen ein.',
    empty: 'Geben Sie einen Namen ein, oder überspringen Sie, um den erzeugten zu behalten.',
    tooLong: 'Höchstens 40 Zeichen.',
  },

  where: {
    heading: 'Wo arbeiten Sie?',
    sentence:
      'Diese Agenten bewahren Gespräche auf diesem Computer auf. Segue liest sie hier. Nichts verlässt den Computer, bis Sie es senden.',
    list: 'Agenten mit Gesprächen',
    looking: 'Gespräche werden gesucht …',
    chooseLater: 'Gespräche eines ausgeschalteten Agenten werden nicht aufgeführt, und nichts wird dorthin importiert.',
  },

  reach: {
    heading: 'Wer kann Sie erreichen?',
    seen: 'Wer diesen Computer sehen kann',
    visibility: {
      visible: 'In der Nähe sichtbar',
      teammates: 'Nur bestätigte Personen',
      hidden: 'Verborgen',
    },
    visibilityAbout: {
      visible: 'Alle in diesem Netzwerk sehen Ihren Namen und können um einen Wortvergleich bitten, mehr nicht.',
      teammates: 'Nur Personen, die Sie bestätigt haben, können Sie finden.',
      hidden: 'Niemand kann Sie finden, und die Suche ist aus. Bestätigte Personen können sich weiterhin verbinden.',
    },
    always: 'Bestätigte Personen können Ihnen immer etwas übergeben. Sie sehen es an, bevor es importiert wird.',
    closed: 'Wenn das Fenster geschlossen ist',
  },
};
