import { relative, sep } from 'node:path';
import { watch, type FSWatcher } from 'chokidar';
import { Ticker, type Clock, type Logger } from '@galley/kernel';

export interface FolderWatcherOptions {
  /** Names its loop in logs and metrics: `content-watcher`. */
  readonly id: string;
  readonly directory: string;
  /** Whether events of this path are asked for; relative to the folder, with `/`, and empty for the folder itself. */
  readonly isWatched: (path: string) => boolean;
  /** `events` asks the system, `poll` looks at every file; `auto` begins with events and falls back. */
  readonly mode: 'auto' | 'events' | 'poll';
  /** How often `poll` looks, in milliseconds. */
  readonly pollMilliseconds: number;
  /** Is given the paths that changed; without paths, any may have. One call at a time. */
  readonly onChange: (paths: readonly string[]) => Promise<unknown>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Editors write in several steps: paths are reported when there were no events for this long. */
const quietMs = 80;
/** Where something changes all the time, the rest does not wait for it longer than this. */
const maxDelayMs = 400;
/** Network and container file systems may report no event of an edit: everything is looked at this often anyway. */
const sweepMs = 60_000;

/**
 * Reports changes of files below a folder. Events wake its loop, which reports the paths that changed; a run without
 * events is a sweep. What fails is tried again by the next sweep.
 */
export class FolderWatcher {
  readonly #options: FolderWatcherOptions;
  readonly #changed = new Set<string>();
  readonly #ready = Promise.withResolvers<void>();
  #watcher: FSWatcher | undefined;
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

  /** Resolves when every later change is noticed. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Whether it looks at every file again and again, because it was told to or because events are not to be had. */
  get isPolling(): boolean {
    return this.#isPolling;
  }

  /** Events are not to be had, or not all of them: from now on every file is looked at, unless `events` was asked for. */
  giveUpWatching(error: unknown): void {
    const { id, logger, mode } = this.#options;
    const reason = { loop: id, error: error instanceof Error ? error.message : String(error) };
    if (mode === 'events') {
      logger.error('watching files failed', reason);
      this.#ready.resolve();
    } else if (!this.#isPolling) {
      this.#isPolling = true;
      logger.warn('watching files failed; looking at every file instead', reason);
      this.loop.wake();
    }
  }

  async #run(): Promise<void> {
    if (!this.#isPolling && !this.#watcher) {
      this.#watcher = this.#watch();
      return;
    }
    const paths = [...this.#changed];
    this.#changed.clear();
    const { onChange, clock } = this.#options;
    if (paths.length > 0) await onChange(paths);
    const now = clock.now().getTime();
    if (paths.length > 0 && now - this.#sweptAt < sweepMs) return;
    this.#sweptAt = now;
    await onChange([]).finally(() => this.#ready.resolve());
  }

  #watch(): FSWatcher {
    const { directory, isWatched } = this.#options;
    const pathOf = (absolute: string): string => relative(directory, absolute).split(sep).join('/');
    const watcher = watch(directory, {
      ignoreInitial: true,
      ignored: (path) => !isWatched(pathOf(path)),
    });
    watcher.on('all', (_event, path) => this.#note(pathOf(path)));
    // What changed while the watcher was being set up would otherwise wait for the next sweep.
    watcher.on('ready', () => this.loop.wake());
    watcher.on('error', (error) => this.giveUpWatching(error));
    return watcher;
  }

  #note(path: string): void {
    const now = performance.now();
    if (this.#changed.size === 0) this.#firstChangeAt = now;
    this.#changed.add(path);
    if (this.#quiet !== undefined && now - this.#firstChangeAt > maxDelayMs) return;
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => {
      this.#quiet = undefined;
      this.loop.wake();
    }, quietMs);
  }

  async #close(): Promise<void> {
    await this.#watcher?.close();
    clearTimeout(this.#quiet);
  }
}
