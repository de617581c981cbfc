// The texts of comparing words with someone, in German.
import type { pairingTexts as english } from '../en/pairing';

export const pairingTexts: typeof english = {
  other: 'die andere Person',
  heading: (name: string) => `Wörter mit ${name} vergleichen`,
  asking: (name: string) => `Anfrage an ${name} …`,
  askingWhy: 'Der andere Computer soll gleich dieselben Wörter zeigen.',
  readAloud: (name: string) => `Vergleichen Sie diese Wörter mit ${name}. Einer von Ihnen liest sie laut vor.`,
  readWhy:
    'Im selben Raum oder am Telefon. Beide Bildschirme zeigen dieselben Wörter, solange niemand die Verbindung abfängt.',
  words: 'Zu vergleichende Wörter',
  digits: 'In Ziffern',
  match: 'Sie stimmen überein',
  differ: 'Sie stimmen nicht überein',
  close: 'Schließen',
  again: 'Noch einmal versuchen',
  theyMatch: (name: string) => `${name} hat bestätigt, dass die Wörter übereinstimmen.`,
  leaving: (name: string) =>
    `Esc schließt dies ohne Antwort. Nichts wird geteilt, und ${name} sieht, dass Sie gegangen sind.`,

  waiting: (name: string) => `Warten auf ${name}`,
  waitingWhy: (name: string) =>
    `Sie haben bestätigt, dass die Wörter übereinstimmen. ${name} ist bestätigt, sobald das auch dort geschieht. Dies kann geschlossen werden.`,

  paired: (name: string) => `Sie und ${name} sind bestätigt`,
  pairedWhy: (name: string) =>
    `Sie können einander jetzt Gespräche übergeben. Segue merkt sich den Schlüssel von ${name}.`,
  pairedOld: (name: string) =>
    `Das frühere Gerät von ${name} steht mit dem alten Schlüssel noch in der Liste. Es kann vergessen werden, wenn es nicht mehr gebraucht wird.`,
  forgetOld: 'Früheres Gerät vergessen …',

  over: {
    differ: {
      title: 'Die Wörter stimmen nicht überein. Hier aufhören.',
      text: 'Jemand könnte die Verbindung abfangen. Nichts wurde geteilt.',
      next: 'Versuchen Sie es in einem anderen Netz, oder senden Sie eine Einladung auf einem Weg, dem Sie vertrauen.',
    },
    left: {
      title: (name: string) => `${name} ist gegangen`,
      text: 'Die Anfrage wurde geschlossen oder übergangen. Nichts wurde geteilt.',
      next: 'Sprechen Sie miteinander, dann noch einmal versuchen.',
    },
    expired: {
      title: 'Die Anfrage ist abgelaufen',
      text: 'Die Wörter gelten nicht mehr. Nichts wurde geteilt.',
      next: 'Noch einmal versuchen, wenn beide am Bildschirm sind.',
    },
    lost: {
      title: 'Die Verbindung ging verloren',
      text: 'Wenn beide die Wörter bestätigt haben, gilt das bei der nächsten Verbindung. Sonst hat sich nichts geändert.',
      next: 'Prüfen Sie, ob die Person noch in diesem Netz ist, und versuchen Sie es dann noch einmal.',
    },
    refused: {
      title: (name: string) => `${name} nimmt jetzt keine Anfragen an`,
      text: 'Der andere Computer hat die Anfrage nicht gezeigt.',
      next: 'Bitten Sie die Person, sich sichtbar zu machen, oder senden Sie ihr eine Einladung.',
    },
    broken: {
      title: 'Das andere Gerät hat unerwartet geantwortet',
      text: 'Vielleicht läuft dort eine andere Version, oder es ist gar nicht Segue. Nichts wurde geteilt.',
      next: 'Prüfen Sie, ob auf beiden die aktuelle Version läuft, und versuchen Sie es dann noch einmal.',
    },
    withdrawn: {
      title: 'Sie sind gegangen',
      text: 'Nichts wurde geteilt.',
      next: 'Ein neuer Anfang ist jederzeit möglich.',
    },
  },
  notAsked: (name: string) => `${name} konnte nicht gefragt werden`,
  waitThen: 'Versuchen Sie es später noch einmal, oder senden Sie eine Einladung. Sie gilt ohne Wartezeit.',
  report: 'Diagnose ausführen',
  useInvite: 'Jemanden einladen …',
  notSaid: 'Ihre Antwort wurde nicht gesendet',

  type: {
    open: 'Stattdessen den Code eingeben',
    label: 'Deren Wörter oder Ziffern',
    about: 'Eingeben, was der andere Bildschirm zeigt. Verglichen wird es hier.',
    check: 'Vergleichen',
    empty: 'Zuerst die Wörter oder Ziffern des anderen Bildschirms eingeben.',
    wrong: 'Das ist nicht, was dieser Bildschirm zeigt. Nichts wurde bestätigt.',
    wrongNext:
      'Ein Tippfehler? Bitten Sie, es noch einmal vorzulesen. Zeigt der andere Bildschirm wirklich etwas anderes, wählen Sie „Sie stimmen nicht überein“.',
  },

  toast: {
    title: 'Jemand Neues möchte Wörter vergleichen',
    again: (name: string) => `${name} möchte noch einmal Wörter vergleichen`,
    about: (name: string) => `„${name}“, nicht bestätigt.`,
    alike: (name: string) => `Verwendet den Namen „${name}“ wie eine bestätigte Person, hat aber einen anderen Schlüssel.`,
    compare: 'Wörter vergleichen',
    ignore: 'Übergehen',
    block: 'Blockieren',
    notIgnored: 'Die Anfrage ließ sich nicht übergehen',
  },
};
