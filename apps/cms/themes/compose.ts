import { tryWithAdvisoryLock, type Database } from '@galley/database';
import type { SiteSettings } from '@galley/settings';
import { LiveTheme, themeFolders, ThemeService } from '@galley/site';
import type { Environment } from '../environment.ts';
import type { SettingsChanges } from '../settings/settings-changes.ts';

export async function openTheme(
  { config, projectDirectory, db, logger }: Environment,
  {
    settings,
    changes,
  }: {
    readonly settings: () => SiteSettings;
    readonly changes: SettingsChanges;
  },
): Promise<LiveTheme> {
  const { themesDirectory, contentDirectory } = config.storage;
  // The holder of the lock is installing a theme, and has already recovered.
  await installLock(db)(async () => {
    await themeFolders(themesDirectory).recover();
    return {};
  });
  const theme = await LiveTheme.open({
    themesDirectory,
    site: { projectDirectory, contentDirectory },
    settings,
    logger,
  });
  changes.onChange(() => theme.reload());
  return theme;
}

export interface ThemeParts {
  readonly live: LiveTheme;
  readonly changes: SettingsChanges;
}

export function composeThemes(
  { config, projectDirectory, db, clock }: Environment,
  { live, changes }: ThemeParts,
) {
  const { themesDirectory, contentDirectory } = config.storage;
  const { watch: mode, pollInterval: pollMilliseconds } = config.content;
  const site = { projectDirectory, contentDirectory };
  const watchers = (options: Parameters<LiveTheme['watch']>[0]) =>
    [live.watch(options), ...live.watchSite(site, options)].map(({ loop }) => loop);
  return {
    current: live.current,
    service: new ThemeService({
      live,
      settings: changes.current,
      onSettingsChange: changes.apply,
      announce: changes.announce,
      settingsLock: changes.lock,
      themesDirectory,
      site,
      contentDirectory,
      projectDirectory,
      installLock: installLock(db),
    }),
    jobs: mode === 'off' ? [] : watchers({ mode, pollMilliseconds, clock }),
  };
}

function installLock(db: Database) {
  return <T extends object>(work: () => Promise<T>): Promise<T | undefined> =>
    tryWithAdvisoryLock(db, 'the installation of a theme', work);
}
