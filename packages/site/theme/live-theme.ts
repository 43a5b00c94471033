import { FolderWatcher, type FolderWatcherOptions } from '@galley/content';
import { DomainError, type Logger } from '@galley/kernel';
import type { SiteSettings } from '@galley/settings';
import { loadBuiltInTheme, loadTheme } from './load-theme.ts';
import type { Theme } from './theme.ts';

export interface LiveThemeOptions {
  /** The project's `themes/` folder; it need not exist. */
  readonly themesDirectory: string;
  readonly settings: () => SiteSettings;
  readonly logger: Logger;
}

type WatchOptions = Pick<FolderWatcherOptions, 'mode' | 'pollMilliseconds' | 'clock'>;

/** What takes over in the place of a theme that cannot be used when the server starts. */
const fallback = 'default';
const partsOfThemes = ['theme.yaml', 'layouts', 'partials', 'assets'];

/**
 * The theme that the site's settings name, as it is now. It is read again when its files or the settings change; while
 * it cannot be used, the last one that could stays, and the log says once what is wrong and where.
 */
export class LiveTheme {
  readonly #options: LiveThemeOptions;
  readonly #listeners: (() => void)[] = [];
  #current: Theme;
  /** What was last told of the theme; the same is not told twice. */
  #told = '';
  #work: Promise<unknown> = Promise.resolve();

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

  /** Reads the theme again when its files change. */
  watch({ mode, pollMilliseconds, clock }: WatchOptions): FolderWatcher {
    return new FolderWatcher({
      id: 'theme-watcher',
      directory: this.#options.themesDirectory,
      isWatched: isOfThemes,
      onChange: () => this.reload(),
      mode,
      pollMilliseconds,
      clock,
      logger: this.#options.logger,
    });
  }
}

/** What else lies in the folder of a theme, such as what it was made with, can be very much. */
function isOfThemes(path: string): boolean {
  const parts = path.split('/');
  if (parts.some((part) => part.startsWith('.'))) return false;
  return parts.length < 2 || partsOfThemes.includes(parts[1]!);
}
