import { findArchiveEnd } from './archive-end.ts';
import type { FileBytes } from './file-bytes.ts';
import type { MediaKind } from './media-kinds.ts';
import { invalidMedia } from './refusals.ts';

const starts: readonly (readonly [RegExp, string])[] = [
  [/^PK[^\x20-\x7e]/, 'a ZIP archive'],
  [/^(Rar!|7z\xbc\xaf)/, 'an archive'],
  [/^%PDF-/, 'a PDF'],
  [/^(MZ|\x7fELF|#!)/, 'a program'],
  [/^</, 'HTML or a script'],
];

/** Refuses a file that programs for archives open as a ZIP, because it ends as one. */
export async function refuseHiddenArchive(bytes: FileBytes, { label }: MediaKind): Promise<void> {
  if ((await findArchiveEnd(bytes)) !== undefined) {
    throw appendedRefusal(`This is ${label} that is a ZIP archive as well.`);
  }
}

/** Refuses what comes after the end of a picture, but for padding. */
export async function refuseAnythingAfter(
  bytes: FileBytes,
  end: number,
  label: string,
): Promise<void> {
  const extra = await skipPadding(bytes, end);
  if (extra < bytes.size) {
    throw appendedRefusal(`After the end of ${label}, ${bytes.size - extra} more bytes follow.`);
  }
}

/** Refuses what comes after the end when it is of a kind that some program would run or open. */
export async function refuseDangerAfter(
  bytes: FileBytes,
  end: number,
  label: string,
): Promise<void> {
  const start = (await bytes.at(await skipPadding(bytes, end), 16)).toString('latin1');
  const found = starts.find(([pattern]) => pattern.test(start));
  if (found !== undefined) throw appendedRefusal(`After the end of ${label}, ${found[1]} follows.`);
}

/** Zeros and line breaks, as programs write that fill up their last block. */
async function skipPadding(bytes: FileBytes, from: number): Promise<number> {
  for (let position = from; position < bytes.size;) {
    const some = await bytes.from(position);
    const first = some.findIndex((byte) => byte !== 0 && byte !== 10 && byte !== 13 && byte !== 32);
    if (first !== -1) return position + first;
    position += some.length;
  }
  return bytes.size;
}

function appendedRefusal(sentence: string) {
  return invalidMedia(sentence, 'Open it in a program for such files, and save it anew.');
}
