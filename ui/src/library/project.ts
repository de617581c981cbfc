// What a project folder is called: its last name.

export function projectName(path: string): string {
  return path.split(/[\\/]/).filter((name) => name !== '').at(-1) ?? path;
}
