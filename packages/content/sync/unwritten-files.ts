import type { Database } from '@galley/database';
import { Ticker, type Clock, type Logger } from '@galley/kernel';
import type { Indexer } from './indexer.ts';
import { UnwrittenReadModel } from '../store/unwritten-read-model.ts';

export interface UnwrittenFilesOptions {
  readonly db: Database;
  readonly indexer: Indexer;
  readonly clock: Clock;
  readonly logger: Logger;
}

const minDelayMs = 2_000;
const maxDelayMs = 30_000;
const batchCount = 20;

/** Each check costs one query of two small indexes; the interval grows while writes keep failing. */
export class UnwrittenFiles {
  readonly #options: UnwrittenFilesOptions;
  readonly #reads: UnwrittenReadModel;
  /** A permanently failing path must not block others. */
  #last = '';

  readonly loop: Ticker;

  constructor(options: UnwrittenFilesOptions) {
    this.#options = options;
    this.#reads = new UnwrittenReadModel(options.db);
    const { clock, logger } = options;
    const times = { everyMs: minDelayMs, maxBackOffMs: maxDelayMs, runsAtStart: false };
    const run = (signal: AbortSignal): Promise<boolean> => this.write(signal);
    this.loop = new Ticker({ id: 'unwritten-files', ...times, clock, logger, run });
  }

  async write(signal?: AbortSignal): Promise<boolean> {
    let written = 0;
    for (;;) {
      const paths = await this.#next();
      for (const path of paths) {
        if (signal?.aborted) return false;
        await this.#options.indexer.indexPath(path);
        this.#last = path;
      }
      const left = paths.length === 0 ? 0 : await this.#reads.countAmong(paths);
      written += paths.length - left;
      if (paths.length > 0 && left < paths.length) continue;
      if (written > 0)
        this.#options.logger.info('wrote pending saves to the content folder', {
          documents: written,
        });
      return left === 0;
    }
  }

  async #next(): Promise<string[]> {
    const behind = await this.#reads.listAfter(this.#last, batchCount);
    if (behind.length > 0 || this.#last === '') return behind;
    this.#last = '';
    return this.#reads.listAfter('', batchCount);
  }
}
