import { requireTree, type Database } from '@galley/database';
import { currentApproval, decideExternal, type Decision } from '@galley/editorial';
import { baselineInForce, isApprovalRequired } from '../store/approval-in-force.ts';
import type { Change } from '../store/change.ts';
import { commit, type DocumentCommit } from './commit.ts';
import type { DocumentLocation, IndexedDocument, ReadDocument } from '../document/document.ts';
import { DocumentBatchRepository } from '../store/document-batch-repository.ts';
import type { DocumentLocks } from '../store/document-locks.ts';
import { DocumentReadModel } from '../store/document-read-model.ts';
import { DocumentRepository } from '../store/document-repository.ts';
import { externalChange, type Baseline } from '../store/external-change.ts';
import { RenamedDocumentReadModel } from '../store/renamed-document-read-model.ts';
import { DocumentFiles } from '../tree/document-files.ts';
import type { TreeFile } from '../tree/content-tree.ts';
import { fileHash, knownFile } from '../tree/known-file.ts';
import { readFileAs } from '../tree/read-file-as.ts';
import { locateDocument, readDocument } from '../document/read-document.ts';
import type { ReconcilerOptions } from '../tree/reconciler-options.ts';
import { findEdited, maxSimilar } from './find-edited.ts';
import { findVacated, type VacatedSource } from './find-vacated.ts';
import { planRenames, type PlannedRename } from './plan-renames.ts';
import { hasPublicCopy } from './public-copies.ts';

export interface RenameFollowerOptions extends ReconcilerOptions {
  readonly db: Database;
  readonly locks: DocumentLocks;
}

export interface NewFile {
  readonly place: DocumentLocation;
  readonly file: TreeFile;
}

/** Paths that need no further indexing now. */
export interface FollowedRenames {
  /** Former path by new path. */
  readonly followed: Map<string, string>;
  /** Both paths of renames that failed; the next scan tries again. */
  readonly failed: Set<string>;
}

/** A file without a document, which may be new or renamed. */
export class UnknownFileError extends Error {}

interface Appeared {
  readonly place: DocumentLocation;
  readonly path: string;
  readonly hash: string;
}

type Rename = PlannedRename<Appeared, VacatedSource>;

interface Found extends Rename {
  readonly before: IndexedDocument;
  readonly file: TreeFile;
}

interface Batch {
  readonly connection: Database;
  readonly requireApproval: boolean;
  readonly baseline: Baseline | undefined;
  readonly at: Date;
}

/**
 * Sync programs and `git checkout` may deliver a change as a removal and, later, a new file. After this time, the same
 * text is more likely to be a new document from the same template.
 */
const removedWithinMs = 10 * 60_000;
const renamesPerBatch = 50;
const readsAtOnce = 250;
const maxAttempts = 3;

/**
 * Recognises files that were renamed outside Galley (`git mv`, `git checkout`) by their bytes or similar text, so that
 * history, schedule, assignments and former addresses stay with the document. Call it before new files become documents.
 */
export class RenameFollower {
  readonly #options: RenameFollowerOptions;
  readonly #files: DocumentFiles;

  constructor(options: RenameFollowerOptions) {
    this.#options = options;
    this.#files = new DocumentFiles(options);
  }

  /** Any paths; those of documents are skipped. Repeats, because a rename may free the path of another one. */
  async followPaths(paths: readonly string[], baseline?: Baseline): Promise<FollowedRenames> {
    const all: FollowedRenames = { followed: new Map(), failed: new Set() };
    for (;;) {
      const living = await this.#livingAmong(this.#options.db, paths);
      const unknown = paths.filter((path) => !living.has(path) && !all.failed.has(path));
      const before = all.followed.size;
      for (let at = 0; at < unknown.length; at += readsAtOnce) {
        const files = await this.#readNew(unknown.slice(at, at + readsAtOnce));
        addTo(all, await this.follow(files, baseline));
      }
      if (all.followed.size > before) continue;
      const isOpen = (path: string): boolean => !all.failed.has(path);
      const [left, vacated] = [unknown.filter(isOpen), [...living].filter(isOpen)];
      if (left.length > maxSimilar) return all;
      addTo(all, await this.followEdited(await this.#readNew(left), vacated, baseline));
      if (all.followed.size === before) return all;
    }
  }

  /** Files without a document, after `follow`; `paths` are those of documents whose file may be missing. */
  async followEdited(
    files: readonly NewFile[],
    paths: readonly string[],
    baseline?: Baseline,
  ): Promise<FollowedRenames> {
    const all: FollowedRenames = { followed: new Map(), failed: new Set() };
    const isFew = files.length <= maxSimilar && paths.length <= maxSimilar;
    if (!isFew || files.length === 0) return all;
    const { db, settings } = this.#options;
    const appeared = files.map(({ place, file }) => ({
      place,
      path: place.path,
      hash: fileHash(file),
      document: readFileAs(this.#options, place, file),
    }));
    const search = {
      db,
      files: this.#files,
      read: ({ place }: Pick<IndexedDocument, 'place'>, bytes: Buffer) =>
        readDocument(place, bytes, settings()),
    };
    await this.#followPlanned(await findEdited(search, appeared, paths), baseline, all);
    return all;
  }

  /** Files without a document. */
  async follow(files: readonly NewFile[], baseline?: Baseline): Promise<FollowedRenames> {
    const all: FollowedRenames = { followed: new Map(), failed: new Set() };
    let left = files;
    for (let attempt = 0; attempt < maxAttempts && left.length > 0; attempt += 1) {
      const planned = await this.#plan(left);
      await this.#followPlanned(planned, baseline, all);
      // Another process may have recorded the removal since the plan: the document is then among the removed ones.
      const open = new Set(planned.map(({ to }) => to.path));
      left = left.filter(
        ({ place: { path } }) => open.has(path) && !all.followed.has(path) && !all.failed.has(path),
      );
    }
    return all;
  }

  async #followPlanned(
    planned: readonly Rename[],
    baseline: Baseline | undefined,
    all: FollowedRenames,
  ): Promise<void> {
    if (planned.length === 1) return this.#followOne(planned[0]!, baseline, all);
    for (let at = 0; at < planned.length; at += renamesPerBatch) {
      const batch = planned.slice(at, at + renamesPerBatch);
      for (const left of await this.#followFree(batch, baseline, all))
        await this.#followOne(left, baseline, all);
    }
  }

  /** An empty file has no content to be recognised by. */
  async #plan(files: readonly NewFile[]): Promise<Rename[]> {
    const appeared = files.flatMap(({ place, file }) =>
      file.bytes && file.bytes.length > 0
        ? [{ place, path: place.path, hash: fileHash(file) }]
        : [],
    );
    const { db, clock } = this.#options;
    const removedSince = new Date(clock.now().getTime() - removedWithinMs);
    const paths = new Set(appeared.map(({ path }) => path));
    const search = { db, files: this.#files, removedSince, appeared: paths };
    const hashes = [...new Set(appeared.map(({ hash }) => hash))];
    return planRenames(appeared, await findVacated(search, hashes));
  }

  /** Never waits for a lock. Returns those left to `#followOne`. */
  async #followFree(
    renames: readonly Rename[],
    baseline: Baseline | undefined,
    { followed }: FollowedRenames,
  ): Promise<readonly Rename[]> {
    const { locks, logger } = this.#options;
    try {
      return await locks.holdFree(renames.flatMap(pathsOf), async (connection, held) => {
        const isFree = (one: Rename): boolean => pathsOf(one).every((path) => held.has(path));
        const free = renames.filter(isFree);
        for (const { from, to } of await this.#followHeld(connection, free, baseline))
          followed.set(to.path, from.path);
        return renames.filter((one) => !isFree(one));
      });
    } catch (error) {
      logger.warn('batch indexing failed; indexing documents one by one', {
        error: messageOf(error),
      });
      return renames;
    }
  }

  async #followOne(
    rename: Rename,
    baseline: Baseline | undefined,
    { followed, failed }: FollowedRenames,
  ): Promise<void> {
    const { locks, logger } = this.#options;
    const [from, path] = pathsOf(rename);
    try {
      const isFollowed = await locks.holdAll([...new Set([from, path])], async (connection) => {
        const done = await this.#followHeld(connection, [rename], baseline);
        return done.length > 0;
      });
      if (isFollowed) followed.set(path, from);
    } catch (error) {
      failed.add(from).add(path);
      logger.error('following a renamed document failed', { path, from, error: messageOf(error) });
    }
  }

  /** Returns those that are still renames under their locks. */
  async #followHeld(
    connection: Database,
    renames: readonly Rename[],
    baseline: Baseline | undefined,
  ): Promise<readonly Rename[]> {
    const { clock, settings } = this.#options;
    const found = await this.#recheck(connection, renames);
    if (found.length === 0) return [];
    // The folder may have been unmounted: all files would count as missing.
    await requireTree(connection);
    const batch = {
      connection,
      requireApproval: await isApprovalRequired(connection, settings()),
      baseline: await baselineInForce(connection, baseline),
      at: clock.now(),
    };
    const commits: DocumentCommit[] = [];
    for (const one of found) commits.push(await this.#prepare(one, batch));
    await commit(connection, settings(), commits.length > 1 ? commits.map(asScanned) : commits);
    return found;
  }

  async #recheck(connection: Database, renames: readonly Rename[]): Promise<Found[]> {
    if (renames.length === 0) return [];
    const taken = await this.#livingAmong(
      connection,
      renames.map(({ to }) => to.path),
    );
    const rows = [
      ...(await new DocumentBatchRepository(connection).listReconciled(
        renames.map(({ from }) => from.path),
      )),
      ...(await new RenamedDocumentReadModel(connection).listGone(
        renames.flatMap(({ from }) => (from.isGone ? [from.documentId] : [])),
      )),
    ];
    const byId = new Map(rows.map((row) => [row.documentId, row]));
    const found = await Promise.all(
      renames.map(async (rename): Promise<Found | undefined> => {
        const { from, to } = rename;
        const before = byId.get(from.documentId);
        if (before?.headHash !== from.headHash || taken.has(to.path)) return undefined;
        if (!from.isGone && before.fileHash !== from.hash) return undefined;
        const [left, file] = await Promise.all(
          [from, to].map(({ path }) => this.#files.read(path)),
        );
        const isVacated = (left && fileHash(left)) === from.replacedBy;
        return isVacated && file && fileHash(file) === to.hash
          ? { ...rename, before, file }
          : undefined;
      }),
    );
    return found.filter((one) => one !== undefined);
  }

  async #prepare({ file, from, to, ...found }: Found, batch: Batch): Promise<DocumentCommit> {
    const { connection, at, baseline } = batch;
    const before = mayReturnToPublic(found.before, batch) ? found.before : notPublic(found.before);
    const current = readFileAs(this.#options, to.place, file);
    const isSameText = from.hash === to.hash;
    const decision = decideRename({ before, file: current, isSameText }, batch);
    const isCopyKept = decision.publication === 'keep' && before.publicHash !== null;
    const copy = isCopyKept
      ? await new DocumentRepository(connection).bytesOf(before.documentId, before.publicHash)
      : null;
    // Before the rows: a copy left by a crash would make a later file at the former path public.
    await this.#files.writeCopy(to.path, copy);
    if (!before.deletedAt && hasPublicCopy(before)) await this.#files.writeCopy(from.path, null);
    // Unreadable files have no title or author, so the index keeps the known ones.
    const document = current.problem ? { ...current, metadata: before.metadata } : current;
    const known = knownFile(file, at);
    const open = copy ? readDocument(to.place, copy, this.#options.settings()) : undefined;
    const change: Change = {
      ...externalChange({ indexed: before, current: document, known, baseline, at }, decision),
      // Without new text, the rename has no contributors.
      ...(isSameText && { onBehalfOf: [] }),
      message: messageOfRename(from.path, to),
      renamedFrom: from.path === to.path ? undefined : from.path,
      open,
    };
    return { before, changes: [change] };
  }

  async #livingAmong(db: Database, paths: readonly string[]): Promise<ReadonlySet<string>> {
    const living = await new DocumentReadModel(db).stampedFiles(paths);
    return new Set(living.map(({ path }) => path));
  }

  async #readNew(paths: readonly string[]): Promise<NewFile[]> {
    const read = await Promise.all(
      paths.map(async (path): Promise<NewFile | undefined> => {
        const place = locateDocument(path, this.#options.settings());
        // `TreeReconciler` reports and defers failures.
        const file = place && (await this.#files.read(path).catch(() => undefined));
        return file && { place, file };
      }),
    );
    return read.filter((one) => one !== undefined);
  }
}

/** With approval required, a removed text that nobody has approved does not become public again (GAP-ED-5). */
function mayReturnToPublic(
  { deletedAt, publicHash, headHash, editorial, revision }: IndexedDocument,
  { requireApproval, baseline }: Batch,
): boolean {
  if (deletedAt === null || !requireApproval || baseline !== undefined) return true;
  return publicHash === headHash && currentApproval(editorial, revision) !== undefined;
}

function notPublic(document: IndexedDocument): IndexedDocument {
  return { ...document, publicHash: null, publishedRevision: null, publishedAt: null };
}

interface ContinuedDocument {
  readonly before: IndexedDocument;
  readonly file: ReadDocument;
  readonly isSameText: boolean;
}

/** The same text stays public at the new path; with approval required, another text needs one (GAP-ED-5). */
function decideRename(
  { before, file, isSameText }: ContinuedDocument,
  { requireApproval, baseline }: Pick<Batch, 'requireApproval' | 'baseline'>,
): Decision {
  // A server of an earlier release forgets the public revision of a removed document; see also `mayReturnToPublic`.
  const isForgotten =
    before.deletedAt !== null && before.status === 'published' && before.publicHash === null;
  const decision = decideExternal({
    before: isForgotten ? undefined : before,
    file,
    requireApproval,
    baseline: baseline !== undefined,
  });
  const { publication } = decision;
  const isHeadPublic = before.publicHash !== null && before.publicHash === before.headHash;
  const staysPublic = publication === 'keep' || publication === 'publish';
  return isSameText && isHeadPublic && staysPublic
    ? { ...decision, publication: 'renew' }
    : decision;
}

function addTo(all: FollowedRenames, { followed, failed }: FollowedRenames): void {
  for (const [to, from] of followed) all.followed.set(to, from);
  for (const path of failed) all.failed.add(path);
}

function messageOfRename(from: string, to: Appeared): string {
  return from === to.path ? 'Found on disk' : `Renamed from ${from}`;
}

function asScanned(one: DocumentCommit): DocumentCommit {
  return { ...one, fromScan: true };
}

function pathsOf({ from, to }: Rename): [string, string] {
  return [from.path, to.path];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
