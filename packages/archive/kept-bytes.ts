const pieceBytes = 64 * 1024;

/**
 * Small pieces of bytes that are kept for long. Node takes small buffers out of larger ones, each of which stays for as
 * long as anything of it is kept: so they are copied here, or megabytes of what was needed for a moment would stay too.
 */
export class KeptBytes {
  readonly #pieces: Buffer[] = [];
  /** Of the last piece. */
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

  /** All of them, one after another, in few pieces. */
  all(): readonly Buffer[] {
    this.#close();
    return this.#pieces;
  }

  /** What is left of the last piece is not of it. */
  #close(): void {
    const last = this.#pieces.pop();
    if (!last) return;
    const filled = last.subarray(0, this.#used);
    this.#pieces.push(filled);
    this.#used = filled.length;
  }
}
