import type { Database } from '@galley/database';
import { may, type Actor } from '@galley/kernel';
import { ApprovalReceiptRepository } from '../history/approvals/approval-receipt-repository.ts';
import type { FileStep } from './compose-change.ts';
import type { ContentServiceOptions } from './content-service.ts';
import { requireDocumentPath } from '../document/content-path.ts';
import { trashFolder } from '../tree/content-tree.ts';
import { owns, requireReadable, requireWritable } from './document-access.ts';
import { DocumentRepository } from '../store/document-repository.ts';
import type { IndexedDocument, RetainedEntry } from '../document/document.ts';
import { EditLockRepository } from '../store/edit-lock-repository.ts';
import { lockEnd } from '../store/edit-lock.ts';
import { ContributorsReadModel } from '../history/contributors-read-model.ts';
import { HistoryReadModel } from '../history/history-read-model.ts';
import { contentProblems } from '../document/problems.ts';
import { placeOf, readDocument } from '../document/read-document.ts';
import { requireUnlocked } from './require-unlocked.ts';
import { restoredFromTrash, restoredSnapshot } from './restored.ts';
import { refuseUnread } from '../document/save-edit.ts';
import { trashPathFor } from '../tree/trash-path.ts';
import { TrashRepository, type TrashEntry } from '../store/trash-repository.ts';
import type { ReconciledDocument } from '../store/reconciled-document.ts';

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

const maxEntries = 1_000;

/** Documents on their way into the trash and out of it, and back to what they were. */
export class TrashService {
  readonly #options: ContentServiceOptions;

  constructor(options: ContentServiceOptions) {
    this.#options = options;
  }

  /** The newest 1,000 of what the actor may read of it (CMS-DOC-8). */
  list(actor: Actor): Promise<TrashEntry[]> {
    return new TrashRepository(this.#options.db).list(actor, maxEntries);
  }

  /** Moves a document to the trash, off the public (CMS-DOC-10, CMS-ST-11), and returns the file's path there. */
  async delete(actor: Actor, input: DeleteDocument): Promise<string> {
    const { path, lockToken, expectedRevision } = input;
    const { change } = await this.#options.store.change(actor, path, async (document) => {
      const { connection, indexed, current, now } = document;
      requireLifecycle(actor, indexed, 'delete');
      requireMayHide(actor, indexed);
      const lock = await requireUnlocked(connection, indexed, { actor, lockToken, now });
      if (expectedRevision !== undefined && expectedRevision !== indexed.revision)
        throw stale(indexed.revision);
      refuseUnread(current);
      return {
        ...deletion(document),
        trashPath: trashPathFor(path, now),
        alongside: async (transaction) => {
          if (lock) await new EditLockRepository(transaction).release(lock);
        },
      };
    });
    return change!.trashPath!;
  }

  /**
   * Puts a document back where it was, by its path in the trash, or by its old one: then what was deleted there last
   * (GAP-DOC-13). It is a draft then, whatever it was (CMS-ST-9). `already_exists` when there is a document by now.
   */
  async restore(actor: Actor, path: string): Promise<ReconciledDocument> {
    const { db, settings, store } = this.#options;
    if (!path.startsWith(`${trashFolder}/`)) requireDocumentPath(path);
    const asked = await new TrashRepository(db).find(actor, path);
    if (!asked) throw notInTrash(path);
    requireLifecycle(actor, asked.indexed, 'restore');
    const originalPath = asked.indexed.place.path;
    const place = placeOf(originalPath, settings());
    if (!place) throw noPlace(originalPath);
    const where = { place, refusal: 'Nothing was restored.' };
    return store.add(actor, where, async ({ connection, isTaken }) => {
      // Whoever was first has brought it back, and may have moved or deleted it since.
      const found = await new TrashRepository(connection).find(actor, asked.path);
      if (!found) throw notInTrash(path);
      if (isTaken) throw taken(originalPath);
      const { indexed } = found;
      const { documentId, headHash } = indexed;
      const bytes = await new DocumentRepository(connection).bytesOf(documentId, headHash);
      const step = restoredFromTrash(indexed, readDocument(place, bytes, settings()));
      return {
        before: indexed,
        step: {
          ...step,
          alongside: (transaction) => new TrashRepository(transaction).markLeaving(found.path),
        },
      };
    });
  }

  /** Gives a living document the text of an earlier snapshot, as a draft; what is public stays (GAP-DOC-13). */
  restoreSnapshot(
    actor: Actor,
    { path, hash, lockToken }: RestoreSnapshot,
  ): Promise<ReconciledDocument> {
    const { settings, store } = this.#options;
    return store.change(actor, path, async (document) => {
      const { connection, indexed, current, now } = document;
      requireLifecycle(actor, indexed, 'restore');
      requireWritable(actor, indexed);
      const lock = await requireUnlocked(connection, indexed, { actor, lockToken, now });
      refuseUnread(current);
      const { documentId, place } = indexed;
      const { entry, bytes } = await new HistoryReadModel(connection).getSnapshot(documentId, hash);
      const unapprovedOf = await this.#unapprovedOf(connection, documentId, entry);
      const snapshot = { entry, document: readDocument(place, bytes, settings()) };
      return {
        ...restoredSnapshot(document, snapshot, actor.username),
        onBehalfOf: actor.onBehalfOf ?? unapprovedOf,
        alongside: async (transaction) => {
          if (lock) await new EditLockRepository(transaction).extend(lock, lockEnd(now));
        },
      };
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
}

function deletion({ indexed, current }: ReconciledDocument): FileStep {
  return {
    // A file that cannot be read says nothing of its title or author; the trash shows what the index knew.
    document: { ...current, metadata: indexed.metadata },
    decision: { status: indexed.status, publication: 'withdraw', approval: 'clear' },
    kind: 'status',
    message: 'Moved to the trash',
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
