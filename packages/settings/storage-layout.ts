import path from 'node:path';
import type { Config } from './config-schema.ts';
import type { Finding, KeyPath, Source } from './finding.ts';
import { isMap } from './shape.ts';

type Storage = Config['storage'];

export const absolutePaths = (storage: Storage, projectDirectory: string): Storage => ({
  contentDirectory: path.resolve(projectDirectory, storage.contentDirectory),
  dataDirectory: path.resolve(projectDirectory, storage.dataDirectory),
  publicDirectory: path.resolve(projectDirectory, storage.publicDirectory),
  themesDirectory: path.resolve(projectDirectory, storage.themesDirectory),
  pluginsDirectory: path.resolve(projectDirectory, storage.pluginsDirectory),
});

/**
 * No storage directory may be in another: data inside content would be in every backup, and a build replaces
 * whatever is in the public directory.
 */
export function overlappingDirectories(storage: Storage, sources: readonly Source[]): Finding[] {
  const entries = Object.entries(storage).map(([name, directory]) => ({
    path: ['storage', snakeCase(name)],
    directory,
  }));
  return entries.flatMap((outer) =>
    entries
      .filter((inner) => inner !== outer && contains(outer.directory, inner.directory))
      .map((inner) => overlap(inner.path, outer.path, sources)),
  );
}

function overlap(inner: KeyPath, outer: KeyPath, sources: readonly Source[]): Finding {
  const giver = (keys: KeyPath) => sources.findLast(({ value }) => holds(value, keys));
  // Either of the two can be a default, which stands nowhere; the message belongs where a person wrote something.
  const [at, other] = giver(inner) ? [inner, outer] : [outer, inner];
  return {
    path: at,
    place: giver(at)?.placeOf(at, 'value') ?? { name: 'default' },
    message: `must not lie in the directory of ${other.join('.')}, nor around it; give each a directory of its own`,
  };
}

function contains(outer: string, inner: string): boolean {
  const way = path.relative(outer, inner);
  return way === '' || !(way === '..' || way.startsWith(`..${path.sep}`) || path.isAbsolute(way));
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function holds(value: unknown, keys: KeyPath): boolean {
  const found = keys.reduce<unknown>(
    (current, key) => (isMap(current) ? current[String(key)] : undefined),
    value,
  );
  return found !== undefined && found !== null;
}
