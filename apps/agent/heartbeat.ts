/** Sends one call at a time. A failed beat is only reported: if the turn is lost, its next call fails. */
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

  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#under;
  }
}
