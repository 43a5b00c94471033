import { tryWithAdvisoryLock, type Database } from '@galley/database';
import { Ticker, type Clock, type Logger } from '@galley/kernel';
import { DocumentRepository } from '../store/document-repository.ts';
import { PublicSearchRepository } from '../search/public-search-repository.ts';
import { SearchRepository, type Unsearchable } from '../search/search-repository.ts';
import { searchableHead } from '../search/searchable-head.ts';

export interface SearchFillerOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Takes less than a second within a scan. */
const maxPerScan = 1_000;
const batchCount = 100;
const batchBytes = 16 * 1024 * 1024;
/** Milliseconds. */
const pauseMs = 5_000;

/**
 * Indexes documents for the search whose rows are missing or outdated: new files, and those of an older Galley. Saves
 * index their own document.
 *
 *     a scan ends ──▶ up to 1,000 are missing: indexed within the scan
 *                └──▶ more: indexed by the loop, without delaying the scan or the start of the server
 *
 * The loop runs in one process at a time, under an advisory lock that another process gets when the first one dies.
 * Missing documents are found by their rows and committed in batches, so a killed process leaves no state to recover.
 * Only missing or outdated rows of the head that was read are written, so a concurrent save or a new derivation keeps
 * its own words.
 */
export class SearchFiller {
  readonly #options: SearchFillerOptions;
  #isAsked = false;
  #isFilling = false;
  #missing = 0;

  readonly loop: Ticker;

  constructor(options: SearchFillerOptions) {
    this.#options = options;
    const { clock, logger } = options;
    const run = (signal: AbortSignal): Promise<boolean> => this.#fillIfAsked(signal);
    const pauses = { everyMs: pauseMs, maxBackOffMs: pauseMs, runsAtStart: false };
    this.loop = new Ticker({ id: 'search-filler', ...pauses, clock, logger, run });
  }

  get missing(): number {
    return this.#missing;
  }

  async fill(): Promise<void> {
    if (this.#isAsked) return;
    // The documents of this scan came after the running fill had listed its own.
    if (this.#isFilling) return this.#ask();
    const missing = await new SearchRepository(this.#options.db).listMissing(maxPerScan + 1);
    if (missing.length <= maxPerScan) {
      for (const batch of batchesOf(missing)) await this.#fillBatch(this.#options.db, batch);
      await new PublicSearchRepository(this.#options.db).writeMissing();
      return;
    }
    this.#ask();
  }

  #ask(): void {
    this.#isAsked = true;
    this.loop.wake();
  }

  /** True when no work remains. */
  async #fillIfAsked(signal: AbortSignal): Promise<boolean> {
    if (!this.#isAsked) return true;
    this.#isAsked = false;
    this.#isFilling = true;
    const isDone = await this.#fillAll(signal);
    this.#isFilling = false;
    if (!isDone) this.#isAsked = true;
    return isDone;
  }

  async #fillAll(signal: AbortSignal): Promise<boolean> {
    const { db, logger } = this.#options;
    try {
      const done = await tryWithAdvisoryLock(db, 'galley:search', (connection) =>
        this.#fillMissing(connection, signal),
      );
      return done ?? false;
    } catch (error) {
      logger.warn('building the search index failed; retrying', {
        error: error instanceof Error ? error.message : String(error),
      });
      return false;
    }
  }

  async #fillMissing(connection: Database, signal: AbortSignal): Promise<boolean> {
    const { logger } = this.#options;
    const begun = performance.now();
    const missing = await new SearchRepository(connection).listMissing();
    if (missing.length === 0) return true;
    logger.info('building the search index; searches are incomplete until it is done', {
      documents: missing.length,
    });
    try {
      await this.#fillBatches(connection, missing, signal);
    } finally {
      this.#missing = 0;
    }
    if (signal.aborted) return false;
    await new PublicSearchRepository(connection).writeMissing();
    logger.info('search index complete', {
      documents: missing.length,
      duration_ms: Math.round(performance.now() - begun),
    });
    return true;
  }

  async #fillBatches(
    connection: Database,
    missing: readonly Unsearchable[],
    signal: AbortSignal,
  ): Promise<void> {
    this.#missing = missing.length;
    for (const batch of batchesOf(missing)) {
      if (signal.aborted) return;
      await this.#fillBatch(connection, batch);
      this.#missing -= batch.length;
    }
  }

  async #fillBatch(db: Database, batch: readonly Unsearchable[]): Promise<void> {
    try {
      await makeSearchable(db, batch);
    } catch (error) {
      if (batch.length > 1) {
        for (const one of batch) await this.#fillBatch(db, [one]);
        return;
      }
      // Other documents continue; a failing database also fails the next query for missing documents.
      this.#options.logger.warn('indexing a document for search failed', {
        path: batch[0]!.path,
        error: error instanceof Error ? error.message : String(error),
      });
    }
  }
}

async function makeSearchable(db: Database, batch: readonly Unsearchable[]): Promise<void> {
  const ids = batch.map(({ documentId }) => documentId);
  const heads = await new DocumentRepository(db).listHeads(ids);
  const snapshots = heads.map(({ indexed, bytes }) => ({
    documentId: indexed.documentId,
    headHash: indexed.headHash,
    document: searchableHead(indexed, bytes),
  }));
  await new SearchRepository(db).writeMissing(snapshots);
}

function* batchesOf(documents: readonly Unsearchable[]): Generator<readonly Unsearchable[]> {
  let batch: Unsearchable[] = [];
  let size = 0;
  for (const document of documents) {
    if (batch.length === batchCount || (size > 0 && size + document.size > batchBytes)) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(document);
    size += document.size;
  }
  if (batch.length > 0) yield batch;
}
