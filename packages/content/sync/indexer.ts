import { requireTree, withSharedTree, type Database } from '@galley/database';
import { decideExternal } from '@galley/editorial';
import {
  baselineInForce,
  endRestoreUnderApproval,
  findRestoreUnderApproval,
  isApprovalRequired,
} from '../store/approval-in-force.ts';
import type { Change } from '../store/change.ts';
import { BatchIndexer } from './batch-indexer.ts';
import { commit } from './commit.ts';
import { publishedFolder } from '../tree/content-tree.ts';
import { derivationOf } from '../store/derivation.ts';
import type { DocumentLocks } from '../store/document-locks.ts';
import { DocumentReadModel } from '../store/document-read-model.ts';
import { DocumentRepository } from '../store/document-repository.ts';
import type { ReadDocument } from '../document/document.ts';
import { externalChange, type Baseline } from '../store/external-change.ts';
import { knownFile } from '../tree/known-file.ts';
import { ProjectFactsRepository } from '../store/project-facts-repository.ts';
import { locateDocument, readDocument } from '../document/read-document.ts';
import { RenameFollower, type NewFile } from './rename-follower.ts';
import { maxSingleChanges, Scan, type ScanReport } from './scan.ts';
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

interface FirstIndex {
  readonly baseline: Baseline | undefined;
  readonly requireApproval: boolean;
}

/** Dot folders are skipped anyway. */
export const otherFolders: ReadonlySet<string> = new Set(['config', 'media']);
const batchCount = 250;

export class Indexer {
  readonly #options: IndexerOptions;
  readonly #facts: ProjectFactsRepository;
  /** Many documents are indexed in the background, once it is started. */
  readonly searchFiller: SearchFiller;
  readonly batches: BatchIndexer;
  readonly renames: RenameFollower;
  readonly #trash: TrashFiles;

  constructor(options: IndexerOptions) {
    this.#options = options;
    this.#facts = new ProjectFactsRepository(options.db);
    this.searchFiller = new SearchFiller(options);
    this.batches = new BatchIndexer(options);
    this.renames = new RenameFollower(options);
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
    const run = new Scan(this, await new DocumentReadModel(db).stampedFiles(), baseline);
    await this.#scanPaths(run, tree.walk('', otherFolders));
    if (baseline) await this.#facts.set('baseline', this.#options.clock.now().toISOString());
    await this.#facts.set('approval_required', requireApproval);
    const { report } = run;
    if (restore !== undefined && report.failed === 0) await endRestoreUnderApproval(db, restore);
    return report;
  }

  /** Many paths, as after `git checkout`, are indexed in batches. */
  async indexPaths(paths: readonly string[]): Promise<void> {
    if (paths.length <= maxSingleChanges) {
      const { followed, failed } = await this.renames.followPaths(paths);
      for (const [path, from] of followed)
        this.#options.logger.info('document renamed on disk', { path, from });
      for (const path of paths)
        if (!followed.has(path) && !failed.has(path)) await this.indexPath(path);
      if (followed.size > 0) await this.searchFiller.fill();
      return;
    }
    const known = await new DocumentReadModel(this.#options.db).stampedFiles(paths);
    await this.#scanPaths(new Scan(this, known), paths);
  }

  async #scanPaths(run: Scan, paths: Iterable<string> | AsyncIterable<string>): Promise<void> {
    const single = await this.#pathsToTakeSingly();
    for await (const path of paths) {
      const place = locateDocument(path, this.#options.settings());
      if (!place) continue;
      await (run.isKnown(path) || single.has(path) ? run.look(place) : run.add(place));
    }
    await run.end();
    run.logBatches();
    await this.searchFiller.fill();
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
        if (place) {
          const inForce = await baselineInForce(connection, baseline);
          return reconciler.reconcile(connection, place, { baseline: inForce });
        }
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
