import type { Database } from '@galley/database';
import type { Clock, Logger, Loop } from '@galley/kernel';
import type { Indexer } from './indexer.ts';
import { UnwrittenReadModel } from '../store/unwritten-read-model.ts';

export interface UnwrittenFilesOptions {
  readonly db: Database;
  readonly indexer: Indexer;
  readonly clock: Clock;
  readonly logger: Logger;
}

const shortestMilliseconds = 2_000;
const longestMilliseconds = 30_000;
const batchCount = 20;

/**
 * Writes what was saved while the content folder took no files, as soon as it does. Looking costs one query of two
 * small indexes; as long as nothing can be written, the looks become rarer.
 */
export class UnwrittenFiles implements Loop {
  readonly #options: UnwrittenFilesOptions;
  readonly #reads: UnwrittenReadModel;
  /** The path that was tried last: one that never works keeps no other waiting. */
  #last = '';
  #stopped: Promise<void> = Promise.resolve();

  constructor(options: UnwrittenFilesOptions) {
    this.#options = options;
    this.#reads = new UnwrittenReadModel(options.db);
  }

  get stopped(): Promise<void> {
    return this.#stopped;
  }

  start(signal: AbortSignal): void {
    this.#stopped = this.#run(signal);
  }

  /** Tries until all is written, or nothing more can be; whether all is. */
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
        this.#options.logger.info('the content folder has what was saved', { documents: written });
      return left === 0;
    }
  }

  async #next(): Promise<string[]> {
    const behind = await this.#reads.listAfter(this.#last, batchCount);
    if (behind.length > 0 || this.#last === '') return behind;
    this.#last = '';
    return this.#reads.listAfter('', batchCount);
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { clock, logger } = this.#options;
    let pause = shortestMilliseconds;
    while (!signal.aborted) {
      await clock.sleep(pause, signal);
      if (signal.aborted) return;
      const isDone = await this.write(signal).catch((error: unknown) => {
        logger.warn('unwritten documents could not be looked for', { error: String(error) });
        return false;
      });
      pause = isDone ? shortestMilliseconds : Math.min(2 * pause, longestMilliseconds);
    }
  }
}
