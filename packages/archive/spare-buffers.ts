const spareBytes = 256 * 1024;
const maxSpare = 24;

/** A new buffer for each of thousands of files leaves over 100 MB of garbage. */
export class SpareBuffers {
  readonly #spare: Buffer[] = [];

  take(size: number): Buffer {
    if (size > spareBytes) return Buffer.allocUnsafeSlow(size);
    const buffer = this.#spare.pop() ?? Buffer.allocUnsafeSlow(spareBytes);
    return buffer.subarray(0, size);
  }

  /** The caller no longer uses the buffer. */
  giveBack({ buffer }: Buffer): void {
    if (buffer.byteLength === spareBytes && this.#spare.length < maxSpare)
      this.#spare.push(Buffer.from(buffer));
  }
}
