import { refuseAppendedData, refuseDangerousData } from './appended.ts';
import { walkBoxes } from './boxes.ts';
import type { FileBytes } from './file-bytes.ts';
import { findGifEnd } from './gif-end.ts';
import { findJpegEnd } from './jpeg-end.ts';
import { damaged, truncated } from './refusals.ts';

/** Undefined when truncated. Throws `invalid_media` for malformed data. */
type FindEnd = (bytes: FileBytes) => Promise<number | undefined>;

const endFinders: Readonly<Record<string, { readonly label: string; readonly find: FindEnd }>> = {
  'image/png': { label: 'a PNG picture', find: findPngEnd },
  'image/gif': { label: 'a GIF picture', find: findGifEnd },
  'image/webp': { label: 'a WebP picture', find: findWebpEnd },
  'image/avif': { label: 'an AVIF picture', find: findAvifEnd },
  'image/jpeg': { label: 'a JPEG picture', find: findJpegEnd },
};

/** Appended data may be hidden archives or pages. Cameras append to JPEGs: there only dangerous data is refused. */
export async function checkPictureEnd(bytes: FileBytes, type: string): Promise<void> {
  const { label, find } = endFinders[type]!;
  const end = await find(bytes);
  if (end === undefined || end > bytes.size) throw truncated(label, 'its end is missing');
  const check = type === 'image/jpeg' ? refuseDangerousData : refuseAppendedData;
  await check(bytes, end, label);
}

async function findPngEnd(bytes: FileBytes): Promise<number | undefined> {
  for (let at = 8; ;) {
    const head = await bytes.readAt(at, 8);
    if (head.length < 8) return undefined;
    // Length, type, content, checksum.
    at += 12 + head.readUInt32BE(0);
    if (head.toString('latin1', 4, 8) === 'IEND') return at;
  }
}

async function findWebpEnd(bytes: FileBytes): Promise<number | undefined> {
  const head = await bytes.readAt(0, 12);
  if (head.length < 12) return undefined;
  // Some programs do not count the padding byte that makes the length even.
  const end = 8 + head.readUInt32LE(4);
  return end === bytes.size + 1 ? bytes.size : end;
}

async function findAvifEnd(bytes: FileBytes): Promise<number | undefined> {
  const { end, cut, isWhole } = await walkBoxes(bytes);
  if (cut !== undefined) return undefined;
  if (!isWhole) throw damaged('an AVIF picture', 'it has too many parts');
  return end;
}
