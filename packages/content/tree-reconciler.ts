import { DomainEventRepository, type Database, type Transaction } from '@galley/database';
import { sha256 } from '@galley/kernel';
import { recordApproval } from './approvals/record-approval.ts';
import { outcomeOf, type Change } from './change.ts';
import { publishedFolder, type FileStamp, type TreeFile } from './content-tree.ts';
import { documentEvents, goneEvents } from './document-events.ts';
import { requireFields } from './custom-fields/require-fields.ts';
import { DocumentRepository } from './document-repository.ts';
import type { DocumentPlace, IndexedDocument, ReadDocument } from './document.ts';
import { EditorialEventRepository } from './editorial/editorial-event-repository.ts';
import { externalAuthor, externalChange, type FoundFile } from './external-change.ts';
import { fileHash, knownFile, sameStamp, trustedStamp } from './known-file.ts';
import { documentNotFound } from './problems.ts';
import { PublicCopies } from './public-copies.ts';
import { decideExternal, type Baseline } from './publication.ts';
import { readDocument } from './read-document.ts';
import { readFileAs } from './read-file-as.ts';
import type { ReconcilerOptions } from './reconciler-options.ts';
import { RestoredDocuments } from './restored-documents.ts';
import { kept } from './storage-failure.ts';
import { TrashFiles } from './trash-files.ts';

/** A document under its lock, with file and rows in agreement. */
export interface Settled {
  readonly indexed: IndexedDocument;
  readonly current: ReadDocument;
}

/**
 * Brings a document's file and its rows into agreement. Every caller holds the document's lock
 * (`DocumentLocks`) and passes the connection that holds it.
 *
 *     saved:     rows say X, file is to say X ──write──▶ file says X ──mark──▶ materialised
 *     on disk:   file says Y, rows say X      ──record─▶ history has X, Y; rows say Y
 *
 * A crash between any two steps leaves one of these two, and the next `settle` finishes it.
 */
export class TreeReconciler {
  readonly #options: ReconcilerOptions;
  readonly #trash: TrashFiles;
  readonly #copies: PublicCopies;
  readonly #restored: RestoredDocuments;

  constructor(options: ReconcilerOptions) {
    this.#options = options;
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
    baseline?: Baseline,
  ): Promise<Settled | undefined> {
    const documents = new DocumentRepository(connection);
    const { indexed, isTrashing } = await documents.findBesideTrash(place.path);
    // First, or a file on its way to the trash would pass for a new document.
    if (isTrashing) await this.#trash.finish(connection, place.path);
    const file = await this.#options.tree.read(place.path, this.#options.maxBytes);
    if (await this.#followRestored(connection, indexed, file))
      return this.settle(connection, place);
    if (indexed && !indexed.materialised) {
      const finished = await kept(() => this.#finish(connection, indexed, file));
      if (finished) return finished;
    }
    if (!file) {
      if (indexed) await this.recordGone(connection, indexed);
      return undefined;
    }
    const current = this.read(place, file);
    const known = knownFile(file, this.#options.clock.now());
    if (indexed?.fileHash !== known.hash) {
      return {
        indexed: await this.#recordExternal(connection, { indexed, current, known, baseline }),
        current,
      };
    }
    if (known.stamp && !sameStamp(indexed.fileStamp, known.stamp)) {
      await documents.markMaterialised(indexed, known);
    }
    return { indexed, current };
  }

  /** Whether a restored tree has brought this file, and its rows follow it now. */
  async #followRestored(
    connection: Database,
    indexed: IndexedDocument | undefined,
    file: TreeFile | undefined,
  ): Promise<boolean> {
    if (!file || indexed?.restoredBy == null) return false;
    await kept(() => this.#restored.record(connection, indexed, file));
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
    if (applied.isWritten) {
      const indexed = await new DocumentRepository(connection).find(place.path);
      if (indexed) return { indexed, current: change.document };
    }
    const settled = await this.settle(connection, place);
    if (!settled) throw documentNotFound(place.path);
    return settled;
  }

  /** `isWritten`: the file says what the change does, and nobody has edited it meanwhile. */
  async #apply(
    connection: Database,
    before: IndexedDocument | undefined,
    change: Change,
  ): Promise<{ readonly isWritten: boolean } | undefined> {
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
        const approval = { documentId: id, event: change.event, ...outcome };
        await recordApproval(transaction, approval);
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
    return { isWritten: await kept(() => this.#writeFiles(connection, change, target)) };
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

  /** Finishes what a killed process left; undefined when somebody has edited the file since. */
  async #finish(
    connection: Database,
    indexed: IndexedDocument,
    file: TreeFile | undefined,
  ): Promise<Settled | undefined> {
    const { clock, settings } = this.#options;
    const { documentId, headHash, publicHash, place } = indexed;
    const documents = new DocumentRepository(connection);
    const head = await documents.bytesOf(documentId, headHash);
    const found = file ? fileHash(file) : null;
    if (found !== indexed.fileHash && found !== sha256(head)) return undefined;
    const copy =
      publicHash === null || publicHash === headHash
        ? null
        : await documents.bytesOf(documentId, publicHash);
    if (copy) await this.#writeCopy(place.path, copy);
    const stamp = await this.#replace(place.path, head, file);
    // Somebody edited the file a moment ago: their edit is recorded on top.
    if (!stamp) return this.settle(connection, place);
    if (!copy) await this.#writeCopy(place.path, null);
    const known = { hash: sha256(head), stamp: trustedStamp(stamp, clock.now()) };
    await documents.markMaterialised(indexed, known);
    return {
      indexed: { ...indexed, materialised: true, fileHash: known.hash },
      current: readDocument(place, head, settings()),
    };
  }

  /** Whether it has written the document's file. */
  async #writeFiles(
    connection: Database,
    { document, file }: Change,
    target: { documentId: number; headHash: string; fileHash: string | null; copy: Buffer | null },
  ): Promise<boolean> {
    const { tree, clock, maxBytes } = this.#options;
    const { place, bytes } = document;
    // What stays public is written first: a crash in between leaves a copy too many, never a page too few.
    if (target.copy) await this.#writeCopy(place.path, target.copy);
    let known = file;
    if (!known) {
      const found = await tree.read(place.path, maxBytes);
      const isAsRead = (found ? fileHash(found) : null) === target.fileHash;
      const stamp = isAsRead && (await this.#replace(place.path, bytes, found));
      if (!stamp) {
        // Somebody edited the file since it was read, a moment ago: record that on top instead of writing over it.
        await this.settle(connection, place);
        return false;
      }
      known = { hash: sha256(bytes), stamp: trustedStamp(stamp, clock.now()) };
    }
    if (!target.copy) await this.#writeCopy(place.path, null);
    await new DocumentRepository(connection).markMaterialised(target, known);
    return !file;
  }

  /** Puts the bytes in the place of what was read there; undefined when it has others by now. */
  async #replace(
    path: string,
    bytes: Uint8Array,
    read: TreeFile | undefined,
  ): Promise<FileStamp | undefined> {
    const { tree, maxBytes } = this.#options;
    const stamp = await tree.replace(path, bytes, read);
    if (stamp) return stamp;
    const found = await tree.read(path, maxBytes);
    const isSame = found && read ? fileHash(found) === fileHash(read) : found === read;
    // Touched only, or on a file system that tells of an open file otherwise than of its name: that is no edit.
    return isSame ? tree.write(path, bytes) : undefined;
  }

  async #writeCopy(path: string, bytes: Buffer | null): Promise<void> {
    const copy = `${publishedFolder}/${path}`;
    if (bytes) await this.#options.tree.write(copy, bytes);
    else await this.#options.tree.remove(copy);
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
    const requireApproval = settings().editorial.requireApproval;
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
    else logger.info(indexed ? 'document edited on disk' : 'document found on disk', { path });
    return (await documents.find(path))!;
  }

  /** The file is no longer there, or no longer a document: it leaves the index and the public; its history stays. */
  async recordGone(connection: Database, indexed: IndexedDocument): Promise<void> {
    const { tree, clock, logger } = this.#options;
    const { documentId, place } = indexed;
    // Before the rows: a copy that a crash left behind would make a later file at this path public.
    await tree.remove(`${publishedFolder}/${place.path}`);
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
