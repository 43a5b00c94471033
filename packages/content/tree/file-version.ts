import { lstatSync, type BigIntStats } from 'node:fs';

/** Inode and change time distinguish every edit, by rename or in place. */
export function versionOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(':');
}

export function versionAt(path: string): string | undefined {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stat?.isFile() ? versionOf(stat) : undefined;
}
