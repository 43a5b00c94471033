import { DomainError } from '@galley/kernel';
import type { Config, SiteSettings } from '@galley/settings';
import { listThemes, loadTheme, type Theme } from '@galley/site';
import { failed, listed, ok, warning, type Check } from './check.ts';

export interface LoadedTheme {
  readonly theme: Theme | undefined;
  readonly checks: readonly Check[];
}

export async function themeChecks(
  { config, projectDirectory }: { readonly config: Config; readonly projectDirectory: string },
  { theme: name, themeSettings }: SiteSettings,
): Promise<LoadedTheme> {
  const { themesDirectory, contentDirectory } = config.storage;
  const own = Object.hasOwn(themeSettings, name) ? themeSettings[name] : undefined;
  const { theme, fault } = await load({
    themesDirectory,
    name,
    given: own,
    site: { projectDirectory, contentDirectory },
  });
  const broken: string[] = [];
  for (const other of await listThemes(themesDirectory)) {
    if (other.name === name || other.builtin) continue;
    if ((await load({ themesDirectory, name: other.name })).fault) broken.push(other.name);
  }
  const checks = [themeCheck(name, fault), othersCheck(themesDirectory, broken)];
  return { theme, checks: theme ? [...checks, dataCheck(theme)] : checks };
}

async function load(
  choice: Parameters<typeof loadTheme>[0],
): Promise<{ theme?: Theme; fault?: string }> {
  try {
    return { theme: await loadTheme(choice) };
  } catch (error) {
    if (error instanceof DomainError) return { fault: error.message };
    throw error;
  }
}

function themeCheck(name: string, fault: string | undefined): Check {
  if (fault === undefined) return ok('theme', `The theme ${name} is valid.`);
  return failed('theme', {
    message: fault,
    where: `themes/${name} or templates/, for the theme in content/config/site.yaml`,
    why: 'Pages use a built-in theme instead, and the static output is not built.',
    advice: 'Fix the named file, or switch to another theme.',
  });
}

function dataCheck({ parts: { data } }: Theme): Check {
  const name = 'data_files';
  const { faults } = data;
  if (faults.length === 0) return ok(name, 'All data files can be read.');
  return warning(name, {
    message: listed(faults.map(({ file, line, message }) => `${file}, line ${line}: ${message}`)),
    where: 'content/config/data',
    why: 'Pages lack this data or show its previous version, and the static output may not be built.',
    advice: 'Fix or remove the named files.',
  });
}

function othersCheck(folder: string, broken: readonly string[]): Check {
  const name = 'other_themes';
  if (broken.length === 0) return ok(name, 'All other themes are valid.');
  return warning(name, {
    message: `${listed(broken)} cannot be used.`,
    where: folder,
    why: 'Galley refuses to switch to an invalid theme.',
    advice: 'Fix the theme or remove its folder. Switching to the theme shows the error.',
  });
}
