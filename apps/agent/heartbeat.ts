/**
 * Calls `beat` again and again until its end, one at a time. What goes wrong with one is told and changes
 * nothing: what a lost turn means is told by the next call that matters.
 */
export class Heartbeat {
  readonly #timer: NodeJS.Timeout;
  #under: Promise<void> | undefined;

  constructor(
    milliseconds: number,
    beat: () => Promise<void>,
    onFailure: (error: unknown) => void,
  ) {
    this.#timer = setInterval(() => {
      this.#under ??= beat()
        .catch(onFailure)
        .finally(() => (this.#under = undefined));
    }, milliseconds);
  }

  /** Waits for the one that is under way. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#under;
  }
}
