/** Does not split surrogate pairs. */
export class LengthLimit {
  #left: number;
  #isExceeded = false;

  constructor(characters: number | undefined) {
    this.#left = characters ?? Infinity;
  }

  get isExceeded(): boolean {
    return this.#isExceeded;
  }

  take(piece: string): string {
    if (piece.length <= this.#left) {
      this.#left -= piece.length;
      return piece;
    }
    const taken = piece.slice(0, this.#left);
    this.#isExceeded = true;
    this.#left = 0;
    return /[\uD800-\uDBFF]$/.test(taken) ? taken.slice(0, -1) : taken;
  }
}
