import type { Database } from '@galley/database';
import { fieldError, newId, type Actor, type Clock } from '@galley/kernel';
import { findKindByName } from './inspect/media-kinds.ts';
import { mediaNotFound, requireUnused, requireMedia } from './media-access.ts';
import type { MediaIndexer } from './media-indexer.ts';
import type { MediaLocks } from './media-locks.ts';
import type { MediaMoves, PlannedMove } from './media-moves.ts';
import type { MediaRecord, MediaState } from './media-record.ts';
import { MediaRepository } from './media-repository.ts';
import { MediaTrashRepository, type MediaTrashEntry } from './media-trash-repository.ts';
import { MediaUsageReadModel } from './media-usage-read-model.ts';
import { toStoredName } from './metadata/file-name.ts';
import { mediaProblems } from './problems.ts';
import { contributorsOf, type MediaChange, type PendingChanges } from './review/pending-changes.ts';
import {
  nameOf,
  requireMediaPath,
  requireStorePath,
  sidecarOf,
  trashPathOf,
} from './store/media-path.ts';
import type { MediaStore } from './store/media-store.ts';

export interface MediaTrashServiceOptions {
  readonly db: Database;
  readonly store: MediaStore;
  readonly locks: MediaLocks;
  readonly moves: MediaMoves;
  readonly pending: PendingChanges;
  readonly indexer: MediaIndexer;
  readonly clock: Clock;
  readonly onChange: (paths: readonly string[]) => Promise<void>;
}

export interface MediaRemoval {
  readonly path: string;
  /** Even when documents use the file. */
  readonly force?: boolean | undefined;
}

export interface Relocation extends MediaRemoval {
  /** A folder when it ends with a slash. */
  readonly to: string;
}

export interface Trashed {
  readonly trashPath: string;
  /** `pending`: the file stays public until the deletion is approved. */
  readonly state: MediaState;
}

const maxEntries = 1_000;

export class MediaTrashService {
  readonly #options: MediaTrashServiceOptions;

  constructor(options: MediaTrashServiceOptions) {
    this.#options = options;
  }

  list(): Promise<MediaTrashEntry[]> {
    return new MediaTrashRepository(this.#options.db).list(maxEntries);
  }

  /** The file stays public while `pending`. */
  async delete(actor: Actor, { path, force = false }: MediaRemoval): Promise<Trashed> {
    requireMedia(actor, 'media.lifecycle', 'delete');
    const { clock, pending } = this.#options;
    await this.#getIndexed(path);
    const deletedAt = clock.now();
    const trashPath = trashPathOf(path, deletedAt, newId());
    await this.#holdBoth([path, trashPath], async (connection) => {
      await this.#getMovable(connection, path, force);
      const entry = { path: trashPath, originalPath: path, deletedBy: actor.username, deletedAt };
      await this.#move(
        { connection, contributors: contributorsOf(actor), paths: [path] },
        {
          source: path,
          target: trashPath,
          rows: (transaction) => new MediaTrashRepository(transaction).takeIn(entry),
        },
      );
    });
    await this.#options.onChange([path]);
    return { trashPath, state: await pending.stateOf(path) };
  }

  /** Takes a trash path, or an original path for the last file deleted there. */
  async restore(actor: Actor, path: string): Promise<MediaRecord> {
    requireMedia(actor, 'media.lifecycle', 'restore');
    const { db, store, indexer } = this.#options;
    const { path: source, originalPath: target } = await this.#find(db, path);
    requireMediaPath(target);
    await this.#holdBoth([source, target], async (connection) => {
      const entry = await this.#find(connection, source);
      if (!(await store.stat(source))) throw trashEntryNotFound(path);
      // The uploader stays a contributor.
      const uploaders = await new MediaTrashRepository(connection).findUploaders(source);
      const contributors = [...uploaders, ...contributorsOf(actor)];
      await this.#move(
        { connection, contributors, paths: [target] },
        {
          source,
          target,
          rows: (transaction) => new MediaTrashRepository(transaction).restore(entry),
        },
      );
    });
    await indexer.indexPath(target);
    await this.#options.onChange([target]);
    return this.#get(target);
  }

  /** The extension must keep its type. */
  async move(actor: Actor, { path, to, force = false }: Relocation): Promise<MediaRecord> {
    requireMedia(actor, 'media.lifecycle', 'move');
    const source = await this.#getIndexed(path);
    const target = to.endsWith('/') ? to + nameOf(path) : to;
    requireValidTarget(target, source);
    if (target === path) return source;
    await this.#holdBoth([path, target], async (connection) => {
      const record = await this.#getMovable(connection, path, force);
      const contributors = [record.uploadedBy, ...contributorsOf(actor)];
      await this.#move(
        { connection, contributors, paths: [path, target] },
        {
          source: path,
          target,
          rows: (transaction) => new MediaRepository(transaction).relocate(record, target),
        },
      );
    });
    await this.#options.onChange([path, target]);
    return this.#get(target);
  }

  /** Permanent. */
  async purge(actor: Actor, path: string): Promise<void> {
    requireMedia(actor, 'media.lifecycle', 'delete');
    const { db, locks, store } = this.#options;
    const { path: trashPath } = await this.#find(db, path);
    if (trashPath !== path) throw trashEntryNotFound(path);
    await locks.hold(trashPath, async (connection) => {
      await this.#find(connection, trashPath);
      await store.delete(sidecarOf(trashPath));
      await store.delete(trashPath);
      await new MediaTrashRepository(connection).remove(trashPath);
    });
  }

  /** Rows may have changed before a move was refused. */
  async #holdBoth(
    paths: readonly [string, string],
    work: (connection: Database) => Promise<void>,
  ): Promise<void> {
    try {
      await this.#options.locks.holdBoth(paths, work);
    } catch (error) {
      if (!mediaProblems.already_exists.is(error)) throw error;
      for (const path of paths) await this.#options.indexer.indexPath(path);
      throw error;
    }
  }

  #move(change: MediaChange, move: PlannedMove): Promise<unknown> {
    const { pending, moves } = this.#options;
    return pending.during(change, () => moves.move(change.connection, move));
  }

  async #getIndexed(path: string): Promise<MediaRecord> {
    requireMediaPath(path);
    await this.#options.indexer.indexPath(path);
    return this.#get(path);
  }

  async #get(path: string): Promise<MediaRecord> {
    const { db, pending } = this.#options;
    const found = await new MediaRepository(db).find(path);
    if (!found) throw mediaNotFound(path);
    return pending.withState(found);
  }

  async #getMovable(connection: Database, path: string, force: boolean): Promise<MediaRecord> {
    const record = await new MediaRepository(connection).find(path);
    if (!record || !(await this.#options.store.stat(path))) throw mediaNotFound(path);
    if (!force) requireUnused(path, await new MediaUsageReadModel(connection).count(path));
    return record;
  }

  async #find(db: Database, path: string): Promise<MediaTrashEntry> {
    requireStorePath(path);
    const entry = await new MediaTrashRepository(db).find(path);
    if (!entry) throw trashEntryNotFound(path);
    return entry;
  }
}

function requireValidTarget(target: string, { type }: MediaRecord): void {
  requireMediaPath(target, 'to');
  const name = nameOf(target);
  if (toStoredName(name) !== name) {
    throw mediaProblems.invalid_path.at([
      fieldError('to', 'not_a_media_file', { example: toStoredName(name), found: name }),
    ]);
  }
  if (findKindByName(name)?.type === type) return;
  throw mediaProblems.unsupported_media_type(
    `The file is ${type}; ${JSON.stringify(name)} has the ending of another type. Keep the ending.`,
  );
}

function trashEntryNotFound(path: string): Error {
  return mediaProblems.not_found(
    `There is no file of ${JSON.stringify(path)} in the trash of the media library.`,
  );
}
