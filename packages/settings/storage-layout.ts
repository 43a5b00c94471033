import path from 'node:path';
import { fieldFault } from '@galley/kernel';
import type { Config } from './config-schema.ts';
import type { Finding, KeyPath, Source } from './finding.ts';
import { snakeCase } from './shape.ts';
import { createFinding, findSource } from './source-of-setting.ts';

type Storage = Config['storage'];

export const absolutePaths = (storage: Storage, projectDirectory: string): Storage => ({
  contentDirectory: path.resolve(projectDirectory, storage.contentDirectory),
  dataDirectory: path.resolve(projectDirectory, storage.dataDirectory),
  publicDirectory: path.resolve(projectDirectory, storage.publicDirectory),
  themesDirectory: path.resolve(projectDirectory, storage.themesDirectory),
  pluginsDirectory: path.resolve(projectDirectory, storage.pluginsDirectory),
});

/** Nested data would end up in backups, and builds replace the public directory. */
export function findOverlaps(storage: Storage, sources: readonly Source[]): Finding[] {
  const entries = Object.entries(storage).map(([name, directory]) => ({
    path: ['storage', snakeCase(name)],
    directory,
  }));
  return entries.flatMap((outer) =>
    entries
      .filter((inner) => inner !== outer && contains(outer.directory, inner.directory))
      .map((inner) => createOverlapFinding(inner.path, outer.path, sources)),
  );
}

/** Backups inside the content would contain each other; public ones would be downloadable. */
export function findMisplacedBackups(
  directory: string,
  { contentDirectory, publicDirectory }: Storage,
  sources: readonly Source[],
): Finding[] {
  const place = ['backup', 'directory'];
  return Object.entries({ contentDirectory, publicDirectory })
    .filter(([, outer]) => contains(outer, directory))
    .map(([name]) => {
      const other = ['storage', snakeCase(name)];
      const at = findSource(place, sources) ? place : other;
      const outer = (at === place ? other : place).join('.');
      return createFinding(at, fieldFault('overlaps', { other: outer }), sources);
    });
}

function createOverlapFinding(inner: KeyPath, outer: KeyPath, sources: readonly Source[]): Finding {
  // Either may be a default; the message belongs at the configured one.
  const [at, other] = findSource(inner, sources) ? [inner, outer] : [outer, inner];
  return createFinding(at, fieldFault('overlaps', { other: other.join('.') }), sources);
}

function contains(outer: string, inner: string): boolean {
  const way = path.relative(outer, inner);
  return way === '' || !(way === '..' || way.startsWith(`..${path.sep}`) || path.isAbsolute(way));
}
