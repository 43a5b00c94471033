import { setImmediate } from 'node:timers/promises';
import { requireTree, type Database } from '@galley/database';
import { decideExternal } from '@galley/editorial';
import { externalAuthor } from '@galley/kernel';
import { baselineInForce, isApprovalRequired } from '../store/approval-in-force.ts';
import { commit, type Committed, type DocumentCommit } from './commit.ts';
import { DocumentBatchRepository, type ConfirmedFile } from '../store/document-batch-repository.ts';
import type { DocumentLocation, IndexedDocument, ReadDocument } from '../document/document.ts';
import { DocumentFiles } from '../tree/document-files.ts';
import type { DocumentLocks } from '../store/document-locks.ts';
import { externalChange, type Baseline } from '../store/external-change.ts';
import { knownFile, sameStamp, type KnownFile } from '../tree/known-file.ts';
import { changesPublicCopy, needsPublicCopy } from './public-copies.ts';
import { readFileAs } from '../tree/read-file-as.ts';
import type { ReconcilerOptions } from '../tree/reconciler-options.ts';
import type { TreeFile } from '../tree/content-tree.ts';

/** Writes wait for the disk on one of Node's four threads, which saves need as well. */
const copyConcurrency = 3;

export interface BatchIndexerOptions extends ReconcilerOptions {
  readonly locks: DocumentLocks;
}

export interface IndexedBatch {
  readonly edited: number;
  readonly removed: number;
  /** Paths left to `TreeReconciler`. */
  readonly left: readonly string[];
}

interface Batch {
  readonly requireApproval: boolean;
  readonly baseline: Baseline | undefined;
  readonly at: Date;
}

interface Found {
  readonly indexed: IndexedDocument;
  readonly place: DocumentLocation;
  readonly file: TreeFile | undefined;
}

/** A file requires a commit, a new stamp in its row, or neither. */
interface Step {
  readonly commit?: DocumentCommit | undefined;
  readonly confirmed?: ConfirmedFile | undefined;
  /** Set when the public copy has to be written or removed after the commit. */
  readonly pending?: PendingCopy | undefined;
}

interface PendingCopy {
  readonly path: string;
  readonly isNeeded: boolean;
  readonly known: KnownFile;
}

/**
 * Indexes changed files of known documents in one transaction, for scans and bulk changes such as `git checkout`. It
 * decides as `TreeReconciler` does, and leaves to it every document with unfinished work, an unreadable file, or a lock
 * that another process holds.
 */
export class BatchIndexer {
  readonly #options: BatchIndexerOptions;
  readonly #files: DocumentFiles;

  constructor(options: BatchIndexerOptions) {
    this.#options = options;
    this.#files = new DocumentFiles(options);
  }

  /** Never rejects. */
  async index(
    places: readonly DocumentLocation[],
    baseline: Baseline | undefined,
  ): Promise<IndexedBatch> {
    const { locks, logger } = this.#options;
    const paths = places.map(({ path }) => path);
    try {
      return await locks.holdFree(paths, async (connection, held) => {
        const free = places.filter(({ path }) => held.has(path));
        const { edited, removed, left } = await this.#indexHeld(connection, free, baseline);
        return { edited, removed, left: [...left, ...paths.filter((path) => !held.has(path))] };
      });
    } catch (error) {
      logger.warn('batch indexing failed; indexing documents one by one', {
        error: error instanceof Error ? error.message : String(error),
      });
      return { edited: 0, removed: 0, left: paths };
    }
  }

  async #indexHeld(
    connection: Database,
    places: readonly DocumentLocation[],
    baseline: Baseline | undefined,
  ): Promise<IndexedBatch> {
    if (places.length === 0) return { edited: 0, removed: 0, left: [] };
    const { clock, settings } = this.#options;
    const batch = {
      requireApproval: await isApprovalRequired(connection, settings()),
      baseline: await baselineInForce(connection, baseline),
      at: clock.now(),
    };
    const found = await this.#read(connection, places);
    const steps = new Map<string, Step>();
    for (const one of found) {
      // Parsing a whole batch would delay requests for tens of milliseconds.
      await setImmediate();
      const step = await this.#stepFor(one, batch);
      if (step) steps.set(one.place.path, step);
    }
    const left = places.filter(({ path }) => !steps.has(path)).map(({ path }) => path);
    const { edited, removed, unwritten } = await this.#write(connection, [...steps.values()]);
    return { edited, removed, left: [...left, ...unwritten] };
  }

  async #read(connection: Database, places: readonly DocumentLocation[]): Promise<Found[]> {
    const documents = new DocumentBatchRepository(connection);
    const reconciled = await documents.listReconciled(places.map(({ path }) => path));
    const rows = new Map(reconciled.map((indexed) => [indexed.place.path, indexed]));
    const found = await Promise.all(
      places.map(async (place): Promise<Found | undefined> => {
        const indexed = rows.get(place.path);
        if (!indexed) return undefined;
        try {
          return { indexed, place, file: await this.#files.read(place.path) };
        } catch {
          // `TreeReconciler` reads it again, and reports and defers the failure.
          return undefined;
        }
      }),
    );
    const isRead = found.filter((one) => one !== undefined);
    // The folder may have been unmounted: all files would count as deleted.
    if (isRead.some(({ file }) => !file)) await requireTree(connection);
    return isRead;
  }

  /** Undefined leaves the document to `TreeReconciler`. */
  async #stepFor({ indexed, place, file }: Found, batch: Batch): Promise<Step | undefined> {
    if (!file) return this.#stepForMissing(indexed, batch);
    const known = knownFile(file, batch.at);
    if (known.hash === indexed.fileHash) {
      const { stamp } = known;
      if (!stamp || sameStamp(stamp, indexed.fileStamp)) return {};
      const { documentId, headHash } = indexed;
      return { confirmed: { documentId, headHash, fileHash: known.hash, stamp } };
    }
    const { baseline, requireApproval, at } = batch;
    const current = readFileAs(this.#options, place, file);
    if (current.problem) return undefined;
    const isBaseline = baseline !== undefined;
    const question = { before: indexed, file: current, requireApproval, baseline: isBaseline };
    const decision = decideExternal(question);
    const change = externalChange({ indexed, current, known, baseline, at }, decision);
    const isComplete = !changesPublicCopy(indexed, decision);
    const changes = [isComplete ? change : { ...change, file: null }];
    const pending = { path: place.path, isNeeded: needsPublicCopy(indexed, decision), known };
    return {
      commit: { before: indexed, changes, fromScan: true },
      pending: isComplete ? undefined : pending,
    };
  }

  async #stepForMissing(before: IndexedDocument, { at }: Batch): Promise<Step | undefined> {
    try {
      // Before the rows: a copy left by a crash would make a later file at this path public.
      await this.#files.writeCopy(before.place.path, null);
    } catch {
      return undefined;
    }
    const removed = { by: externalAuthor, at };
    return { commit: { before, changes: [], removed, fromScan: true } };
  }

  async #write(connection: Database, steps: readonly Step[]) {
    const writing = steps.filter((step) => step.commit !== undefined);
    const commits = writing.map((step) => step.commit!);
    const committed =
      commits.length > 0 ? await commit(connection, this.#options.settings(), commits) : [];
    const pending = writing.flatMap((step, at) =>
      step.pending ? [{ ...step.pending, ...committed[at]! }] : [],
    );
    const unwritten = await this.#writeCopies(connection, pending);
    const confirmed = steps.flatMap((step) => step.confirmed ?? []);
    await new DocumentBatchRepository(connection).confirmFiles(confirmed);
    const edits = commits.flatMap(({ changes }) => changes);
    for (const { document } of edits) this.#warnAbout(document);
    return { edited: edits.length, removed: commits.length - edits.length, unwritten };
  }

  /** Returns the paths whose copy could not be written; `TreeReconciler` tries again, and reports and defers failures. */
  async #writeCopies(
    connection: Database,
    pending: readonly (PendingCopy & Committed)[],
  ): Promise<string[]> {
    const documents = new DocumentBatchRepository(connection);
    const needed = pending.filter(({ isNeeded }) => isNeeded);
    const bytes = await documents.publicBytes(needed.map(({ documentId }) => documentId));
    const written: boolean[] = [];
    for (let at = 0; at < pending.length; at += copyConcurrency) {
      const writing = pending
        .slice(at, at + copyConcurrency)
        .map(({ path, isNeeded, documentId }) =>
          this.#writeCopy(path, isNeeded ? bytes.get(documentId) : null),
        );
      written.push(...(await Promise.all(writing)));
    }
    await documents.markMaterialised(pending.filter((_, at) => written[at]));
    return pending.filter((_, at) => !written[at]).map(({ path }) => path);
  }

  async #writeCopy(path: string, bytes: Buffer | null | undefined): Promise<boolean> {
    if (bytes === undefined) return false;
    return this.#files.writeCopy(path, bytes).then(
      () => true,
      () => false,
    );
  }

  #warnAbout({ place, notice }: ReadDocument): void {
    const { logger } = this.#options;
    if (notice) logger.warn('document treated as a draft', { path: place.path, ...notice });
  }
}
