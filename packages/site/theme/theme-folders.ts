import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newId, storageFailureOf } from '@galley/kernel';
import { themeInstallProblems } from '../problems.ts';

/** What is being brought in; and what was there before, while the new one takes its place. No theme has such a name. */
const incoming = '.incoming-';
const replaced = /^\.replaced-[0-9a-f-]{36}-(.+)$/;

/**
 * Removes what an installation left that was killed, and puts a theme back that it had moved out of the way. Nobody may
 * be installing meanwhile.
 */
export async function recoverThemes(themesDirectory: string): Promise<void> {
  await mkdir(themesDirectory, { recursive: true });
  const names = await readdir(themesDirectory);
  for (const name of names) {
    const theme = replaced.exec(name)?.[1];
    const place = join(themesDirectory, name);
    if (theme !== undefined && !names.includes(theme)) {
      await rename(place, join(themesDirectory, theme));
    } else if (theme !== undefined || name.startsWith(incoming)) {
      await rm(place, { recursive: true, force: true });
    }
  }
}

/**
 * Has a theme brought into a folder beside the others, looked at, and put in its place in one step; whatever fails,
 * nothing of it is left. `prepare` fills the folder and gives the name.
 */
export async function placeTheme(
  themesDirectory: string,
  prepare: (folder: string) => Promise<string>,
): Promise<string> {
  const workplace = join(themesDirectory, incoming + newId());
  try {
    await mkdir(workplace, { recursive: true });
    const folder = join(workplace, 'theme');
    const name = await prepare(folder);
    await swap(themesDirectory, { folder, name });
    return name;
  } catch (error) {
    throw asStorageFailure(error);
  } finally {
    await rm(workplace, { recursive: true, force: true });
  }
}

/** No system exchanges two folders in one step everywhere; a theme that is away for that moment stays in use. */
async function swap(
  themesDirectory: string,
  { folder, name }: { readonly folder: string; readonly name: string },
): Promise<void> {
  const target = join(themesDirectory, name);
  const aside = join(themesDirectory, `.replaced-${newId()}-${name}`);
  const wasThere = await rename(target, aside).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
  try {
    await rename(folder, target);
  } catch (error) {
    if (wasThere) await rename(aside, target);
    throw error;
  }
  await rm(aside, { recursive: true, force: true });
}

function asStorageFailure(error: unknown): unknown {
  const failure = storageFailureOf(error);
  if (!failure) return error;
  const { cause, why } = failure;
  return themeInstallProblems.themes_not_written.as(
    cause === 'disk_full' ? 'insufficient_storage' : 'unavailable',
    `The theme could not be written (${why}); nothing of it was kept. Make room, or make the themes folder writable.`,
    { cause },
  );
}
