import { walkBoxes } from './boxes.ts';
import type { FileBytes } from './file-bytes.ts';
import type { MediaKind } from './media-kinds.ts';
import { truncated } from './refusals.ts';

/** All boxes are complete, including the index required for playback. */
export async function checkBoxes(bytes: FileBytes, { label }: MediaKind): Promise<void> {
  const { types, cut, isWhole } = await walkBoxes(bytes);
  if (cut !== undefined) {
    throw truncated(label, `its part "${cut}" is longer than what is there of the file`);
  }
  if (isWhole && !types.has('moov')) {
    throw truncated(label, 'the table of its content, "moov", is missing');
  }
}

/** Live recordings declare no length. */
export async function checkWebm(bytes: FileBytes, { label }: MediaKind): Promise<void> {
  const head = await bytes.readAt(0, 4096);
  const header = readElement(head, 0);
  const segment = header && readElement(head, header.end);
  if (segment === undefined || segment.end > bytes.size) {
    throw truncated(label, 'it is shorter than its head says');
  }
}

/** Its start when the length is unknown; undefined when truncated. */
function readElement(head: Buffer, at: number): { readonly end: number } | undefined {
  const idLength = Math.clz32(head[at] ?? 0) - 23;
  const from = at + idLength;
  const first = head[from] ?? 0;
  const length = Math.clz32(first) - 23;
  if (idLength > 4 || length > 8 || from + length > head.length) return undefined;
  const encodedLength = BigInt(`0x${head.toString('hex', from, from + length)}`);
  const value = encodedLength & ((1n << BigInt(7 * length)) - 1n);
  const isOpen = value === (1n << BigInt(7 * length)) - 1n;
  return { end: isOpen ? from : from + length + Number(value) };
}

/** Unfinished and oversized recordings declare no length. */
export async function checkWav(bytes: FileBytes, { label }: MediaKind): Promise<void> {
  const head = await bytes.readAt(0, 12);
  const length = head.readUInt32LE(4);
  const isLengthUnknown = length === 0xffffffff || head.toString('latin1', 0, 4) !== 'RIFF';
  if (!isLengthUnknown && length + 8 > bytes.size + 1) {
    throw truncated(label, 'it is shorter than its head says');
  }
}
