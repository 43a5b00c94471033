import { open, type FileHandle } from 'node:fs/promises';
import { isMissing } from '@galley/kernel';

export interface LogLine {
  readonly text: string;
  /** Position in bytes after the line. */
  readonly end: number;
}

const readBytes = 256 * 1024;
/** More than the longest line of a log. */
const maxLineBytes = 8 * 1024 * 1024;
const newline = 10;

/** Complete lines after `from`; with `isClosed`, the last line needs no newline. None if the file is missing. */
export async function* readLogLines(
  path: string,
  from: number,
  { isClosed }: { readonly isClosed: boolean },
): AsyncGenerator<LogLine, void> {
  const file = await openIfThere(path);
  if (!file) return;
  try {
    for (let position = from; ;) {
      const part = await readPart(file, position, isClosed);
      if (part.length === 0) return;
      for (let start = 0; start < part.length;) {
        const found = part.indexOf(newline, start);
        const end = found < 0 ? part.length : found;
        const text = part.toString('utf8', start, end);
        start = end + 1;
        yield { text, end: position + Math.min(start, part.length) };
      }
      position += part.length;
    }
  } finally {
    await file.close();
  }
}

/** Whole lines, of which the first may be long; empty at the end of the file. */
async function readPart(file: FileHandle, from: number, isClosed: boolean): Promise<Buffer> {
  for (let size = readBytes; ; size *= 4) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, from);
    const part = buffer.subarray(0, bytesRead);
    const length = part.lastIndexOf(newline) + 1;
    if (length > 0) return part.subarray(0, length);
    if (size >= maxLineBytes) return part;
    if (bytesRead < size) return isClosed ? part : part.subarray(0, 0);
  }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
