import { once } from 'node:events';
import type { Logger, Ticker } from '@galley/kernel';

/** What has been started, to be ended in the reverse order, whatever fails on the way. */
export class CleanUp {
  readonly #steps: { readonly name: string; readonly end: () => Promise<void> }[] = [];
  readonly #logger: Logger;
  readonly #tickers: Ticker[] = [];

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  add(name: string, end: () => Promise<void>): void {
    this.#steps.push({ name, end });
  }

  /** The loops that were started, for metrics. */
  get tickers(): readonly Ticker[] {
    return this.#tickers;
  }

  /** Starts a loop, to be stopped with the rest. */
  startLoop(loop: Ticker): void {
    const stop = new AbortController();
    loop.start(stop.signal);
    this.#tickers.push(loop);
    this.add(loop.id, () => {
      stop.abort();
      return loop.stopped;
    });
  }

  async run(): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      try {
        await step.end();
      } catch (error) {
        this.#logger.error(`${step.name} could not be closed`, { error: String(error) });
      }
    }
  }

  /** The same, once `signal` aborts; resolves when all is closed. */
  async runOn(signal: AbortSignal): Promise<void> {
    if (!signal.aborted) await once(signal, 'abort');
    await this.run();
  }
}
