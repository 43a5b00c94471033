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
import { computeLockExpiry } from '../store/edit-lock.ts';
import { ContributorsReadModel } from '../history/contributors-read-model.ts';
import { HistoryReadModel } from '../history/history-read-model.ts';
import { contentProblems } from '../document/problems.ts';
import { locateDocument, readDocument } from '../document/read-document.ts';
import { requireUnlocked } from './require-unlocked.ts';
import { restoredFromTrash, restoredSnapshot } from './restored.ts';
import { rejectUnreadable } from '../document/save-edit.ts';
import { trashPathFor } from '../tree/trash-path.ts';
import { TrashRepository, type TrashEntry } from '../store/trash-repository.ts';
import type { ReconciledDocument } from '../store/reconciled-document.ts';

export interface DeleteDocument {
  readonly path: string;
  /** @throws `stale_revision` */
  readonly expectedRevision?: string | undefined;
  readonly lockToken?: string | undefined;
}

export interface RestoreSnapshot extends Omit<DeleteDocument, 'expectedRevision'> {
  readonly hash: string;
}

const maxEntries = 1_000;

export class TrashService {
  readonly #options: ContentServiceOptions;

  constructor(options: ContentServiceOptions) {
    this.#options = options;
  }

  /** Newest 1,000 (CMS-DOC-8). */
  list(actor: Actor): Promise<TrashEntry[]> {
    return new TrashRepository(this.#options.db).list(actor, maxEntries);
  }

  /** Returns the path in the trash (CMS-DOC-10, CMS-ST-11). */
  async delete(actor: Actor, input: DeleteDocument): Promise<string> {
    const { path, lockToken, expectedRevision } = input;
    const { change } = await this.#options.store.change(actor, path, async (document) => {
      const { connection, indexed, current, now } = document;
      requireLifecycle(actor, indexed, 'delete');
      requireMayHide(actor, indexed);
      const lock = await requireUnlocked(document, { actor, lockToken });
      if (expectedRevision !== undefined && expectedRevision !== indexed.revision)
        throw stale(indexed.revision);
      rejectUnreadable(current);
      return {
        ...deletion(document),
        trashPath: trashPathFor(path, now),
        writes: lock ? [new EditLockRepository(connection).removal(lock)] : [],
      };
    });
    return change!.trashPath!;
  }

  /** By the path in the trash, or the original: the last deleted (CMS-ST-9, GAP-DOC-13). @throws `already_exists` */
  async restore(actor: Actor, path: string): Promise<ReconciledDocument> {
    const { db, settings, store } = this.#options;
    if (!path.startsWith(`${trashFolder}/`)) requireDocumentPath(path);
    const asked = await new TrashRepository(db).find(actor, path);
    if (!asked) throw notInTrashError(path);
    requireLifecycle(actor, asked.indexed, 'restore');
    const originalPath = asked.indexed.place.path;
    const place = locateDocument(originalPath, settings());
    if (!place) throw locationGoneError(originalPath);
    const where = { place, refusal: 'Nothing was restored.' };
    return store.add(actor, where, async ({ connection, isTaken }) => {
      // Another caller may have restored it first, and moved or deleted it since.
      const found = await new TrashRepository(connection).find(actor, asked.path);
      if (!found) throw notInTrashError(path);
      if (isTaken) throw pathTakenError(originalPath);
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

  /** As a draft; the public revision stays (GAP-DOC-13). */
  restoreSnapshot(
    actor: Actor,
    { path, hash, lockToken }: RestoreSnapshot,
  ): Promise<ReconciledDocument> {
    const { settings, store } = this.#options;
    return store.change(actor, path, async (document) => {
      const { connection, indexed, current, now } = document;
      requireLifecycle(actor, indexed, 'restore');
      requireWritable(actor, indexed);
      const lock = await requireUnlocked(document, { actor, lockToken });
      rejectUnreadable(current);
      const { documentId, place } = indexed;
      const { entry, bytes } = await new HistoryReadModel(connection).getSnapshot(documentId, hash);
      const unapprovedOf = await this.#unapprovedOf(connection, documentId, entry);
      const snapshot = { entry, document: readDocument(place, bytes, settings()) };
      return {
        ...restoredSnapshot(document, snapshot, actor.username),
        onBehalfOf: restoredFor(actor, unapprovedOf),
        writes: lock
          ? [new EditLockRepository(connection).extension(lock, computeLockExpiry(now))]
          : [],
      };
    });
  }

  /** Contributors to a restored text that was never approved: its approval still needs another person. */
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
    // Unreadable files have no title or author, so the trash shows the known ones.
    document: { ...current, metadata: indexed.metadata },
    decision: { status: indexed.status, publication: 'withdraw', approval: 'clear' },
    kind: 'status',
    message: 'Moved to the trash',
    file: { hash: indexed.fileHash!, stamp: null },
  };
}

/** @throws `not_found` without read access, `forbidden` */
function requireLifecycle(actor: Actor, indexed: IndexedDocument, act: 'delete' | 'restore'): void {
  requireReadable(actor, indexed);
  if (may(actor, 'documents.lifecycle', owns(actor, indexed))) return;
  throw contentProblems.forbidden(
    `Your role (${actor.role}) cannot ${act} this document; this requires documents.lifecycle.`,
  );
}

function requireMayHide(actor: Actor, { publicHash }: IndexedDocument): void {
  if (publicHash === null || may(actor, 'documents.publish')) return;
  throw contentProblems.forbidden(
    `This document is public, and your role (${actor.role}) cannot unpublish it; this requires documents.publish.`,
  );
}

function stale(current: string): Error {
  return contentProblems.stale_revision(
    'The document has changed since you opened it. It was not deleted; reload it and try again.',
    { current_revision: current },
  );
}

function notInTrashError(path: string): Error {
  return contentProblems.not_found(
    `The trash has no document ${JSON.stringify(path)}, or you may not read it.`,
  );
}

function pathTakenError(path: string): Error {
  return contentProblems.already_exists(
    `Another document now exists at ${path}. Move or delete it, then restore this one.`,
    { path },
  );
}

function locationGoneError(path: string): Error {
  return contentProblems.invalid_path(
    `The document was at ${path}, which is no longer in a folder of a content type and language of this site.`,
  );
}

/** A restored text has the authors that it had, also if somebody restores it for others. */
function restoredFor({ onBehalfOf = [] }: Actor, unapprovedOf: readonly string[]) {
  return onBehalfOf && [...new Set([...onBehalfOf, ...unapprovedOf])];
}
