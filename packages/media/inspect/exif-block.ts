const sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8];
const long = 4;
const exifTag = 0x8769;
const gpsTag = 0x8825;
const interoperabilityTag = 0xa005;
const linkTags = [exifTag, gpsTag, interoperabilityTag];

/** False when values overlap: thousands of values that share bytes would take gigabytes to read. */
export function isPlausibleExif(block: Buffer): boolean {
  const start = block.toString('latin1', 0, 4) === 'Exif' ? 6 : 0;
  const tiff = new Tiff(block.subarray(start));
  const { links, next } = tiff.readDirectory(tiff.longType(4));
  if (next !== 0) tiff.readDirectory(next);
  for (const tag of [exifTag, gpsTag]) {
    const at = links.get(tag);
    if (at === undefined) continue;
    const interoperability = tiff.readDirectory(at).links.get(interoperabilityTag);
    if (interoperability !== undefined) tiff.readDirectory(interoperability);
  }
  return tiff.isRegular && tiff.taken <= block.length;
}

class Tiff {
  /** False for unusual links to a sub-directory, which other readers may follow differently. */
  isRegular = true;
  taken = 0;
  readonly #view: DataView;
  readonly #isLittle: boolean;

  constructor(bytes: Buffer) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#isLittle = bytes[0] === 0x49;
  }

  longType(at: number): number {
    return at + 4 <= this.#view.byteLength ? this.#view.getUint32(at, this.#isLittle) : 0;
  }

  #short(at: number): number {
    return at + 2 <= this.#view.byteLength ? this.#view.getUint16(at, this.#isLittle) : 0;
  }

  readDirectory(at: number): {
    readonly links: ReadonlyMap<number, number>;
    readonly next: number;
  } {
    const links = new Map<number, number>();
    const end = at + 2 + this.#short(at) * 12;
    for (let entry = at + 2; entry < Math.min(end, this.#view.byteLength); entry += 12) {
      const tag = this.#short(entry);
      const type = this.#short(entry + 2);
      const count = this.longType(entry + 4);
      const value = this.longType(entry + 8);
      const size = (sizes[type] ?? 0) * count;
      if (size > 4) this.taken += Math.min(size, Math.max(0, this.#view.byteLength - value));
      if (!linkTags.includes(tag)) continue;
      links.set(tag, value);
      this.isRegular &&= type === long && count === 1;
    }
    return { links, next: this.longType(end) };
  }
}
