import { setImmediate } from 'node:timers/promises';
import { requireTree, type Database } from '@galley/database';
import type { Logger } from '@galley/kernel';
import type { SiteSettings } from '@galley/settings';
import type { BatchIndexer } from './batch-indexer.ts';
import type { DocumentLocation } from '../document/document.ts';
import { locateDocument } from '../document/read-document.ts';
import type { StampedFile } from '../store/document-read-model.ts';
import type { Baseline } from '../store/external-change.ts';
import { maxSimilar } from './find-edited.ts';
import type { FollowedRenames, NewFile, RenameFollower } from './rename-follower.ts';
import type { ContentTree, FileStamp } from '../tree/content-tree.ts';
import { sameStamp } from '../tree/known-file.ts';

export interface ScanReport {
  readonly documents: number;
  readonly read: number;
  readonly failed: number;
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
  readonly renames: Pick<RenameFollower, 'follow' | 'followEdited' | 'followPaths'>;
  indexPath(path: string, baseline?: Baseline): Promise<boolean>;
  insertNew(files: readonly NewFile[], baseline: Baseline | undefined): Promise<number>;
}

const newFilesPerBatch = 250;
/** A save of one of them waits until the batch is committed. */
const changedFilesPerBatch = 50;
/** This process reads files while PostgreSQL commits another batch. */
const batchConcurrency = 2;
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
  #waiting: NewFile[] = [];
  #waitingBytes = 0;
  /** Inserted after the walk, when it is known whose files are missing; undefined when there are too many. */
  #unmatched: NewFile[] | undefined = [];
  #unmatchedBytes = 0;
  readonly #missing = new Set<string>();
  #documents = 0;
  #read = 0;
  #failed = 0;
  #found = 0;
  #edited = 0;
  #removed = 0;
  #renamed = 0;
  readonly #postponed = new Set<string>();
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
    for (const [at, place] of places.entries()) this.#compare(place, stamps[at]);
  }

  #compare(place: DocumentLocation, stamp: FileStamp | undefined): void {
    const known = this.#known.get(place.path);
    this.#known.delete(place.path);
    if (known?.materialised && sameStamp(known.stamp, stamp)) return;
    if (!stamp) this.#missing.add(place.path);
    this.#changed.push({ place, size: stamp?.size ?? 0 });
  }

  async #indexChanged(): Promise<void> {
    const batches = this.#batchesOfChanged();
    const indexNext = async (): Promise<void> => {
      for (const batch of batches) await this.#indexBatch(batch);
    };
    await Promise.all(Array.from({ length: batchConcurrency }, indexNext));
    this.#changed = [];
  }

  *#batchesOfChanged(): Generator<readonly DocumentLocation[]> {
    let batch: DocumentLocation[] = [];
    let bytes = 0;
    for (const { place, size } of this.#changed) {
      if (this.#postponed.has(place.path)) continue;
      if (bytes + size > maxBatchBytes || batch.length >= changedFilesPerBatch) {
        yield batch;
        batch = [];
        bytes = 0;
      }
      batch.push(place);
      bytes += size;
    }
    yield batch;
  }

  async #indexBatch(places: readonly DocumentLocation[]): Promise<void> {
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
    const isDone = await this.#followNew(files);
    await this.#insertLater(files.filter(({ place }) => !isDone.has(place.path)));
  }

  async #insertLater(files: readonly NewFile[]): Promise<void> {
    const unmatched = this.#unmatched;
    // Before the first scan there is no document.
    if (!unmatched || this.#baseline === 'first') return this.#insert(files);
    unmatched.push(...files);
    for (const { file } of files) this.#unmatchedBytes += file.bytes?.length ?? 0;
    if (unmatched.length <= maxSimilar && this.#unmatchedBytes <= maxBatchBytes) return;
    this.#unmatched = undefined;
    await this.#insert(unmatched);
  }

  async #insertUnmatched(): Promise<void> {
    const files = this.#unmatched ?? [];
    const changed = this.#changed.map(({ place }) => place.path);
    // Others matter only where one file has replaced another, which is rare.
    const paths = changed.length > maxSimilar ? [...this.#missing] : changed;
    const isDone = await this.#tryFollowing(files, () =>
      this.#steps.renames.followEdited(files, paths, this.#baseline),
    );
    await this.#insert(files.filter(({ place }) => !isDone.has(place.path)));
  }

  /** Never rejects. */
  async #insert(files: readonly NewFile[]): Promise<void> {
    for (let at = 0; at < files.length; at += newFilesPerBatch)
      await this.#insertBatch(files.slice(at, at + newFilesPerBatch));
  }

  async #insertBatch(left: readonly NewFile[]): Promise<void> {
    try {
      const added = await this.#steps.insertNew(left, this.#baseline);
      this.#read += added;
      this.#found += added;
    } catch (error) {
      const { logger } = this.#steps.options;
      logger.warn('batch indexing failed; indexing documents one by one', {
        error: String(error),
      });
      await this.#indexAll(left.map(({ place }) => place.path));
    }
  }

  /** Never rejects. Returns the paths that are done. */
  async #followNew(files: readonly NewFile[]): Promise<ReadonlySet<string>> {
    // Before the first scan there is no document.
    if (this.#baseline === 'first') return new Set();
    return this.#tryFollowing(files, () => this.#steps.renames.follow(files, this.#baseline));
  }

  async #tryFollowing(
    files: readonly NewFile[],
    follow: () => Promise<FollowedRenames>,
  ): Promise<ReadonlySet<string>> {
    try {
      return this.#noteRenames(await follow());
    } catch (error) {
      const { logger } = this.#steps.options;
      logger.error('looking for renamed documents failed', { error: String(error) });
      this.#failed += files.length;
      // The next scan tries again: as new documents, they would lose their history.
      return new Set(files.map(({ place }) => place.path));
    }
  }

  #noteRenames({ followed, failed }: FollowedRenames): ReadonlySet<string> {
    this.#renamed += followed.size;
    this.#read += followed.size;
    this.#failed += failed.size / 2;
    for (const path of failed) this.#postponed.add(path);
    for (const path of followed.values()) if (this.#missing.has(path)) this.#postponed.add(path);
    for (const path of [...followed.values(), ...failed]) this.#known.delete(path);
    return new Set([...followed.keys(), ...failed]);
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
    await this.#insertUnmatched();
    // After the new files: a document whose file is missing or replaced may have been renamed.
    await this.#indexChanged();
  }

  /** Its settings may also no longer define a document at the path. */
  async #miss(path: string): Promise<void> {
    const place = locateDocument(path, this.#steps.options.settings());
    if (place) this.#compare(place, undefined);
    else await this.#indexAll([path]);
  }

  get report(): ScanReport {
    return { documents: this.#documents, read: this.#read, failed: this.#failed };
  }

  /** Documents indexed one by one are logged one by one. */
  logBatches(): void {
    const counts = {
      edited: this.#edited,
      found: this.#found,
      removed: this.#removed,
      renamed: this.#renamed,
    };
    // A first scan is logged as a whole.
    if (this.#baseline === 'first' || Object.values(counts).every((count) => count === 0)) return;
    this.#steps.options.logger.info('documents changed on disk', counts);
  }

  async #indexAll(paths: readonly string[]): Promise<void> {
    const renames = await this.#steps.renames.followPaths(paths, this.#baseline);
    const isDone = this.#noteRenames(renames);
    for (const path of paths) {
      if (isDone.has(path)) continue;
      if (await this.#steps.indexPath(path, this.#baseline)) this.#read += 1;
      else this.#failed += 1;
    }
  }
}
