// Die Texte zu dem, was nur die Desktop-App kann.
import type { Texts } from '..';

export const desktopTexts: Texts['desktop'] = {
  onlyApp: 'Ordner und Terminals kann nur die Desktop-App öffnen.',
  noUpload: 'Die Desktop-App öffnet Dateien über ihren eigenen Dialog.',
  linkNotOpened: 'Der Link wurde nicht geöffnet',
  fileNotOpened: 'Die Datei wurde nicht geöffnet',
  folderNotChosen: 'Es wurde kein Ordner gewählt',
  folderNotShown: 'Der Ordner wurde nicht angezeigt',
  terminalNotOpened: 'Es wurde kein Terminal geöffnet',
  refused: {
    title: 'Es wurde nichts geöffnet',
    why: {
      unknown_link: 'Einen Link dieser Art kennt diese Version von Segue nicht.',
      handoff_link: 'Der Link zu einer Übergabe ist nicht vollständig. Bitte ganz kopieren.',
      file_link: 'Der Link nennt keine Datei auf diesem Computer.',
      invite_link: 'Die Einladung im Link ist nicht vollständig. Bitte ganz kopieren.',
      no_file: 'Die Datei ist nicht da oder kann nicht gelesen werden.',
      other_file: 'Segue öffnet Gesprächsdateien, deren Namen auf .a2a.json enden.',
    },
  },
};
