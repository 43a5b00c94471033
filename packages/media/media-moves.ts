import type { Database, Transaction } from '@galley/database';
import { newId } from '@galley/kernel';
import type { MediaLocks } from './media-locks.ts';
import { MediaMoveRepository, type MediaMove } from './media-move-repository.ts';
import { mediaProblems } from './problems.ts';
import { sidecarOf } from './store/media-path.ts';
import type { MediaStore } from './store/media-store.ts';

export interface MediaMovesOptions {
  readonly db: Database;
  readonly store: MediaStore;
  readonly locks: MediaLocks;
}

/** Where a file goes, and what its rows say from then on. */
export interface PlannedMove {
  readonly source: string;
  readonly target: string;
  readonly rows: (transaction: Transaction) => Promise<void>;
}

/**
 * Moves files of the library together with what stands beside them. The caller holds the locks of both paths.
 *
 *     rows: at the target, a move to do ──sidecar──▶ ──file──▶ ──no move to do──▶
 *
 * The rows come first, so that a crash anywhere is finished by `finishAll`, at the start and with every scan. The file
 * goes last: until then nobody else gets its name, and so nobody its metadata.
 */
export class MediaMoves {
  readonly #options: MediaMovesOptions;

  constructor(options: MediaMovesOptions) {
    this.#options = options;
  }

  /** `already_exists` when there is something at the target; then nothing is done. */
  async move(connection: Database, { source, target, rows }: PlannedMove): Promise<void> {
    for (const place of [target, sidecarOf(target)]) await this.#requireFree(place, source);
    const move = { id: newId(), source, target };
    await connection.transaction().execute(async (transaction) => {
      await rows(transaction);
      await new MediaMoveRepository(transaction).insert(move);
    });
    // Somebody who is not Galley may have put a file there this very moment.
    if (!(await this.#follow(connection, move))) throw taken(target);
  }

  async #requireFree(place: string, source: string): Promise<void> {
    const { store } = this.#options;
    const isOtherSpelling = [source, sidecarOf(source)].some(
      (one) => one.toLowerCase() === place.toLowerCase(),
    );
    const isFree = isOtherSpelling ? !(await store.stat(place)) : await store.isFree(place);
    if (!isFree) throw taken(place);
  }

  /** Ends moves that were broken off. Returns the paths that somebody has to look at then. */
  async finishAll(): Promise<string[]> {
    const { db, locks } = this.#options;
    const touched: string[] = [];
    for (const { source, target } of await new MediaMoveRepository(db).list()) {
      await locks.holdBoth([source, target], async (connection) => {
        for (const move of await new MediaMoveRepository(connection).listOf(source, target)) {
          await this.#follow(connection, move);
          touched.push(source, target);
        }
      });
    }
    return touched;
  }

  /** False when the file could not follow its rows. */
  async #follow(connection: Database, { id, source, target }: MediaMove): Promise<boolean> {
    await this.#moveFile(sidecarOf(source), sidecarOf(target));
    const isMoved = await this.#moveFile(source, target);
    await new MediaMoveRepository(connection).remove(id);
    return isMoved;
  }

  async #moveFile(source: string, target: string): Promise<boolean> {
    try {
      await this.#options.store.move(source, target);
      return true;
    } catch (error) {
      // It has been moved, before a crash; what is at its old place by now is somebody else's.
      if (!mediaProblems.not_found.is(error) && !mediaProblems.already_exists.is(error))
        throw error;
      return false;
    }
  }
}

function taken(path: string): Error {
  return mediaProblems.already_exists(
    `There is a file at ${path} by now. Move it or delete it first.`,
    { path },
  );
}
