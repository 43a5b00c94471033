import { refuseAnythingAfter, refuseDangerAfter } from './appended.ts';
import { walkBoxes } from './boxes.ts';
import type { FileBytes } from './file-bytes.ts';
import { endOfGif } from './gif-end.ts';
import { endOfJpeg } from './jpeg-end.ts';
import { damaged, truncated } from './refusals.ts';

/** Where the picture ends; undefined when the file ends before. Throws `invalid_media` for what cannot be followed. */
type FindEnd = (bytes: FileBytes) => Promise<number | undefined>;

const ends: Readonly<Record<string, { readonly label: string; readonly find: FindEnd }>> = {
  'image/png': { label: 'a PNG picture', find: endOfPng },
  'image/gif': { label: 'a GIF picture', find: endOfGif },
  'image/webp': { label: 'a WebP picture', find: endOfWebp },
  'image/avif': { label: 'an AVIF picture', find: endOfAvif },
  'image/jpeg': { label: 'a JPEG picture', find: endOfJpeg },
};

/**
 * Refuses a picture that ends too early, and one that something follows: a hidden archive or page, or what a program
 * that cropped it forgot to take away. After a JPEG cameras and picture desks write their own (a second picture, a
 * film, notes), so there only what is known to be dangerous is refused.
 */
export async function checkPictureEnd(bytes: FileBytes, type: string): Promise<void> {
  const { label, find } = ends[type]!;
  const end = await find(bytes);
  if (end === undefined || end > bytes.size) throw truncated(label, 'its end is missing');
  const check = type === 'image/jpeg' ? refuseDangerAfter : refuseAnythingAfter;
  await check(bytes, end, label);
}

async function endOfPng(bytes: FileBytes): Promise<number | undefined> {
  for (let at = 8; ;) {
    const head = await bytes.at(at, 8);
    if (head.length < 8) return undefined;
    // Length, type, content, sum.
    at += 12 + head.readUInt32BE(0);
    if (head.toString('latin1', 4, 8) === 'IEND') return at;
  }
}

async function endOfWebp(bytes: FileBytes): Promise<number | undefined> {
  const head = await bytes.at(0, 12);
  if (head.length < 12) return undefined;
  // Not every program counts the byte that makes the length even.
  const end = 8 + head.readUInt32LE(4);
  return end === bytes.size + 1 ? bytes.size : end;
}

async function endOfAvif(bytes: FileBytes): Promise<number | undefined> {
  const { end, cut, isWhole } = await walkBoxes(bytes);
  if (cut !== undefined) return undefined;
  if (!isWhole) throw damaged('an AVIF picture', 'it has too many parts');
  return end;
}
