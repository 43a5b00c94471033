const pieceBytes = 64 * 1024;

/** Copies small chunks: Node cuts small buffers out of slabs, and each would keep its whole slab in memory. */
export class ByteCollector {
  readonly #pieces: Buffer[] = [];
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

  all(): readonly Buffer[] {
    this.#close();
    return this.#pieces;
  }

  #close(): void {
    const last = this.#pieces.pop();
    if (!last) return;
    const filled = last.subarray(0, this.#used);
    this.#pieces.push(filled);
    this.#used = filled.length;
  }
}
