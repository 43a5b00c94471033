import { createHash } from 'node:crypto';
import { backupProblems } from '../problems.ts';

/** What the index knows of a file on disk, as 32-bit numbers. */
export interface IndexStat {
  readonly ctimeSeconds: number;
  readonly ctimeNanoseconds: number;
  readonly mtimeSeconds: number;
  readonly mtimeNanoseconds: number;
  readonly dev: number;
  readonly ino: number;
  readonly uid: number;
  readonly gid: number;
  /** 0 for a file that is not empty says that the entry has to be checked against the bytes. */
  readonly size: number;
}

/** One file of git's index. Paths are bytes, a character each (latin1), so that they sort as git sorts them. */
export interface IndexEntry {
  readonly path: string;
  readonly mode: number;
  readonly hash: string;
  readonly stat: IndexStat;
  /** 0, or one side of a merge that is not resolved. */
  readonly stage: number;
  /** The flag `git update-index --assume-unchanged` sets; only kept. */
  readonly assumeUnchanged: boolean;
  /** Not checked out, on purpose. */
  readonly skipWorktree: boolean;
  /** `git add -N`: a name without bytes yet. */
  readonly intentToAdd: boolean;
}

const entryHead = 62;
const assumeUnchangedBit = 0x8000;
const extendedBit = 0x4000;
const longestName = 0xfff;
const skipWorktreeBit = 0x4000;
const intentToAddBit = 0x2000;

/** Reads an index of version 2, 3 or 4. Throws `git_unusable` for what only git itself understands. */
export function parseIndex(bytes: Buffer): IndexEntry[] {
  const version = bytes.length < 32 ? 0 : bytes.readUInt32BE(4);
  if (bytes.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) throw unreadable();
  const sum = bytes.subarray(-20);
  const isSummed = sum.some((byte) => byte !== 0);
  if (isSummed && !createHash('sha1').update(bytes.subarray(0, -20)).digest().equals(sum))
    throw unreadable();
  const entries: IndexEntry[] = [];
  let at = 12;
  for (let count = bytes.readUInt32BE(8); count > 0; count--) {
    const { entry, end } = parseEntry(bytes, { at, version, before: entries.at(-1)?.path ?? '' });
    entries.push(entry);
    at = end;
  }
  refuseNeededExtensions(bytes.subarray(at, -20));
  return entries;
}

function parseEntry(
  bytes: Buffer,
  { at, version, before }: Readonly<{ at: number; version: number; before: string }>,
): { entry: IndexEntry; end: number } {
  const flags = bytes.readUInt16BE(at + 60);
  const extended = flags & extendedBit ? bytes.readUInt16BE(at + entryHead) : 0;
  const name = at + entryHead + (flags & extendedBit ? 2 : 0);
  const { path, end } = version === 4 ? shortenedPath(bytes, name, before) : plainPath(bytes, name);
  return {
    entry: {
      path,
      mode: bytes.readUInt32BE(at + 24),
      hash: bytes.toString('hex', at + 40, at + 60),
      stat: parseStat(bytes, at),
      stage: (flags >> 12) & 3,
      assumeUnchanged: (flags & assumeUnchangedBit) !== 0,
      skipWorktree: (extended & skipWorktreeBit) !== 0,
      intentToAdd: (extended & intentToAddBit) !== 0,
    },
    // In the older versions up to eight NULs bring the next entry to a multiple of eight bytes.
    end: version === 4 ? end + 1 : at + Math.floor((end - at + 8) / 8) * 8,
  };
}

function parseStat(bytes: Buffer, at: number): IndexStat {
  const field = (index: number): number => bytes.readUInt32BE(at + index * 4);
  return {
    ctimeSeconds: field(0),
    ctimeNanoseconds: field(1),
    mtimeSeconds: field(2),
    mtimeNanoseconds: field(3),
    dev: field(4),
    ino: field(5),
    uid: field(7),
    gid: field(8),
    size: field(9),
  };
}

function plainPath(bytes: Buffer, at: number): { path: string; end: number } {
  const end = bytes.indexOf(0, at);
  return { path: bytes.toString('latin1', at, end), end };
}

/** In version 4: how many bytes of the path before to drop, and what comes in their place. */
function shortenedPath(bytes: Buffer, at: number, before: string): { path: string; end: number } {
  let place = at;
  let dropped = bytes[place]! & 0x7f;
  while (bytes[place++]! & 0x80) dropped = (dropped + 1) * 128 + (bytes[place]! & 0x7f);
  const { path, end } = plainPath(bytes, place);
  return { path: before.slice(0, before.length - dropped) + path, end };
}

/** Extensions whose name begins with a small letter cannot be left out; the others are only there for speed. */
function refuseNeededExtensions(bytes: Buffer): void {
  for (let at = 0; at + 8 <= bytes.length; at += 8 + bytes.readUInt32BE(at + 4)) {
    if (bytes[at]! >= 0x61) throw unreadable();
  }
}

/** The index, of version 2 where that can say it all. */
export function serializeIndex(entries: readonly IndexEntry[]): Buffer {
  const isExtended = entries.some(extendedFlags);
  const head = Buffer.alloc(12);
  head.write('DIRC', 'latin1');
  head.writeUInt32BE(isExtended ? 3 : 2, 4);
  head.writeUInt32BE(entries.length, 8);
  const sorted = entries.toSorted((a, b) =>
    a.path === b.path ? a.stage - b.stage : a.path < b.path ? -1 : 1,
  );
  const body = Buffer.concat([head, ...sorted.map(serializeEntry)]);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

function serializeEntry(entry: IndexEntry): Buffer {
  const { path, mode, hash, stat, stage, assumeUnchanged } = entry;
  const extended = extendedFlags(entry);
  const name = entryHead + (extended ? 2 : 0);
  const bytes = Buffer.alloc(Math.floor((name + path.length + 8) / 8) * 8);
  const fields = [
    ...[stat.ctimeSeconds, stat.ctimeNanoseconds, stat.mtimeSeconds, stat.mtimeNanoseconds],
    ...[stat.dev, stat.ino, mode, stat.uid, stat.gid, stat.size],
  ];
  fields.forEach((field, index) => bytes.writeUInt32BE(field, index * 4));
  bytes.write(hash, 40, 'hex');
  const flags =
    (assumeUnchanged ? assumeUnchangedBit : 0) |
    (extended ? extendedBit : 0) |
    (stage << 12) |
    Math.min(path.length, longestName);
  bytes.writeUInt16BE(flags, 60);
  if (extended) bytes.writeUInt16BE(extended, entryHead);
  bytes.write(path, name, 'latin1');
  return bytes;
}

function extendedFlags({ skipWorktree, intentToAdd }: IndexEntry): number {
  return (skipWorktree ? skipWorktreeBit : 0) | (intentToAdd ? intentToAddBit : 0);
}

function unreadable(): Error {
  return backupProblems.git_unusable(
    'The index of the git repository of the content tree is damaged, split or sparse, which a snapshot cannot work with. "git update-index --no-split-index" and "git sparse-checkout disable" in the content folder make it a plain one; a damaged one is made again by "git reset".',
  );
}
