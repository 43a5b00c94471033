import { findArchiveEnd, type ArchiveEnd } from './archive-end.ts';
import type { FileBytes } from './file-bytes.ts';
import { damaged, invalidMedia, truncated } from './refusals.ts';

const label = 'a ZIP archive';
const headLength = 46;
const unknown32 = 0xffffffff;

/** Half a million entries with names of usual length. */
const maxListBytes = 64 * 1024 * 1024;
const ratioCheckBytes = 1024 ** 3;
const maxRatio = 200;

/** Galley never unpacks archives: checks that downloaders can open it and that its declared sizes are no bomb. */
export async function inspectArchive(bytes: FileBytes): Promise<void> {
  const end = await findArchiveEnd(bytes);
  if (end === undefined)
    throw truncated(label, 'the list of its files, which is at the end, is missing');
  if (end.end - end.start > maxListBytes) {
    throw invalidMedia(
      'This ZIP archive has too many files in it to be looked through.',
      'Divide it into several.',
    );
  }
  refuseBomb(await readSizes(bytes, end), end);
}

interface Sizes {
  packed: number;
  unpacked: number;
}

async function readSizes(bytes: FileBytes, { entries, start, end }: ArchiveEnd): Promise<Sizes> {
  const total: Sizes = { packed: 0, unpacked: 0 };
  let count = 0;
  let at = start;
  for (; at + headLength <= end; count += 1) {
    const head = await bytes.readAt(at, headLength);
    if (head.length < headLength || head.readUInt32LE(0) !== 0x02014b50) break;
    const name = head.readUInt16LE(28);
    const extra = head.readUInt16LE(30);
    const entry = readEntrySizes(head, await bytes.readAt(at + headLength + name, extra));
    total.packed += entry.packed;
    total.unpacked += entry.unpacked;
    at += headLength + name + extra + head.readUInt16LE(32);
  }
  // A signature may stand between the list and its end record.
  if (at > end || count !== entries) throw damaged(label, 'the list of its files is not sound');
  return total;
}

function readEntrySizes(head: Buffer, extra: Buffer): Sizes {
  const sizes = { packed: head.readUInt32LE(20), unpacked: head.readUInt32LE(24) };
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let next = at + 4;
    const end = Math.min(next + extra.readUInt16LE(at + 2), extra.length);
    for (const key of ['unpacked', 'packed'] as const) {
      if (sizes[key] !== unknown32 || next + 8 > end) continue;
      sizes[key] = Number(extra.readBigUInt64LE(next));
      next += 8;
    }
  }
  return sizes;
}

function refuseBomb({ packed, unpacked }: Sizes, { start }: ArchiveEnd): void {
  const remedy = 'Pack the files again with a common program.';
  if (packed > start) {
    throw invalidMedia('In this ZIP archive, several files stand in the same place.', remedy);
  }
  if (unpacked > ratioCheckBytes && unpacked > packed * maxRatio) {
    const gigabytes = (unpacked / ratioCheckBytes).toFixed(1);
    throw invalidMedia(
      `Unpacked, this ZIP archive would be ${gigabytes} GiB, more than ${maxRatio} times its size.`,
      remedy,
    );
  }
}
