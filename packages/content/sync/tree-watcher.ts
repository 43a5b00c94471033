import { watch, type FSWatcher } from 'chokidar';
import { relative, sep } from 'node:path';
import { requireTree } from '@galley/database';
import type { Clock, Logger, Loop } from '@galley/kernel';
import { publishedFolder, type ContentTree } from '../tree/content-tree.ts';
import type { Indexer } from './indexer.ts';

export interface TreeWatcherOptions {
  readonly tree: ContentTree;
  readonly indexer: Indexer;
  /** `events` asks the system, `poll` looks at every file; `auto` begins with events and falls back. */
  readonly mode: 'auto' | 'events' | 'poll' | 'off';
  /** How often `poll` looks, in milliseconds. */
  readonly pollMilliseconds: number;
  /** Called when files below `config/` changed, by path, or, without paths, may have. */
  readonly onConfigChange: (paths: readonly string[]) => Promise<void>;
  /** Called when files below `media/` or `.published/media/` changed, by path, or, without paths, may have. */
  readonly onMediaChange?: (paths: readonly string[]) => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Editors write in several steps; a path is looked at when it has been quiet for this long. */
const quietMilliseconds = 80;
/** Where something changes all the time, the rest does not wait for it longer than this. */
const patienceMilliseconds = 400;
/** Network and container file systems may tell nothing of an edit: everything is looked at this often anyway. */
const sweepMilliseconds = 60_000;

/** Public versions of media files lie in a hidden folder, so that the folders above it are watched as well. */
function isOfPublicMedia(path: string): boolean {
  const folder = `${publishedFolder}/media`;
  return path === publishedFolder || path === folder || path.startsWith(`${folder}/`);
}

/** Notices edits made on disk and has them indexed. */
export class TreeWatcher implements Loop {
  readonly #options: TreeWatcherOptions;
  readonly #changed = new Set<string>();
  #quiet: NodeJS.Timeout | undefined;
  #firstChange = 0;
  readonly #ready = Promise.withResolvers<void>();
  #work: Promise<void> = Promise.resolve();
  #stopped: Promise<void> = Promise.resolve();
  #polling: boolean;
  #failure: string | undefined;
  readonly #fallback = new AbortController();

  constructor(options: TreeWatcherOptions) {
    this.#options = options;
    this.#polling = options.mode === 'poll';
  }

  get stopped(): Promise<void> {
    return this.#stopped;
  }

  /** Resolves when every later change is noticed. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Whether it looks at every file again and again, because it was told to or because events are not to be had. */
  get isPolling(): boolean {
    return this.#polling;
  }

  start(signal: AbortSignal): void {
    if (this.#options.mode === 'off' || this.#polling) this.#ready.resolve();
    if (this.#options.mode === 'off') return;
    this.#stopped = this.#run(signal);
  }

  async #run(signal: AbortSignal): Promise<void> {
    const watcher = this.#polling ? undefined : this.#watch();
    const { clock, pollMilliseconds } = this.#options;
    while (!signal.aborted) {
      const pause = this.#polling
        ? clock.sleep(pollMilliseconds, signal)
        : clock.sleep(sweepMilliseconds, AbortSignal.any([signal, this.#fallback.signal]));
      await pause;
      if (!signal.aborted) await this.#enqueue(() => this.#sweep());
    }
    await watcher?.close();
    clearTimeout(this.#quiet);
    await this.#work;
  }

  #watch(): FSWatcher {
    const { tree } = this.#options;
    const watcher = watch(tree.root, {
      ignoreInitial: true,
      ignored: (path) =>
        this.#path(path)
          .split('/')
          .some((part) => part.startsWith('.')) && !isOfPublicMedia(this.#path(path)),
    });
    watcher.on('all', (_event, path) => this.#note(this.#path(path)));
    // What changed while the watcher was settling in would otherwise wait for the next sweep.
    watcher.on('ready', () => {
      void this.#enqueue(() => this.#sweep()).then(() => this.#ready.resolve());
    });
    watcher.on('error', (error) => this.giveUpWatching(error));
    return watcher;
  }

  /** Events are not to be had, or not all of them: from now on every file is looked at, unless `events` was asked for. */
  giveUpWatching(error: unknown): void {
    const { logger, mode } = this.#options;
    const reason = { error: error instanceof Error ? error.message : String(error) };
    if (mode === 'events') {
      logger.error('watching the content tree failed', reason);
    } else if (!this.#polling) {
      this.#polling = true;
      logger.warn('watching the content tree failed; looking at every file instead', reason);
      this.#fallback.abort();
    }
    this.#ready.resolve();
  }

  #path(absolute: string): string {
    return relative(this.#options.tree.root, absolute).split(sep).join('/');
  }

  #note(path: string): void {
    const now = performance.now();
    if (this.#changed.size === 0) this.#firstChange = now;
    this.#changed.add(path);
    if (this.#quiet !== undefined && now - this.#firstChange > patienceMilliseconds) return;
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => {
      this.#quiet = undefined;
      void this.#enqueue(() => this.#indexChanged());
    }, quietMilliseconds);
  }

  /** One piece of work at a time; a failure is logged once, and the next change or sweep tries again. */
  #enqueue(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(work).then(
      () => void (this.#failure = undefined),
      (reason: unknown) => {
        const error = reason instanceof Error ? reason.message : String(reason);
        // A sweep fails every second as long as the folder is away.
        if (error !== this.#failure) this.#options.logger.error('indexing failed', { error });
        this.#failure = error;
      },
    );
    return this.#work;
  }

  async #indexChanged(): Promise<void> {
    const { tree, indexer, onConfigChange, onMediaChange } = this.#options;
    const paths = [...this.#changed];
    this.#changed.clear();
    // Unmounting a folder looks like deleting its files, and its settings.
    await requireTree(indexer.options.db);
    const configuration = paths.filter((path) => path.startsWith('config/'));
    if (configuration.length > 0) await onConfigChange(configuration);
    const media = paths.filter((path) => path.startsWith('media/') || isOfPublicMedia(path));
    if (media.length > 0) await onMediaChange?.(media);
    for (const path of paths) {
      // Who saves here has brought the rows into agreement already.
      if (path.endsWith('.md') && !(await tree.isAsReplaced(path))) await indexer.indexPath(path);
    }
  }

  async #sweep(): Promise<void> {
    const { indexer, onConfigChange, onMediaChange, logger } = this.#options;
    await requireTree(indexer.options.db);
    await onConfigChange([]);
    await onMediaChange?.([]);
    const { read } = await indexer.scan();
    if (read > 0) logger.debug('the content tree was looked through', { read });
  }
}
