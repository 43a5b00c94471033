import type { FileBytes } from './file-bytes.ts';
import { maxFrames, maxPixels, tooManyFrames, tooManyPixels } from './pixel-limits.ts';
import { damaged } from './refusals.ts';

const label = 'a GIF picture';
const header = 13;
/** A picture, how long it is shown, and seldom a comment. */
const maxBlocks = 4 * maxFrames;

/**
 * Where a GIF ends; undefined when the file ends before. Steps over its pictures without decoding any.
 *
 * @throws `invalid_media` when all its pictures together have too many pixels, or it is none.
 */
export async function endOfGif(bytes: FileBytes): Promise<number | undefined> {
  const head = await bytes.at(0, header);
  if (head.length < header) return undefined;
  const canvas = head.readUInt16LE(6) * head.readUInt16LE(8);
  let at = header + colorTable(head[10]!);
  let pixels = 0;
  for (let count = 0; ; count += 1) {
    if (count > maxBlocks) throw tooManyFrames(label);
    const block = await bytes.at(at, 10);
    if (block[0] === 0x3b) return at + 1;
    if (block.length < 10) return undefined;
    if (block[0] === 0x2c) {
      pixels += Math.max(canvas, block.readUInt16LE(5) * block.readUInt16LE(7));
      if (pixels > maxPixels) throw tooManyPixels(label, 'all its pictures together');
      at = await afterBlocks(bytes, at + 10 + colorTable(block[9]!) + 1);
    } else if (block[0] === 0x21) at = await afterBlocks(bytes, at + 2);
    else throw damaged(label, `at byte ${at} stands what no GIF has there`);
  }
}

/** Bytes of the table of colours that the flags announce. */
function colorTable(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

async function afterBlocks(bytes: FileBytes, from: number): Promise<number> {
  for (let at = from; at < bytes.size;) {
    const some = await bytes.from(at);
    let inside = 0;
    while (inside < some.length) {
      const length = some[inside]!;
      inside += 1 + length;
      if (length === 0) return at + inside;
    }
    at += inside;
  }
  return bytes.size;
}
