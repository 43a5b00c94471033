import {
  DomainEventRepository,
  requireTree,
  type Database,
  type Transaction,
} from '@galley/database';
import { decideExternal } from '@galley/editorial';
import { externalAuthor, OnceAMinute, sha256, type StorageFailure } from '@galley/kernel';
import { isApprovalRequired } from '../store/approval-in-force.ts';
import { recordApproval } from '../history/approvals/record-approval.ts';
import { outcomeOf, type Change } from '../store/change.ts';
import type { TreeFile } from '../tree/content-tree.ts';
import { documentEvents, goneEvents } from '../store/document-events.ts';
import { requireFields } from '../store/custom-fields/require-fields.ts';
import { DocumentFiles } from '../tree/document-files.ts';
import { DocumentRepository } from '../store/document-repository.ts';
import type { DocumentPlace, IndexedDocument, ReadDocument } from '../document/document.ts';
import { EditorialEventRepository } from '../store/editorial-event-repository.ts';
import { externalChange, type FoundFile } from '../store/external-change.ts';
import { fileHash, knownFile, sameStamp, trustedStamp } from '../tree/known-file.ts';
import { documentNotFound } from '../document/problems.ts';
import { PublicCopies } from './public-copies.ts';
import { readDocument } from '../document/read-document.ts';
import { readFileAs } from '../tree/read-file-as.ts';
import type { ReconcilerOptions } from '../tree/reconciler-options.ts';
import { RestoredDocuments } from './restored-documents.ts';
import type { Applied, Settled } from '../store/settled.ts';
import { deferrable, refusal, required } from '../tree/storage-failure.ts';
import { TrashFiles } from './trash-files.ts';

/**
 * Brings a document's file and its rows into agreement. Every caller holds the document's lock
 * (`DocumentLocks`) and passes the connection that holds it.
 *
 *     saved:     rows say X, file is to say X ──write──▶ file says X ──mark──▶ materialised
 *     on disk:   file says Y, rows say X      ──record─▶ history has X, Y; rows say Y
 *
 * A crash between any two steps leaves one of these two, and the next `settle` finishes it. So does a content folder
 * that takes no file: rows and history go ahead, document after document and save after save, until it does.
 */
export class TreeReconciler {
  readonly #options: ReconcilerOptions;
  readonly #files: DocumentFiles;
  readonly #trash: TrashFiles;
  readonly #copies: PublicCopies;
  readonly #restored: RestoredDocuments;
  readonly #throttle = new OnceAMinute();
  #lastFailure: StorageFailure | undefined;

  constructor(options: ReconcilerOptions) {
    this.#options = options;
    this.#files = new DocumentFiles(options);
    this.#trash = new TrashFiles(options);
    this.#copies = new PublicCopies(options);
    this.#restored = new RestoredDocuments(options, this);
  }

  /**
   * The document as it stands, once what is half done is finished and what was edited on disk is recorded;
   * undefined when there is no file (any more). With a `baseline` the tree is taken as it stands.
   */
  async settle(
    connection: Database,
    place: DocumentPlace,
    baseline?: FoundFile['baseline'],
  ): Promise<Settled | undefined> {
    const documents = new DocumentRepository(connection);
    const { indexed, isTrashing } = await documents.findBesideTrash(place.path);
    // First, or a file on its way to the trash would pass for a new document.
    const isLeft = isTrashing && (await this.#trash.finish(connection, place.path)) !== undefined;
    if (isLeft && !indexed) return undefined;
    const { done: file, failure } = await this.#deferrable(place, () =>
      this.#files.read(place.path),
    );
    if (failure) return this.#unread(connection, indexed, failure);
    if (await this.#followRestored(connection, indexed, file))
      return this.settle(connection, place);
    const finished =
      indexed?.materialised === false ? await this.#finish(connection, indexed, file) : undefined;
    if (finished) return finished;
    if (file) return this.#settleFile(connection, { place, indexed, file, baseline });
    // Where its public copy cannot be removed, the rows follow later.
    if (indexed) await this.#deferrable(place, () => this.recordGone(connection, indexed));
    return undefined;
  }

  async #settleFile(
    connection: Database,
    {
      place,
      indexed,
      file,
      baseline,
    }: Omit<FoundFile, 'at' | 'current' | 'known'> & { place: DocumentPlace; file: TreeFile },
  ): Promise<Settled> {
    const current = this.read(place, file);
    const known = knownFile(file, this.#options.clock.now());
    if (indexed?.fileHash !== known.hash) {
      return {
        indexed: await this.#recordExternal(connection, { indexed, current, known, baseline }),
        current,
      };
    }
    if (known.stamp && !sameStamp(indexed.fileStamp, known.stamp)) {
      await new DocumentRepository(connection).markMaterialised(indexed, known);
    }
    return { indexed, current };
  }

  /** Refuses, with `outcome`, while the file of a deleted document is still at its place. */
  async requireVacated(connection: Database, place: DocumentPlace, outcome: string): Promise<void> {
    const failure = await this.#trash.finish(connection, place.path);
    if (failure) throw refusal(failure, outcome);
  }

  /** Why the content folder took no file the last time that it took none. */
  get lastFailure(): StorageFailure | undefined {
    return this.#lastFailure;
  }

  async #deferrable<T>({ path }: DocumentPlace, work: () => Promise<T>) {
    const { logger } = this.#options;
    const outcome = await deferrable(work, { path, logger, throttle: this.#throttle });
    this.#lastFailure = outcome.failure ?? this.#lastFailure;
    return outcome;
  }

  /** The document as the history has it, when its file cannot be read. */
  async #unread(
    connection: Database,
    indexed: IndexedDocument | undefined,
    failure: StorageFailure,
  ): Promise<Settled> {
    if (!indexed) throw refusal(failure, 'Nothing was changed.');
    const { documentId, headHash, place } = indexed;
    const head = await new DocumentRepository(connection).bytesOf(documentId, headHash);
    return { indexed, current: readDocument(place, head, this.#options.settings()), failure };
  }

  /** Whether a restored tree has brought this file, and its rows follow it now. */
  async #followRestored(
    connection: Database,
    indexed: IndexedDocument | undefined,
    file: TreeFile | undefined,
  ): Promise<boolean> {
    if (!file || indexed?.restoredBy == null) return false;
    await required(() => this.#restored.record(connection, indexed, file), 'Nothing was changed.');
    return true;
  }

  /** Reads a file as a document; one that is too large is a problem, not a document in memory. */
  read(place: DocumentPlace, file: TreeFile): ReadDocument {
    return readFileAs(this.#options, place, file);
  }

  /**
   * Keeps a change: its rows in one transaction, and then its files. False when `before` is no longer the
   * head (or, without it, the path is taken): then nothing has changed.
   *
   * @throws `invalid_fields` for what would be public with fields that its type does not take.
   */
  async apply(
    connection: Database,
    before: IndexedDocument | undefined,
    change: Change,
  ): Promise<boolean> {
    return (await this.#apply(connection, before, change)) !== undefined;
  }

  /** As `apply`, with the document as it then stands; undefined when nothing has changed. */
  async applyAndSettle(
    connection: Database,
    before: IndexedDocument | undefined,
    change: Change,
  ): Promise<Settled | undefined> {
    const applied = await this.#apply(connection, before, change);
    if (!applied) return undefined;
    const { place } = change.document;
    const { isWritten, failure } = applied;
    if (isWritten || failure) {
      const indexed = await new DocumentRepository(connection).find(place.path);
      if (indexed) return { indexed, current: change.document, failure };
    }
    const settled = await this.settle(connection, place);
    if (!settled) throw documentNotFound(place.path);
    return settled;
  }

  async #apply(
    connection: Database,
    before: IndexedDocument | undefined,
    change: Change,
  ): Promise<Applied | undefined> {
    const { tree, settings } = this.#options;
    await requireFields(change, { db: connection, tree, settings: settings() });
    const copy = await this.#publicCopyAfter(connection, before, change);
    const complete = change.file !== null && !copy.changed;
    const outcome = outcomeOf(before, { ...change, file: complete ? change.file : null });
    const documentId = await connection.transaction().execute(async (transaction) => {
      const id = await this.#keepRows(transaction, before, { ...change, ...outcome });
      if (id === undefined) return undefined;
      if (change.event) await new EditorialEventRepository(transaction).insert(id, change.event);
      if (change.event && change.decision.approval === 'grant') {
        const { restsOn } = change.decision;
        const { independence } = settings().editorial;
        const approval = { documentId: id, event: change.event, restsOn, independence };
        await recordApproval(transaction, { ...approval, snapshot: outcome.snapshot });
      }
      await change.alongside?.(transaction);
      const events = documentEvents({ documentId: id, before, change, outcome });
      await new DomainEventRepository(transaction).append(events);
      return id;
    });
    if (documentId === undefined) return undefined;
    if (complete) return { isWritten: false };
    const target = {
      documentId,
      headHash: outcome.snapshot.entry.hash,
      fileHash: before?.deletedAt ? null : (before?.fileHash ?? null),
      copy: copy.bytes,
    };
    const { done: isWritten = false, failure } = await this.#deferrable(change.document.place, () =>
      this.#writeFiles(connection, change, target),
    );
    return { isWritten, failure };
  }

  async #keepRows(
    transaction: Transaction,
    before: IndexedDocument | undefined,
    { decision, document, snapshot, state }: Change & ReturnType<typeof outcomeOf>,
  ): Promise<number | undefined> {
    const documents = new DocumentRepository(transaction);
    if (!before) return documents.insert(snapshot, state);
    if (!(await documents.advance(before, snapshot, state))) return undefined;
    if (decision.publication !== 'keep') {
      await documents.setPublic(before.documentId, state.public && { ...state.public, document });
    }
    return before.documentId;
  }

  /**
   * Finishes what a killed process left, or a content folder that took no file; undefined when somebody has edited the
   * file since. A file that was removed is written all the same: nobody could see in it what was saved.
   */
  async #finish(
    connection: Database,
    indexed: IndexedDocument,
    file: TreeFile | undefined,
  ): Promise<Settled | undefined> {
    const { documentId, headHash, place } = indexed;
    const head = await new DocumentRepository(connection).bytesOf(documentId, headHash);
    const found = file ? fileHash(file) : null;
    if (found !== null && found !== indexed.fileHash && found !== sha256(head)) return undefined;
    const { done, failure } = await this.#deferrable(place, () =>
      this.#finishFiles(connection, { indexed, head, file }),
    );
    return failure ? this.#unfinished(connection, { indexed, head, failure }) : done;
  }

  async #finishFiles(
    connection: Database,
    { indexed, head, file }: { indexed: IndexedDocument; head: Buffer; file: TreeFile | undefined },
  ): Promise<Settled | undefined> {
    const { clock, settings } = this.#options;
    const { documentId, headHash, publicHash, place } = indexed;
    const documents = new DocumentRepository(connection);
    const copy =
      publicHash === null || publicHash === headHash
        ? null
        : await documents.bytesOf(documentId, publicHash);
    if (copy) await this.#files.writeCopy(place.path, copy);
    const stamp = await this.#files.replace(place.path, head, file);
    // Somebody edited the file a moment ago: their edit is recorded on top.
    if (!stamp) return this.settle(connection, place);
    if (!copy) await this.#files.writeCopy(place.path, null);
    const known = { hash: sha256(head), stamp: trustedStamp(stamp, clock.now()) };
    await documents.markMaterialised(indexed, known);
    return {
      indexed: { ...indexed, materialised: true, fileHash: known.hash },
      current: readDocument(place, head, settings()),
    };
  }

  /** The document as the history has it. Half of its files may be written, which a later look must take for no edit. */
  async #unfinished(
    connection: Database,
    { indexed, head, failure }: { indexed: IndexedDocument; head: Buffer; failure: StorageFailure },
  ): Promise<Settled> {
    const { place } = indexed;
    const current = readDocument(place, head, this.#options.settings());
    const { done: file } = await this.#deferrable(place, () => this.#files.read(place.path));
    const found = file && fileHash(file);
    if (found === indexed.fileHash || found !== sha256(head)) return { indexed, current, failure };
    await new DocumentRepository(connection).noteFound(indexed, found);
    return { indexed: { ...indexed, fileHash: found }, current, failure };
  }

  /** Whether it has written the document's file. */
  async #writeFiles(
    connection: Database,
    { document, file }: Change,
    target: { documentId: number; headHash: string; fileHash: string | null; copy: Buffer | null },
  ): Promise<boolean> {
    const { place, bytes } = document;
    // What stays public is written first: a crash in between leaves a copy too many, never a page too few.
    if (target.copy) await this.#files.writeCopy(place.path, target.copy);
    let known = file;
    if (!known) {
      const found = await this.#files.read(place.path);
      const isAsRead = (found ? fileHash(found) : null) === target.fileHash;
      const stamp = isAsRead && (await this.#files.replace(place.path, bytes, found));
      if (!stamp) {
        // Somebody edited the file since it was read, a moment ago: record that on top instead of writing over it.
        await this.settle(connection, place);
        return false;
      }
      known = { hash: sha256(bytes), stamp: trustedStamp(stamp, this.#options.clock.now()) };
    }
    if (!target.copy) await this.#files.writeCopy(place.path, null);
    await new DocumentRepository(connection).markMaterialised(target, known);
    return !file;
  }

  /** The bytes that are public but no longer the file itself once this change is made, and whether that is news. */
  async #publicCopyAfter(
    connection: Database,
    before: IndexedDocument | undefined,
    { decision }: Change,
  ) {
    if (!before) return { bytes: null, changed: false };
    const had = before.publicHash !== null && before.publicHash !== before.headHash;
    // Of a change that was not finished nobody knows what it left in the tree.
    const unknown = !before.materialised;
    if (decision.publication !== 'keep' || before.publicHash === null)
      return { bytes: null, changed: had || unknown };
    const bytes = await new DocumentRepository(connection).bytesOf(
      before.documentId,
      before.publicHash,
    );
    return { bytes, changed: !had || unknown };
  }

  async #recordExternal(
    connection: Database,
    found: Omit<FoundFile, 'at'>,
  ): Promise<IndexedDocument> {
    const { settings, logger, clock } = this.#options;
    const { indexed, current, baseline } = found;
    const { path } = current.place;
    const documents = new DocumentRepository(connection);
    const requireApproval = await isApprovalRequired(connection, settings());
    const decision = decideExternal({
      before: indexed,
      file: current,
      requireApproval,
      baseline: baseline !== undefined,
    });
    const before = indexed ?? (await documents.findGone(path));
    const signed = { ...found, restoredBy: before?.restoredBy, at: clock.now() };
    const open =
      !indexed && (baseline || !requireApproval)
        ? await this.#copies.read(current.place)
        : undefined;
    if (open) {
      await this.#copies.record(connection, before, { ...signed, open });
    } else {
      // A file that cannot be read says nothing of its title or author; the index keeps what it knew.
      const document =
        current.problem && before ? { ...current, metadata: before.metadata } : current;
      const change = externalChange({ ...signed, current: document }, decision);
      await this.apply(connection, before, change);
    }
    if (current.problem) logger.warn('document cannot be read', { path, ...current.problem });
    else if (current.notice) logger.warn('document counts as a draft', { path, ...current.notice });
    else logger.info(indexed ? 'document edited on disk' : 'document found on disk', { path });
    return (await documents.find(path))!;
  }

  /** The file is no longer there, or no longer a document: it leaves the index and the public; its history stays. */
  async recordGone(connection: Database, indexed: IndexedDocument): Promise<void> {
    const { clock, logger } = this.#options;
    const { documentId, place } = indexed;
    // The folder may have been unmounted between taking the lock and reading the file.
    await requireTree(connection);
    // Before the rows: a copy that a crash left behind would make a later file at this path public.
    await this.#files.writeCopy(place.path, null);
    const at = clock.now();
    await connection.transaction().execute(async (transaction) => {
      await new DocumentRepository(transaction).markGone(documentId, at);
      const actor = indexed.restoredBy ?? externalAuthor;
      const events = goneEvents('document.removed', { indexed, actor, at });
      await new DomainEventRepository(transaction).append(events);
    });
    logger.info('document removed on disk', { path: place.path });
  }
}
