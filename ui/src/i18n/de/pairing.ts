// The texts of comparing words with someone, in German.
import type { pairingTexts as english } from '../en/pairing';

export const pairingTexts: typeof english = {
  other: 'die andere Person',
  heading: (name: string) => `${name} bestätigen`,
  asking: (name: string) => `Anfrage an ${name} …`,
  askingWhy: 'Der andere Computer wird gebeten, dieselben Wörter zu zeigen.',
  readAloud: (name: string) => `Bitten Sie ${name}, die Wörter laut vorzulesen.`,
  readWhy:
    'Im selben Raum oder am Telefon. Beide Bildschirme zeigen dieselben Wörter, solange niemand dazwischen ist.',
  words: 'Die Wörter',
  digits: 'Dasselbe in Ziffern',
  match: 'Sie stimmen überein',
  differ: 'Sie stimmen nicht überein',
  close: 'Schließen',
  again: 'Noch einmal versuchen',
  theyMatch: (name: string) => `Von ${name} kam schon die Antwort, dass sie übereinstimmen.`,
  leaving: (name: string) =>
    `Esc verlässt dies ohne Antwort. Nichts wird geteilt, und ${name} sieht, dass Sie gegangen sind.`,

  waiting: (name: string) => `Warten auf ${name}`,
  waitingWhy: (name: string) =>
    `Sie haben gesagt, dass die Wörter übereinstimmen. ${name} ist bestätigt, sobald dort dasselbe gesagt wird. Dies kann geschlossen werden.`,

  paired: (name: string) => `Sie und ${name} sind bestätigt`,
  pairedWhy: (name: string) =>
    `Sie können einander jetzt Gespräche übergeben. Der Schlüssel von ${name} ist gemerkt.`,
  pairedOld: (name: string) =>
    `Das frühere Gerät von ${name} steht mit dem alten Schlüssel noch in der Liste. Es kann vergessen werden, wenn es nicht mehr gebraucht wird.`,
  forgetOld: 'Früheres Gerät vergessen …',

  over: {
    differ: {
      title: 'Die Wörter stimmen nicht überein. Hier aufhören.',
      text: 'Jemand könnte dazwischen sein. Nichts wurde geteilt.',
      next: 'In einem anderen Netz noch einmal versuchen, oder eine Einladung auf anderem Weg weitergeben.',
    },
    left: {
      title: (name: string) => `${name} ist gegangen`,
      text: 'Die Anfrage wurde geschlossen oder übergangen. Nichts wurde geteilt.',
      next: 'Sprechen Sie miteinander, dann noch einmal versuchen.',
    },
    expired: {
      title: 'Niemand hat rechtzeitig entschieden',
      text: 'Die Wörter gelten nicht mehr. Nichts wurde geteilt.',
      next: 'Noch einmal versuchen, wenn beide am Bildschirm sind.',
    },
    lost: {
      title: 'Die Verbindung ging verloren',
      text: 'Wenn beide gesagt haben, dass die Wörter übereinstimmen, gilt es beim nächsten Kontakt. Sonst ist nichts geschehen.',
      next: 'Schauen, ob die Person noch in diesem Netz ist, dann noch einmal versuchen.',
    },
    refused: {
      title: (name: string) => `${name} nimmt jetzt keine Anfragen an`,
      text: 'Der andere Computer hat die Anfrage nicht gezeigt.',
      next: 'Bitten Sie die Person, sich sichtbar zu machen, oder verwenden Sie eine Einladung, die das nicht braucht.',
    },
    broken: {
      title: 'Das andere Gerät hielt sich nicht an die Regeln',
      text: 'Vielleicht läuft dort eine andere Version, oder es ist gar nicht Segue. Nichts wurde geteilt.',
      next: 'Sicherstellen, dass auf beiden eine aktuelle Version läuft, dann noch einmal versuchen.',
    },
    withdrawn: {
      title: 'Sie sind gegangen',
      text: 'Nichts wurde geteilt.',
      next: 'Ein neuer Anfang ist jederzeit möglich.',
    },
  },
  notAsked: (name: string) => `${name} konnte nicht gefragt werden`,
  waitThen: 'Dann noch einmal versuchen, oder eine Einladung verwenden, die kein Warten braucht.',
  report: 'Einzelheiten berichten',
  useInvite: 'Einladung verwenden …',
  notSaid: 'Die Antwort kam nicht an',

  type: {
    open: 'Stattdessen den Code eingeben',
    label: 'Deren Wörter oder Ziffern',
    about: 'Eingeben, was der andere Bildschirm zeigt. Verglichen wird es hier.',
    check: 'Prüfen',
    empty: 'Zuerst die Wörter oder Ziffern des anderen Bildschirms eingeben.',
    wrong: 'Das ist nicht, was dieser Bildschirm zeigt. Nichts wurde bestätigt.',
    wrongNext:
      'Ein Tippfehler? Bitten Sie, es noch einmal vorzulesen. Zeigt der andere Bildschirm wirklich etwas anderes, wählen Sie „Sie stimmen nicht überein“.',
  },

  toast: {
    title: 'Jemand Neues möchte sich verbinden',
    again: (name: string) => `${name} möchte noch einmal Wörter vergleichen`,
    about: (name: string) => `„${name}“, nicht bestätigt.`,
    alike: (name: string) => `Nennt sich „${name}“ wie eine bestätigte Person, hat aber einen anderen Schlüssel.`,
    compare: 'Wörter vergleichen',
    ignore: 'Übergehen',
    block: 'Blockieren',
    notIgnored: 'Die Anfrage wurde nicht übergangen',
  },
};
