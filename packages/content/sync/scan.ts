import { setImmediate } from 'node:timers/promises';
import { requireTree, type Database } from '@galley/database';
import type { Logger } from '@galley/kernel';
import type { SiteSettings } from '@galley/settings';
import type { BatchIndexer } from './batch-indexer.ts';
import type { DocumentLocation } from '../document/document.ts';
import { locateDocument } from '../document/read-document.ts';
import type { StampedFile } from '../store/document-read-model.ts';
import type { Baseline } from '../store/external-change.ts';
import type { ContentTree, FileStamp, TreeFile } from '../tree/content-tree.ts';
import { sameStamp } from '../tree/known-file.ts';

export interface ScanReport {
  readonly documents: number;
  readonly read: number;
  readonly failed: number;
}

export interface NewFile {
  readonly place: DocumentLocation;
  readonly file: TreeFile;
}

interface ChangedFile {
  readonly place: DocumentLocation;
  readonly size: number;
}

export interface ScanSteps {
  readonly options: {
    readonly db: Database;
    readonly tree: ContentTree;
    readonly maxBytes: number;
    readonly settings: () => SiteSettings;
    readonly logger: Logger;
  };
  readonly batches: Pick<BatchIndexer, 'index'>;
  indexPath(path: string, baseline?: Baseline): Promise<boolean>;
  insertNew(files: readonly NewFile[], baseline: Baseline | undefined): Promise<number>;
}

const newFilesPerBatch = 250;
/** A save of one of them waits until the batch is committed. */
const changedFilesPerBatch = 50;
const stampConcurrency = 100;
/** Synchronous calls take a tenth of the time on a fast disk, but block requests on a slow one. */
const maxBlockMs = 2;
const maxBatchBytes = 16 * 1024 * 1024;
/** Fewer changes than a batch pays for are indexed and logged one by one. */
export const maxSingleChanges = 20;

/** Scans the whole tree, or changed paths only. */
export class Scan {
  readonly #steps: ScanSteps;
  readonly #known: Map<string, StampedFile>;
  readonly #baseline: Baseline | undefined;
  #unlooked: DocumentLocation[] = [];
  #changed: ChangedFile[] = [];
  #changedBytes = 0;
  #waiting: NewFile[] = [];
  #waitingBytes = 0;
  #documents = 0;
  #read = 0;
  #failed = 0;
  #found = 0;
  #edited = 0;
  #removed = 0;
  #isBulk = false;
  #adding: Promise<void> = Promise.resolve();

  constructor(steps: ScanSteps, known: readonly StampedFile[], baseline?: Baseline) {
    this.#steps = steps;
    this.#known = new Map(known.map((one) => [one.path, one]));
    this.#baseline = baseline;
  }

  isKnown(path: string): boolean {
    return this.#known.has(path);
  }

  /** Checking files in batches takes a third of the time. */
  async look(place: DocumentLocation): Promise<void> {
    this.#documents += 1;
    this.#unlooked.push(place);
    if (this.#unlooked.length >= stampConcurrency) await this.#lookAtAll();
  }

  async #lookAtAll(): Promise<void> {
    const places = this.#unlooked;
    this.#unlooked = [];
    const { tree } = this.#steps.options;
    await setImmediate();
    const deadline = performance.now() + maxBlockMs;
    const stamps = await Promise.all(
      places.map(async ({ path }) =>
        performance.now() < deadline ? tree.stampNow(path) : tree.stamp(path),
      ),
    );
    for (const [at, place] of places.entries()) await this.#compare(place, stamps[at]);
  }

  async #compare(place: DocumentLocation, stamp: FileStamp | undefined): Promise<void> {
    const known = this.#known.get(place.path);
    this.#known.delete(place.path);
    if (known?.materialised && sameStamp(known.stamp, stamp)) return;
    await this.#change({ place, size: stamp?.size ?? 0 });
  }

  async #change(file: ChangedFile): Promise<void> {
    const isTooMuch = this.#changedBytes + file.size > maxBatchBytes;
    if (isTooMuch || this.#changed.length >= changedFilesPerBatch) await this.#indexChanged();
    this.#changed.push(file);
    this.#changedBytes += file.size;
  }

  async #indexChanged(): Promise<void> {
    const places = this.#changed.map(({ place }) => place);
    this.#changed = [];
    this.#changedBytes = 0;
    if (places.length === 0) return;
    const isSmall = places.length <= maxSingleChanges && !this.#isBulk;
    if (isSmall) return this.#indexAll(places.map(({ path }) => path));
    this.#isBulk = true;
    const { edited, removed, left } = await this.#steps.batches.index(places, this.#baseline);
    this.#edited += edited;
    this.#removed += removed;
    this.#read += places.length - left.length;
    await this.#indexAll(left);
  }

  async add(place: DocumentLocation): Promise<void> {
    const { tree, maxBytes } = this.#steps.options;
    const file = await tree.read(place.path, maxBytes);
    if (!file) return;
    this.#documents += 1;
    this.#waiting.push({ place, file });
    this.#waitingBytes += file.bytes?.length ?? 0;
    if (this.#waiting.length >= newFilesPerBatch || this.#waitingBytes >= maxBatchBytes)
      await this.#flush();
  }

  async #flush(): Promise<void> {
    const files = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    if (files.length === 0) return;
    await this.#adding;
    this.#adding = this.#addAll(files);
  }

  /** Runs while the next files are read, because PostgreSQL takes longer than this process. Never rejects. */
  async #addAll(files: readonly NewFile[]): Promise<void> {
    try {
      const added = await this.#steps.insertNew(files, this.#baseline);
      this.#read += added;
      this.#found += added;
    } catch (error) {
      const { logger } = this.#steps.options;
      logger.warn('batch indexing failed; indexing documents one by one', {
        error: String(error),
      });
      await this.#indexAll(files.map(({ place }) => place.path));
    }
  }

  async end(): Promise<void> {
    await this.#lookAtAll();
    await this.#flush();
    await this.#adding;
    const missing = [...this.#known.keys()];
    this.#known.clear();
    // The folder may have been unmounted during the walk.
    if (missing.length > 0) await requireTree(this.#steps.options.db);
    for (const path of missing) await this.#miss(path);
    await this.#indexChanged();
  }

  /** Its settings may also no longer define a document at the path. */
  async #miss(path: string): Promise<void> {
    const place = locateDocument(path, this.#steps.options.settings());
    await (place ? this.#change({ place, size: 0 }) : this.#indexAll([path]));
  }

  get report(): ScanReport {
    return { documents: this.#documents, read: this.#read, failed: this.#failed };
  }

  /** Documents indexed one by one are logged one by one. */
  logBatches(): void {
    const counts = { edited: this.#edited, found: this.#found, removed: this.#removed };
    // A first scan is logged as a whole.
    if (this.#baseline === 'first' || Object.values(counts).every((count) => count === 0)) return;
    this.#steps.options.logger.info('documents changed on disk', counts);
  }

  async #indexAll(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      if (await this.#steps.indexPath(path, this.#baseline)) this.#read += 1;
      else this.#failed += 1;
    }
  }
}
