import { createReadStream } from 'node:fs';
import { TextDecoder } from 'node:util';
import type { FileBytes } from './file-bytes.ts';
import { invalidMedia } from './refusals.ts';

/** UTF-8, or UTF-16 with a byte order mark. The content is not checked, since it is served as plain text. */
export async function inspectText(file: string): Promise<void> {
  let decoder: TextDecoder | undefined;
  let line = 1;
  for await (const chunk of createReadStream(file, { highWaterMark: 64 * 1024 })) {
    const bytes = chunk as Buffer;
    decoder ??= new TextDecoder(detectEncoding(bytes), { fatal: true });
    line = checkChunk(decoder, line, () => decoder!.decode(bytes, { stream: true }));
  }
  if (decoder !== undefined) checkChunk(decoder, line, () => decoder.decode());
}

function detectEncoding(head: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const mark = head.toString('hex', 0, 2);
  if (mark === 'fffe') return 'utf-16le';
  return mark === 'feff' ? 'utf-16be' : 'utf-8';
}

/** Returns the line where the chunk ends. */
function checkChunk({ encoding }: TextDecoder, line: number, decode: () => string): number {
  let text: string;
  try {
    text = decode();
  } catch {
    throw invalidMedia(
      `This text is not ${encoding.toUpperCase()}, from line ${line} or soon after it on.`,
      'Save it with the encoding UTF-8 (in a spreadsheet, "CSV UTF-8").',
    );
  }
  const nul = text.indexOf('\0');
  const lineOf = (end: number) => line + text.slice(0, end).split('\n').length - 1;
  if (nul !== -1) {
    throw invalidMedia(
      `Line ${lineOf(nul)} has a character (NUL) that no text has.`,
      'Save it as plain text with the encoding UTF-8.',
    );
  }
  return lineOf(text.length);
}

/** WebVTT is UTF-8 and begins with its name. */
export async function isCaptions(bytes: FileBytes): Promise<boolean> {
  const head = (await bytes.readAt(0, 16)).toString('utf8');
  return /^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/.test(head);
}
