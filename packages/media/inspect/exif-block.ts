const sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8];
const long = 4;
const exifTag = 0x8769;
const placeTag = 0x8825;
const interoperabilityTag = 0xa005;
const linkTags = [exifTag, placeTag, interoperabilityTag];

/**
 * Whether the values of an EXIF block take no more bytes than there are. In an honest one each byte belongs to one
 * value; where thousands of values share theirs, reading them would take gigabytes.
 */
export function isPlausibleExif(block: Buffer): boolean {
  const start = block.toString('latin1', 0, 4) === 'Exif' ? 6 : 0;
  const tiff = new Tiff(block.subarray(start));
  const { links, next } = tiff.readFolder(tiff.long(4));
  if (next !== 0) tiff.readFolder(next);
  for (const tag of [exifTag, placeTag]) {
    const at = links.get(tag);
    if (at === undefined) continue;
    const further = tiff.readFolder(at).links.get(interoperabilityTag);
    if (further !== undefined) tiff.readFolder(further);
  }
  return tiff.isSound && tiff.taken <= block.length;
}

class Tiff {
  /** Whether each link to a further folder is written as cameras write it; otherwise others may read another one. */
  isSound = true;
  /** Bytes of all the values of the folders that were read. */
  taken = 0;
  readonly #view: DataView;
  readonly #isLittle: boolean;

  constructor(bytes: Buffer) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#isLittle = bytes[0] === 0x49;
  }

  long(at: number): number {
    return at + 4 <= this.#view.byteLength ? this.#view.getUint32(at, this.#isLittle) : 0;
  }

  #short(at: number): number {
    return at + 2 <= this.#view.byteLength ? this.#view.getUint16(at, this.#isLittle) : 0;
  }

  readFolder(at: number): { readonly links: ReadonlyMap<number, number>; readonly next: number } {
    const links = new Map<number, number>();
    const end = at + 2 + this.#short(at) * 12;
    for (let entry = at + 2; entry < Math.min(end, this.#view.byteLength); entry += 12) {
      const tag = this.#short(entry);
      const type = this.#short(entry + 2);
      const count = this.long(entry + 4);
      const value = this.long(entry + 8);
      const size = (sizes[type] ?? 0) * count;
      if (size > 4) this.taken += Math.min(size, Math.max(0, this.#view.byteLength - value));
      if (!linkTags.includes(tag)) continue;
      links.set(tag, value);
      this.isSound &&= type === long && count === 1;
    }
    return { links, next: this.long(end) };
  }
}
