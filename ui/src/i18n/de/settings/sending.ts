// The texts of Settings, Sending, in German.
import type { sendingTexts as english } from '../../en/settings/sending';
import { plural } from '../plural';

export const sendingTexts: typeof english = {
  heading: 'Senden',
  history: 'Wie viel von einem Gespräch',
  historyAbout: 'Womit eine Übergabe beginnt. Sie können jedes Mal neu wählen.',
  histories: { full: 'Ganz', summary: 'Zusammenfassung', last: 'Letzter Teil', pointer: 'Verweis' },
  last: 'Nachrichten des letzten Teils',
  toolOutput: 'Was Werkzeuge ausgaben',
  toolOutputAbout: 'Geht mit, solange Sie es nicht wegnehmen.',
  reasoning: 'Die Überlegungen des Modells',
  reasoningAbout: 'Lesbare Überlegungen gehen mit, solange Sie sie nicht wegnehmen.',
  personal: 'Persönliches herausnehmen',
  personalAbout: 'Auch Benutzerordner, Namen von Benutzern und Computern, und E-Mail-Adressen.',

  rules: {
    heading: 'Eigene Regeln',
    about:
      'Zusätzlich zu den eingebauten Regeln für Geheimnisse, die immer gelten. Ein Muster ist ein regulärer Ausdruck; von einer Gruppe namens „secret“ wird nur dieser Teil herausgenommen.',
    none: 'Sie haben keine eigenen Regeln.',
    name: 'Bezeichnung',
    nameAbout: 'Steht bei Funden und dort, wo etwas herausgenommen wurde.',
    pattern: 'Muster',
    add: 'Regel hinzufügen',
    addDo: 'Hinzufügen',
    edit: 'Bearbeiten',
    editOf: (name: string) => `Bearbeiten: Regel ${name}`,
    remove: 'Entfernen',
    removeOf: (name: string) => `Entfernen: Regel ${name}`,
    save: 'Speichern',
    cancel: 'Abbrechen',
    nameMissing: 'Geben Sie der Regel eine Bezeichnung.',
    nameTaken: 'Es gibt schon eine Regel mit dieser Bezeichnung.',
    patternMissing: 'Geben Sie das Muster ein, nach dem gesucht wird.',
    saved: (name: string) => `Die Regel ${name} gilt.`,
    removed: (name: string) => `Die Regel ${name} ist entfernt.`,
  },

  allow: {
    heading: 'Erlaubte Texte',
    about: 'Muster von Texten, die wie Geheimnisse aussehen und keine sind.',
    none: 'Über die Regeln hinaus ist nichts erlaubt.',
    pattern: 'Erlaubtes Muster',
    add: 'Erlauben',
    remove: 'Entfernen',
    removeOf: (pattern: string) => `Entfernen: ${pattern} nicht mehr erlauben`,
    missing: 'Geben Sie das Muster ein, das erlaubt sein soll.',
  },

  test: {
    heading: 'Regeln ausprobieren',
    about: 'Was Sie hier eingeben, wird nicht aufbewahrt und verlässt diesen Computer nicht.',
    label: 'Text zum Ausprobieren',
    placeholder: 'Etwas einfügen, das ein Geheimnis enthalten kann',
    none: 'Nichts gefunden, das wie ein Geheimnis aussieht.',
    found: (count: number) =>
      plural(count, '# Stelle würde herausgenommen', '# Stellen würden herausgenommen'),
    hits: 'Was gefunden wurde',
    leaves: 'Der Text, wie er diesen Computer verlassen würde',
    notTried: 'Die Regeln konnten nicht ausprobiert werden',
    confidence: { possible: 'möglich', likely: 'wahrscheinlich', certain: 'sicher' },
  },
};
