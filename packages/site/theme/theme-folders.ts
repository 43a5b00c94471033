import { PackageFolders } from '@galley/archive';
import { themeInstallProblems } from '../problems.ts';

export function themeFolders(themesDirectory: string): PackageFolders {
  return new PackageFolders(themesDirectory, ({ cause, why }) =>
    themeInstallProblems.themes_not_written.as(
      cause === 'disk_full' ? 'insufficient_storage' : 'unavailable',
      `The theme could not be written (${why}). Nothing was installed. Free disk space or make the themes folder writable.`,
      { cause },
    ),
  );
}
