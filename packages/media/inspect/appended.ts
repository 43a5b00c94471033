import { findArchiveEnd } from './archive-end.ts';
import type { FileBytes } from './file-bytes.ts';
import type { MediaKind } from './media-kinds.ts';
import { invalidMedia } from './refusals.ts';

const dangerousSignatures: readonly (readonly [RegExp, string])[] = [
  [/^PK[^\x20-\x7e]/, 'a ZIP archive'],
  [/^(Rar!|7z\xbc\xaf)/, 'an archive'],
  [/^%PDF-/, 'a PDF'],
  [/^(MZ|\x7fELF|#!)/, 'a program'],
  [/^</, 'HTML or a script'],
];

/** Archive programs open files as ZIP that end like one. */
export async function refuseHiddenArchive(bytes: FileBytes, { label }: MediaKind): Promise<void> {
  if ((await findArchiveEnd(bytes)) !== undefined) {
    throw appendedDataError(`This is ${label} that is a ZIP archive as well.`);
  }
}

export async function refuseAppendedData(
  bytes: FileBytes,
  end: number,
  label: string,
): Promise<void> {
  const extra = await skipPadding(bytes, end);
  if (extra < bytes.size) {
    throw appendedDataError(`After the end of ${label}, ${bytes.size - extra} more bytes follow.`);
  }
}

export async function refuseDangerousData(
  bytes: FileBytes,
  end: number,
  label: string,
): Promise<void> {
  const start = (await bytes.readAt(await skipPadding(bytes, end), 16)).toString('latin1');
  const match = dangerousSignatures.find(([pattern]) => pattern.test(start));
  if (match !== undefined)
    throw appendedDataError(`After the end of ${label}, ${match[1]} follows.`);
}

/** Zeros and line breaks fill the last block. */
async function skipPadding(bytes: FileBytes, offset: number): Promise<number> {
  for (let position = offset; position < bytes.size;) {
    const chunk = await bytes.readFrom(position);
    const first = chunk.findIndex(
      (byte) => byte !== 0 && byte !== 10 && byte !== 13 && byte !== 32,
    );
    if (first !== -1) return position + first;
    position += chunk.length;
  }
  return bytes.size;
}

function appendedDataError(sentence: string) {
  return invalidMedia(sentence, 'Open it in a suitable program and save it again.');
}
