import { requireTree, type Database } from '@galley/database';
import { decideExternal } from '@galley/editorial';
import { externalAuthor, OnceAMinute, sha256, type StorageFailure } from '@galley/kernel';
import { isApprovalRequired } from '../store/approval-in-force.ts';
import { indexedAfter, type Change } from '../store/change.ts';
import { commitOne, type Committed } from './commit.ts';
import type { TreeFile } from '../tree/content-tree.ts';
import { requireAccepted, type GatedOptions } from './require-accepted.ts';
import { DocumentFiles } from '../tree/document-files.ts';
import { DocumentRepository, type FoundRow } from '../store/document-repository.ts';
import type { DocumentLocation, IndexedDocument, ReadDocument } from '../document/document.ts';
import { externalChange, type FoundFile } from '../store/external-change.ts';
import { HeadMovedError } from '../store/head-moved.ts';
import {
  fileHash,
  knownFile,
  sameStamp,
  trustedStamp,
  type KnownFile,
} from '../tree/known-file.ts';
import { documentNotFound } from '../document/problems.ts';
import { publicCopyAfter, PublicCopies } from './public-copies.ts';
import { readDocument } from '../document/read-document.ts';
import { readFileAs } from '../tree/read-file-as.ts';
import { RenameFollower, UnknownFileError, type RenameFollowerOptions } from './rename-follower.ts';
import { RestoredDocuments } from './restored-documents.ts';
import type { FoundDocument, ReconciledDocument } from '../store/reconciled-document.ts';
import {
  deferStorageErrors,
  createStorageError,
  withStorageErrors,
  type Deferred,
} from '../tree/storage-failure.ts';
import { nothingDeleted, TrashFiles } from './trash-files.ts';

interface Conditions {
  /** Accepts the tree as it is. */
  readonly baseline?: FoundFile['baseline'];
  /** Text of the error when the file of a deleted document cannot be moved away. Without it, the file stays. */
  readonly refusal?: string;
  /** Leaves missing files to the indexer, and throws `UnknownFileError` for new ones: either may be a rename. */
  readonly forRequest?: true | undefined;
}

interface FileAtPath extends Conditions, Pick<FoundFile, 'indexed'> {
  readonly place: DocumentLocation;
  readonly file: TreeFile;
}

/**
 * Reconciles a document's file with its rows. Callers hold the document's lock (`DocumentLocks`) and pass the
 * connection that holds it.
 *
 *     saved:     rows say X, file says W ──write──▶ file says X ──mark──▶ materialised
 *     on disk:   file says Y, rows say X ──commit─▶ history has X, Y; rows say Y
 *
 * A crash between two steps leaves one of these states, and the next `reconcile` completes it. While the content
 * folder refuses writes, the state is the same for longer: saves advance rows and history, and the file follows later.
 */
export class TreeReconciler {
  readonly options: GatedOptions;
  readonly #files: DocumentFiles;
  readonly #trash: TrashFiles;
  readonly #copies: PublicCopies;
  readonly #restored: RestoredDocuments;
  readonly #throttle = new OnceAMinute();
  #lastFailure: StorageFailure | undefined;

  constructor(options: GatedOptions) {
    this.options = options;
    this.#files = new DocumentFiles(options);
    this.#trash = new TrashFiles(options);
    this.#copies = new PublicCopies(options);
    this.#restored = new RestoredDocuments(options, this);
  }

  renameFollower(options: Pick<RenameFollowerOptions, 'db' | 'locks'>): RenameFollower {
    return new RenameFollower({ ...this.options, ...options });
  }

  /** Needs no lock. Undefined unless file and rows agree. */
  async readReconciled(
    place: DocumentLocation,
    reading: Promise<FoundRow>,
  ): Promise<ReconciledDocument | undefined> {
    const [{ indexed, isTrashing }, { done: file }] = await Promise.all([
      reading,
      this.#deferrable(place, () => this.#files.read(place.path)),
    ]);
    if (!file || !indexed?.materialised || isTrashing || indexed.restoredBy !== null)
      return undefined;
    if (fileHash(file) !== indexed.fileHash) return undefined;
    return { indexed, current: this.read(place, file) };
  }

  /** Undefined when the file is missing. */
  async reconcile(
    connection: Database,
    place: DocumentLocation,
    conditions: Conditions = {},
  ): Promise<FoundDocument | undefined> {
    try {
      return await this.#reconcile(connection, place, conditions);
    } catch (error) {
      if (!(error instanceof HeadMovedError)) throw error;
      // The row changed without the lock since it was read.
      return this.#reconcile(connection, place, conditions);
    }
  }

  async #reconcile(
    connection: Database,
    place: DocumentLocation,
    { baseline, refusal, forRequest }: Conditions,
  ): Promise<FoundDocument | undefined> {
    const documents = new DocumentRepository(connection);
    const now = this.options.clock.now();
    const { indexed, isTrashing, context } = await documents.findInContext(place.path, now);
    // Runs first, so that a file on its way to the trash does not count as a new document.
    const isLeft = isTrashing && !(await this.#vacate(connection, place, refusal));
    if (isLeft && !indexed) return undefined;
    const { done: file, failure } = await this.#deferrable(place, () =>
      this.#files.read(place.path),
    );
    if (failure) return this.#unread(connection, indexed, failure);
    if (await this.#followRestored(connection, indexed, file))
      return this.#reconcile(connection, place, {});
    const finished =
      indexed?.materialised === false ? await this.#finish(connection, indexed, file) : undefined;
    if (finished) return finished;
    if (file) {
      const here = { place, indexed, file, baseline, forRequest };
      const found = await this.#reconcileFile(connection, here);
      return found.indexed === indexed ? { ...found, context } : found;
    }
    // When its public copy cannot be removed, the rows follow later.
    if (!forRequest)
      await this.#deferrable(place, async () => indexed && this.recordGone(connection, indexed));
    return undefined;
  }

  /** False when the file of a deleted document may still be at the path. */
  async #vacate(
    connection: Database,
    { path }: DocumentLocation,
    refusal: string | undefined,
  ): Promise<boolean> {
    const failure = await this.#trash.finish(connection, path);
    if (failure && refusal !== undefined) throw createStorageError(failure, refusal);
    return failure === undefined;
  }

  async #reconcileFile(
    connection: Database,
    { place, indexed, file, baseline, forRequest }: FileAtPath,
  ): Promise<ReconciledDocument> {
    if (!indexed && forRequest) throw new UnknownFileError();
    const current = this.read(place, file);
    const known = knownFile(file, this.options.clock.now());
    if (indexed?.fileHash !== known.hash) {
      return {
        indexed: await this.#recordExternal(connection, { indexed, current, known, baseline }),
        current,
      };
    }
    if (known.stamp && !indexed.fileStamp)
      this.options.tree.recent.add(place.path, known.stamp.mtimeMs);
    else if (known.stamp && !sameStamp(indexed.fileStamp, known.stamp))
      await new DocumentRepository(connection).markMaterialised(indexed, known);
    return { indexed, current };
  }

  get lastFailure(): StorageFailure | undefined {
    return this.#lastFailure;
  }

  async #deferrable<T>({ path }: DocumentLocation, work: () => Promise<T>) {
    const { logger } = this.options;
    const outcome = await deferStorageErrors(work, { path, logger, throttle: this.#throttle });
    this.#lastFailure = outcome.failure ?? this.#lastFailure;
    return outcome;
  }

  async #unread(
    connection: Database,
    indexed: IndexedDocument | undefined,
    failure: StorageFailure,
  ): Promise<ReconciledDocument> {
    if (!indexed) throw createStorageError(failure, 'Nothing was changed.');
    const { documentId, headHash, place } = indexed;
    const head = await new DocumentRepository(connection).bytesOf(documentId, headHash);
    return { indexed, current: readDocument(place, head, this.options.settings()), failure };
  }

  async #followRestored(
    connection: Database,
    indexed: IndexedDocument | undefined,
    file: TreeFile | undefined,
  ): Promise<boolean> {
    if (!file || indexed?.restoredBy == null) return false;
    await withStorageErrors(
      () => this.#restored.record(connection, indexed, file),
      'Nothing was changed.',
    );
    return true;
  }

  read(place: DocumentLocation, file: TreeFile): ReadDocument {
    return readFileAs(this.options, place, file);
  }

  /** @throws `invalid_fields`, errors of the gate, or `HeadMovedError` when `before` is no longer the head or a new path is taken */
  async commit(
    connection: Database,
    before: IndexedDocument | undefined,
    change: Change,
  ): Promise<ReconciledDocument> {
    const { document } = change;
    const { place } = document;
    const { done: written, failure } = await this.#commitAndWrite(connection, before, change);
    if (before?.deletedAt) await this.#trash.finish(connection, place.path);
    const indexed =
      written ?? (failure && (await new DocumentRepository(connection).find(place.path)));
    if (indexed) return { indexed, current: document, failure };
    const reconciled = await this.reconcile(connection, place);
    if (!reconciled) throw documentNotFound(place.path);
    return reconciled;
  }

  async #commitAndWrite(
    connection: Database,
    before: IndexedDocument | undefined,
    change: Change,
  ): Promise<Deferred<IndexedDocument | undefined>> {
    const { settings } = this.options;
    const { document, file } = change;
    await requireAccepted(this.options, connection, { change, before });
    const copy = await publicCopyAfter(connection, before, change.decision);
    const isComplete = file !== null && !copy.changed;
    const changes = [{ ...change, file: isComplete ? file : null }];
    const committed = await commitOne(connection, settings(), { before, changes });
    const written = (known: KnownFile): IndexedDocument =>
      indexedAfter({ ...committed, after: committed.after! }, document, known);
    if (isComplete) return { done: written(file) };
    const fileHash = before?.deletedAt ? null : (before?.fileHash ?? null);
    const target = { ...committed, fileHash, copy: copy.bytes };
    return this.#deferrable(document.place, async () => {
      const known = await this.#writeFiles(connection, change, target);
      return known && written(known);
    });
  }

  /** @throws as `commit` */
  async trash(
    connection: Database,
    { indexed, failure }: ReconciledDocument,
    change: Change & { readonly trashPath: string },
  ): Promise<void> {
    const unwritten = failure ?? (indexed.materialised ? undefined : this.#lastFailure);
    if (unwritten) throw createStorageError(unwritten, nothingDeleted);
    await this.#trash.requireWritable(change.trashPath);
    await commitOne(connection, this.options.settings(), { before: indexed, changes: [change] });
    await this.#trash.finish(connection, indexed.place.path);
  }

  /** Undefined when the file was edited since. A removed file is written again. */
  async #finish(
    connection: Database,
    indexed: IndexedDocument,
    file: TreeFile | undefined,
  ): Promise<ReconciledDocument | undefined> {
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
  ): Promise<ReconciledDocument | undefined> {
    const { clock, settings } = this.options;
    const { documentId, headHash, publicHash, place } = indexed;
    const documents = new DocumentRepository(connection);
    const copy =
      publicHash === null || publicHash === headHash
        ? null
        : await documents.bytesOf(documentId, publicHash);
    if (copy) await this.#files.writeCopy(place.path, copy);
    const stamp = await this.#files.replace(place.path, head, file);
    if (!stamp) return this.#reconcile(connection, place, {});
    if (!copy) await this.#files.writeCopy(place.path, null);
    const known = { hash: sha256(head), stamp: trustedStamp(stamp, clock.now()) };
    await documents.markMaterialised(indexed, known);
    return {
      indexed: { ...indexed, materialised: true, fileHash: known.hash },
      current: readDocument(place, head, settings()),
    };
  }

  /** Its files may be partly written, which later checks must not treat as an edit. */
  async #unfinished(
    connection: Database,
    { indexed, head, failure }: { indexed: IndexedDocument; head: Buffer; failure: StorageFailure },
  ): Promise<ReconciledDocument> {
    const { place } = indexed;
    const current = readDocument(place, head, this.options.settings());
    const { done: file } = await this.#deferrable(place, () => this.#files.read(place.path));
    const found = file && fileHash(file);
    if (found === indexed.fileHash || found !== sha256(head)) return { indexed, current, failure };
    await new DocumentRepository(connection).noteFound(indexed, found);
    return { indexed: { ...indexed, fileHash: found }, current, failure };
  }

  /** Undefined when the document was edited since it was read. */
  async #writeFiles(
    connection: Database,
    { document, file }: Change,
    target: Committed & { readonly fileHash: string | null; readonly copy: Buffer | null },
  ): Promise<KnownFile | undefined> {
    const { place, bytes } = document;
    // Writes the public copy first: a crash in between leaves an extra copy rather than a missing page.
    if (target.copy) await this.#files.writeCopy(place.path, target.copy);
    let known = file;
    if (!known) {
      const found = await this.#files.read(place.path);
      const isAsRead = (found ? fileHash(found) : null) === target.fileHash;
      const stamp = isAsRead && (await this.#files.replace(place.path, bytes, found));
      if (!stamp) return undefined;
      known = { hash: sha256(bytes), stamp: trustedStamp(stamp, this.options.clock.now()) };
    }
    if (!target.copy) await this.#files.writeCopy(place.path, null);
    return (await this.#markWritten(connection, target, known)) ? known : undefined;
  }

  /** False when the row changed without the lock and needs to be reconciled. */
  async #markWritten(connection: Database, head: Committed, known: KnownFile): Promise<boolean> {
    try {
      await new DocumentRepository(connection).markMaterialised(head, known);
      return true;
    } catch (error) {
      if (error instanceof HeadMovedError) return false;
      throw error;
    }
  }

  async #recordExternal(
    connection: Database,
    found: Omit<FoundFile, 'at'>,
  ): Promise<IndexedDocument> {
    const { settings, logger, clock } = this.options;
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
      // Unreadable files have no title or author, so the index keeps the known ones.
      const document =
        current.problem && before ? { ...current, metadata: before.metadata } : current;
      const change = externalChange({ ...signed, current: document }, decision);
      await this.commit(connection, before, change);
    }
    if (current.problem) logger.warn('document unreadable', { path, ...current.problem });
    else if (current.notice)
      logger.warn('document treated as a draft', { path, ...current.notice });
    else logger.info(indexed ? 'document edited on disk' : 'document found on disk', { path });
    return (await documents.find(path))!;
  }

  async recordGone(connection: Database, indexed: IndexedDocument): Promise<void> {
    const { clock, logger, settings } = this.options;
    const { place } = indexed;
    // The folder may have been unmounted between taking the lock and reading the file.
    await requireTree(connection);
    // Before the rows: a copy left by a crash would make a later file at this path public.
    await this.#files.writeCopy(place.path, null);
    const removed = { by: indexed.restoredBy ?? externalAuthor, at: clock.now() };
    await commitOne(connection, settings(), { before: indexed, changes: [], removed });
    logger.info('document removed on disk', { path: place.path });
  }
}
