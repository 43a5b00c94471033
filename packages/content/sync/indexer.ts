import { requireTree, withSharedTree, type Database } from '@galley/database';
import { decideExternal } from '@galley/editorial';
import {
  baselineInForce,
  endRestoreUnderApproval,
  findRestoreUnderApproval,
  isApprovalRequired,
} from '../store/approval-in-force.ts';
import type { Change } from '../store/change.ts';
import { commit } from './commit.ts';
import { publishedFolder, type TreeFile } from '../tree/content-tree.ts';
import { derivationOf } from '../store/derivation.ts';
import type { DocumentLocks } from '../store/document-locks.ts';
import { DocumentReadModel, type StampedFile } from '../store/document-read-model.ts';
import { DocumentRepository } from '../store/document-repository.ts';
import type { DocumentLocation, ReadDocument } from '../document/document.ts';
import { externalChange, type Baseline } from '../store/external-change.ts';
import { knownFile, sameStamp } from '../tree/known-file.ts';
import { ProjectFactsRepository } from '../store/project-facts-repository.ts';
import { locateDocument, readDocument } from '../document/read-document.ts';
import { SearchFiller } from './search-filler.ts';
import { SearchRepository, type SearchedSnapshot } from '../search/search-repository.ts';
import { withIndexedMetadata } from '../search/searchable-head.ts';
import { TrashFiles } from './trash-files.ts';
import { TrashRepository } from '../store/trash-repository.ts';
import type { ReconcilerOptions } from '../tree/reconciler-options.ts';
import type { TreeReconciler } from './tree-reconciler.ts';
import { withdrawUnlessPublic } from './withdraw-document.ts';

export interface IndexerOptions extends ReconcilerOptions {
  readonly db: Database;
  readonly locks: DocumentLocks;
  readonly reconciler: TreeReconciler;
}

export interface ScanReport {
  readonly documents: number;
  readonly read: number;
  readonly failed: number;
}

interface NewFile {
  readonly place: DocumentLocation;
  readonly file: TreeFile;
}

interface FirstIndex {
  readonly baseline: Baseline | undefined;
  readonly requireApproval: boolean;
}

/** Dot folders are skipped anyway. */
export const otherFolders: ReadonlySet<string> = new Set(['config', 'media']);
const batchCount = 250;
const scanConcurrency = 100;
const batchBytes = 16 * 1024 * 1024;

export class Indexer {
  readonly #options: IndexerOptions;
  readonly #facts: ProjectFactsRepository;
  /** Many documents are indexed in the background, once it is started. */
  readonly searchFiller: SearchFiller;
  readonly #trash: TrashFiles;

  constructor(options: IndexerOptions) {
    this.#options = options;
    this.#facts = new ProjectFactsRepository(options.db);
    this.searchFiller = new SearchFiller(options);
    this.#trash = new TrashFiles(options);
  }

  /** Rejects for a folder that does not belong to the database: all documents would count as deleted. */
  async scan(): Promise<ScanReport> {
    const { db, tree, settings } = this.#options;
    await requireTree(db);
    const { requireApproval } = settings().editorial;
    const restore = await findRestoreUnderApproval(db);
    const baseline = await this.#findBaseline(requireApproval);
    // Their files may be at neither path, where no walk finds them.
    for (const path of await new TrashRepository(db).unfinishedPaths()) await this.indexPath(path);
    const run = new Scan(
      this,
      new Map((await new DocumentReadModel(db).stampedFiles()).map((one) => [one.path, one])),
    );
    const single = await this.#pathsToTakeSingly();
    for await (const path of tree.walk('', otherFolders)) {
      const place = locateDocument(path, settings());
      if (!place) continue;
      await (run.isKnown(path) || single.has(path)
        ? run.look(place.path, baseline)
        : run.add(place, baseline));
    }
    await run.end(baseline);
    await run.checkMissing();
    await this.searchFiller.fill();
    if (baseline) await this.#facts.set('baseline', this.#options.clock.now().toISOString());
    await this.#facts.set('approval_required', requireApproval);
    const report = run.report();
    if (restore !== undefined && report.failed === 0) await endRestoreUnderApproval(db, restore);
    return report;
  }

  /** GAP-ED-6. */
  async #findBaseline(requireApproval: boolean): Promise<Baseline | undefined> {
    if ((await this.#facts.find('baseline')) === undefined) return 'first';
    const isNew = requireApproval && (await this.#facts.find('approval_required')) === false;
    return isNew ? 'approval' : undefined;
  }

  async indexPath(path: string, baseline?: Baseline): Promise<boolean> {
    const { locks, reconciler, settings, logger } = this.#options;
    const place = locateDocument(path, settings());
    try {
      await locks.hold(path, async (connection) => {
        if (place)
          return reconciler.reconcile(
            connection,
            place,
            await baselineInForce(connection, baseline),
          );
        // The site's settings no longer define a document at this path.
        await this.#trash.finish(connection, path);
        const indexed = await new DocumentRepository(connection).find(path);
        return indexed && reconciler.recordGone(connection, indexed);
      });
      return true;
    } catch (error) {
      logger.error('indexing a document failed', {
        path,
        error: error instanceof Error ? error.message : String(error),
      });
      return false;
    }
  }

  /** Returns whether settings or derivation had changed. */
  async rederive(): Promise<boolean> {
    const { db, settings, logger } = this.#options;
    const derivation = derivationOf(settings());
    if ((await this.#facts.find('derivation')) === derivation) return false;
    const documents = new DocumentRepository(db);
    let count = 0;
    for (let last = 0; ;) {
      const batch = await documents.listAfter(last, batchCount);
      const searched: SearchedSnapshot[] = [];
      for (const indexed of batch) {
        const place = locateDocument(indexed.place.path, settings());
        if (!place) continue;
        const read = async (hash: string): Promise<ReadDocument> =>
          readDocument(place, await documents.bytesOf(indexed.documentId, hash), settings());
        const open = indexed.publicHash === null ? undefined : await read(indexed.publicHash);
        const { documentId, headHash } = indexed;
        const head = await read(headHash);
        await documents.rederive(indexed, head, open);
        if (open) await withdrawUnlessPublic(this.#options, open);
        searched.push({ documentId, headHash, document: withIndexedMetadata(indexed, head) });
      }
      await new SearchRepository(db).write(searched);
      count += batch.length;
      last = batch.at(-1)?.documentId ?? 0;
      if (batch.length < batchCount) break;
    }
    await this.#facts.set('derivation', derivation);
    if (count > 0) logger.info('reindexed documents after a settings change', { documents: count });
    return true;
  }

  /** Does not index them for the search. */
  async insertNew(files: readonly NewFile[], baseline: Baseline | undefined): Promise<number> {
    const { db, clock, logger, settings } = this.#options;
    // Waits for a restore that has swapped the tree but not yet recorded whether approval is required.
    const { found, added } = await withSharedTree(db, async (connection) => {
      const look = {
        baseline: await baselineInForce(connection, baseline),
        requireApproval: await isApprovalRequired(connection, settings()),
      };
      const changes = files.map((one) => this.#firstChange(one, look));
      const commits = changes.map((change) => ({ changes: [change], fromScan: true }) as const);
      const committed = await commit(connection, settings(), commits);
      return { found: changes, added: committed.filter((one) => one !== undefined).length };
    });
    for (const { document } of found) {
      const { place, problem, notice } = document;
      if (problem) logger.warn('document unreadable', { path: place.path, ...problem });
      if (notice) logger.warn('document treated as a draft', { path: place.path, ...notice });
    }
    logger.debug('indexed new documents', { documents: added, at: clock.now() });
    return added;
  }

  get options(): IndexerOptions {
    return this.#options;
  }

  #firstChange({ place, file }: NewFile, { baseline, requireApproval }: FirstIndex): Change {
    const { reconciler, clock } = this.#options;
    const current = reconciler.read(place, file);
    const decision = decideExternal({
      before: undefined,
      file: current,
      requireApproval,
      baseline: baseline !== undefined,
    });
    const known = knownFile(file, clock.now());
    return externalChange({ current, known, baseline, at: clock.now() }, decision);
  }

  async #pathsToTakeSingly(): Promise<Set<string>> {
    const { db, tree } = this.#options;
    const paths = await new DocumentRepository(db).gonePaths();
    for await (const copy of tree.walk(publishedFolder))
      paths.add(copy.slice(publishedFolder.length + 1));
    return paths;
  }
}

class Scan {
  readonly #indexer: Indexer;
  readonly #known: Map<string, StampedFile>;
  #unlooked: string[] = [];
  #waiting: NewFile[] = [];
  #waitingBytes = 0;
  #documents = 0;
  #read = 0;
  #failed = 0;
  #adding: Promise<void> = Promise.resolve();

  constructor(indexer: Indexer, known: Map<string, StampedFile>) {
    this.#indexer = indexer;
    this.#known = known;
  }

  isKnown(path: string): boolean {
    return this.#known.has(path);
  }

  /** Checking files in batches takes a third of the time. */
  async look(path: string, baseline: Baseline | undefined): Promise<void> {
    this.#documents += 1;
    this.#unlooked.push(path);
    if (this.#unlooked.length >= scanConcurrency) await this.#lookAtAll(baseline);
  }

  async #lookAtAll(baseline: Baseline | undefined): Promise<void> {
    const paths = this.#unlooked;
    this.#unlooked = [];
    const { tree } = this.#indexer.options;
    const stamps = await Promise.all(paths.map((path) => tree.stamp(path)));
    for (const [at, path] of paths.entries()) {
      const known = this.#known.get(path);
      this.#known.delete(path);
      if (known?.materialised && sameStamp(known.stamp, stamps[at])) continue;
      await this.#index(path, baseline);
    }
  }

  async add(place: DocumentLocation, baseline: Baseline | undefined): Promise<void> {
    const { tree, maxBytes } = this.#indexer.options;
    const file = await tree.read(place.path, maxBytes);
    if (!file) return;
    this.#documents += 1;
    this.#waiting.push({ place, file });
    this.#waitingBytes += file.bytes?.length ?? 0;
    if (this.#waiting.length >= batchCount || this.#waitingBytes >= batchBytes)
      await this.flush(baseline);
  }

  async flush(baseline: Baseline | undefined): Promise<void> {
    const files = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    if (files.length === 0) return;
    await this.#adding;
    this.#adding = this.#addAll(files, baseline);
  }

  async end(baseline: Baseline | undefined): Promise<void> {
    await this.#lookAtAll(baseline);
    await this.flush(baseline);
    await this.#adding;
  }

  /** Runs while the next files are read, because PostgreSQL takes longer than this process. Never rejects. */
  async #addAll(files: readonly NewFile[], baseline: Baseline | undefined): Promise<void> {
    try {
      this.#read += await this.#indexer.insertNew(files, baseline);
    } catch (error) {
      const { logger } = this.#indexer.options;
      logger.warn('batch indexing failed; indexing documents one by one', {
        error: String(error),
      });
      for (const { place } of files) await this.#index(place.path, baseline);
    }
  }

  async checkMissing(): Promise<void> {
    // The folder may have been unmounted during the walk.
    if (this.#known.size > 0) await requireTree(this.#indexer.options.db);
    for (const path of this.#known.keys()) await this.#index(path, undefined);
  }

  report(): ScanReport {
    return { documents: this.#documents, read: this.#read, failed: this.#failed };
  }

  async #index(path: string, baseline: Baseline | undefined): Promise<void> {
    if (await this.#indexer.indexPath(path, baseline)) this.#read += 1;
    else this.#failed += 1;
  }
}
