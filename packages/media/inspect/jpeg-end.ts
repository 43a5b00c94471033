import type { FileBytes } from './file-bytes.ts';

const startOfScan = 0xda;
const endOfImage = 0xd9;

/**
 * Where the first picture of a JPEG ends; undefined when the file ends before. A thumbnail within what the camera
 * wrote is stepped over.
 */
export async function endOfJpeg(bytes: FileBytes): Promise<number | undefined> {
  let at = 2;
  for (;;) {
    const marker = await nextMarker(bytes, at);
    if (marker === undefined) return undefined;
    if (marker.code === endOfImage) return marker.at + 2;
    const length = await bytes.at(marker.at + 2, 2);
    if (length.length < 2) return undefined;
    at = marker.at + 2 + length.readUInt16BE(0);
    if (marker.code === startOfScan) at = marker.at + 2;
  }
}

/** The next marker that has a length, or the last one: those within the data of a scan have none. */
async function nextMarker(
  bytes: FileBytes,
  from: number,
): Promise<{ at: number; code: number } | undefined> {
  for (let at = from; at < bytes.size;) {
    const some = await bytes.from(at, 2);
    const found = markerIn(some);
    if (found !== undefined) return { at: at + found, code: some[found + 1]! };
    if (at + some.length === bytes.size) return undefined;
    // The last byte may be the first of a marker.
    at += some.length - 1;
  }
  return undefined;
}

function markerIn(some: Buffer): number | undefined {
  for (let at = some.indexOf(0xff); at !== -1; at = some.indexOf(0xff, at + 1)) {
    const code = some[at + 1];
    if (code !== undefined && isMarker(code)) return at;
  }
  return undefined;
}

/** 00 is a byte FF of the data, D0 to D7 are restarts, FF fills up; 01 stands alone. */
const isMarker = (code: number) =>
  code !== 0 && code !== 1 && code !== 0xff && !(code >= 0xd0 && code <= 0xd7);
