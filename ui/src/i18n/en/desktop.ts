// The texts around what only the desktop app can do.

export const desktopTexts = {
  onlyApp: 'Only the desktop app can open folders and terminals.',
  noUpload: 'The desktop app opens files in its own dialog.',
  linkNotOpened: 'The link couldn’t be opened',
  fileNotOpened: 'The file couldn’t be opened',
  folderNotChosen: 'The folder couldn’t be chosen',
  folderNotShown: 'The folder couldn’t be shown',
  terminalNotOpened: 'The terminal couldn’t be opened',
  refused: {
    title: 'Nothing was opened',
    why: {
      unknown_link: 'This version of Segue doesn’t support this kind of link.',
      handoff_link: 'The link to the handoff is incomplete. Copy all of it and try again.',
      file_link: 'The link doesn’t lead to a file on this computer.',
      invite_link: 'The invite in the link is incomplete. Copy all of it and try again.',
      no_file: 'The file is missing or can’t be read.',
      other_file: 'Segue opens conversation files with names that end in .a2a.json.',
    },
  },
};
