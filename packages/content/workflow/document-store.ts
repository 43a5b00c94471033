import type { Database } from '@galley/database';
import type { Actor, Clock } from '@galley/kernel';
import type { SiteSettings } from '@galley/settings';
import { composeChange, type Step, type StepContext } from './compose-change.ts';
import { requireDocumentPath } from '../document/content-path.ts';
import type { DocumentLocation, IndexedDocument, ReadDocument } from '../document/document.ts';
import { documentNotFound } from '../document/problems.ts';
import { locateDocument, readNewText } from '../document/read-document.ts';
import type { Change } from '../store/change.ts';
import type { DocumentLocks } from '../store/document-locks.ts';
import {
  DocumentContextReadModel,
  type DocumentContext,
} from '../store/document-context-read-model.ts';
import {
  DocumentDetailsReadModel,
  type DetailedDocument,
  type DocumentDetails,
} from '../history/document-details-read-model.ts';
import { DocumentRepository, type FoundRow } from '../store/document-repository.ts';
import type { ReconciledDocument } from '../store/reconciled-document.ts';
import { commitNew, listFreePaths } from '../sync/new-documents.ts';
import { requireAccepted } from '../sync/require-accepted.ts';
import { withSuggesters } from './with-suggesters.ts';
import { UnknownFileError, type RenameFollower } from '../sync/rename-follower.ts';
import type { TreeReconciler } from '../sync/tree-reconciler.ts';

export interface DocumentStoreOptions {
  readonly db: Database;
  readonly locks: DocumentLocks;
  readonly reconciler: TreeReconciler;
  readonly settings: () => SiteSettings;
  readonly clock: Clock;
  readonly maxBytes: number;
}

export interface OpenDocument extends ReconciledDocument {
  /** Holds the lock. Use it for all further reads and writes of the document. */
  readonly connection: Database;
  readonly now: Date;
  /** Read at the first call. */
  readonly context: () => Promise<DocumentContext>;
  /** @throws `payload_too_large` */
  readonly read: (text: string) => ReadDocument;
}

/** For a new document, under its lock. */
export interface OpenPath extends Pick<OpenDocument, 'connection' | 'now'> {
  readonly isTaken: boolean;
}

export interface Addition {
  /** In the trash; undefined for a new document. */
  readonly before?: IndexedDocument;
  readonly step: Step;
}

export interface NewDocument {
  readonly place: DocumentLocation;
  readonly decide: (path: OpenPath) => Step;
}

export interface ChangedDocument extends ReconciledDocument {
  /** Undefined when there was nothing to change. */
  readonly change: Change | undefined;
}

type Decide = (document: OpenDocument) => Step | undefined | Promise<Step | undefined>;

/**
 * Every change by a person, a plugin, an agent or the scheduler is a unit of work of this store: lock, reconcile,
 * decide, commit, write the file. Reconciling commits edits on disk.
 */
export class DocumentStore {
  readonly #options: DocumentStoreOptions;
  readonly #renames: RenameFollower;

  constructor(options: DocumentStoreOptions) {
    this.#options = options;
    this.#renames = options.reconciler.renameFollower(options);
  }

  /** @throws `invalid_path`, `not_found` */
  async get(path: string): Promise<ReconciledDocument> {
    requireDocumentPath(path);
    const found = await this.find(path);
    if (!found) throw documentNotFound(path);
    return found;
  }

  /** Takes the lock only when file and rows differ. Undefined when the document is missing. */
  async find(path: string): Promise<ReconciledDocument | undefined> {
    const documents = new DocumentRepository(this.#options.db);
    const found = await this.#readReconciled(path, () => documents.findBesideTrash(path));
    return found ?? this.#openToRead(path);
  }

  /** As `get`, with everything beside the text. */
  async getDetailed(reader: Actor, path: string): Promise<DetailedDocument> {
    requireDocumentPath(path);
    const { db, clock } = this.#options;
    const as = { username: reader.username, now: clock.now() };
    let details: DocumentDetails | undefined;
    const found = await this.#readReconciled(path, async () => {
      const row = await new DocumentDetailsReadModel(db).findByPath(path, as);
      details = row.details;
      return row;
    });
    if (found && details) return { ...found, details };
    const document = await this.#openToRead(path);
    if (!document) throw documentNotFound(path);
    return this.withDetails(reader, document);
  }

  /** As they are now, also after a change. */
  async withDetails(reader: Actor, document: ReconciledDocument): Promise<DetailedDocument> {
    const { db, clock } = this.#options;
    const { documentId } = document.indexed;
    const as = { username: reader.username, now: clock.now() };
    return { ...document, details: await new DocumentDetailsReadModel(db).get(documentId, as) };
  }

  async #readReconciled(
    path: string,
    read: () => Promise<FoundRow>,
  ): Promise<ReconciledDocument | undefined> {
    const { reconciler, settings } = this.#options;
    const place = locateDocument(path, settings());
    return place && reconciler.readReconciled(place, read());
  }

  #openToRead(path: string): Promise<ReconciledDocument | undefined> {
    return this.tryOpen(path, (document) => Promise.resolve(reconciledOf(document)));
  }

  /** @throws `invalid_path`, `not_found` */
  async open<T>(path: string, work: (document: OpenDocument) => Promise<T>): Promise<T> {
    requireDocumentPath(path);
    const opened = await this.tryOpen(path, async (document) => ({ result: await work(document) }));
    if (!opened) throw documentNotFound(path);
    return opened.result;
  }

  /** Undefined when the document is missing. The indexer records that: its file may be renamed. */
  async tryOpen<T>(
    path: string,
    work: (document: OpenDocument) => Promise<T>,
  ): Promise<T | undefined> {
    try {
      return await this.#tryOpen(path, work, { forRequest: true });
    } catch (error) {
      if (!(error instanceof UnknownFileError)) throw error;
      // Its file may be renamed, which takes the locks of both paths.
      await this.#renames.followPaths([path]);
      return this.#tryOpen(path, work, {});
    }
  }

  async #tryOpen<T>(
    path: string,
    work: (document: OpenDocument) => Promise<T>,
    conditions: { readonly forRequest?: true },
  ): Promise<T | undefined> {
    const { clock, locks, maxBytes, reconciler, settings } = this.#options;
    const place = locateDocument(path, settings());
    if (!place) return undefined;
    return locks.hold(path, async (connection) => {
      const found = await reconciler.reconcile(connection, place, conditions);
      if (!found) return undefined;
      const read = (text: string): ReadDocument =>
        readNewText(found.indexed.place, text, { maxBytes, settings: settings() });
      const now = clock.now();
      const { documentId } = found.indexed;
      let reading = found.context && Promise.resolve(found.context);
      const context = () => (reading ??= readContext(connection, documentId, now));
      return work({ ...found, connection, now, context, read });
    });
  }

  /** `decide` throws refusals; undefined changes nothing. @throws `invalid_path`, `not_found` */
  change(actor: Actor, path: string, decide: Decide): Promise<ChangedDocument> {
    return this.open(path, (document) => this.#change(actor, document, decide));
  }

  /** Undefined when the document is missing, which is then recorded. */
  tryChange(actor: Actor, path: string, decide: Decide): Promise<ChangedDocument | undefined> {
    return this.#tryOpen(path, (document) => this.#change(actor, document, decide), {});
  }

  /** `decide` refuses a taken path. `refusal` is for a deleted document whose file cannot be moved away. */
  add(
    actor: Actor,
    { place, refusal }: { readonly place: DocumentLocation; readonly refusal: string },
    decide: (path: OpenPath) => Addition | Promise<Addition>,
  ): Promise<ReconciledDocument> {
    const { clock, locks, reconciler } = this.#options;
    return locks.hold(place.path, async (connection) => {
      const living = await reconciler.reconcile(connection, place, { refusal });
      const now = clock.now();
      const { before, step } = await decide({ connection, now, isTaken: living !== undefined });
      const context = () => readContext(connection, before!.documentId, now);
      const events = before && 'text' in step ? (await context()).events : [];
      const change = this.#compose(step, { actor, at: now, before, events, place });
      return reconciler.commit(connection, before, change);
    });
  }

  /** New documents, committed together. @throws when one is refused or its path taken; nothing is then added */
  addAll(actor: Actor, additions: readonly NewDocument[]): Promise<void> {
    const { reconciler } = this.#options;
    return this.#composeAll(actor, additions, (connection, changes) =>
      commitNew(reconciler.options, connection, changes),
    );
  }

  /** @throws as `addAll` would now, except for targets of fields, which may follow */
  checkAll(actor: Actor, additions: readonly NewDocument[]): Promise<void> {
    const { options } = this.#options.reconciler;
    return this.#composeAll(actor, additions, async (connection, changes) => {
      for (const change of changes)
        await requireAccepted(options, connection, { change, before: undefined, isDryRun: true });
    });
  }

  /** @throws as `change` would now, except for targets of fields, which may follow */
  checkChange(actor: Actor, path: string, decide: Decide): Promise<void> {
    const { options } = this.#options.reconciler;
    return this.open(path, async (document) => {
      const change = await this.#composeStep(actor, document, await decide(document));
      const before = document.indexed;
      if (change)
        await requireAccepted(options, document.connection, { change, before, isDryRun: true });
    });
  }

  #composeAll(
    actor: Actor,
    additions: readonly NewDocument[],
    work: (connection: Database, changes: readonly Change[]) => Promise<void>,
  ): Promise<void> {
    const { clock, locks, reconciler } = this.#options;
    const paths = additions.map(({ place }) => place.path);
    return locks.holdAll(paths, async (connection) => {
      const free = await listFreePaths(reconciler.options, connection, paths);
      const now = clock.now();
      const changes: Change[] = [];
      for (const { place, decide } of additions) {
        const living = free.has(place.path)
          ? undefined
          : await reconciler.reconcile(connection, place, {});
        const step = decide({ connection, now, isTaken: living !== undefined });
        const context = { actor, at: now, before: undefined, events: [], place };
        changes.push(this.#compose(step, context));
      }
      await work(connection, changes);
    });
  }

  async #change(actor: Actor, document: OpenDocument, decide: Decide): Promise<ChangedDocument> {
    const { reconciler } = this.#options;
    const { connection, indexed } = document;
    const found = reconciledOf(document);
    const change = await this.#composeStep(actor, document, await decide(document));
    if (!change) return { ...found, change };
    const { trashPath } = change;
    if (trashPath === undefined)
      return { ...(await reconciler.commit(connection, indexed, change)), change };
    await reconciler.trash(connection, found, { ...change, trashPath });
    return { ...found, change };
  }

  async #composeStep(
    actor: Actor,
    document: OpenDocument,
    step: Step | undefined,
  ): Promise<Change | undefined> {
    if (!step) return undefined;
    const { indexed, now: at } = document;
    const { place } = indexed;
    const context = 'text' in step ? await document.context() : undefined;
    const signed = context ? withSuggesters(step, { actor, document, context }) : step;
    const events = context?.events ?? [];
    return this.#compose(signed, { actor, at, before: indexed, events, place });
  }

  #compose(step: Step, context: Omit<StepContext, 'maxBytes' | 'settings'>): Change {
    const { maxBytes, settings } = this.#options;
    return composeChange(step, { ...context, maxBytes, settings: settings() });
  }
}

function readContext(connection: Database, documentId: number, now: Date) {
  return new DocumentContextReadModel(connection).get(documentId, now);
}

function reconciledOf({ indexed, current, failure }: ReconciledDocument): ReconciledDocument {
  return { indexed, current, failure };
}
