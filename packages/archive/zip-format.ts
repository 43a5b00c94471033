import { constants } from 'node:fs';

/** APPNOTE.TXT, 4.4.5. */
export const stored = 0;
export const deflated = 8;
export type Method = typeof stored | typeof deflated;

export interface EntryRecord {
  readonly name: string;
  readonly modifiedAt: Date;
  readonly method: Method;
  readonly crc32: number;
  readonly packedSize: number;
  readonly size: number;
  readonly offset: number;
  /** Reserves ZIP64 sizes: the local header is written before the sizes are known. */
  readonly isLarge: boolean;
}

const limit32 = 0xffff_ffff;
const limit16 = 0xffff;
const namesAreUtf8 = 1 << 11;
const needsZip64 = 45;
const madeByUnix = (3 << 8) | needsZip64;
const ordinaryFile = constants.S_IFREG | 0o644;

/** APPNOTE.TXT, 4.3.7. */
export function localHeader(entry: EntryRecord): Buffer {
  const name = Buffer.from(entry.name);
  const extra = Buffer.concat([
    ...(entry.isLarge ? [zip64Extra([entry.size, entry.packedSize])] : []),
    timeExtra(entry.modifiedAt),
  ]);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x0403_4b50, 0);
  writeCommon(head.subarray(4), entry, entry.isLarge);
  head.writeUInt16LE(name.length, 26);
  head.writeUInt16LE(extra.length, 28);
  return Buffer.concat([head, name, extra]);
}

/** APPNOTE.TXT, 4.3.12. */
export function directoryRecord(entry: EntryRecord): Buffer {
  const name = Buffer.from(entry.name);
  const isBig = Math.max(entry.size, entry.packedSize, entry.offset) >= limit32;
  const extra = Buffer.concat([
    ...(isBig ? [zip64Extra([entry.size, entry.packedSize, entry.offset])] : []),
    timeExtra(entry.modifiedAt),
  ]);
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x0201_4b50, 0);
  head.writeUInt16LE(madeByUnix, 4);
  writeCommon(head.subarray(6), entry, isBig);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt16LE(extra.length, 30);
  head.writeUInt32LE((ordinaryFile << 16) >>> 0, 38);
  head.writeUInt32LE(isBig ? limit32 : entry.offset, 42);
  return Buffer.concat([head, name, extra]);
}

export interface DirectoryPlace {
  readonly entries: number;
  readonly offset: number;
  readonly size: number;
  /** Printable ASCII, at most 65,535 characters. */
  readonly comment: string;
}

/** APPNOTE.TXT, 4.3.14 to 4.3.16. */
export function endOfDirectory({ entries, offset, size, comment }: DirectoryPlace): Buffer {
  const isBig = entries >= limit16 || offset >= limit32 || size >= limit32;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(isBig ? limit16 : entries, 8);
  end.writeUInt16LE(isBig ? limit16 : entries, 10);
  end.writeUInt32LE(isBig ? limit32 : size, 12);
  end.writeUInt32LE(isBig ? limit32 : offset, 16);
  end.writeUInt16LE(comment.length, 20);
  const last = [end, Buffer.from(comment, 'latin1')];
  return Buffer.concat(isBig ? [...zip64End({ entries, offset, size }), ...last] : last);
}

function zip64End({ entries, offset, size }: Omit<DirectoryPlace, 'comment'>): Buffer[] {
  const end = Buffer.alloc(56);
  end.writeUInt32LE(0x0606_4b50, 0);
  end.writeBigUInt64LE(BigInt(end.length - 12), 4);
  end.writeUInt16LE(madeByUnix, 12);
  end.writeUInt16LE(needsZip64, 14);
  end.writeBigUInt64LE(BigInt(entries), 24);
  end.writeBigUInt64LE(BigInt(entries), 32);
  end.writeBigUInt64LE(BigInt(size), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x0706_4b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  return [end, locator];
}

function writeCommon(target: Buffer, entry: EntryRecord, isBig: boolean): void {
  const [date, time] = dosTime(entry.modifiedAt);
  target.writeUInt16LE(isBig ? needsZip64 : 20, 0);
  target.writeUInt16LE(namesAreUtf8, 2);
  target.writeUInt16LE(entry.method, 4);
  target.writeUInt16LE(time, 6);
  target.writeUInt16LE(date, 8);
  target.writeUInt32LE(entry.crc32, 10);
  target.writeUInt32LE(isBig ? limit32 : entry.packedSize, 14);
  target.writeUInt32LE(isBig ? limit32 : entry.size, 18);
}

function zip64Extra(values: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + values.length * 8);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(values.length * 8, 2);
  values.forEach((value, index) => extra.writeBigUInt64LE(BigInt(value), 4 + index * 8));
  return extra;
}

/** Seconds since 1970 in UTC; the DOS time is local time without a zone. */
function timeExtra(time: Date): Buffer {
  const extra = Buffer.alloc(9);
  extra.writeUInt16LE(0x5455, 0);
  extra.writeUInt16LE(5, 2);
  extra.writeUInt8(1, 4);
  const seconds = Math.floor(time.getTime() / 1_000);
  extra.writeInt32LE(Math.min(Math.max(seconds, -0x8000_0000), 0x7fff_ffff), 5);
  return extra;
}

/** Resolution of two seconds, from 1980 to 2107. */
function dosTime(time: Date): readonly [date: number, time: number] {
  const year = time.getUTCFullYear();
  if (year < 1980) return [(1 << 5) | 1, 0];
  if (year > 2107) return [(127 << 9) | (12 << 5) | 31, (23 << 11) | (59 << 5) | 29];
  return [
    ((year - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate(),
    (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1),
  ];
}
