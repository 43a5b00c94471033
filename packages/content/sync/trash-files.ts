import { DomainEventRepository, type Database } from '@galley/database';
import { OnceAMinute, sha256, type Logger, type StorageFailure } from '@galley/kernel';
import { outcomeOf, type Change } from '../store/change.ts';
import { publishedFolder, type ContentTree, type TreeFile } from '../tree/content-tree.ts';
import { goneEvents } from '../store/document-events.ts';
import { DocumentRepository } from '../store/document-repository.ts';
import type { IndexedDocument } from '../document/document.ts';
import { fileHash } from '../tree/known-file.ts';
import { deferrable, required } from '../tree/storage-failure.ts';
import { TrashRepository, type UnfinishedMove } from '../store/trash-repository.ts';

export interface TrashFilesOptions {
  readonly tree: ContentTree;
  readonly maxBytes: number;
  readonly logger: Logger;
}

export interface TrashedChange extends Change {
  /** Where the file goes. */
  readonly trashPath: string;
}

export const nothingDeleted = 'Nothing was deleted.';

/**
 * Moves the files of documents into the trash and takes them out of it. As everywhere, the caller holds the lock of
 * the document's own path.
 *
 *     put:       rows: in the trash, moving ──move file──▶ file in the trash ──mark──▶ kept
 *     restored:  rows: living, leaving ──remove file from the trash──▶ ──delete the row──▶
 *
 * The rows come first, and the bytes are in the history, so that a crash anywhere is finished by `finish`: `settle`
 * begins with it, and so does every sweep of the tree.
 */
export class TrashFiles {
  readonly #options: TrashFilesOptions;
  readonly #throttle = new OnceAMinute();

  constructor(options: TrashFilesOptions) {
    this.#options = options;
  }

  /** Takes a document out of the index and off the public into the trash. False when `before` is no longer the head. */
  async put(
    connection: Database,
    before: IndexedDocument,
    { trashPath, ...change }: TrashedChange,
  ): Promise<boolean> {
    const { documentId, place } = before;
    const { snapshot, state } = outcomeOf(before, change);
    await required(() => this.#options.tree.requireWritable(trashPath), nothingDeleted);
    const isPut = await connection.transaction().execute(async (transaction) => {
      const documents = new DocumentRepository(transaction);
      if (!(await documents.advance(before, snapshot, state))) return false;
      await documents.markGone(documentId, change.at);
      await new TrashRepository(transaction).insert({
        path: trashPath,
        document_id: documentId,
        deleted_by: change.author,
        deleted_at: change.at,
      });
      await change.alongside?.(transaction);
      const trashed = { indexed: before, actor: change.author, at: change.at };
      const events = goneEvents('document.trashed', trashed);
      await new DomainEventRepository(transaction).append(events);
      return true;
    });
    if (isPut) await this.finish(connection, place.path);
    return isPut;
  }

  /**
   * Brings the files into agreement with what the rows say of the trash, for documents that are or were at a path.
   * Why the file of a deleted document is still there, or may be; undefined when it is not.
   */
  async finish(connection: Database, path: string): Promise<StorageFailure | undefined> {
    const trash = new TrashRepository(connection);
    let remaining: StorageFailure | undefined;
    for (const move of await trash.listUnfinished(path)) {
      const isLeaving = move.state === 'leaving';
      const { failure } = await deferrable(
        () =>
          isLeaving ? this.#options.tree.remove(move.path) : this.#takeIn(connection, path, move),
        { path: move.path, logger: this.#options.logger, throttle: this.#throttle },
      );
      if (failure) {
        // A file too many in the trash is in nobody's way.
        if (!isLeaving) remaining = failure;
      } else if (isLeaving) await trash.remove(move.path);
      else await trash.setState(move.path, 'kept');
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
    // What somebody edited on disk a moment ago stays where it is, as a document of its own.
    if (!(await tree.stamp(trashPath))) await tree.write(trashPath, bytes);
    // Left behind, it would make a later file at this path public.
    await tree.remove(`${publishedFolder}/${path}`);
  }

  async #moveAway(path: string, trashPath: string, hash: string): Promise<void> {
    const { tree } = this.#options;
    const file = await this.#readSame(path, hash);
    if (!file || (await tree.move(path, trashPath, file))) return;
    // Touched only, or on a file system that tells of an open file otherwise than of its name: that is no edit.
    if (await this.#readSame(path, hash)) await tree.move(path, trashPath);
  }

  async #readSame(path: string, hash: string): Promise<TreeFile | undefined> {
    const file = await this.#options.tree.read(path, this.#options.maxBytes);
    return file && fileHash(file) === hash ? file : undefined;
  }
}
