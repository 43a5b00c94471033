import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newId, storageFailureOf } from '@galley/kernel';
import { themeInstallProblems } from '../problems.ts';

/** Theme names cannot start like this. */
const incoming = '.incoming-';
const replaced = /^\.replaced-[0-9a-f-]{36}-(.+)$/;

/** Cleans up after a killed installation; none may be running. */
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

/** `prepare` fills a temporary folder and returns the name; on failure nothing remains. */
export async function installFolder(
  themesDirectory: string,
  prepare: (folder: string) => Promise<string>,
): Promise<string> {
  const workplace = join(themesDirectory, incoming + newId());
  try {
    await mkdir(workplace, { recursive: true });
    const folder = join(workplace, 'theme');
    const name = await prepare(folder);
    await swapFolders(themesDirectory, { folder, name });
    return name;
  } catch (error) {
    throw asStorageFailure(error);
  } finally {
    await rm(workplace, { recursive: true, force: true });
  }
}

/** No atomic exchange exists on all systems; the theme in use stays loaded meanwhile. */
async function swapFolders(
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
    `The theme could not be written (${why}). Nothing was installed. Free disk space or make the themes folder writable.`,
    { cause },
  );
}
