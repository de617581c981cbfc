// The texts of Settings, About: what this is and what it is made of.

export const aboutWords = {
  heading: 'About',
  version: 'Version',
  licence: 'Licence',
  licences: 'MIT or Apache-2.0',
  data: 'Your data',
  promise: 'Segue needs no account and no server. Your data stays on this computer.',
  updates: 'Updates',
  updatesAbout: 'Segue never updates itself and asks no server about versions.',
  others: 'What it is built from',
  othersAbout: 'Packages by other people that are part of Segue, with their licences.',
  show: 'Show licences',
  hide: 'Hide licences',
  loading: 'Loading…',
  notLoaded: 'The licences could not be loaded',
  search: 'Search packages and licences',
  packages: (count: number) => (count === 1 ? '1 package' : `${count} packages`),
  none: (query: string) => `No package matches “${query}”.`,
  noCopyright: 'The package names no holder of rights.',
  texts: 'The licences in full',
};
