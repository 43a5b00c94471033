import { DomainError, type Clock, type Logger, type Loop } from '@galley/kernel';
import type { SiteSettings } from '@galley/settings';
import { watch, type FSWatcher } from 'chokidar';
import { relative, sep } from 'node:path';
import { loadBuiltInTheme, loadTheme } from './load-theme.ts';
import type { Theme } from './theme.ts';

export interface LiveThemeOptions {
  /** The project's `themes/` folder; it need not exist. */
  readonly themesDirectory: string;
  readonly settings: () => SiteSettings;
  /** As of the content tree: `events` asks the system, `poll` looks again and again, `auto` falls back to that. */
  readonly mode: 'auto' | 'events' | 'poll' | 'off';
  /** How often `poll` looks, in milliseconds. */
  readonly pollMilliseconds: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What takes over in the place of a theme that cannot be used when the server starts. */
const fallback = 'default';
/** Editors write in several steps; the theme is read again when its files have been quiet for this long. */
const quietMilliseconds = 80;
/** Network and container file systems may tell nothing of an edit: the files are read anyway this often. */
const sweepMilliseconds = 60_000;
const partsOfThemes = ['theme.yaml', 'layouts', 'partials', 'assets'];

/**
 * The theme that the site's settings name, as it is now. It is read again when its files or the settings change; while
 * it cannot be used, the last one that could stays, and the log says once what is wrong and where.
 */
export class LiveTheme implements Loop {
  readonly #options: LiveThemeOptions;
  readonly #listeners: (() => void)[] = [];
  readonly #ready = Promise.withResolvers<void>();
  readonly #givenUp = new AbortController();
  #current: Theme;
  /** What was last told of the theme; the same is not told twice. */
  #told = '';
  #work: Promise<unknown> = Promise.resolve();
  #quiet: NodeJS.Timeout | undefined;
  #stopped: Promise<void> = Promise.resolve();

  private constructor(options: LiveThemeOptions, current: Theme) {
    this.#options = options;
    this.#current = current;
  }

  /** Never fails for a broken theme: the site stays up, with the theme that comes with Galley. */
  static async open(options: LiveThemeOptions): Promise<LiveTheme> {
    const live = new LiveTheme(options, await loadBuiltInTheme(fallback));
    await live.reload();
    return live;
  }

  /** For every page; waits for nothing. */
  readonly current = (): Theme => this.#current;

  /** Called after another theme, or the same one with other contents, has come into use. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Reads settings and files again, one call after the other. True when pages look different now. */
  reload(): Promise<boolean> {
    const next = this.#work.then(() => this.#load());
    // Whoever waits for it gets the failure; whoever comes next is not to.
    this.#work = next.catch(() => undefined);
    return next;
  }

  async #load(): Promise<boolean> {
    const { theme: name, themeSettings } = this.#options.settings();
    const given = Object.hasOwn(themeSettings, name) ? themeSettings[name] : undefined;
    const { themesDirectory } = this.#options;
    let theme: Theme;
    try {
      theme = await loadTheme({ themesDirectory, name, ...(given && { given }) });
    } catch (error) {
      this.#tellFailure(name, error);
      return false;
    }
    this.#tellMisfits(theme);
    if (theme.fingerprint === this.#current.fingerprint) return false;
    this.#current = theme;
    for (const listener of this.#listeners) listener();
    return true;
  }

  #tellFailure(theme: string, error: unknown): void {
    const { manifest } = this.#current;
    const details = error instanceof DomainError ? error.details : {};
    const { file, line } = details;
    const reason = error instanceof Error ? error.message : String(error);
    if (!this.#isNew(`${theme}: ${reason}`)) return;
    this.#options.logger.error('the theme cannot be used', {
      theme,
      file,
      line,
      reason,
      in_use: manifest.name,
    });
  }

  #tellMisfits({ manifest, misfits }: Theme): void {
    if (!this.#isNew(JSON.stringify(misfits))) return;
    for (const { path, message } of misfits) {
      this.#options.logger.warn('a setting of the theme does not fit; its default is used', {
        theme: manifest.name,
        setting: `theme_settings.${manifest.name}.${path}`,
        reason: message,
      });
    }
  }

  #isNew(words: string): boolean {
    if (this.#told === words) return false;
    this.#told = words;
    return true;
  }

  get stopped(): Promise<void> {
    return this.#stopped;
  }

  /** Resolves when every later change of the files is noticed. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  start(signal: AbortSignal): void {
    const { mode } = this.#options;
    if (mode === 'off' || mode === 'poll') this.#ready.resolve();
    if (mode !== 'off') this.#stopped = this.#run(signal);
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { clock, mode, pollMilliseconds } = this.#options;
    const watcher = mode === 'poll' ? undefined : this.#watch();
    while (!signal.aborted) {
      const isPolling = mode === 'poll' || this.#givenUp.signal.aborted;
      await (isPolling
        ? clock.sleep(pollMilliseconds, signal)
        : clock.sleep(sweepMilliseconds, AbortSignal.any([signal, this.#givenUp.signal])));
      if (!signal.aborted) await this.#notice();
    }
    await watcher?.close();
    clearTimeout(this.#quiet);
    await this.#work;
  }

  #watch(): FSWatcher {
    const watcher = watch(this.#options.themesDirectory, {
      ignoreInitial: true,
      ignored: (path) => !this.#isOfThemes(path),
    });
    watcher.on('all', () => this.#note());
    // What changed while the watcher was settling in would otherwise wait for the next sweep.
    watcher.on('ready', () => void this.#notice().then(this.#ready.resolve));
    watcher.on('error', (error) => this.#giveUpWatching(error));
    return watcher;
  }

  /** What else lies in the folder of a theme, such as what it was made with, can be very much. */
  #isOfThemes(path: string): boolean {
    const parts = relative(this.#options.themesDirectory, path).split(sep);
    if (parts.some((part) => part.startsWith('.'))) return false;
    return parts.length < 2 || partsOfThemes.includes(parts[1]!);
  }

  #note(): void {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => void this.#notice(), quietMilliseconds);
  }

  /** Reads again where nobody waits for it; what fails then is tried again at the next change or sweep. */
  async #notice(): Promise<void> {
    try {
      await this.reload();
    } catch (error) {
      this.#options.logger.error('the theme could not be read again', { error: String(error) });
    }
  }

  #giveUpWatching(error: unknown): void {
    const { logger, mode } = this.#options;
    const reason = { error: error instanceof Error ? error.message : String(error) };
    this.#ready.resolve();
    if (mode === 'auto' && !this.#givenUp.signal.aborted) {
      logger.warn('watching the themes failed; looking at their files instead', reason);
      this.#givenUp.abort();
    } else if (mode === 'events') logger.error('watching the themes failed', reason);
  }
}
