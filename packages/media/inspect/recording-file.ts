import { walkBoxes } from './boxes.ts';
import type { FileBytes } from './file-bytes.ts';
import type { MediaKind } from './media-kinds.ts';
import { truncated } from './refusals.ts';

/** MP4, M4A, QuickTime: all boxes are there, and among them the table without which nothing can be played. */
export async function checkBoxes(bytes: FileBytes, { label }: MediaKind): Promise<void> {
  const { types, cut, isWhole } = await walkBoxes(bytes);
  if (cut !== undefined) {
    throw truncated(label, `its part "${cut}" is longer than what is there of the file`);
  }
  if (isWhole && !types.has('moov')) {
    throw truncated(label, 'the table of its content, "moov", is missing');
  }
}

/** WebM: as much is there as its head says. One that was recorded live says nothing. */
export async function checkWebm(bytes: FileBytes, { label }: MediaKind): Promise<void> {
  const head = await bytes.at(0, 4096);
  const header = elementAt(head, 0);
  const segment = header && elementAt(head, header.end);
  if (segment === undefined || segment.end > bytes.size) {
    throw truncated(label, 'it is shorter than its head says');
  }
}

/** Where an element of EBML ends; its start when it does not say. Undefined when it is not there. */
function elementAt(head: Buffer, at: number): { readonly end: number } | undefined {
  const idLength = Math.clz32(head[at] ?? 0) - 23;
  const from = at + idLength;
  const first = head[from] ?? 0;
  const length = Math.clz32(first) - 23;
  if (idLength > 4 || length > 8 || from + length > head.length) return undefined;
  const marked = BigInt(`0x${head.toString('hex', from, from + length)}`);
  const value = marked & ((1n << BigInt(7 * length)) - 1n);
  const isOpen = value === (1n << BigInt(7 * length)) - 1n;
  return { end: isOpen ? from : from + length + Number(value) };
}

/** WAV: as much is there as its head says. One that was not closed, or is too large to say, says nothing. */
export async function checkWav(bytes: FileBytes, { label }: MediaKind): Promise<void> {
  const head = await bytes.at(0, 12);
  const length = head.readUInt32LE(4);
  const saysNothing = length === 0xffffffff || head.toString('latin1', 0, 4) !== 'RIFF';
  if (!saysNothing && length + 8 > bytes.size + 1) {
    throw truncated(label, 'it is shorter than its head says');
  }
}
