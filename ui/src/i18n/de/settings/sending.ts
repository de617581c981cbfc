// The texts of Settings, Sending, in German.
import type { sendingTexts as english } from '../../en/settings/sending';
import { plural } from '../plural';

export const sendingTexts: typeof english = {
  heading: 'Senden',
  history: 'Umfang des Gesprächs',
  historyAbout: 'Die Vorgabe beim Übergeben. Sie lässt sich jedes Mal ändern.',
  histories: { full: 'Ganz', summary: 'Zusammenfassung', last: 'Letzte Nachrichten', pointer: 'Nur Einzelheiten' },
  last: 'Anzahl der letzten Nachrichten',
  toolOutput: 'Werkzeugausgaben',
  toolOutputAbout: 'Nimmt die Ausgaben von Werkzeugen in Übergaben auf.',
  reasoning: 'Überlegungen',
  reasoningAbout: 'Nimmt die lesbaren Überlegungen des Modells in Übergaben auf.',
  personal: 'Persönliche Daten entfernen',
  personalAbout: 'Entfernt Benutzerordner, Namen von Benutzern und Computern und E-Mail-Adressen.',

  rules: {
    heading: 'Eigene Regeln',
    about:
      'Zusätzlich zu den eingebauten Regeln für Geheimnisse, die immer gelten. Ein Muster ist ein regulärer Ausdruck; hat er eine Gruppe namens „secret“, wird nur dieser Teil entfernt.',
    none: 'Sie haben keine eigenen Regeln.',
    name: 'Bezeichnung',
    nameAbout: 'Steht bei gefundenen Geheimnissen und dort, wo sie entfernt wurden.',
    pattern: 'Muster',
    add: 'Regel hinzufügen …',
    addDo: 'Hinzufügen',
    edit: 'Bearbeiten',
    editOf: (name: string) => `Bearbeiten: Regel „${name}“`,
    remove: 'Entfernen',
    removeOf: (name: string) => `Entfernen: Regel „${name}“`,
    save: 'Speichern',
    cancel: 'Abbrechen',
    nameMissing: 'Geben Sie der Regel eine Bezeichnung.',
    nameTaken: 'Es gibt schon eine Regel mit dieser Bezeichnung.',
    patternMissing: 'Geben Sie das Muster ein, nach dem gesucht wird.',
    saved: (name: string) => `Die Regel „${name}“ gilt.`,
    removed: (name: string) => `Die Regel „${name}“ wurde entfernt.`,
  },

  allow: {
    heading: 'Ausnahmen',
    about: 'Muster, die nie als Geheimnis gelten.',
    none: 'Keine Ausnahmen.',
    pattern: 'Muster der Ausnahme',
    add: 'Ausnahme hinzufügen',
    remove: 'Entfernen',
    removeOf: (pattern: string) => `Entfernen: Ausnahme „${pattern}“`,
    missing: 'Geben Sie ein Muster ein.',
  },

  test: {
    heading: 'Regeln ausprobieren',
    about: 'Was Sie hier eingeben, wird nicht aufbewahrt und verlässt diesen Computer nicht.',
    label: 'Text zum Ausprobieren',
    placeholder: 'Etwas einfügen, das ein Geheimnis enthalten kann',
    none: 'Keine Geheimnisse gefunden.',
    found: (count: number) =>
      plural(count, '# Geheimnis würde entfernt', '# Geheimnisse würden entfernt'),
    hits: 'Gefundene Geheimnisse',
    leaves: 'Der Text nach dem Entfernen',
    notTried: 'Die Regeln konnten nicht ausprobiert werden',
    confidence: { possible: 'möglich', likely: 'wahrscheinlich', certain: 'sicher' },
  },
};
