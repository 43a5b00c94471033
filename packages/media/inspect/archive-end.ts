import type { FileBytes } from './file-bytes.ts';

/** Where the list of a ZIP's entries stands. */
export interface ArchiveEnd {
  readonly entries: number;
  readonly start: number;
  /** Where the list ends, and the record of it begins. */
  readonly end: number;
}

const recordLength = 22;
const longestComment = 0xffff;

/** The record at the end of a ZIP archive; undefined when a file does not end with one. */
export async function findArchiveEnd(bytes: FileBytes): Promise<ArchiveEnd | undefined> {
  const from = Math.max(0, bytes.size - recordLength - longestComment);
  const tail = await bytes.at(from, recordLength + longestComment);
  for (let at = tail.length - recordLength; at >= 0; at -= 1) {
    at = tail.lastIndexOf('PK\x05\x06', at, 'latin1');
    if (at === -1) break;
    // Its comment ends where the file ends; anything else are four bytes that look alike.
    if (at + recordLength + tail.readUInt16LE(at + 20) !== tail.length) continue;
    const found = await endOf(bytes, tail.subarray(at), from + at);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function endOf(
  bytes: FileBytes,
  record: Buffer,
  at: number,
): Promise<ArchiveEnd | undefined> {
  const small = {
    entries: record.readUInt16LE(10),
    size: record.readUInt32LE(12),
    end: at,
  };
  const { entries, size, end } = (await largeEnd(bytes, at)) ?? small;
  const start = end - size;
  if (start < 0) return undefined;
  const isEmpty = size === 0 && entries === 0;
  const beginsWell = (await bytes.at(start, 4)).toString('latin1') === 'PK\x01\x02';
  return isEmpty || beginsWell ? { entries, start, end } : undefined;
}

/** As archives of more than four gigabytes or 65,535 entries have it. */
async function largeEnd(bytes: FileBytes, at: number) {
  const locator = at >= 20 ? await bytes.at(at - 20, 20) : Buffer.alloc(0);
  if (locator.toString('latin1', 0, 4) !== 'PK\x06\x07') return undefined;
  const end = Number(locator.readBigUInt64LE(8));
  if (end > at) return undefined;
  const record = await bytes.at(end, 56);
  if (record.length < 56 || record.toString('latin1', 0, 4) !== 'PK\x06\x06') return undefined;
  return {
    entries: Number(record.readBigUInt64LE(32)),
    size: Number(record.readBigUInt64LE(40)),
    end,
  };
}
