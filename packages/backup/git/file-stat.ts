import type { BigIntStats } from 'node:fs';

/** Git records no other permissions. */
export const fileMode = 0o100644;
export const executableMode = 0o100755;
export const linkMode = 0o120000;
/** Git records the commit of another repository inside, not its files. */
export const submoduleMode = 0o160000;

/** As the index records it, in 32-bit numbers. */
export interface FileStat {
  readonly mode: number;
  readonly ctimeSeconds: number;
  readonly ctimeNanoseconds: number;
  readonly mtimeSeconds: number;
  readonly mtimeNanoseconds: number;
  readonly dev: number;
  readonly ino: number;
  readonly uid: number;
  readonly gid: number;
  /** 0 for a file that is not empty: the bytes are then compared. */
  readonly size: number;
}

export interface IndexEntry extends FileStat {
  readonly path: string;
  readonly oid: string;
  readonly flags: {
    /** `git sparse-checkout` */
    readonly skipWorktree: boolean;
    /** `git add -N`: a name without bytes yet. */
    readonly intentToAdd: boolean;
  };
}

const second = 1_000_000_000n;
const emptyBlob = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';
/** FAT file systems have the coarsest clocks. */
const coarsestTickNs = 2n * second;

/** `undefined` for types that git does not store, such as sockets. */
export function fileStat(stat: BigIntStats): FileStat | undefined {
  const mode = modeOf(stat);
  if (mode === undefined) return undefined;
  const low = (value: bigint): number => Number(BigInt.asUintN(32, value));
  return {
    mode,
    ctimeSeconds: low(stat.ctimeNs / second),
    ctimeNanoseconds: low(stat.ctimeNs % second),
    mtimeSeconds: low(stat.mtimeNs / second),
    mtimeNanoseconds: low(stat.mtimeNs % second),
    dev: low(stat.dev),
    ino: low(stat.ino),
    uid: low(stat.uid),
    gid: low(stat.gid),
    size: low(stat.size),
  };
}

function modeOf(stat: BigIntStats): number | undefined {
  if (stat.isSymbolicLink()) return linkMode;
  if (!stat.isFile()) return undefined;
  return stat.mode & 0o100n ? executableMode : fileMode;
}

/** Judged without reading the file. */
export function isUnchanged(entry: IndexEntry, stat: FileStat, indexWrittenNs: bigint): boolean {
  if (entry.flags.intentToAdd || entry.mode !== stat.mode) return false;
  if (entry.size === 0 && entry.oid !== emptyBlob) return false;
  // The file may have changed again in the tick in which the index was written (git's "racy" entries).
  if (modifiedNs(entry) >= indexWrittenNs) return false;
  return isSameStat(entry, stat);
}

const identifying = [
  ...(['size', 'ino', 'mtimeSeconds', 'mtimeNanoseconds'] as const),
  ...(['ctimeSeconds', 'ctimeNanoseconds'] as const),
];
type Identity = Pick<FileStat, (typeof identifying)[number]>;

/** A disk may be mounted under another device number. */
export function isSameStat(a: Identity, b: Identity): boolean {
  return identifying.every((field) => a[field] === b[field]);
}

/** Without size if a later change could go unnoticed. */
export function statForIndex(stat: FileStat, readAtNs: bigint): FileStat {
  return modifiedNs(stat) + coarsestTickNs > readAtNs ? { ...stat, size: 0 } : stat;
}

function modifiedNs(stat: Identity): bigint {
  return BigInt(stat.mtimeSeconds) * second + BigInt(stat.mtimeNanoseconds);
}
