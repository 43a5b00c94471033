import { mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { sha256, storageFailureOf, syncFolder, temporaryIn } from '@galley/kernel';
import { readConfigText, type ConfigFile } from './config-file.ts';
import { settingsProblems } from './problems.ts';
import { editYaml, readYamlValues } from './yaml/edit-yaml.ts';
import type { Values } from './yaml/json-values.ts';

/** Excludes other processes from editing the file while `work` runs. */
export type EditLock = <T>(work: () => Promise<T>) => Promise<T>;

export interface ConfigFileEdit {
  readonly directory: string;
  readonly file: ConfigFile;
  readonly underLock: EditLock;
  /** Throws `stale_revision` when the file has another revision. */
  readonly expectedRevision?: string | undefined;
  /** Returns the new text; throws its faults. */
  readonly change: (text: string) => Promise<string> | string;
}

export const hashText = (text: string): string => sha256(text);

/** False when the text stays the same. @throws `stale_revision`, `settings_not_written`, errors of `change` */
export function editConfigFile(edit: ConfigFileEdit): Promise<boolean> {
  const { directory, file, underLock, expectedRevision, change } = edit;
  return underLock(async () => {
    const before = await readConfigText(directory, file);
    const revision = hashText(before);
    if (expectedRevision !== undefined && expectedRevision !== revision)
      throw staleFileProblem(file, revision);
    const after = await change(before);
    if (after === before) return false;
    // Editors outside Galley do not use the lock.
    const now = await readConfigText(directory, file);
    if (now !== before) throw staleFileProblem(file, hashText(now));
    await replaceFile(path.join(directory, file.name), after).catch((error: unknown) => {
      throw writeFailureProblem(file, error);
    });
    return true;
  });
}

/** Changes nothing else in the text. Throws `settings_not_editable` when impossible. */
export function withYamlValues(text: string, file: ConfigFile, change: (values: Values) => Values) {
  const before = readYamlValues(text);
  const after = before && editYaml(text, change(before));
  if (after !== undefined) return after;
  throw settingsProblems.settings_not_editable(
    `${file.name} cannot be edited automatically, probably because of an anchor, an alias or a merge key. Nothing was changed. Edit the file by hand.`,
  );
}

function staleFileProblem({ name }: ConfigFile, revision: string): Error {
  return settingsProblems.stale_revision(
    `${name} has changed since you opened it. Nothing was saved. Reload it and repeat your changes.`,
    { current_revision: revision },
  );
}

function writeFailureProblem({ name }: ConfigFile, error: unknown): Error {
  const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
  const cause = storageFailureOf(error)?.cause;
  return settingsProblems.settings_not_written.as(
    cause === 'disk_full' ? 'insufficient_storage' : 'unavailable',
    `${name} could not be written (${code}). Nothing was changed. Make the folder writable, or edit the file by hand.`,
  );
}

async function replaceFile(named: string, text: string): Promise<void> {
  await mkdir(path.dirname(named), { recursive: true });
  // Writes through a symbolic link instead of replacing it.
  const file = await realpath(named).catch(() => named);
  const folder = path.dirname(file);
  const mode = await stat(file).then(
    (found) => found.mode & 0o777,
    () => 0o644,
  );
  const temporary = temporaryIn(folder);
  try {
    const handle = await open(temporary, 'wx', mode);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
    await syncFolder(folder);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
