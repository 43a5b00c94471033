const pieceBytes = 64 * 1024;

/**
 * Collects small byte chunks for a long time. They are copied, since Node cuts small buffers out of larger slabs, and
 * each chunk would keep its whole slab in memory.
 */
export class ByteCollector {
  readonly #pieces: Buffer[] = [];
  /** Bytes used of the last piece. */
  #used = 0;

  add(bytes: Uint8Array): void {
    let piece = this.#pieces.at(-1);
    if (!piece || this.#used + bytes.length > piece.length) {
      this.#close();
      piece = Buffer.allocUnsafeSlow(Math.max(pieceBytes, bytes.length));
      this.#pieces.push(piece);
      this.#used = 0;
    }
    piece.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  /** All bytes in order, in few pieces. */
  all(): readonly Buffer[] {
    this.#close();
    return this.#pieces;
  }

  /** Cuts the unused rest off the last piece. */
  #close(): void {
    const last = this.#pieces.pop();
    if (!last) return;
    const filled = last.subarray(0, this.#used);
    this.#pieces.push(filled);
    this.#used = filled.length;
  }
}
