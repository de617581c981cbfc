// Die Texte zu dem, was nur die Desktop-App kann.
import type { Texts } from '..';

export const desktopTexts: Texts['desktop'] = {
  onlyApp: 'Ordner und Terminals kann nur die Desktop-App öffnen.',
  noUpload: 'Die Desktop-App öffnet Dateien über ihren eigenen Dialog.',
  linkNotOpened: 'Der Link ließ sich nicht öffnen',
  fileNotOpened: 'Die Datei ließ sich nicht öffnen',
  folderNotChosen: 'Der Ordner ließ sich nicht wählen',
  folderNotShown: 'Der Ordner ließ sich nicht anzeigen',
  terminalNotOpened: 'Das Terminal ließ sich nicht öffnen',
  refused: {
    title: 'Es wurde nichts geöffnet',
    why: {
      unknown_link: 'Einen Link dieser Art kennt diese Version von Segue nicht.',
      handoff_link: 'Der Link zur Übergabe ist unvollständig. Kopieren Sie ihn ganz und versuchen Sie es noch einmal.',
      file_link: 'Der Link führt zu keiner Datei auf diesem Computer.',
      invite_link: 'Die Einladung im Link ist unvollständig. Kopieren Sie sie ganz und versuchen Sie es noch einmal.',
      no_file: 'Die Datei fehlt oder lässt sich nicht lesen.',
      other_file: 'Segue öffnet Gesprächsdateien, deren Namen auf .a2a.json enden.',
    },
  },
};
