/** Where files are, to tell whether there is room for another: a name is a file or a folder, never both. */
export class Places {
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();

  constructor(paths: Iterable<string>) {
    for (const path of paths) {
      this.#files.add(path);
      for (const folder of foldersOf(path)) this.#folders.add(folder);
    }
  }

  isTaken(path: string): boolean {
    if (this.#files.has(path) || this.#folders.has(path)) return true;
    return foldersOf(path).some((folder) => this.#files.has(folder));
  }
}

/** The folders that a path is in, the outermost first. */
export function foldersOf(path: string): string[] {
  const names = path.split('/');
  return names.slice(1).map((_name, depth) => names.slice(0, depth + 1).join('/'));
}
