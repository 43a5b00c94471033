const spareBytes = 256 * 1024;
const maxSpare = 24;

/** Pool of buffers: a new one for each of thousands of files leaves over 100 MB of garbage until it is collected. */
export class SpareBuffers {
  readonly #spare: Buffer[] = [];

  /** A buffer with undefined content. */
  take(size: number): Buffer {
    if (size > spareBytes) return Buffer.allocUnsafeSlow(size);
    const buffer = this.#spare.pop() ?? Buffer.allocUnsafeSlow(spareBytes);
    return buffer.subarray(0, size);
  }

  /** Returns a buffer from `take`, or its beginning. The caller no longer uses it. */
  giveBack({ buffer }: Buffer): void {
    if (buffer.byteLength === spareBytes && this.#spare.length < maxSpare)
      this.#spare.push(Buffer.from(buffer));
  }
}
