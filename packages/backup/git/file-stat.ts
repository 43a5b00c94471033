import type { BigIntStats } from 'node:fs';
import { executableMode, fileMode, linkMode } from './git-object.ts';
import type { IndexEntry, IndexStat } from './git-index.ts';

const second = 1_000_000_000n;
const emptyBlob = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';
/** A later change may leave the time of a file as it is, where that is counted in whole seconds, or in ticks. */
const wholeSecondsTick = 2n * second;
const tick = 50_000_000n;

/** A file as the index notes it. */
export function indexStat(stat: BigIntStats): IndexStat {
  const low = (value: bigint): number => Number(BigInt.asUintN(32, value));
  return {
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

/** The mode that git keeps; undefined for what git does not keep, such as a socket. */
export function modeOf(stat: BigIntStats): number | undefined {
  if (stat.isSymbolicLink()) return linkMode;
  if (!stat.isFile()) return undefined;
  return stat.mode & 0o100n ? executableMode : fileMode;
}

/** Whether the entry's hash is that of the file without a look at its bytes. */
export function isUnchanged(
  entry: IndexEntry,
  file: { readonly mode: number; readonly stat: IndexStat },
  indexWrittenNs: bigint,
): boolean {
  const known = entry.stat;
  if (entry.intentToAdd || entry.mode !== file.mode) return false;
  // Marked as not to be trusted, by git or by `settled`.
  if (known.size === 0 && entry.hash !== emptyBlob) return false;
  // Changed in the moment in which the index was written: git calls this racy, and looks at the bytes.
  if (time(known.mtimeSeconds, known.mtimeNanoseconds) >= indexWrittenNs) return false;
  return sameStat(known, file.stat);
}

const telling = [
  ...(['size', 'ino', 'mtimeSeconds', 'mtimeNanoseconds'] as const),
  ...(['ctimeSeconds', 'ctimeNanoseconds'] as const),
];

/** By what tells a change; a disk may well come back under another number. */
export function sameStat(a: IndexStat, b: IndexStat): boolean {
  return telling.every((field) => a[field] === b[field]);
}

/** What the index may keep of a file that was read at a time: without its size when it may change unseen. */
export function settled(stat: IndexStat, readAtNs: bigint): IndexStat {
  const changed = time(stat.mtimeSeconds, stat.mtimeNanoseconds);
  const span = stat.mtimeNanoseconds === 0 ? wholeSecondsTick : tick;
  return changed + span > readAtNs ? { ...stat, size: 0 } : stat;
}

function time(seconds: number, nanoseconds: number): bigint {
  return BigInt(seconds) * second + BigInt(nanoseconds);
}
