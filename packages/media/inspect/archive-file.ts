import { findArchiveEnd, type ArchiveEnd } from './archive-end.ts';
import type { FileBytes } from './file-bytes.ts';
import { damaged, invalidMedia, truncated } from './refusals.ts';

const label = 'a ZIP archive';
const headLength = 46;
const unknown32 = 0xffffffff;

/** Half a million entries with names of a usual length. */
const maxListBytes = 64 * 1024 * 1024;
/** Unpacked, this much fits on any disk; beyond it, an archive must not promise what no honest one does. */
const harmlessBytes = 1024 ** 3;
const maxRatio = 200;

/**
 * Reads the list of a ZIP's entries. Its content is not unpacked here or anywhere, so what counts is that those who
 * download it can open it, and that it is no bomb by what it says of itself.
 */
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
    const head = await bytes.at(at, headLength);
    if (head.length < headLength || head.readUInt32LE(0) !== 0x02014b50) break;
    const name = head.readUInt16LE(28);
    const extra = head.readUInt16LE(30);
    const entry = sizesOf(head, await bytes.at(at + headLength + name, extra));
    total.packed += entry.packed;
    total.unpacked += entry.unpacked;
    at += headLength + name + extra + head.readUInt16LE(32);
  }
  // A signature may stand between the list and its end; nothing else may.
  if (at > end || count !== entries) throw damaged(label, 'the list of its files is not sound');
  return total;
}

/** Sizes that do not fit into 32 bits stand in an extra field of the entry. */
function sizesOf(head: Buffer, extra: Buffer): Sizes {
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
  const remedy = 'Pack the files anew with a usual program.';
  if (packed > start) {
    throw invalidMedia('In this ZIP archive, several files stand in the same place.', remedy);
  }
  if (unpacked > harmlessBytes && unpacked > packed * maxRatio) {
    const gigabytes = (unpacked / harmlessBytes).toFixed(1);
    throw invalidMedia(
      `Unpacked, this ZIP archive would be ${gigabytes} GiB, more than ${maxRatio} times its size.`,
      remedy,
    );
  }
}
