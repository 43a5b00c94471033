import { Ticker, type Clock, type Logger } from '@galley/kernel';
import { FolderEvents } from './folder-events.ts';

export interface FolderWatcherOptions {
  readonly id: string;
  readonly directory: string;
  /** Relative to the folder, with `/`; empty for the folder itself. */
  readonly isWatched: (path: string) => boolean;
  /** `auto` starts with file system events and falls back to checking every file. */
  readonly mode: 'auto' | 'events' | 'poll';
  readonly pollMilliseconds: number;
  /** Without paths, any may have changed. Calls do not overlap. */
  readonly onChange: (paths: readonly string[]) => Promise<unknown>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Editors write in several steps: paths are reported after this time without events. */
const quietMs = 80;
/** Maximum delay of a report under constant changes. */
const maxDelayMs = 400;
/** Network and container file systems may miss events, so all files are checked at this interval as well. */
const sweepMs = 60_000;

/** Events wake its loop; a run without events checks all files. The next full check retries failures. */
export class FolderWatcher {
  readonly #options: FolderWatcherOptions;
  readonly #changed = new Set<string>();
  readonly #ready = Promise.withResolvers<void>();
  readonly #events: FolderEvents;
  #isSweepDue = true;
  #isPolling: boolean;
  #quiet: NodeJS.Timeout | undefined;
  #firstChangeAt = 0;
  #sweptAt: number;

  readonly loop: Ticker;

  constructor(options: FolderWatcherOptions) {
    this.#options = options;
    const { id, mode, pollMilliseconds, clock, logger } = options;
    this.#isPolling = mode === 'poll';
    if (this.#isPolling) this.#ready.resolve();
    this.#sweptAt = clock.now().getTime();
    this.#events = new FolderEvents({
      ...options,
      onChange: (path) => this.#note(path),
      onError: (error) => this.giveUpWatching(error),
    });
    this.loop = new Ticker({
      id,
      everyMs: () => (this.#isPolling ? pollMilliseconds : sweepMs),
      runsAtStart: !this.#isPolling,
      clock,
      logger,
      run: () => this.#run(),
      finish: () => this.#close(),
    });
  }

  /** Resolves once every later change is detected. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  get isPolling(): boolean {
    return this.#isPolling;
  }

  /** Unless `events` was configured. */
  giveUpWatching(error: unknown): void {
    const { id, logger, mode } = this.#options;
    const reason = { loop: id, error: error instanceof Error ? error.message : String(error) };
    if (mode === 'events') {
      logger.error('file watcher error', reason);
      this.#ready.resolve();
    } else if (!this.#isPolling) {
      this.#isPolling = true;
      logger.warn('watching files failed; polling every file instead', reason);
      this.loop.wake();
    }
  }

  async #run(): Promise<void> {
    const paths = [...this.#changed];
    this.#changed.clear();
    const { onChange, clock } = this.#options;
    if (paths.length > 0) await onChange(paths);
    const now = clock.now().getTime();
    if (!this.#isSweepDue && paths.length > 0 && now - this.#sweptAt < sweepMs) return;
    this.#isSweepDue = false;
    this.#sweptAt = now;
    // The sweep finds what changed while the folders were not watched.
    if (!this.#isPolling) await this.#events.open();
    await onChange([]).finally(() => this.#ready.resolve());
  }

  #note(path: string | undefined): void {
    const now = performance.now();
    if (this.#quiet === undefined) this.#firstChangeAt = now;
    if (path === undefined) this.#isSweepDue = true;
    else this.#changed.add(path);
    if (this.#quiet !== undefined && now - this.#firstChangeAt > maxDelayMs) return;
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => {
      this.#quiet = undefined;
      this.loop.wake();
    }, quietMs);
  }

  async #close(): Promise<void> {
    this.#events.close();
    clearTimeout(this.#quiet);
  }
}
