/** A worker that ends sooner than this has not been of any use. */
const quickMilliseconds = 10_000;
const firstPauseMilliseconds = 100;
const longestPauseMilliseconds = 5_000;
const mostQuickDeaths = 10;

/** How soon a worker that has died is started again. */
export class Restarts {
  #quickDeaths = 0;

  /** How many milliseconds to wait, after a worker that has lived for so many. */
  noteDeath(lived: number): number {
    if (lived >= quickMilliseconds) {
      this.#quickDeaths = 0;
      return 0;
    }
    this.#quickDeaths += 1;
    return Math.min(
      firstPauseMilliseconds * 2 ** (this.#quickDeaths - 1),
      longestPauseMilliseconds,
    );
  }

  /** Ten have died at once, one after the other. */
  get areHopeless(): boolean {
    return this.#quickDeaths >= mostQuickDeaths;
  }
}
