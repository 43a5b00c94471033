import type { Logger } from '@galley/kernel';

/** What has been started, to be ended in the reverse order, whatever fails on the way. */
export class CleanUp {
  readonly #steps: { readonly name: string; readonly end: () => Promise<void> }[] = [];
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  add(name: string, end: () => Promise<void>): void {
    this.#steps.push({ name, end });
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
}
