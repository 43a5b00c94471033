import {
  editSiteSettings,
  type SiteSettings,
  type SiteSettingsEdit,
  type ThemeSettings,
} from '@galley/settings';
import type { PackageFolders } from '@galley/archive';
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
import type { SiteFolders } from './site-layer.ts';
import { themeFolders } from './theme-folders.ts';
import type { ThemeScreenshot } from './theme-screenshots.ts';
import { fillSettings, settingsForm, type ThemeSettingValue } from './theme-settings.ts';
import { readManifest, themeNames } from './theme-chain.ts';
import { installArchive, requireThemeName, themeNamePattern } from './theme-packs.ts';
import { fetchTheme } from './theme-source.ts';

export interface ThemeServiceOptions {
  readonly themesDirectory: string;
  readonly site?: SiteFolders | undefined;
  readonly projectDirectory: string;
  readonly contentDirectory: string;
  readonly settings: () => SiteSettings;
  readonly live: LiveTheme;
  /** Across processes; returns undefined while another installation runs. */
  readonly installLock: <T extends object>(work: () => Promise<T>) => Promise<T | undefined>;
  readonly settingsLock: SiteSettingsEdit['underLock'];
  readonly onSettingsChange: () => Promise<void>;
  /** Without it, other processes notice later by themselves. */
  readonly announce?: () => Promise<void>;
  readonly reach?: DownloadReach;
}

export interface ListedTheme extends InstalledTheme {
  readonly enabled: boolean;
  /** With file and line. */
  readonly problem: string | undefined;
  readonly values: Readonly<Record<string, ThemeSettingValue>>;
  readonly previousVersion: string | null;
}

export interface ThemeArchive {
  /** Path of the ZIP. */
  readonly archive: string;
  /** Its previous version is kept. */
  readonly replaces: boolean;
}

export interface InstallTheme {
  /** https:// address of a ZIP, or path of a ZIP or folder relative to the project. */
  readonly source: string;
  /** Defaults to the name in theme.yaml. */
  readonly name?: string | undefined;
}

/** GAP-SET-4 */
export class ThemeService {
  readonly #options: ThemeServiceOptions;

  constructor(options: ThemeServiceOptions) {
    this.#options = options;
  }

  async list(): Promise<readonly ListedTheme[]> {
    const themes = await listThemes(this.#options.themesDirectory);
    return Promise.all(themes.map((theme) => this.#listed(theme)));
  }

  /** @throws `theme_not_found` */
  async screenshot(name: string, scheme: ThemeScreenshot['scheme']): Promise<ThemeScreenshot> {
    const theme = (await listThemes(this.#options.themesDirectory)).find(
      (one) => one.name === name,
    );
    const found = theme?.screenshots.find((one) => one.scheme === scheme);
    if (found) return found;
    throw siteProblems.theme_not_found(
      `The theme ${name} has no picture for the ${scheme} scheme.`,
    );
  }

  async settings(): Promise<readonly ThemeSettings[]> {
    const themes = await listThemes(this.#options.themesDirectory);
    return themes
      .filter(({ name, settings }) => themeNamePattern.test(name) && settings.length > 0)
      .map(settingsForm);
  }

  async install({ source, name }: InstallTheme): Promise<ListedTheme> {
    const { themesDirectory, projectDirectory, reach } = this.#options;
    const installed = await this.#changeFolders((folders) =>
      folders.install(async (folder) => {
        await fetchTheme({ source, projectDirectory, ...(reach && { reach }) }, folder);
        const { manifest } = await readTheme(folder, { themesDirectory });
        await this.#requireFreeName(manifest.name, name);
        return name ?? manifest.name;
      }),
    );
    return this.#get(installed);
  }

  /** @throws `invalid_archive`, `invalid_theme`, `already_exists` */
  async installArchive({ archive, replaces }: ThemeArchive): Promise<ListedTheme> {
    const { themesDirectory } = this.#options;
    const howToReplace = 'Confirm that it is to be replaced, or choose another name in theme.yaml.';
    const install = { themesDirectory, archive, replaces, howToReplace };
    return this.#get(await this.#changeFolders(() => installArchive(install)));
  }

  /** Exchanges the installed and the previous version. @throws `theme_not_found`, `no_previous_version`, `invalid_theme` */
  async rollBack(name: string): Promise<ListedTheme> {
    const { themesDirectory } = this.#options;
    await this.#changeFolders(async (folders) => {
      await this.#requireInstalled(name);
      const previous = await folders.findPrevious(name);
      if (previous === undefined)
        throw themeInstallProblems.no_previous_version(
          `Galley has no previous version of the theme ${name}. It keeps the one that the last update replaced.`,
        );
      await readTheme(previous, { themesDirectory, name });
      await folders.rollBack(name);
    });
    return this.#get(name);
  }

  /** With its previous version. @throws `theme_not_found`, `theme_built_in`, `theme_in_use` */
  async delete(name: string): Promise<void> {
    const { settings, live } = this.#options;
    await this.#changeFolders(async (folders) => {
      await this.#requireInstalled(name);
      if ([settings().theme, live.current().manifest.name].includes(name))
        throw themeInstallProblems.theme_in_use(
          `The site uses the theme ${name}. Switch to another theme first.`,
        );
      const themes = await listThemes(this.#options.themesDirectory);
      const child = themes.find((theme) => theme.extends?.name === name);
      if (child !== undefined)
        throw themeInstallProblems.theme_in_use(
          `The theme ${child.name} extends ${name}. Delete ${child.name} first.`,
        );
      await folders.remove(name);
    });
  }

  async #previousVersion(name: string): Promise<string | null> {
    const folder = await themeFolders(this.#options.themesDirectory).findPrevious(name);
    if (folder === undefined) return null;
    return readManifest(folder).then(
      ({ version }) => version,
      () => null,
    );
  }

  async #requireInstalled(name: string): Promise<void> {
    if ((await themeNames(this.#options.themesDirectory)).includes(name)) return;
    if (await isBuiltInTheme(name))
      throw themeInstallProblems.theme_built_in(
        `The theme ${name} comes with Galley. Only themes of the project change.`,
      );
    throw siteProblems.theme_not_found(`The project has no theme ${JSON.stringify(name)}.`);
  }

  async #get(name: string): Promise<ListedTheme> {
    return (await this.list()).find((theme) => theme.name === name)!;
  }

  async #changeFolders<T>(work: (folders: PackageFolders) => Promise<T>): Promise<T> {
    const { themesDirectory, installLock, live } = this.#options;
    const done = await installLock(async () => {
      const folders = themeFolders(themesDirectory);
      await folders.recover();
      return { result: await work(folders) };
    });
    if (done === undefined) {
      throw themeInstallProblems.theme_install_running(
        'Another theme is being installed. Try again when it is done.',
      );
    }
    await live.reload();
    await this.#announce();
    return done.result;
  }

  /**
   * In all processes; resolves with the previous name.
   *
   * @throws `theme_not_found`, `invalid_theme`, `invalid_theme_settings`, and errors of `editSiteSettings`
   */
  async switchTo(name: string): Promise<string> {
    const { themesDirectory, site, contentDirectory, settingsLock, onSettingsChange } =
      this.#options;
    const given = this.#given(name);
    const { misfits } = await loadTheme({ themesDirectory, name, given, site });
    if (misfits.length > 0) {
      throw themeInstallProblems.invalid_theme_settings.at(
        misfits.map((fault) => ({ ...fault, path: `theme_settings.${name}.${fault.path}` })),
        'In config/site.yaml: ',
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
      // Other processes notice it later by themselves.
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
    const enabled = live.current().manifest.name === name;
    const previousVersion = theme.builtin ? null : await this.#previousVersion(name);
    return { ...theme, enabled, problem, values, previousVersion };
  }

  #given(name: string): Readonly<Record<string, unknown>> {
    const { themeSettings } = this.#options.settings();
    return Object.hasOwn(themeSettings, name) ? themeSettings[name]! : {};
  }

  /** An archive must not replace a built-in theme by its theme.yaml alone: that name must be requested explicitly. */
  async #requireFreeName(own: string, given: string | undefined): Promise<void> {
    const name = given ?? own;
    requireThemeName(name);
    if (given !== undefined || !(await isBuiltInTheme(name))) return;
    const themes = await listThemes(this.#options.themesDirectory);
    if (themes.some((theme) => theme.name === name && !theme.builtin)) return;
    throw themeInstallProblems.already_exists(
      `${name} is a built-in theme. Choose another name, or send this name explicitly to replace the built-in theme.`,
    );
  }
}
