import { once } from 'node:events';
import type { Logger, Ticker } from '@galley/kernel';

/** In reverse order, even when a step fails. */
export class ShutdownStack {
  readonly #steps: { readonly name: string; readonly end: () => Promise<void> }[] = [];
  readonly #logger: Logger;
  readonly #tickers: Ticker[] = [];

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  add(name: string, end: () => Promise<void>): void {
    this.#steps.push({ name, end });
  }

  get tickers(): readonly Ticker[] {
    return this.#tickers;
  }

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
        this.#logger.error(`failed to close ${step.name}`, { error: String(error) });
      }
    }
  }

  async runOn(signal: AbortSignal): Promise<void> {
    if (!signal.aborted) await once(signal, 'abort');
    await this.run();
  }
}
