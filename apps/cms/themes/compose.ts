import { withFreeAdvisoryLock, type Database } from '@galley/database';
import type { EditLock, SiteSettings } from '@galley/settings';
import { LiveTheme, recoverThemes, ThemeService } from '@galley/site';
import type { Environment } from '../environment.ts';

/** The theme that the site is shown with, kept as its files are. */
export async function openTheme(
  { config, db, clock, logger }: Environment,
  settings: () => SiteSettings,
): Promise<LiveTheme> {
  const { themesDirectory } = config.storage;
  // Whoever holds the lock is installing, and has done the same.
  await installLock(db)(async () => {
    await recoverThemes(themesDirectory);
    return {};
  });
  const { watch: mode, pollInterval: pollMilliseconds } = config.content;
  return LiveTheme.open({ themesDirectory, settings, mode, pollMilliseconds, clock, logger });
}

export interface ThemeParts {
  readonly settings: () => SiteSettings;
  readonly live: LiveTheme;
  readonly onSettingsChange: () => Promise<void>;
  readonly announce: () => Promise<void>;
  /** Of the settings' file, in which the theme is named. */
  readonly settingsLock: EditLock;
}

export function composeThemes(
  { config, projectDirectory, db }: Environment,
  parts: ThemeParts,
): ThemeService {
  const { themesDirectory, contentDirectory } = config.storage;
  return new ThemeService({
    ...parts,
    themesDirectory,
    contentDirectory,
    projectDirectory,
    installLock: installLock(db),
  });
}

function installLock(db: Database) {
  return <T extends object>(work: () => Promise<T>): Promise<T | undefined> =>
    withFreeAdvisoryLock(db, 'the installation of a theme', work);
}
