import { linkSync, mkdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { lstat, mkdir, readdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { newId } from '@galley/kernel';
import { buildProblems } from '../problems.ts';
import { saveState, type BuildState } from './build-state.ts';

export interface OutputFolder {
  readonly folder: string;
  readonly stateFolder: string;
}

/** `undefined` when the public directory is not from a build. */
export async function findPublicOutput(publicDirectory: string): Promise<OutputFolder | undefined> {
  const target = await readlink(publicDirectory).catch(() => undefined);
  if (target === undefined || dirname(target) !== parentFolderName(publicDirectory))
    return undefined;
  return outputFolder(publicDirectory, basename(target));
}

/** `.public` beside `public` */
function parentFolderName(publicDirectory: string): string {
  return `.${basename(publicDirectory)}`;
}

function outputFolder(publicDirectory: string, id: string): OutputFolder {
  const folder = join(dirname(publicDirectory), parentFolderName(publicDirectory), id);
  return { folder, stateFolder: `${folder}.state` };
}

/** The public directory is a link to the last build, renamed atomically. Unchanged files are hard links. */
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

  /** Deletes all builds but the public one. Only one may run at a time. */
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

  /** Links outputs that are not in `written` from the public folder. Throws `OutputChanged` if one is missing. */
  async publish(state: BuildState, written: ReadonlySet<string>): Promise<void> {
    let taken = 0;
    for (const [address, { file }] of state.outputs) {
      if (written.has(address)) continue;
      this.#take(file);
      taken += 1;
      // Lets the process handle shutdown signals.
      if (taken % 1_000 === 0) await setImmediate();
    }
    const parent = dirname(this.folder);
    await saveState(`${this.folder}.state`, state);
    await this.#removeDirectory();
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
      throw new OutputChanged(`${source} no longer exists`, { cause: error });
    }
  }

  /** A directory cannot be replaced by a link atomically. */
  async #removeDirectory(): Promise<void> {
    const found = await lstat(this.#publicDirectory).catch(() => undefined);
    if (found === undefined || found.isSymbolicLink()) return;
    const aside = join(dirname(this.folder), `replaced-${newId()}`);
    try {
      await rename(this.#publicDirectory, aside);
    } catch (error) {
      if (!['EBUSY', 'EXDEV'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      throw buildProblems.public_directory_fixed(
        'The public directory is a mount point, so a build cannot replace it in one step. Mount its parent folder, ' +
          'or set storage.public_directory to a folder below the mount point.',
      );
    }
    await rm(aside, { recursive: true, force: true });
  }
}

/** A public file is missing. */
export class OutputChanged extends Error {}

/** Never overwrites: existing files may be hard links to media. */
export function writeNewFile(path: string, bytes: string | Uint8Array): void {
  create(path, () => writeFileSync(path, bytes, { flag: 'wx', encoding: 'utf8' }));
}

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
