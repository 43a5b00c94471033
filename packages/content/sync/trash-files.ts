import type { Database } from '@galley/database';
import { OnceAMinute, sha256, type Logger, type StorageFailure } from '@galley/kernel';
import { publishedFolder, type ContentTree, type TreeFile } from '../tree/content-tree.ts';
import { DocumentRepository } from '../store/document-repository.ts';
import { fileHash } from '../tree/known-file.ts';
import { deferStorageErrors, withStorageErrors } from '../tree/storage-failure.ts';
import { TrashRepository, type UnfinishedMove } from '../store/trash-repository.ts';

export interface TrashFilesOptions {
  readonly tree: ContentTree;
  readonly maxBytes: number;
  readonly logger: Logger;
}

export const nothingDeleted = 'Nothing was deleted.';

/**
 * Moves the files of documents into the trash and removes them from it. Callers hold the lock of the document's
 * original path.
 *
 *     deleted:   rows: in the trash, moving ──move file──▶ file in the trash ──mark──▶ kept
 *     restored:  rows: living, leaving ──remove file from the trash──▶ ──delete the row──▶
 *
 * `commit` writes the rows first, and the bytes are in the history, so `finish` can complete the move after a crash at
 * any step. `reconcile` and every scan of the tree start with it.
 */
export class TrashFiles {
  readonly #options: TrashFilesOptions;
  readonly #throttle = new OnceAMinute();

  constructor(options: TrashFilesOptions) {
    this.#options = options;
  }

  requireWritable(trashPath: string): Promise<void> {
    return withStorageErrors(() => this.#options.tree.requireWritable(trashPath), nothingDeleted);
  }

  /** Returns the failure when the file of a deleted document may still be at the path. */
  async finish(connection: Database, path: string): Promise<StorageFailure | undefined> {
    const trash = new TrashRepository(connection);
    let remaining: StorageFailure | undefined;
    for (const move of await trash.listUnfinished(path)) {
      const isLeaving = move.state === 'leaving';
      const { failure } = await deferStorageErrors(
        () =>
          isLeaving ? this.#options.tree.remove(move.path) : this.#takeIn(connection, path, move),
        { path: move.path, logger: this.#options.logger, throttle: this.#throttle },
      );
      if (failure) {
        if (!isLeaving) remaining = failure;
      } else if (isLeaving) await trash.remove(move.path);
      else await trash.markStored(move.path);
    }
    return remaining;
  }

  async #takeIn(
    connection: Database,
    path: string,
    { path: trashPath, documentId, headHash }: UnfinishedMove,
  ): Promise<void> {
    const { tree } = this.#options;
    const bytes = await new DocumentRepository(connection).bytesOf(documentId, headHash);
    await this.#moveAway(path, trashPath, sha256(bytes));
    // A file edited on disk in the meantime stays there as a new document.
    if (!(await tree.stamp(trashPath))) await tree.write(trashPath, bytes);
    // A remaining copy would make a later file at this path public.
    await tree.remove(`${publishedFolder}/${path}`);
  }

  async #moveAway(path: string, trashPath: string, hash: string): Promise<void> {
    const { tree } = this.#options;
    const file = await this.#readSame(path, hash);
    if (!file || (await tree.move(path, trashPath, file))) return;
    // Only the stamp differs (`touch`, or a file system that reports open files differently): no edit.
    if (await this.#readSame(path, hash)) await tree.move(path, trashPath);
  }

  async #readSame(path: string, hash: string): Promise<TreeFile | undefined> {
    const file = await this.#options.tree.read(path, this.#options.maxBytes);
    return file && fileHash(file) === hash ? file : undefined;
  }
}
