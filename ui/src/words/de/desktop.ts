// Die Texte zu dem, was nur die Desktop-App kann.
import type { Words } from '..';

export const desktopWords: Words['desktop'] = {
  onlyApp: 'Ordner und Terminals kann nur die Desktop-App öffnen.',
  noFolderChoice:
    'Ein Browser kann keinen Ordner auswählen. Einen der Ordner unten wählen oder die Desktop-App benutzen.',
  noUpload: 'Die Desktop-App öffnet Dateien über ihren eigenen Dialog.',
  linkNotOpened: 'Der Link wurde nicht geöffnet',
  fileNotOpened: 'Die Datei wurde nicht geöffnet',
  folderNotChosen: 'Es wurde kein Ordner gewählt',
  folderNotShown: 'Der Ordner wurde nicht angezeigt',
  terminalNotOpened: 'Es wurde kein Terminal geöffnet',
};
