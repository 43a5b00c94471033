import type { FileBytes } from './file-bytes.ts';

const startOfScan = 0xda;
const endOfImage = 0xd9;

/** Undefined when truncated. Skips thumbnails in EXIF data. */
export async function findJpegEnd(bytes: FileBytes): Promise<number | undefined> {
  let at = 2;
  for (;;) {
    const marker = await findNextMarker(bytes, at);
    if (marker === undefined) return undefined;
    if (marker.code === endOfImage) return marker.at + 2;
    const length = await bytes.readAt(marker.at + 2, 2);
    if (length.length < 2) return undefined;
    at = marker.at + 2 + length.readUInt16BE(0);
    if (marker.code === startOfScan) at = marker.at + 2;
  }
}

/** Skips markers within scan data. */
async function findNextMarker(
  bytes: FileBytes,
  from: number,
): Promise<{ at: number; code: number } | undefined> {
  for (let at = from; at < bytes.size;) {
    const chunk = await bytes.readFrom(at, 2);
    const found = findMarker(chunk);
    if (found !== undefined) return { at: at + found, code: chunk[found + 1]! };
    if (at + chunk.length === bytes.size) return undefined;
    // The last byte may start a marker.
    at += chunk.length - 1;
  }
  return undefined;
}

function findMarker(chunk: Buffer): number | undefined {
  for (let at = chunk.indexOf(0xff); at !== -1; at = chunk.indexOf(0xff, at + 1)) {
    const code = chunk[at + 1];
    if (code !== undefined && isMarker(code)) return at;
  }
  return undefined;
}

/** 00 (escaped FF), D0 to D7 (restart), FF (padding) and 01 are no markers. */
const isMarker = (code: number) =>
  code !== 0 && code !== 1 && code !== 0xff && !(code >= 0xd0 && code <= 0xd7);
