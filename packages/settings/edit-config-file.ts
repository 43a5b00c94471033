import { mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { sha256, storageFailureOf, syncFolder, temporaryIn } from '@galley/kernel';
import { readConfigText, type ConfigFile } from './config-file.ts';
import { settingsProblems } from './problems.ts';
import { editYaml, readYamlValues } from './yaml/edit-yaml.ts';
import type { Values } from './yaml/json-values.ts';

/** Keeps every other process out that edits the file, for as long as `work` runs. */
export type EditLock = <T>(work: () => Promise<T>) => Promise<T>;

export interface ConfigFileEdit {
  readonly directory: string;
  readonly file: ConfigFile;
  readonly underLock: EditLock;
  /** Refuses, as `stale_revision`, when the file is at another one. */
  readonly expectedRevision?: string | undefined;
  /** The new text for the present one; throws what is wrong with it. */
  readonly change: (text: string) => Promise<string> | string;
}

/** Names a state of a file; any edit makes another one. */
export const revisionOfText = (text: string): string => sha256(text);

/**
 * Changes a file of settings. False when the text is the same, and nothing was written. Whoever reads the file sees the
 * old text or the new, also after a power cut.
 *
 * @throws what `change` does, `stale_revision` when somebody else changed the file meanwhile, and
 * `settings_not_written` when it cannot be written.
 */
export function editConfigFile(edit: ConfigFileEdit): Promise<boolean> {
  const { directory, file, underLock, expectedRevision, change } = edit;
  return underLock(async () => {
    const before = await readConfigText(directory, file);
    const revision = revisionOfText(before);
    if (expectedRevision !== undefined && expectedRevision !== revision)
      throw stale(file, revision);
    const after = await change(before);
    if (after === before) return false;
    // An editor on this machine knows of no lock.
    const now = await readConfigText(directory, file);
    if (now !== before) throw stale(file, revisionOfText(now));
    await replace(path.join(directory, file.name), after).catch((error: unknown) => {
      throw unwritten(file, error);
    });
    return true;
  });
}

/**
 * The text so that the mapping in it holds these values, and nothing else of it changed. Throws `settings_not_editable`
 * where that cannot be.
 */
export function withYamlValues(text: string, file: ConfigFile, change: (values: Values) => Values) {
  const before = readYamlValues(text);
  const after = before && editYaml(text, change(before));
  if (after !== undefined) return after;
  throw settingsProblems.settings_not_editable(
    `${file.name} is written in a way that cannot be changed from here, most likely because of an anchor, an alias or a merge key. Nothing was changed; edit the file by hand.`,
  );
}

function stale({ name }: ConfigFile, revision: string): Error {
  return settingsProblems.stale_revision(
    `${name} was changed since you opened it. Nothing was saved; open it again, and make your changes anew.`,
    { current_revision: revision },
  );
}

function unwritten({ name }: ConfigFile, error: unknown): Error {
  const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
  const cause = storageFailureOf(error)?.cause;
  return settingsProblems.settings_not_written.as(
    cause === 'disk_full' ? 'insufficient_storage' : 'unavailable',
    `${name} could not be written (${code}). Nothing was changed; make the folder writable, or edit the file by hand.`,
  );
}

async function replace(named: string, text: string): Promise<void> {
  await mkdir(path.dirname(named), { recursive: true });
  // A link to the file stays one: what it leads to is written.
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
