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

export interface PlannedMove {
  readonly source: string;
  readonly target: string;
  readonly rows: (transaction: Transaction) => Promise<void>;
}

/**
 * Moves files with their sidecars. The caller holds the locks of both paths.
 *
 *     rows at the target, move recorded ──sidecar──▶ ──file──▶ ──move deleted──▶
 *
 * Rows change first, so that `finishAll` can complete the move after a crash. The file moves last: until then no other
 * file can take its name and inherit its metadata.
 */
export class MediaMoves {
  readonly #options: MediaMovesOptions;

  constructor(options: MediaMovesOptions) {
    this.#options = options;
  }

  /** Throws `already_exists`; then nothing changes. */
  async move(connection: Database, { source, target, rows }: PlannedMove): Promise<void> {
    for (const place of [target, sidecarOf(target)]) await this.#requireFree(place, source);
    const move = { id: newId(), source, target };
    await connection.transaction().execute(async (transaction) => {
      await rows(transaction);
      await new MediaMoveRepository(transaction).insert(move);
    });
    // An external program may have created the target meanwhile.
    if (!(await this.#completeMove(connection, move))) throw pathTaken(target);
  }

  async #requireFree(place: string, source: string): Promise<void> {
    const { store } = this.#options;
    const isOtherSpelling = [source, sidecarOf(source)].some(
      (one) => one.toLowerCase() === place.toLowerCase(),
    );
    const isFree = isOtherSpelling ? !(await store.stat(place)) : await store.isFree(place);
    if (!isFree) throw pathTaken(place);
  }

  /** Completes interrupted moves; returns the paths to index. */
  async finishAll(): Promise<string[]> {
    const { db, locks } = this.#options;
    const touched: string[] = [];
    for (const { source, target } of await new MediaMoveRepository(db).list()) {
      await locks.holdBoth([source, target], async (connection) => {
        for (const move of await new MediaMoveRepository(connection).listOf(source, target)) {
          await this.#completeMove(connection, move);
          touched.push(source, target);
        }
      });
    }
    return touched;
  }

  /** False when the file could not be moved. */
  async #completeMove(connection: Database, { id, source, target }: MediaMove): Promise<boolean> {
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
      // Moved before a crash; the file at the old path now is another.
      if (!mediaProblems.not_found.is(error) && !mediaProblems.already_exists.is(error))
        throw error;
      return false;
    }
  }
}

function pathTaken(path: string): Error {
  return mediaProblems.already_exists(`A file exists at ${path}. Move or delete it first.`, {
    path,
  });
}
