// The texts around what only the desktop app can do.

export const desktopTexts = {
  onlyApp: 'Only the desktop app can open folders and terminals.',
  noUpload: 'The desktop app opens files by its own dialog.',
  linkNotOpened: 'The link was not opened',
  fileNotOpened: 'The file was not opened',
  folderNotChosen: 'No folder was chosen',
  folderNotShown: 'The folder was not shown',
  terminalNotOpened: 'No terminal was opened',
  refused: {
    title: 'Nothing was opened',
    why: {
      unknown_link: 'The link is not of a kind that this version of Segue knows.',
      handoff_link: 'The link to a handoff is not whole. Copy all of it.',
      file_link: 'The link names no file on this computer.',
      invite_link: 'The invite in the link is not whole. Copy all of it.',
      no_file: 'The file is not there, or can’t be read.',
      other_file: 'Segue opens conversation files, whose names end with .a2a.json.',
    },
  },
};
