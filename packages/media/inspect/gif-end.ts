import type { FileBytes } from './file-bytes.ts';
import { maxFrames, maxPixels, tooManyFrames, tooManyPixels } from './pixel-limits.ts';
import { damaged } from './refusals.ts';

const label = 'a GIF picture';
const header = 13;
/** Picture, duration, and rarely a comment. */
const maxBlocks = 4 * maxFrames;

/** Undefined when truncated. Decodes nothing. @throws `invalid_media` for too many pixels or malformed data. */
export async function findGifEnd(bytes: FileBytes): Promise<number | undefined> {
  const head = await bytes.readAt(0, header);
  if (head.length < header) return undefined;
  const canvas = head.readUInt16LE(6) * head.readUInt16LE(8);
  let at = header + colorTableBytes(head[10]!);
  let pixels = 0;
  for (let count = 0; ; count += 1) {
    if (count > maxBlocks) throw tooManyFrames(label);
    const block = await bytes.readAt(at, 10);
    if (block[0] === 0x3b) return at + 1;
    if (block.length < 10) return undefined;
    if (block[0] === 0x2c) {
      pixels += Math.max(canvas, block.readUInt16LE(5) * block.readUInt16LE(7));
      if (pixels > maxPixels) throw tooManyPixels(label, 'all its pictures together');
      at = await skipSubBlocks(bytes, at + 10 + colorTableBytes(block[9]!) + 1);
    } else if (block[0] === 0x21) at = await skipSubBlocks(bytes, at + 2);
    else throw damaged(label, `unexpected data at byte ${at}`);
  }
}

function colorTableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

async function skipSubBlocks(bytes: FileBytes, from: number): Promise<number> {
  for (let at = from; at < bytes.size;) {
    const chunk = await bytes.readFrom(at);
    let offset = 0;
    while (offset < chunk.length) {
      const length = chunk[offset]!;
      offset += 1 + length;
      if (length === 0) return at + offset;
    }
    at += offset;
  }
  return bytes.size;
}
