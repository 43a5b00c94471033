import { mkdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { link, lstat, mkdir, readlink, rename, rm, rmdir, symlink, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { newId } from '@galley/kernel';
import { buildProblems } from '../problems.ts';
import {
  changedKeys,
  forgetState,
  loadId,
  loadState,
  saveState,
  type BuildState,
} from './build-state.ts';

const names = ['a', 'b'] as const;
/** More would not be quicker, and one after the other each would wait for what else the thread does. */
const atOnce = 16;
type TreeName = (typeof names)[number];

/** Where a tree is, and what is known of it. */
export interface TreePlace {
  readonly folder: string;
  readonly stateFolder: string;
}

interface Tree extends TreePlace {
  /** Undefined while nothing is known of what the tree holds. */
  state: BuildState | undefined;
}

/**
 * The static output, twice: the public directory is a link to one of two trees, and a build brings the other up to date
 * and turns the link. So a web server sees one build or the next, whole, and a small change is a small work: files that
 * did not change are the same file in both trees.
 */
export class OutputTrees {
  readonly #publicDirectory: string;
  readonly #folder: string;
  readonly #trees: Readonly<Record<TreeName, Tree>>;
  #live: TreeName | undefined;
  #isAnew = false;

  private constructor(publicDirectory: string) {
    this.#publicDirectory = publicDirectory;
    this.#folder = folderOfTrees(publicDirectory);
    const tree = (name: TreeName): Tree => ({
      ...placeOf(publicDirectory, name),
      state: undefined,
    });
    this.#trees = { a: tree('a'), b: tree('b') };
  }

  static async open(publicDirectory: string): Promise<OutputTrees> {
    const trees = new OutputTrees(publicDirectory);
    await trees.refresh();
    return trees;
  }

  /** Looks what there is, since another process may have built in between. */
  async refresh(): Promise<void> {
    this.#live = await findLive(this.#publicDirectory);
    for (const tree of Object.values(this.#trees)) {
      const id = await loadId(tree.stateFolder);
      if (id === undefined) tree.state = undefined;
      else if (tree.state?.id !== id) tree.state = await loadState(tree.stateFolder);
    }
  }

  /** What the public directory holds; undefined when it is no output of a build, or nothing is known of it. */
  get live(): BuildState | undefined {
    return this.#live && this.#trees[this.#live].state;
  }

  /** The tree that is not public, yet to be brought up to date; with `isAnew`, whatever it holds is forgotten. */
  async begin({ isAnew = false } = {}): Promise<StandbyTree> {
    const name = this.#live === 'a' ? 'b' : 'a';
    const tree = this.#trees[name];
    const before = isAnew ? undefined : tree.state;
    this.#isAnew = isAnew;
    await forgetState(tree.stateFolder);
    tree.state = undefined;
    if (before === undefined) {
      await rm(tree.stateFolder, { recursive: true, force: true });
      await rm(tree.folder, { recursive: true, force: true });
    }
    await mkdir(tree.folder, { recursive: true });
    return new StandbyTree({
      folder: tree.folder,
      liveFolder: this.#live && this.#trees[this.#live].folder,
      before: before?.outputs ?? new Map(),
      publish: (state) => this.#publish(name, state, before),
    });
  }

  async #publish(name: TreeName, state: BuildState, before: BuildState | undefined): Promise<void> {
    const tree = this.#trees[name];
    await saveState(tree.stateFolder, state, before);
    await this.#makeWay();
    const swap = join(this.#folder, `link-${newId()}`);
    await symlink(join(`.${basename(this.#publicDirectory)}`, name), swap);
    await rename(swap, this.#publicDirectory);
    tree.state = state;
    this.#live = name;
    if (this.#isAnew) await this.#forget(name === 'a' ? 'b' : 'a');
  }

  /** Whoever wants everything made anew may not trust what there is. */
  async #forget(name: TreeName): Promise<void> {
    this.#trees[name].state = undefined;
    await forgetState(this.#trees[name].stateFolder);
  }

  /** A folder cannot be replaced by a link in one step; that there is one happens before the first build alone. */
  async #makeWay(): Promise<void> {
    const found = await lstat(this.#publicDirectory).catch(() => undefined);
    if (found === undefined || found.isSymbolicLink()) return;
    const aside = join(this.#folder, `replaced-${newId()}`);
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

function folderOfTrees(publicDirectory: string): string {
  return join(dirname(publicDirectory), `.${basename(publicDirectory)}`);
}

function placeOf(publicDirectory: string, name: TreeName): TreePlace {
  const folder = join(folderOfTrees(publicDirectory), name);
  return { folder, stateFolder: `${folder}.state` };
}

async function findLive(publicDirectory: string): Promise<TreeName | undefined> {
  const target = await readlink(publicDirectory).catch(() => undefined);
  return names.find((name) => target === join(`.${basename(publicDirectory)}`, name));
}

/** The tree that is public; undefined when the public directory is no output of a build. */
export async function findPublicTree(publicDirectory: string): Promise<TreePlace | undefined> {
  const name = await findLive(publicDirectory);
  return name && placeOf(publicDirectory, name);
}

interface StandbyParts {
  readonly folder: string;
  readonly liveFolder: string | undefined;
  readonly before: BuildState['outputs'];
  readonly publish: (state: BuildState) => Promise<void>;
}

/** The tree that a build works on. */
export class StandbyTree {
  readonly folder: string;
  readonly #parts: StandbyParts;

  constructor(parts: StandbyParts) {
    this.folder = parts.folder;
    this.#parts = parts;
  }

  /**
   * Makes the tree hold exactly these outputs, and public. Those that are `written` were put into it already; all
   * others are the same as in the tree that is public now, or were in this one before.
   */
  async publish(state: BuildState, written: ReadonlySet<string>): Promise<void> {
    const { before, folder, liveFolder } = this.#parts;
    const changed = changedKeys(state.outputs, before);
    const gone = goneFiles(state.outputs, before, changed);
    await severalAtOnce(gone, (file) => rm(join(folder, file), { force: true }));
    const taken = [...changed].flatMap((address) => {
      const [now, held] = [state.outputs.get(address), before.get(address)];
      if (now === undefined || written.has(address)) return [];
      return held?.file === now.file && held.hash === now.hash ? [] : [now.file];
    });
    await severalAtOnce(taken, (file) => this.#take(file, liveFolder!));
    await removeEmptyFolders(folder, gone);
    await this.#parts.publish(state);
  }

  async #take(file: string, liveFolder: string): Promise<void> {
    const source = join(liveFolder, file);
    try {
      await linkFile(join(this.folder, file), source);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw new OutputChanged(`${source} is not there any more`, { cause: error });
    }
  }
}

/** The public tree is not what an earlier build has made of it: somebody has removed a file. */
export class OutputChanged extends Error {}

/**
 * Writes a file of a tree. Never into the one that is there, which the other tree may have too. A page that is new has a
 * folder of its own, as a rule: it is made first, since to fail without it takes longer.
 */
export function putFile(
  folder: string,
  { file, isNew }: { readonly file: string; readonly isNew: boolean },
  bytes: string | Uint8Array,
): void {
  const path = join(folder, file);
  const write = (): void => writeFileSync(path, bytes, { flag: 'wx', encoding: 'utf8' });
  if (isNew) mkdirSync(dirname(path), { recursive: true });
  try {
    write();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') mkdirSync(dirname(path), { recursive: true });
    else if (code === 'EEXIST') unlinkSync(path);
    else throw error;
    write();
  }
}

/** There may be very many, on a busy disk, in the thread in which a server answers: so unlike pages, it waits for each. */
export async function linkFile(path: string, source: string): Promise<void> {
  try {
    await link(source, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') await mkdir(dirname(path), { recursive: true });
    else if (code === 'EEXIST') await unlink(path);
    else throw error;
    await link(source, path);
  }
}

/** Rejects when nothing is under way any more. */
async function severalAtOnce(
  files: readonly string[],
  work: (file: string) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < files.length; at += atOnce) {
    const done = await Promise.allSettled(files.slice(at, at + atOnce).map(work));
    for (const one of done) if (one.status === 'rejected') throw one.reason as Error;
  }
}

/** Files that were in a tree and have no place in it any more. */
function goneFiles(
  now: BuildState['outputs'],
  before: BuildState['outputs'],
  changed: readonly string[],
): readonly string[] {
  const left = changed.flatMap((address) => {
    const file = before.get(address)?.file;
    return file === undefined || file === now.get(address)?.file ? [] : [file];
  });
  if (left.length === 0) return left;
  const files = new Set(Array.from(now.values(), ({ file }) => file));
  return left.filter((file) => !files.has(file));
}

/** Removes the folders of files that have gone in which nothing is left. */
async function removeEmptyFolders(folder: string, gone: readonly string[]): Promise<void> {
  const emptied = new Set<string>();
  for (const file of gone) {
    for (let at = dirname(file); at !== '.'; at = dirname(at)) emptied.add(at);
  }
  const deepestFirst = [...emptied].sort((a, b) => b.length - a.length);
  for (const one of deepestFirst) {
    try {
      await rmdir(join(folder, one));
    } catch (error) {
      // Something is left in it, or it went with another.
      if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? ''))
        throw error;
    }
  }
}
