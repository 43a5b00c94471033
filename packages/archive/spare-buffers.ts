const spareBytes = 256 * 1024;
const mostSpare = 24;

/**
 * Memory that is used again. What is read of a tree goes through in no time, and a new buffer for each file would be
 * garbage by the gigabyte, of which a hundred megabytes and more lie about until somebody collects them.
 */
export class SpareBuffers {
  readonly #spare: Buffer[] = [];

  /** Bytes of whatever content. */
  take(size: number): Buffer {
    if (size > spareBytes) return Buffer.allocUnsafeSlow(size);
    const buffer = this.#spare.pop() ?? Buffer.allocUnsafeSlow(spareBytes);
    return buffer.subarray(0, size);
  }

  /** What was taken, or the beginning of it, and is looked at by nobody any more. */
  giveBack({ buffer }: Buffer): void {
    if (buffer.byteLength === spareBytes && this.#spare.length < mostSpare)
      this.#spare.push(Buffer.from(buffer));
  }
}
