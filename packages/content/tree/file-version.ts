import { lstatSync, type BigIntStats } from 'node:fs';

/** The file's inode and the time of its last change tell every edit, by rename or in place, from the one before. */
export function versionOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(':');
}

/** Undefined where there is no file. */
export function versionAt(path: string): string | undefined {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stat?.isFile() ? versionOf(stat) : undefined;
}
