import { linkSync, mkdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { lstat, mkdir, readdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { newId } from '@galley/kernel';
import { buildProblems } from '../problems.ts';
import { saveState, type BuildState } from './build-state.ts';

/** Where one build put its files, and what is known of them. */
export interface OutputFolder {
  readonly folder: string;
  readonly stateFolder: string;
}

/** The folder that the public directory links to; undefined when that is no output of a build. */
export async function findPublicOutput(publicDirectory: string): Promise<OutputFolder | undefined> {
  const target = await readlink(publicDirectory).catch(() => undefined);
  if (target === undefined || dirname(target) !== nameOfParent(publicDirectory)) return undefined;
  return outputFolder(publicDirectory, basename(target));
}

/** `.public` beside `public`. */
function nameOfParent(publicDirectory: string): string {
  return `.${basename(publicDirectory)}`;
}

function outputFolder(publicDirectory: string, id: string): OutputFolder {
  const folder = join(dirname(publicDirectory), nameOfParent(publicDirectory), id);
  return { folder, stateFolder: `${folder}.state` };
}

/**
 * The folder of a new build. The public directory is a link to the folder of the last build; when everything is in the
 * new folder, one rename turns the link, so that a web server sees one build or the next, whole. Files that did not
 * change are the same file in both folders.
 */
export class NewOutput {
  readonly folder: string;
  readonly #publicDirectory: string;
  readonly #id: string;
  readonly #live: OutputFolder | undefined;

  private constructor(publicDirectory: string, id: string, live: OutputFolder | undefined) {
    this.folder = outputFolder(publicDirectory, id).folder;
    this.#publicDirectory = publicDirectory;
    this.#id = id;
    this.#live = live;
  }

  /** One at a time. Removes the folders of all builds but the public one. */
  static async begin(publicDirectory: string, id: string): Promise<NewOutput> {
    const live = await findPublicOutput(publicDirectory);
    const output = new NewOutput(publicDirectory, id, live);
    await mkdir(output.folder, { recursive: true });
    const kept = [output.folder, live?.folder, live?.stateFolder];
    const parent = dirname(output.folder);
    for (const name of await readdir(parent)) {
      const path = join(parent, name);
      if (!kept.includes(path)) await rm(path, { recursive: true, force: true });
    }
    return output;
  }

  /**
   * Makes the folder public when it holds exactly these outputs: `written` names the addresses whose files were put into
   * it, all others are taken from the public folder. Throws `OutputChanged` where a file is missing there.
   */
  async publish(state: BuildState, written: ReadonlySet<string>): Promise<void> {
    let taken = 0;
    for (const [address, { file }] of state.outputs) {
      if (written.has(address)) continue;
      this.#take(file);
      taken += 1;
      // Someone may be waiting to stop this process.
      if (taken % 1_000 === 0) await setImmediate();
    }
    const parent = dirname(this.folder);
    await saveState(`${this.folder}.state`, state);
    await this.#makeWay();
    const swap = join(parent, `link-${newId()}`);
    await symlink(join(basename(parent), this.#id), swap);
    await rename(swap, this.#publicDirectory);
  }

  #take(file: string): void {
    const source = join(this.#live!.folder, file);
    try {
      linkFile(join(this.folder, file), source);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw new OutputChanged(`${source} is not there any more`, { cause: error });
    }
  }

  /** A folder cannot be replaced by a link in one step; there is one before the first build alone. */
  async #makeWay(): Promise<void> {
    const found = await lstat(this.#publicDirectory).catch(() => undefined);
    if (found === undefined || found.isSymbolicLink()) return;
    const aside = join(dirname(this.folder), `replaced-${newId()}`);
    try {
      await rename(this.#publicDirectory, aside);
    } catch (error) {
      if (!['EBUSY', 'EXDEV'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      throw buildProblems.public_directory_fixed(
        'The public directory is a mount point, so that a build cannot take its place in one step. Mount the folder ' +
          'that it is in, or let storage.public_directory name a folder below the mount point.',
      );
    }
    await rm(aside, { recursive: true, force: true });
  }
}

/** Somebody has removed a file of the public output. */
export class OutputChanged extends Error {}

/** Writes a file of a new folder, and never into a file that is there: that may be a file of the media library. */
export function putFile(path: string, bytes: string | Uint8Array): void {
  create(path, () => writeFileSync(path, bytes, { flag: 'wx', encoding: 'utf8' }));
}

/** Gives a file a second name in a new folder. */
export function linkFile(path: string, source: string): void {
  create(path, () => linkSync(source, path));
}

function create(path: string, make: () => void): void {
  try {
    make();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') mkdirSync(dirname(path), { recursive: true });
    else if (code === 'EEXIST') unlinkSync(path);
    else throw error;
    make();
  }
}
