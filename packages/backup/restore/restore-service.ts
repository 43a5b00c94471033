import {
  finishBeforeLeaving,
  noteNewTree,
  type ContentTree,
  type TreeReconciler,
} from '@galley/content';
import { withFreeAdvisoryLock, withWholeTree, type Database } from '@galley/database';
import { newId, storageFailureOf, type Actor, type Clock, type Logger } from '@galley/kernel';
import type { ChangedSetting, SiteSettings } from '@galley/settings';
import { backupProblems } from '../problems.ts';
import { checkArchive } from './check-archive.ts';
import { extractArchive } from './extract-archive.ts';
import { requireConfirmed, settingsChangedBy } from './restored-settings.ts';
import { filesOf, writeList, type RestoredFile } from './restored-files.ts';
import { treeVersion } from './tree-files.ts';
import { TreeSwap } from './tree-swap.ts';

/** The archives that there are, as far as a restore needs them. */
export interface RestorableBackups<Info> {
  /** Throws `not_found`. */
  find(id: string): Promise<RestorableBackup<Info>>;
  /** Makes a verified backup of a content tree under the name `before-restore`. */
  snapshot(options: SnapshotOptions): Promise<RestorableBackup<Info>>;
  remove(id: string): Promise<void>;
  /** Runs `work` while nobody makes a backup, on the connection that sees to that. */
  betweenBackups<T>(db: Database, work: (connection: Database) => Promise<T>): Promise<T>;
}

export interface RestorableBackup<Info> {
  readonly id: string;
  /** Of the archive. */
  readonly path: string;
  readonly info: Info;
}

export interface SnapshotOptions {
  /** Who restores. */
  readonly by: string;
  readonly contentDirectory: string;
  readonly includeMedia: boolean;
}

export interface RestoreOptions<Info> {
  readonly db: Database;
  readonly tree: ContentTree;
  readonly reconciler: TreeReconciler;
  readonly settings: () => SiteSettings;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly backups: RestorableBackups<Info>;
  /** Prepares the unpacked tree under the lock of the whole tree, before it is swapped in. */
  readonly prepareTree: (connection: Database, tree: UnpackedTree) => Promise<void>;
  /** Has everything follow that is made from the tree; resolves with how many documents there are. */
  readonly follow: () => Promise<number>;
}

/** A tree that a restore is about to swap in. */
export interface UnpackedTree {
  readonly folder: string;
  readonly files: readonly RestoredFile[];
  /** The media of the present tree stay. */
  readonly keepsMedia: boolean;
  /** Who restores. */
  readonly by: string;
}

export interface Restored<Info> {
  readonly restored: Info;
  /** Of the tree as it was before. */
  readonly snapshot: Info;
  /** In the tree now. */
  readonly documents: number;
  readonly changedSettings: readonly ChangedSetting[];
}

export interface RestoreRequest {
  readonly id: string;
  /** Restore also where the backup has other security settings. */
  readonly confirmSecurityChanges?: boolean | undefined;
}

/** What is to be swapped in. */
interface Prepared {
  readonly swap: TreeSwap;
  readonly files: readonly RestoredFile[];
  readonly keepsMedia: boolean;
}

const restoreLock = 'galley:restore';

/**
 * Puts the content of a backup in the place of the content tree.
 *
 *     check ─▶ unpack beside ─▶ snapshot ─▶ (whole tree: swap, note) ─▶ index ─▶ snapshot again? ─▶ clear up
 *
 * People go on working until the tree is swapped, which takes as long as looking at its files does. What they saved
 * since the snapshot was begun went aside with the old tree: then another snapshot is made of that, which takes the
 * place of the first. The old tree is thrown away only once it is in a verified backup as it was when it left.
 */
export class RestoreService<Info> {
  readonly #options: RestoreOptions<Info>;

  constructor(options: RestoreOptions<Info>) {
    this.#options = options;
  }

  /**
   * Rejects with `security_settings_change` unless the changes are confirmed, and with `not_found`, `invalid_archive`, `insufficient_storage`, `tree_fixed` or `restore_failed`, and then the
   * content is as it was; with `restore_running` while another one is under way.
   */
  async restore(actor: Actor, request: RestoreRequest): Promise<Restored<Info>> {
    const restored = await withFreeAdvisoryLock(this.#options.db, restoreLock, (connection) =>
      this.#restore(connection, { ...request, actor }),
    );
    if (restored) return restored;
    throw backupProblems.restore_running(
      'Somebody is restoring a backup at this moment. Wait until that is done, and look at the content first.',
    );
  }

  /**
   * Throws away what restores left that did not come to their end, and resolves with how much; first the old tree's
   * snapshot, where it is missing.
   */
  async cleanUp(): Promise<number> {
    const { db, tree } = this.#options;
    const before = await TreeSwap.list(tree.root);
    if (before.length === 0) return 0;
    await withFreeAdvisoryLock(db, restoreLock, async () => {
      for (const swap of await TreeSwap.list(tree.root)) await this.#finish(swap);
      return true;
    });
    return before.length - (await TreeSwap.list(tree.root)).length;
  }

  async #restore(
    connection: Database,
    { actor, id, confirmSecurityChanges }: RestoreRequest & { readonly actor: Actor },
  ): Promise<Restored<Info>> {
    const { backups, tree, logger, follow, settings } = this.#options;
    const backup = await backups.find(id);
    const swap = new TreeSwap(tree.root, newId());
    let first: RestorableBackup<Info>;
    let changedSettings: readonly ChangedSetting[];
    try {
      const began = performance.now();
      const prepared = await this.#prepare(swap, backup.path);
      logger.debug('backup unpacked', { backup: id, duration_ms: since(began) });
      changedSettings = await settingsChangedBy({
        present: tree.root,
        unpacked: swap.newFolder,
        settings: settings(),
      });
      if (!confirmSecurityChanges) requireConfirmed(changedSettings);
      const { keepsMedia } = prepared;
      const version = await treeVersion(tree.root, { keepsMedia });
      first = await this.#snapshot({
        by: actor.username,
        contentDirectory: tree.root,
        includeMedia: !keepsMedia,
      });
      const facts = { by: actor.username, backup: id, version };
      await backups.betweenBackups(connection, (alone) => this.#swap(alone, prepared, facts));
    } catch (error) {
      await this.#discard(swap);
      throw asProblem(error);
    }
    logger.info('backup restored', { backup: id, by: actor.username });
    const began = performance.now();
    const documents = await follow();
    logger.debug('restored content indexed', { documents, duration_ms: since(began) });
    const snapshot = await this.#finish(swap, first);
    const made = (snapshot ?? first).info;
    return { restored: backup.info, snapshot: made, documents, changedSettings };
  }

  async #prepare(swap: TreeSwap, path: string): Promise<Prepared> {
    await using archive = await checkArchive(path);
    await swap.prepare();
    await extractArchive(archive, swap.newFolder);
    const files = filesOf(archive.manifest);
    await writeList(swap.folder, files);
    return { swap, files, keepsMedia: !archive.manifest.includeMedia };
  }

  /** One that could itself be restored: a tree with names that no restore takes is not left behind. */
  async #snapshot(options: SnapshotOptions): Promise<RestorableBackup<Info>> {
    const snapshot = await this.#options.backups.snapshot(options);
    await (await checkArchive(snapshot.path))[Symbol.asyncDispose]();
    return snapshot;
  }

  async #swap(
    alone: Database,
    { swap, files, keepsMedia }: Prepared,
    { version, ...facts }: { by: string; backup: string; version: string },
  ): Promise<void> {
    const { tree, clock, logger, settings } = this.#options;
    const asked = performance.now();
    await withWholeTree(alone, async (connection) => {
      const held = performance.now();
      await finishBeforeLeaving(connection, this.#options);
      const isOutdated = (await treeVersion(tree.root, { keepsMedia })) !== version;
      const { by } = facts;
      const folder = swap.newFolder;
      await this.#options.prepareTree(connection, { folder, files, keepsMedia, by });
      const { requireApproval } = settings().editorial;
      const changed = await swap.run({ ...facts, keepsMedia, isOutdated, requireApproval }, () =>
        noteNewTree(connection, { tree, clock, files, by, requireApproval }),
      );
      logger.info('content tree replaced', {
        changed,
        waited_ms: Math.round(held - asked),
        held_ms: since(held),
      });
    });
  }

  /** The snapshot that took the place of `first`, if one had to be made. */
  async #finish(
    swap: TreeSwap,
    first?: RestorableBackup<Info>,
  ): Promise<RestorableBackup<Info> | undefined> {
    const { backups, logger } = this.#options;
    const journal = await swap.journal();
    let second: RestorableBackup<Info> | undefined;
    try {
      if (journal?.state === 'swapped' && journal.isOutdated) {
        const { by, keepsMedia } = journal;
        const contentDirectory = swap.oldFolder;
        second = await this.#snapshot({ by, contentDirectory, includeMedia: !keepsMedia });
        if (first) await backups.remove(first.id);
      }
      if (await swap.remove())
        logger.warn('some of the tree before a restore is in no backup, and was kept', {
          folder: swap.folder,
        });
    } catch (error) {
      // What was restored stands; the old tree stays where it is, and the next `cleanUp` tries again.
      logger.error('the tree before a restore could not be put away', {
        folder: swap.folder,
        error: error instanceof Error ? error.message : String(error),
      });
    }
    return second;
  }

  /** After a failure: a swap that is not yet undone is left to the next start. */
  async #discard(swap: TreeSwap): Promise<void> {
    const state = (await swap.journal())?.state;
    if (state === undefined || state === 'done') await swap.remove();
  }
}

function since(moment: number): number {
  return Math.round(performance.now() - moment);
}

/** What the file system refuses is no defect of Galley. */
function asProblem(error: unknown): unknown {
  const failure = storageFailureOf(error);
  if (!failure) return error;
  if (failure.cause === 'disk_full')
    return backupProblems.insufficient_storage('The disk is full. The content is as it was.');
  return backupProblems.restore_failed(`The content is as it was; ${(error as Error).message}.`);
}
