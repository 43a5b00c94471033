import type { FileBytes } from './file-bytes.ts';

/** The outermost boxes of a file of the family of MP4, QuickTime and AVIF. */
export interface Boxes {
  readonly types: ReadonlySet<string>;
  /** Where the last box ends of those that were walked through. */
  readonly end: number;
  /** A common box that ends after the file does. */
  readonly cut?: string;
  /** False when there were too many to walk through them all. */
  readonly isWhole: boolean;
}

/** A film of an hour in pieces of a second has some thousands. */
const maxBoxes = 10_000;
const boxType = /^[\w ©-]{4}$/;
/** Any other that is longer than the file are bytes of something else that was appended, and only look like one. */
const commonBoxes = /^(ftyp|moov|moof|mdat|free|skip|wide|uuid|meta|sidx|styp|mfra|udta)$/;

/** Steps from box to box, and reads no more than where each begins. Ends at the first thing that is no box. */
export async function walkBoxes(bytes: FileBytes): Promise<Boxes> {
  const types = new Set<string>();
  let at = 0;
  for (let count = 0; at < bytes.size; count += 1) {
    if (count === maxBoxes) return { types, end: at, isWhole: false };
    const { type, length } = await boxAt(bytes, at);
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

async function boxAt(bytes: FileBytes, at: number): Promise<{ type: string; length: number }> {
  const head = await bytes.at(at, 16);
  if (head.length < 8) return { type: '', length: 0 };
  const type = head.toString('latin1', 4, 8);
  const length = head.readUInt32BE(0);
  // 0: up to the end of the file. 1: the length is a longer number, after the type.
  if (length === 0) return { type, length: bytes.size - at };
  if (length !== 1) return { type, length };
  return { type, length: head.length < 16 ? 0 : Number(head.readBigUInt64BE(8)) };
}
