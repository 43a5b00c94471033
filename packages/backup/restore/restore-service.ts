import {
  finishPendingWrites,
  noteNewTree,
  type ContentTree,
  type TreeReconciler,
} from '@galley/content';
import { tryWithAdvisoryLock, withExclusiveTree, type Database } from '@galley/database';
import { newId, storageFailureOf, type Actor, type Clock, type Logger } from '@galley/kernel';
import type { ChangedSetting, SiteSettings } from '@galley/settings';
import type { BackupService, SnapshotOptions } from '../backup-service.ts';
import type { Backup } from '../backup.ts';
import type { ReadIdentity } from '../encryption/identity.ts';
import { backupProblems } from '../problems.ts';
import { checkArchive } from './check-archive.ts';
import { extractArchive } from './extract-archive.ts';
import { requireConfirmed, settingsChangedBy } from './restored-settings.ts';
import { filesOf, writeList, type RestoredFile } from './restored-files.ts';
import { treeVersion } from './tree-files.ts';
import { TreeSwap } from './tree-swap.ts';

export interface RestoreOptions {
  readonly db: Database;
  readonly tree: ContentTree;
  readonly reconciler: TreeReconciler;
  readonly settings: () => SiteSettings;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly backups: BackupService;
  /** Under the exclusive tree lock, before the swap. */
  readonly prepareTree: (connection: Database, tree: UnpackedTree) => Promise<void>;
  /** Updates all derived data; returns the number of documents. */
  readonly follow: () => Promise<number>;
}

export interface UnpackedTree {
  readonly folder: string;
  readonly files: readonly RestoredFile[];
  readonly keepsMedia: boolean;
  readonly by: string;
}

export interface Restored {
  readonly restored: Backup;
  readonly snapshot: Backup;
  readonly documents: number;
  readonly changedSettings: readonly ChangedSetting[];
}

export interface RestoreRequest {
  readonly id: string;
  readonly confirmSecurityChanges?: boolean | undefined;
  /** For an encrypted backup. */
  readonly readIdentity?: ReadIdentity | undefined;
}

interface PreparedTree {
  readonly swap: TreeSwap;
  readonly files: readonly RestoredFile[];
  readonly keepsMedia: boolean;
}

const restoreLock = 'galley:restore';

/**
 *     check ─▶ unpack beside ─▶ snapshot ─▶ (whole tree: swap, note) ─▶ index ─▶ snapshot again? ─▶ clear up
 *
 * People continue to work until the swap; if they saved something since the snapshot began, another one replaces it.
 * The old tree is deleted only when a verified backup has its last state.
 */
export class RestoreService {
  readonly #options: RestoreOptions;

  constructor(options: RestoreOptions) {
    this.#options = options;
  }

  /**
   * Leaves the content unchanged after an error. @throws `security_settings_change` unless confirmed, `not_found`,
   * `invalid_archive`, `invalid_identity`, `insufficient_storage`, `tree_fixed`, `restore_failed`, `restore_running`
   */
  async restore(actor: Actor, request: RestoreRequest): Promise<Restored> {
    const restored = await tryWithAdvisoryLock(this.#options.db, restoreLock, (connection) =>
      this.#restore(connection, { ...request, actor }),
    );
    if (restored) return restored;
    throw backupProblems.restore_running(
      'Another restore is running. Wait until it is done and check the content first.',
    );
  }

  /** Deletes the files of unfinished restores, after a missing snapshot of the old tree; returns their number. */
  async cleanUp(): Promise<number> {
    const { db, tree } = this.#options;
    const before = await TreeSwap.list(tree.root);
    if (before.length === 0) return 0;
    await tryWithAdvisoryLock(db, restoreLock, async () => {
      for (const swap of await TreeSwap.list(tree.root)) await this.#finish(swap);
      return true;
    });
    return before.length - (await TreeSwap.list(tree.root)).length;
  }

  async #restore(
    connection: Database,
    { actor, id, confirmSecurityChanges, readIdentity }: RestoreRequest & { readonly actor: Actor },
  ): Promise<Restored> {
    const { backups, tree, logger, follow, settings } = this.#options;
    const backup = await backups.get(id);
    const swap = new TreeSwap(tree.root, newId());
    let first: Backup;
    let changedSettings: readonly ChangedSetting[];
    try {
      const began = performance.now();
      const prepared = await backups.unlocked(id, readIdentity, (zip) => this.#prepare(swap, zip));
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
      await backups.betweenBackups(connection, (exclusive) =>
        this.#swap(exclusive, prepared, facts),
      );
    } catch (error) {
      await this.#discard(swap);
      throw asProblem(error);
    }
    logger.info('backup restored', { backup: id, by: actor.username });
    const began = performance.now();
    const documents = await follow();
    logger.debug('restored content indexed', { documents, duration_ms: since(began) });
    const snapshot = await this.#finish(swap, first);
    return { restored: backup, snapshot: snapshot ?? first, documents, changedSettings };
  }

  async #prepare(swap: TreeSwap, path: string): Promise<PreparedTree> {
    await using archive = await checkArchive(path);
    await swap.prepare();
    await extractArchive(archive, swap.newFolder);
    const files = filesOf(archive.manifest);
    await writeList(swap.folder, files);
    return { swap, files, keepsMedia: !archive.manifest.includeMedia };
  }

  async #snapshot(options: Omit<SnapshotOptions, 'check'>): Promise<Backup> {
    return this.#options.backups.snapshot({
      ...options,
      check: async (zip) => (await checkArchive(zip))[Symbol.asyncDispose](),
    });
  }

  async #swap(
    exclusive: Database,
    { swap, files, keepsMedia }: PreparedTree,
    { version, ...facts }: { by: string; backup: string; version: string },
  ): Promise<void> {
    const { tree, clock, logger, settings } = this.#options;
    const asked = performance.now();
    await withExclusiveTree(exclusive, async (connection) => {
      const held = performance.now();
      await finishPendingWrites(connection, this.#options);
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

  /** Returns the snapshot that replaces `first`, if one was needed. */
  async #finish(swap: TreeSwap, first?: Backup): Promise<Backup | undefined> {
    const { backups, logger } = this.#options;
    const journal = await swap.journal();
    let second: Backup | undefined;
    try {
      if (journal?.state === 'swapped' && journal.isOutdated) {
        const { by, keepsMedia } = journal;
        const contentDirectory = swap.oldFolder;
        second = await this.#snapshot({ by, contentDirectory, includeMedia: !keepsMedia });
        if (first) await backups.delete(first.id);
      }
      if (await swap.remove())
        logger.warn('kept files of the previous tree that are in no backup', {
          folder: swap.folder,
        });
    } catch (error) {
      // The next `cleanUp` retries.
      logger.error('removing the previous tree after a restore failed', {
        folder: swap.folder,
        error: error instanceof Error ? error.message : String(error),
      });
    }
    return second;
  }

  /** A swap that is not undone is left to the next start. */
  async #discard(swap: TreeSwap): Promise<void> {
    const state = (await swap.journal())?.state;
    if (state === undefined || state === 'done') await swap.remove();
  }
}

function since(moment: number): number {
  return Math.round(performance.now() - moment);
}

function asProblem(error: unknown): unknown {
  const failure = storageFailureOf(error);
  if (!failure) return error;
  if (failure.cause === 'disk_full')
    return backupProblems.insufficient_storage('The disk is full. The content is unchanged.');
  return backupProblems.restore_failed(`The content is unchanged: ${(error as Error).message}.`);
}
