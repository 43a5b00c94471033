import { createHash } from 'node:crypto';
import { listFiles, readJson, readText } from './repository.ts';

const folder = 'packages/database/migrations/';
export const checksumFile = `${folder}checksums.json`;

export type Checksums = Readonly<Record<string, string>>;

export function readChecksums(): Checksums {
  return readJson<Checksums>(checksumFile);
}

export function computeChecksums(): Checksums {
  const files = listFiles().filter(
    (path) => /^\d{4}-.*\.ts$/.test(path.slice(folder.length)) && path.startsWith(folder),
  );
  const named = files.map((path): [string, string] => [
    path.slice(folder.length, -'.ts'.length),
    createHash('sha256').update(readText(path)).digest('hex'),
  ]);
  return Object.fromEntries(named.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

export function withNew(noted: Checksums, present: Checksums): Checksums {
  return { ...present, ...noted };
}

/** Recorded migrations must not change: databases that have run one would differ from later ones. */
export function checksumFindings(noted: Checksums, present: Checksums): string[] {
  const changed = Object.keys(noted).filter((name) => present[name] !== noted[name]);
  const fresh = Object.keys(present).filter((name) => !(name in noted));
  const last = Object.keys(noted).toSorted().at(-1) ?? '';
  return [
    ...changed.map((name) =>
      present[name] === undefined
        ? `The migration ${name} is missing, but databases have already run it. Restore it.`
        : `The migration ${name} has changed, but databases have already run it. Restore it, and add a new migration for the change.`,
    ),
    ...fresh.map((name) =>
      name > last
        ? `The migration ${name} is new; run "npm run docs:reference" to record it.`
        : `The new migration ${name} sorts before ${last}, which databases have already run. Give it a higher number.`,
    ),
  ];
}
