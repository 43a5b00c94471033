import { basename, join } from 'node:path';
import { FolderWatcher, type FolderWatcherOptions } from '@galley/content';
import { DomainError, type Logger } from '@galley/kernel';
import type { SiteSettings } from '@galley/settings';
import { dataFolder } from '../data/read-site-data.ts';
import { staticFolder } from '../static/read-static-files.ts';
import { siteTemplatesFolder, siteTextsFile, type SiteFolders } from './site-layer.ts';
import { loadBuiltInTheme, loadTheme } from './load-theme.ts';
import type { Theme } from './theme.ts';

export interface LiveThemeOptions {
  /** May be missing. */
  readonly themesDirectory: string;
  /** Files of the site that override those of the theme; none apply if missing. */
  readonly site?: SiteFolders | undefined;
  readonly settings: () => SiteSettings;
  readonly logger: Logger;
}

type WatchOptions = Pick<FolderWatcherOptions, 'mode' | 'pollMilliseconds' | 'clock'>;

/** For an invalid theme at server start. */
const fallbackTheme = 'default';
const partsOfThemes = ['theme.yaml', 'layouts', 'partials', 'shortcodes', 'assets', 'texts'];

/** An invalid theme keeps the previous one, and its fault is logged once. */
export class LiveTheme {
  readonly #options: LiveThemeOptions;
  readonly #listeners: (() => void)[] = [];
  #current: Theme;
  #lastReported = '';
  #work: Promise<unknown> = Promise.resolve();

  private constructor(options: LiveThemeOptions, current: Theme) {
    this.#options = options;
    this.#current = current;
  }

  /** Falls back to the built-in theme. */
  static async open(options: LiveThemeOptions): Promise<LiveTheme> {
    const live = new LiveTheme(options, await loadBuiltInTheme(fallbackTheme));
    await live.reload();
    return live;
  }

  /** Synchronous. */
  readonly current = (): Theme => this.#current;

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Runs one call at a time. True when pages change. */
  reload(): Promise<boolean> {
    const next = this.#work.then(() => this.#load());
    // The caller receives the failure.
    this.#work = next.catch(() => undefined);
    return next;
  }

  async #load(): Promise<boolean> {
    const { theme: name, themeSettings } = this.#options.settings();
    const given = Object.hasOwn(themeSettings, name) ? themeSettings[name] : undefined;
    const { themesDirectory, site } = this.#options;
    let theme: Theme;
    try {
      const previousData = this.#current.parts.data.values;
      theme = await loadTheme({ themesDirectory, name, given, site, previousData });
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

  #tellMisfits({ manifest, misfits, parts: { textFaults, data, statics } }: Theme): void {
    if (!this.#isNew(JSON.stringify([misfits, textFaults, data.faults, statics.faults]))) return;
    for (const { file, line, message } of textFaults)
      this.#options.logger.warn('site text ignored', { file, line, reason: message });
    for (const { file, line, message } of data.faults)
      this.#options.logger.warn('data file ignored', { file, line, reason: message });
    for (const { file, message } of statics.faults)
      this.#options.logger.warn('static file ignored', { file, reason: message });
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

  watch(options: WatchOptions): FolderWatcher {
    return this.#watch(options, {
      id: 'theme-watcher',
      directory: this.#options.themesDirectory,
      isWatched: isThemeFile,
    });
  }

  /** Watches the folder around `templates/` and `static/`, which may be created later. */
  watchSite(
    { projectDirectory, contentDirectory }: SiteFolders,
    options: WatchOptions,
  ): readonly FolderWatcher[] {
    return [
      this.#watch(options, {
        id: 'site-template-watcher',
        directory: projectDirectory,
        isWatched: (path) =>
          isBelow(path, staticFolder) || (!hasDotName(path) && isBelow(path, siteTemplatesFolder)),
      }),
      this.#watch(options, {
        id: 'site-text-watcher',
        directory: join(contentDirectory, 'config'),
        isWatched: (path) => siteTextsFile.test(path) || isBelow(path, basename(dataFolder)),
      }),
    ];
  }

  #watch(
    options: WatchOptions,
    place: Pick<FolderWatcherOptions, 'id' | 'directory' | 'isWatched'>,
  ): FolderWatcher {
    const { logger } = this.#options;
    return new FolderWatcher({ ...options, ...place, onChange: () => this.reload(), logger });
  }
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function hasDotName(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('.'));
}

/** Other files, such as source material, may be large. */
function isThemeFile(path: string): boolean {
  if (hasDotName(path)) return false;
  const [, part] = path.split('/');
  return part === undefined || partsOfThemes.includes(part);
}
