import { posix } from 'node:path';

const imports = /\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)/g;

/** Imports through a package's `index.ts` do not count. `sources` may contain deleted files. */
export function findNearTests(
  changed: readonly string[],
  sources: ReadonlySet<string>,
  read: (path: string) => string,
): string[] {
  const importers = importersIn(sources, read);
  const folders = new Set(changed.map((path) => posix.dirname(path)));
  const importing = changed
    .filter((path) => posix.basename(path) !== 'index.ts')
    .flatMap((path) => importers.get(path) ?? []);
  const near = new Set([...changed, ...importing]);
  return [...sources]
    .filter((path) => /\.test\.tsx?$/.test(path))
    .filter((path) => near.has(path) || folders.has(posix.dirname(path)))
    .toSorted();
}

function importersIn(
  sources: ReadonlySet<string>,
  read: (path: string) => string,
): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const path of sources) {
    for (const [, named, loaded] of textOf(path, read).matchAll(imports)) {
      const target = posix.join(posix.dirname(path), named ?? loaded!);
      importers.set(target, [...(importers.get(target) ?? []), path]);
    }
  }
  return importers;
}

function textOf(path: string, read: (path: string) => string): string {
  try {
    return read(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
