import { lstat, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '@galley/kernel';
import { backupProblems } from '../problems.ts';
import { reservedFolders, restoreFolder } from '../tree-folders.ts';
import { readJournal, writeJournal, type SwapJournal } from './swap-journal.ts';
import { namesIn, unsavedIn } from './tree-files.ts';

export type SwapPlan = Omit<SwapJournal, 'state' | 'out' | 'in'>;

/**
 * In a folder inside the tree (`.restore/<id>`), because the content folder may be a mount and is never renamed. The
 * caller holds the exclusive tree lock (`withExclusiveTree`). Each step is a repeatable rename.
 */
export class TreeSwap {
  readonly root: string;
  readonly id: string;
  readonly folder: string;
  readonly newFolder: string;
  readonly oldFolder: string;
  /** Entries created between two steps, and files excluded from backups. */
  readonly #lateFolder: string;

  constructor(root: string, id: string) {
    this.root = root;
    this.id = id;
    this.folder = join(root, restoreFolder, id);
    this.newFolder = join(this.folder, 'new');
    this.oldFolder = join(this.folder, 'old');
    this.#lateFolder = join(this.folder, 'late');
  }

  /** Includes unfinished and running restores. */
  static async list(root: string): Promise<TreeSwap[]> {
    const names = await namesIn(join(root, restoreFolder));
    return names.map((id) => new TreeSwap(root, id));
  }

  async prepare(): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await syncFolder(join(this.root, restoreFolder));
    await syncFolder(this.root);
  }

  journal(): Promise<SwapJournal | undefined> {
    return readJournal(this.folder);
  }

  /** Runs `alongside` as part of the swap. After any failure the old tree is back in place. */
  async run<T>(plan: SwapPlan, alongside: () => Promise<T>): Promise<T> {
    const into = await namesIn(this.newFolder);
    const out = await this.#namesToMove(plan.keepsMedia, into);
    await mkdir(this.oldFolder, { recursive: true });
    const journal: SwapJournal = { ...plan, state: 'out', out, in: into };
    await writeJournal(this.folder, journal);
    try {
      await this.#moveOut(journal);
      await writeJournal(this.folder, { ...journal, state: 'in' });
      await this.#moveIn(journal);
      const done = await alongside();
      await this.markComplete();
      return done;
    } catch (error) {
      await this.#goBack(journal);
      throw error;
    }
  }

  async #namesToMove(keepsMedia: boolean, into: readonly string[]): Promise<string[]> {
    const out: string[] = [];
    for (const name of await namesIn(this.root)) {
      if (reservedFolders.has(name) || (keepsMedia && name === 'media')) continue;
      const { isLink, isMount } = await this.#inspect(name);
      if (!isLink && !isMount) out.push(name);
      else if (isMount || into.includes(name))
        throw createTreeFixedError(name, isLink ? 'a link' : 'a mount');
    }
    return out;
  }

  async #inspect(name: string): Promise<{ readonly isLink: boolean; readonly isMount: boolean }> {
    const [entry, own] = [await lstat(join(this.root, name)), await lstat(this.folder)];
    return { isLink: entry.isSymbolicLink(), isMount: entry.dev !== own.dev };
  }

  /** Also records that the database has its documents. */
  async markComplete(): Promise<void> {
    await this.#advance('swapped');
  }

  /** `old` if the old tree was not moved aside completely, otherwise `new`; `undefined` if no work remains. */
  async recover(): Promise<'old' | 'new' | undefined> {
    const journal = await this.journal();
    if (journal?.state === 'out' || journal?.state === 'back') {
      await this.#goBack(journal);
      return 'old';
    }
    if (journal?.state !== 'in') return undefined;
    await this.#moveIn(journal);
    return 'new';
  }

  /** Keeps files excluded from backups and those created between two steps; returns whether such exist. */
  async remove(): Promise<boolean> {
    if ((await this.journal())?.state === 'swapped') await this.#keepUnsaved();
    if (await this.journal()) await this.#advance('done');
    if ((await namesIn(this.#lateFolder)).length > 0) {
      for (const folder of [this.newFolder, this.oldFolder])
        await rm(folder, { recursive: true, force: true });
      return true;
    }
    await rm(this.folder, { recursive: true, force: true });
    return false;
  }

  async #advance(state: SwapJournal['state']): Promise<void> {
    const journal = await this.journal();
    if (journal && journal.state !== state) await writeJournal(this.folder, { ...journal, state });
  }

  async #moveOut({ out }: SwapJournal): Promise<void> {
    for (const name of out) {
      if (await exists(join(this.root, name)))
        await rename(join(this.root, name), join(this.oldFolder, name));
    }
    await syncFolder(this.oldFolder);
    await syncFolder(this.root);
  }

  async #moveIn({ in: names, keepsMedia }: SwapJournal): Promise<void> {
    for (const name of names) {
      if (!(await exists(join(this.newFolder, name)))) continue;
      await this.#moveAside(name);
      await rename(join(this.newFolder, name), join(this.root, name));
    }
    if (keepsMedia) await moveFolder(pendingMedia, { from: this.oldFolder, to: this.root });
    await syncFolder(this.newFolder);
    await syncFolder(this.root);
  }

  async #goBack(journal: SwapJournal): Promise<void> {
    await writeJournal(this.folder, { ...journal, state: 'back' });
    if (journal.keepsMedia && (await exists(join(this.oldFolder, dirname(pendingMedia)))))
      await moveFolder(pendingMedia, { from: this.root, to: this.oldFolder });
    for (const name of journal.in) {
      const isIn = !(await exists(join(this.newFolder, name)));
      if (isIn && (await exists(join(this.root, name))))
        await rename(join(this.root, name), join(this.newFolder, name));
    }
    for (const name of journal.out) {
      if (!(await exists(join(this.oldFolder, name)))) continue;
      await this.#moveAside(name);
      await rename(join(this.oldFolder, name), join(this.root, name));
    }
    for (const folder of [this.newFolder, this.oldFolder, this.root]) await syncFolder(folder);
    await writeJournal(this.folder, { ...journal, state: 'done' });
  }

  /** Special files are in no archive, and so not in the snapshot of the old tree. */
  async #keepUnsaved(): Promise<void> {
    for (const path of await unsavedIn(this.oldFolder)) {
      const target = join(this.#lateFolder, path);
      await mkdir(dirname(target), { recursive: true });
      await rename(join(this.oldFolder, path), target);
    }
  }

  async #moveAside(name: string): Promise<void> {
    if (!(await exists(join(this.root, name)))) return;
    await mkdir(this.#lateFolder, { recursive: true });
    const late = await namesIn(this.#lateFolder);
    await rename(join(this.root, name), join(this.#lateFolder, `${late.length}-${name}`));
  }
}

function createTreeFixedError(name: string, what: string): Error {
  return backupProblems.tree_fixed(
    `The content cannot be replaced: ${JSON.stringify(name)} in the content folder is ${what}, and a restore requires a regular folder on a single disk. Nothing was changed.`,
  );
}

const pendingMedia = '.published/media';

/** Does nothing if the folder is already moved. */
async function moveFolder(
  folder: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  if (!(await exists(join(from, folder))) || (await exists(join(to, folder)))) return;
  await mkdir(join(to, dirname(folder)), { recursive: true });
  await rename(join(from, folder), join(to, folder));
  await syncFolder(join(to, dirname(folder)));
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
