import type { FileBytes } from './file-bytes.ts';

export interface Boxes {
  readonly types: ReadonlySet<string>;
  readonly end: number;
  /** A known type that is longer than the rest of the file. */
  readonly cut?: string;
  /** False when the limit of boxes was reached. */
  readonly isWhole: boolean;
}

/** An hour of film in one-second fragments has a few thousand boxes. */
const maxBoxes = 10_000;
const boxType = /^[\w ©-]{4}$/;
/** Only these types count as truncated; appended data can look like any other type. */
const commonBoxes = /^(ftyp|moov|moof|mdat|free|skip|wide|uuid|meta|sidx|styp|mfra|udta)$/;

/** Reads headers only, until the data is no box. */
export async function walkBoxes(bytes: FileBytes): Promise<Boxes> {
  const types = new Set<string>();
  let at = 0;
  for (let count = 0; at < bytes.size; count += 1) {
    if (count === maxBoxes) return { types, end: at, isWhole: false };
    const { type, length } = await readBoxHeader(bytes, at);
    if (!boxType.test(type) || length < 8) break;
    if (at + length > bytes.size) {
      const cut = commonBoxes.test(type) ? { cut: type } : {};
      return { types, end: at, ...cut, isWhole: true };
    }
    types.add(type);
    at += length;
  }
  return { types, end: at, isWhole: true };
}

async function readBoxHeader(
  bytes: FileBytes,
  at: number,
): Promise<{ type: string; length: number }> {
  const head = await bytes.readAt(at, 16);
  if (head.length < 8) return { type: '', length: 0 };
  const type = head.toString('latin1', 4, 8);
  const length = head.readUInt32BE(0);
  // 0: to the end of the file. 1: a 64-bit length follows the type.
  if (length === 0) return { type, length: bytes.size - at };
  if (length !== 1) return { type, length };
  return { type, length: head.length < 16 ? 0 : Number(head.readBigUInt64BE(8)) };
}
