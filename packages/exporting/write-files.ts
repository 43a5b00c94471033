import { copyFile, mkdir, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { isMissing } from '@galley/kernel';
import type { ExportedFile } from './exported-site.ts';
import { exportProblems } from './problems.ts';

export interface Destination {
  readonly destination: string;
  readonly projectDirectory: string;
  readonly contentDirectory: string;
  readonly replace: boolean;
}

/** @throws `export_destination_refused` */
export async function requireDestination(wanted: Destination): Promise<void> {
  const { destination, projectDirectory, contentDirectory, replace } = wanted;
  const to = await realOf(destination);
  const project = await realOf(projectDirectory);
  const content = await realOf(contentDirectory);
  const within = (inner: string, outer: string) => `${inner}${sep}`.startsWith(`${outer}${sep}`);
  if (within(project, to) || within(content, to) || within(to, content)) {
    throw exportProblems.export_destination_refused(
      `${destination} contains the project or is in its content. Choose another folder.`,
    );
  }
  const entries = await readdir(to).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw exportProblems.export_destination_refused(`${destination} is not a folder.`);
  });
  if (entries.length > 0 && !replace) {
    throw exportProblems.export_destination_refused(
      `${destination} is not empty. Choose another folder, or use --replace to delete what it contains.`,
    );
  }
}

/** Resolves the nearest existing folder, for a destination that does not exist yet. */
async function realOf(path: string): Promise<string> {
  const absolute = resolve(path);
  try {
    return await realpath(absolute);
  } catch (error) {
    if (!isMissing(error)) throw error;
    return join(await realOf(dirname(absolute)), absolute.slice(dirname(absolute).length));
  }
}

/** The destination has either all files or its previous ones: they are written beside it and moved. */
export async function writeFiles(
  files: readonly ExportedFile[],
  destination: string,
): Promise<void> {
  const incoming = `${destination}.incoming-${process.pid}`;
  const previous = `${destination}.previous-${process.pid}`;
  try {
    for (const file of files) {
      const target = join(incoming, file.path);
      await mkdir(dirname(target), { recursive: true });
      await ('from' in file ? copyFile(file.from, target) : writeFile(target, file.text));
    }
    const isReplaced = await rename(destination, previous).then(
      () => true,
      (error: unknown) => {
        if (isMissing(error)) return false;
        throw error;
      },
    );
    await rename(incoming, destination).catch(async (error: unknown) => {
      if (isReplaced) await rename(previous, destination);
      throw error;
    });
    if (isReplaced) await rm(previous, { recursive: true });
  } finally {
    await rm(incoming, { recursive: true, force: true });
  }
}
