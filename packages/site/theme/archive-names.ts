import { themeInstallProblems } from '../problems.ts';

const { invalid_archive } = themeInstallProblems;

/** Names of devices on Windows, with any ending: opening one opens no file. */
const device = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?:\..*)?$/i;

/** Whether a name could be that of a file or folder on every system. */
export function isPortableName(name: string): boolean {
  if (name === '' || Buffer.byteLength(name) > 255 || device.test(name)) return false;
  return /^(?!\.{1,2}$)[^\p{Cc}<>:"/\\|?*]*[^\p{Cc}<>:"/\\|?*. ]$/u.test(name);
}

/**
 * Throws `invalid_archive` where unpacking these paths would not give each of them a file of its own on every
 * system: a name that some system takes for something else, one that is there twice, in whatever case or form of its
 * letters, or a file where a folder is.
 */
export function requireDistinctPaths(paths: readonly string[]): void {
  const seen = new Map<string, { readonly path: string; readonly isFile: boolean }>();
  for (const path of paths) {
    const names = path.split('/');
    for (const [index, name] of names.entries()) {
      if (!isPortableName(name)) {
        throw invalid_archive(`${shown(path)} has a name that not every system can store.`);
      }
      const part = names.slice(0, index + 1).join('/');
      const isFile = index === names.length - 1;
      const key = part.normalize('NFKC').toLowerCase();
      const known = seen.get(key);
      if (known && (isFile || known.isFile || known.path !== part)) {
        throw invalid_archive(`${shown(known.path)} and ${shown(part)} would be one file.`);
      }
      seen.set(key, { path: part, isFile });
    }
  }
}

/** The paths without the one folder that all of them are in, as where a repository was packed as a whole. */
export function withoutTopFolder(paths: readonly string[]): readonly string[] {
  const tops = new Set(paths.map((path) => path.split('/', 1)[0]!));
  const [top] = tops;
  if (tops.size !== 1 || paths.some((path) => !path.includes('/'))) return paths;
  return paths.map((path) => path.slice(top!.length + 1));
}

/** What systems and editors leave beside the files of a theme, and no theme has a use for. */
export function isLeftAside(path: string): boolean {
  const names = path.split('/');
  return names[0] === '__MACOSX' || names.some((name) => /^\.(?!\.?$)/.test(name));
}

/** A path in a message: what could mislead whoever reads it is escaped. */
export function shown(path: string): string {
  return JSON.stringify(path.length > 120 ? `${path.slice(0, 120)}…` : path);
}
