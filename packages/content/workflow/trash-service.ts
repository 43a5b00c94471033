import type { Database } from '@galley/database';
import { may, type Actor, type Logger } from '@galley/kernel';
import { ApprovalReceiptRepository } from '../history/approvals/approval-receipt-repository.ts';
import { signedBy, type Change } from '../store/change.ts';
import type { ContentServiceOptions } from './content-service.ts';
import { requireDocumentPath } from '../document/content-path.ts';
import { trashFolder } from '../tree/content-tree.ts';
import { owns, requireReadable, requireWritable, withDocument } from './document-access.ts';
import { DocumentRepository } from '../store/document-repository.ts';
import type { DocumentPlace, IndexedDocument, RetainedEntry } from '../document/document.ts';
import { EditLockRepository } from '../store/edit-lock-repository.ts';
import { lockEnd } from '../store/edit-lock.ts';
import { ContributorsReadModel } from '../history/contributors-read-model.ts';
import { EditorialEventRepository } from '../store/editorial-event-repository.ts';
import { HistoryReadModel } from '../history/history-read-model.ts';
import { contentProblems, documentNotFound } from '../document/problems.ts';
import { placeOf, readDocument } from '../document/read-document.ts';
import { requireUnlocked } from './require-unlocked.ts';
import { restoredFromTrash, restoredSnapshot } from './restored.ts';
import { refuseUnread } from '../document/save-edit.ts';
import { refusal } from '../tree/storage-failure.ts';
import { nothingDeleted, TrashFiles, type TrashedChange } from '../sync/trash-files.ts';
import { trashPathFor } from '../tree/trash-path.ts';
import {
  TrashRepository,
  type TrashEntry,
  type TrashedDocument,
} from '../store/trash-repository.ts';
import type { Settled } from '../store/settled.ts';

export interface TrashServiceOptions extends ContentServiceOptions {
  readonly tree: ConstructorParameters<typeof TrashFiles>[0]['tree'];
  readonly logger: Logger;
}

export interface DeleteDocument {
  readonly path: string;
  /** Refuses, as `stale_revision`, when the document is at another one. */
  readonly expectedRevision?: string | undefined;
  readonly lockToken?: string | undefined;
}

export interface RestoreSnapshot extends Omit<DeleteDocument, 'expectedRevision'> {
  /** Names an entry of the document's history. */
  readonly hash: string;
}

const mostEntries = 1_000;

/** Documents on their way into the trash and out of it, and back to what they were. */
export class TrashService {
  readonly #options: TrashServiceOptions;
  readonly #files: TrashFiles;

  constructor(options: TrashServiceOptions) {
    this.#options = options;
    this.#files = new TrashFiles(options);
  }

  /** The newest 1,000 of what the actor may read of it (CMS-DOC-8). */
  list(actor: Actor): Promise<TrashEntry[]> {
    return new TrashRepository(this.#options.db).list(actor, mostEntries);
  }

  /** Moves a document to the trash, off the public (CMS-DOC-10, CMS-ST-11), and returns the file's path there. */
  delete(actor: Actor, input: DeleteDocument): Promise<string> {
    const { clock, reconciler } = this.#options;
    const { path, lockToken, expectedRevision } = input;
    return withDocument(this.#options, path, async (connection, found) => {
      const { indexed, current } = found;
      requireLifecycle(actor, indexed, 'delete');
      requireMayHide(actor, indexed);
      const at = clock.now();
      const lock = await requireUnlocked(connection, indexed, { actor, lockToken, now: at });
      if (expectedRevision !== undefined && expectedRevision !== indexed.revision)
        throw stale(indexed.revision);
      refuseUnread(current);
      // The file that would go to the trash is not what was saved.
      const { failure = indexed.materialised ? undefined : reconciler.lastFailure } = found;
      if (failure) throw refusal(failure, nothingDeleted);
      const change: TrashedChange = {
        ...deletion(actor, found, at),
        trashPath: trashPathFor(path, at),
        alongside: async (transaction) => {
          if (lock) await new EditLockRepository(transaction).release(lock);
        },
      };
      if (!(await this.#files.put(connection, indexed, change))) throw documentNotFound(path);
      return change.trashPath;
    });
  }

  /**
   * Puts a document back where it was, by its path in the trash, or by its old one: then what was deleted there last
   * (GAP-DOC-13). It is a draft then, whatever it was (CMS-ST-9). `already_exists` when there is a document by now.
   */
  async restore(actor: Actor, path: string): Promise<Settled> {
    const { db, locks, reconciler, settings } = this.#options;
    if (!path.startsWith(`${trashFolder}/`)) requireDocumentPath(path);
    const asked = await new TrashRepository(db).find(actor, path);
    if (!asked) throw notInTrash(path);
    requireLifecycle(actor, asked.indexed, 'restore');
    const originalPath = asked.indexed.place.path;
    const place = placeOf(originalPath, settings());
    if (!place) throw noPlace(originalPath);
    return locks.hold(originalPath, async (connection) => {
      await reconciler.requireVacated(connection, place, 'Nothing was restored.');
      const living = await reconciler.settle(connection, place);
      // Whoever was first has brought it back, and may have moved or deleted it since.
      const found = await new TrashRepository(connection).find(actor, asked.path);
      if (!found) throw notInTrash(path);
      if (living) throw taken(originalPath);
      const change = await this.#putBack(actor, connection, { ...found, place });
      if (!(await reconciler.apply(connection, found.indexed, change))) throw notInTrash(path);
      return this.#reload(connection, place);
    });
  }

  /** Gives a living document the text of an earlier snapshot, as a draft; what is public stays (GAP-DOC-13). */
  restoreSnapshot(actor: Actor, { path, hash, lockToken }: RestoreSnapshot): Promise<Settled> {
    const { clock, maxBytes, reconciler, settings } = this.#options;
    return withDocument(this.#options, path, async (connection, { indexed, current }) => {
      requireLifecycle(actor, indexed, 'restore');
      requireWritable(actor, indexed);
      const at = clock.now();
      const lock = await requireUnlocked(connection, indexed, { actor, lockToken, now: at });
      refuseUnread(current);
      const { documentId, place } = indexed;
      const { entry, bytes } = await new HistoryReadModel(connection).getSnapshot(documentId, hash);
      const events = await new EditorialEventRepository(connection).list(documentId);
      const unapprovedOf = await this.#unapprovedOf(connection, documentId, entry);
      const change = restoredSnapshot(
        {
          indexed,
          events,
          current,
          snapshot: { entry, document: readDocument(place, bytes, settings()), unapprovedOf },
        },
        { actor, at, maxBytes, settings: settings() },
      );
      const restored = await reconciler.applyAndSettle(connection, indexed, change);
      if (!restored) throw documentNotFound(path);
      if (lock) await new EditLockRepository(connection).extend(lock, lockEnd(clock.now()));
      return restored;
    });
  }

  /** Text that nobody approved does not become the restorer's alone: its contributors still wait for somebody else. */
  async #unapprovedOf(
    connection: Database,
    documentId: number,
    { seq, revision }: RetainedEntry,
  ): Promise<string[]> {
    const receipts = new ApprovalReceiptRepository(connection);
    if (await receipts.isApproved(documentId, revision)) return [];
    return new ContributorsReadModel(connection).find(documentId, seq);
  }

  async #putBack(
    actor: Actor,
    connection: Database,
    { path, indexed, place }: TrashedDocument & { readonly place: DocumentPlace },
  ): Promise<Change> {
    const { clock, maxBytes, settings } = this.#options;
    const { documentId, headHash } = indexed;
    const bytes = await new DocumentRepository(connection).bytesOf(documentId, headHash);
    const events = await new EditorialEventRepository(connection).list(documentId);
    const change = restoredFromTrash(
      { indexed, events, current: readDocument(place, bytes, settings()) },
      { actor, at: clock.now(), maxBytes, settings: settings() },
    );
    return {
      ...change,
      alongside: (transaction) => new TrashRepository(transaction).setState(path, 'leaving'),
    };
  }

  async #reload(connection: Database, place: DocumentPlace): Promise<Settled> {
    const settled = await this.#options.reconciler.settle(connection, place);
    if (!settled) throw documentNotFound(place.path);
    return settled;
  }
}

function deletion(actor: Actor, { indexed, current }: Settled, at: Date): Change {
  return {
    // A file that cannot be read says nothing of its title or author; the trash shows what the index knew.
    document: { ...current, metadata: indexed.metadata },
    decision: { status: indexed.status, publication: 'withdraw', approval: 'clear' },
    kind: 'status',
    ...signedBy(actor),
    message: 'Moved to the trash',
    at,
    file: { hash: indexed.fileHash!, stamp: null },
  };
}

/** Refuses as `not_found` who may not read the document, and as `forbidden` who may not delete and restore it. */
function requireLifecycle(actor: Actor, indexed: IndexedDocument, act: 'delete' | 'restore'): void {
  requireReadable(actor, indexed);
  if (may(actor, 'documents.lifecycle', owns(actor, indexed))) return;
  throw contentProblems.forbidden(
    `Your role (${actor.role}) may not ${act} this document; that needs documents.lifecycle.`,
  );
}

/** Whoever takes a page off the public publishes, in a way. */
function requireMayHide(actor: Actor, { publicHash }: IndexedDocument): void {
  if (publicHash === null || may(actor, 'documents.publish')) return;
  throw contentProblems.forbidden(
    `This document is public, and your role (${actor.role}) may not take it off the public; that needs documents.publish.`,
  );
}

function stale(current: string): Error {
  return contentProblems.stale_revision(
    'Somebody has changed the document since you opened it. It was not deleted; look at it again first.',
    { current_revision: current },
  );
}

function notInTrash(path: string): Error {
  return contentProblems.not_found(
    `There is no document of ${JSON.stringify(path)} in the trash, or you may not read it.`,
  );
}

function taken(path: string): Error {
  return contentProblems.already_exists(
    `There is another document at ${path} by now. Move it or delete it first, and restore this one then.`,
    { path },
  );
}

function noPlace(path: string): Error {
  return contentProblems.invalid_path(
    `The document was at ${path}, which is no longer in the folder of a type and a language of this site.`,
  );
}
