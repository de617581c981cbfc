// The texts around what only the desktop app can do.

export const desktopWords = {
  onlyApp: 'Only the desktop app can open folders and terminals.',
  noFolderChoice: 'A browser can’t choose a folder. Choose one of those below, or use the desktop app.',
  noUpload: 'The desktop app opens files by its own dialog.',
  linkNotOpened: 'The link was not opened',
  fileNotOpened: 'The file was not opened',
  folderNotChosen: 'No folder was chosen',
  folderNotShown: 'The folder was not shown',
  terminalNotOpened: 'No terminal was opened',
};
