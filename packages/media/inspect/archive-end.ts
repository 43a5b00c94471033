import type { FileBytes } from './file-bytes.ts';

export interface ArchiveEnd {
  readonly entries: number;
  readonly start: number;
  readonly end: number;
}

const recordLength = 22;
const maxCommentBytes = 0xffff;

/** `undefined` when the file does not end with an end record. */
export async function findArchiveEnd(bytes: FileBytes): Promise<ArchiveEnd | undefined> {
  const from = Math.max(0, bytes.size - recordLength - maxCommentBytes);
  const tail = await bytes.readAt(from, recordLength + maxCommentBytes);
  for (let at = tail.length - recordLength; at >= 0; at -= 1) {
    at = tail.lastIndexOf('PK\x05\x06', at, 'latin1');
    if (at === -1) break;
    // Otherwise the four bytes match by chance.
    if (at + recordLength + tail.readUInt16LE(at + 20) !== tail.length) continue;
    const found = await readEndRecord(bytes, tail.subarray(at), from + at);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function readEndRecord(
  bytes: FileBytes,
  record: Buffer,
  at: number,
): Promise<ArchiveEnd | undefined> {
  const small = {
    entries: record.readUInt16LE(10),
    size: record.readUInt32LE(12),
    end: at,
  };
  const { entries, size, end } = (await readZip64End(bytes, at)) ?? small;
  const start = end - size;
  if (start < 0) return undefined;
  const isEmpty = size === 0 && entries === 0;
  const hasEntrySignature = (await bytes.readAt(start, 4)).toString('latin1') === 'PK\x01\x02';
  return isEmpty || hasEntrySignature ? { entries, start, end } : undefined;
}

async function readZip64End(bytes: FileBytes, at: number) {
  const locator = at >= 20 ? await bytes.readAt(at - 20, 20) : Buffer.alloc(0);
  if (locator.toString('latin1', 0, 4) !== 'PK\x06\x07') return undefined;
  const end = Number(locator.readBigUInt64LE(8));
  if (end > at) return undefined;
  const record = await bytes.readAt(end, 56);
  if (record.length < 56 || record.toString('latin1', 0, 4) !== 'PK\x06\x06') return undefined;
  return {
    entries: Number(record.readBigUInt64LE(32)),
    size: Number(record.readBigUInt64LE(40)),
    end,
  };
}
