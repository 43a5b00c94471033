import { DomainError, type Clock, type Logger, type Loop } from '@galley/kernel';
import type { SiteSettings } from '@galley/settings';
import { watch, type FSWatcher } from 'chokidar';
import { relative, sep } from 'node:path';
import { loadBuiltInTheme, loadTheme } from './load-theme.ts';
import type { Theme } from './theme.ts';

export interface LiveThemeOptions {
  /** The project's `themes/` folder, which may be missing. */
  readonly themesDirectory: string;
  readonly settings: () => SiteSettings;
  /** Like for the content tree: `events` uses system events, `poll` polls, `auto` falls back to polling. */
  readonly mode: 'auto' | 'events' | 'poll' | 'off';
  /** Polling interval in milliseconds. */
  readonly pollMilliseconds: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Replaces a theme that is invalid at server start. */
const fallbackTheme = 'default';
/** Editors write in several steps, so the theme is reloaded after this quiet time. */
const quietMs = 80;
/** Interval of full checks, because network and container file systems may miss events. */
const sweepIntervalMs = 60_000;
const partsOfThemes = ['theme.yaml', 'layouts', 'partials', 'assets'];

/**
 * Current theme of the site settings, reloaded when files or settings change. An invalid theme
 * keeps the previous one, and its fault is logged once with its position.
 */
export class LiveTheme implements Loop {
  readonly #options: LiveThemeOptions;
  readonly #listeners: (() => void)[] = [];
  readonly #ready = Promise.withResolvers<void>();
  readonly #givenUp = new AbortController();
  #current: Theme;
  /** Last reported state, to avoid repeated log lines. */
  #lastReported = '';
  #work: Promise<unknown> = Promise.resolve();
  #quiet: NodeJS.Timeout | undefined;
  #stopped: Promise<void> = Promise.resolve();

  private constructor(options: LiveThemeOptions, current: Theme) {
    this.#options = options;
    this.#current = current;
  }

  /** Never fails for an invalid theme: the built-in theme is used instead. */
  static async open(options: LiveThemeOptions): Promise<LiveTheme> {
    const live = new LiveTheme(options, await loadBuiltInTheme(fallbackTheme));
    await live.reload();
    return live;
  }

  /** Current theme for rendering; synchronous. */
  readonly current = (): Theme => this.#current;

  /** Calls `listener` after the theme or its contents changed. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Reloads settings and files, one call at a time. True when pages change. */
  reload(): Promise<boolean> {
    const next = this.#work.then(() => this.#load());
    // The caller receives the failure; later calls run regardless.
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
    this.#options.logger.error('theme not usable', {
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
      this.#options.logger.warn('theme setting invalid, using its default', {
        theme: manifest.name,
        setting: `theme_settings.${manifest.name}.${path}`,
        reason: message,
      });
    }
  }

  #isNew(words: string): boolean {
    if (this.#lastReported === words) return false;
    this.#lastReported = words;
    return true;
  }

  get stopped(): Promise<void> {
    return this.#stopped;
  }

  /** Resolves when all later file changes are noticed. */
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
        : clock.sleep(sweepIntervalMs, AbortSignal.any([signal, this.#givenUp.signal])));
      if (!signal.aborted) await this.#reloadInBackground();
    }
    await watcher?.close();
    clearTimeout(this.#quiet);
    await this.#work;
  }

  #watch(): FSWatcher {
    const watcher = watch(this.#options.themesDirectory, {
      ignoreInitial: true,
      ignored: (path) => !this.#isThemeFile(path),
    });
    watcher.on('all', () => this.#note());
    // Changes during the watcher's start would otherwise wait for the next sweep.
    watcher.on('ready', () => void this.#reloadInBackground().then(this.#ready.resolve));
    watcher.on('error', (error) => this.#giveUpWatching(error));
    return watcher;
  }

  /** Ignores other files in theme folders, such as source material, which may be large. */
  #isThemeFile(path: string): boolean {
    const parts = relative(this.#options.themesDirectory, path).split(sep);
    if (parts.some((part) => part.startsWith('.'))) return false;
    return parts.length < 2 || partsOfThemes.includes(parts[1]!);
  }

  #note(): void {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => void this.#reloadInBackground(), quietMs);
  }

  /** Reloads in the background; failures are retried at the next change or sweep. */
  async #reloadInBackground(): Promise<void> {
    try {
      await this.reload();
    } catch (error) {
      this.#options.logger.error('theme not reloaded', { error: String(error) });
    }
  }

  #giveUpWatching(error: unknown): void {
    const { logger, mode } = this.#options;
    const reason = { error: error instanceof Error ? error.message : String(error) };
    this.#ready.resolve();
    if (mode === 'auto' && !this.#givenUp.signal.aborted) {
      logger.warn('theme watcher failed, polling instead', reason);
      this.#givenUp.abort();
    } else if (mode === 'events') logger.error('theme watcher failed', reason);
  }
}
