import { isPortableName } from '@galley/archive';
import {
  editSiteSettings,
  type SiteSettings,
  type SiteSettingsEdit,
  type ThemeSettings,
} from '@galley/settings';
import { DomainError } from '@galley/kernel';
import { siteProblems, themeInstallProblems } from '../problems.ts';
import type { DownloadReach } from './download-archive.ts';
import type { LiveTheme } from './live-theme.ts';
import {
  isBuiltInTheme,
  listThemes,
  loadTheme,
  readTheme,
  type InstalledTheme,
} from './load-theme.ts';
import { placeTheme, recoverThemes } from './theme-folders.ts';
import { fillSettings, settingsForm, type ThemeSettingValue } from './theme-settings.ts';
import { fetchTheme } from './theme-source.ts';

export interface ThemeServiceOptions {
  readonly themesDirectory: string;
  readonly projectDirectory: string;
  readonly contentDirectory: string;
  readonly settings: () => SiteSettings;
  readonly live: LiveTheme;
  /** Lets one installation run at a time, of all processes; undefined, and nothing done, while another one runs. */
  readonly installLock: <T extends object>(work: () => Promise<T>) => Promise<T | undefined>;
  readonly settingsLock: SiteSettingsEdit['underLock'];
  /** Takes over what the site's settings say now. */
  readonly onSettingsChange: () => Promise<void>;
  /** Tells other processes to look at settings and themes; without it, they find out by themselves, later. */
  readonly announce?: () => Promise<void>;
  readonly reach?: DownloadReach;
}

/** A theme as those see it who choose one. */
export interface ListedTheme extends InstalledTheme {
  /** Pages are shown with it. */
  readonly enabled: boolean;
  /** Why it cannot be used, with file and line. */
  readonly problem: string | undefined;
  /** What the site's settings make of the theme's. */
  readonly values: Readonly<Record<string, ThemeSettingValue>>;
}

export interface InstallTheme {
  /** An https:// address of a ZIP, or the path of a ZIP or a folder, from the project's folder. */
  readonly source: string;
  /** Without it, the name that theme.yaml says. */
  readonly name?: string | undefined;
}

const namePattern = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/** Which themes there are, and how others come in and into use (GAP-SET-4). */
export class ThemeService {
  readonly #options: ThemeServiceOptions;

  constructor(options: ThemeServiceOptions) {
    this.#options = options;
  }

  async list(): Promise<readonly ListedTheme[]> {
    const themes = await listThemes(this.#options.themesDirectory);
    return Promise.all(themes.map((theme) => this.#listed(theme)));
  }

  /** What a site may decide of each theme; none of one that no site can name. */
  async settings(): Promise<readonly ThemeSettings[]> {
    const themes = await listThemes(this.#options.themesDirectory);
    return themes
      .filter(({ name, settings }) => namePattern.test(name) && settings.length > 0)
      .map(settingsForm);
  }

  /** The theme under that name, there already or not: replaced as a whole or left alone. */
  async install({ source, name }: InstallTheme): Promise<ListedTheme> {
    const { themesDirectory, projectDirectory, reach, installLock, live } = this.#options;
    const done = await installLock(async () => {
      await recoverThemes(themesDirectory);
      const installed = await placeTheme(themesDirectory, async (folder) => {
        await fetchTheme({ source, projectDirectory, ...(reach && { reach }) }, folder);
        const { manifest } = await readTheme(folder);
        await this.#requireFreeName(manifest.name, name);
        return name ?? manifest.name;
      });
      return { installed };
    });
    if (done === undefined) {
      throw themeInstallProblems.theme_install_running(
        'Another theme is being installed. Try again when that is done.',
      );
    }
    await live.reload();
    await this.#announce();
    return (await this.list()).find((theme) => theme.name === done.installed)!;
  }

  /**
   * Has pages shown with another theme, from now on and in every process. Resolves with the one before.
   *
   * @throws `theme_not_found`, `invalid_theme`, `invalid_theme_settings`, and what `editSiteSettings` does.
   */
  async switchTo(name: string): Promise<string> {
    const { themesDirectory, contentDirectory, settingsLock, onSettingsChange } = this.#options;
    const { misfits } = await loadTheme({ themesDirectory, name, given: this.#given(name) });
    if (misfits.length > 0) {
      const keys = misfits.map(({ path, message }) => ({
        path: `theme_settings.${name}.${path}`,
        message,
      }));
      throw themeInstallProblems.invalid_theme_settings(
        `In config/site.yaml, ${keys.map(({ path, message }) => `${path} ${message}`).join('; ')}.`,
        { errors: keys },
      );
    }
    const changes = [{ path: ['theme'], value: name }];
    const { theme: previous } = this.#options.settings();
    await editSiteSettings({ contentDirectory, changes, underLock: settingsLock });
    await onSettingsChange();
    await this.#announce();
    return previous;
  }

  async #announce(): Promise<void> {
    try {
      await this.#options.announce?.();
    } catch {
      // It is done all the same, and the others look by themselves, if later.
    }
  }

  async #listed(theme: InstalledTheme): Promise<ListedTheme> {
    const { themesDirectory, live } = this.#options;
    const { name } = theme;
    const given = this.#given(name);
    const problem = await loadTheme({ themesDirectory, name, given }).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof DomainError) return error.message;
        throw error;
      },
    );
    const { values } = fillSettings(theme.settings, given);
    return { ...theme, enabled: live.current().manifest.name === name, problem, values };
  }

  #given(name: string): Readonly<Record<string, unknown>> {
    const { themeSettings } = this.#options.settings();
    return Object.hasOwn(themeSettings, name) ? themeSettings[name]! : {};
  }

  /**
   * One that is there is replaced: that is what an update is. But no archive takes the place of a theme that comes
   * with Galley just because it says that name; whoever wants that gives the name.
   */
  async #requireFreeName(own: string, given: string | undefined): Promise<void> {
    const name = given ?? own;
    if (!namePattern.test(name) || !isPortableName(name)) {
      throw siteProblems.invalid_theme(
        `The theme cannot be called ${JSON.stringify(name)}; give it a name of lower-case letters, digits, - and _.`,
      );
    }
    if (given !== undefined || !(await isBuiltInTheme(name))) return;
    const themes = await listThemes(this.#options.themesDirectory);
    if (themes.some((theme) => theme.name === name && !theme.builtin)) return;
    throw themeInstallProblems.already_exists(
      `A theme ${name} comes with Galley. Give this one another name, or the same to have it in its place.`,
    );
  }
}
