import { requireTree, tryWithAdvisoryLock, type Database } from '@galley/database';
import { DomainError, type Clock, type Logger } from '@galley/kernel';
import type { MediaLocks } from './media-locks.ts';
import type { MediaMoves } from './media-moves.ts';
import { externalUploader, type MediaFacts, type MediaOrigin } from './media-record.ts';
import { MediaRepository, type IndexedFile } from './media-repository.ts';
import { MediaTrashRepository, type NewTrashEntry } from './media-trash-repository.ts';
import { readMediaFile, type ReadingOptions } from './read-media-file.ts';
import type { PendingChanges } from './review/pending-changes.ts';
import { listPublicCopyPaths } from './review/public-version.ts';
import {
  isSidecar,
  parseTrashPath,
  sidecarEnding,
  sidecarOf,
  storePathFault,
} from './store/media-path.ts';
import type { ListedFile } from './store/media-store.ts';

export interface MediaIndexerOptions extends ReadingOptions {
  readonly db: Database;
  readonly locks: MediaLocks;
  readonly moves: MediaMoves;
  readonly pending: PendingChanges;
  readonly contentDirectory: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface MediaScanReport {
  readonly files: number;
  readonly read: number;
  readonly failed: number;
}

interface Found extends MediaOrigin {
  readonly path: string;
  readonly facts: MediaFacts;
}

const batchSize = 100;
/** More at once would slow requests. */
const parallelReads = 3;
const scanLock = 'galley:media-scan';

export class MediaIndexer {
  readonly #options: MediaIndexerOptions;

  constructor(options: MediaIndexerOptions) {
    this.#options = options;
  }

  /** Completes interrupted operations. Call before serving requests. */
  async finish(): Promise<void> {
    const { moves, locks, pending, contentDirectory } = this.#options;
    for (const path of await moves.finishAll()) await this.indexPath(path);
    for (const path of await listPublicCopyPaths(contentDirectory))
      await locks.hold(path, () => pending.clearUp(path));
  }

  /** Reads new and changed files. `undefined` when another process is scanning. */
  async scan(): Promise<MediaScanReport | undefined> {
    return tryWithAdvisoryLock(this.#options.db, scanLock, async () => {
      await requireTree(this.#options.db);
      await this.finish();
      const report = await this.#scanLibrary();
      await this.#scanTrash();
      return report;
    });
  }

  /** `path` may be a sidecar. False on failure. */
  async indexPath(path: string): Promise<boolean> {
    const file = isSidecar(path) ? path.slice(0, -sidecarEnding.length) : path;
    if (!file.startsWith('media/') || storePathFault(file)) return true;
    try {
      // Without the lock, since reading may be slow; later changes are read again under it.
      const early = await this.#readIfChanged(file, this.#options.db);
      await this.#options.locks.hold(file, async (connection) => {
        const facts = await this.#readIfChanged(file, connection, early);
        const files = new MediaRepository(connection);
        if (facts === 'gone') {
          await requireTree(connection);
          await files.remove(file);
        } else if (facts !== 'known') {
          await this.#holdExternalEdit(connection, file, facts);
          await files.saveScan(file, facts, this.#externalOrigin(facts));
        }
      });
      return true;
    } catch (error) {
      this.#logFailure(file, error);
      return false;
    }
  }

  /** A change outside the API counts as an edit on disk. */
  async #holdExternalEdit(connection: Database, path: string, facts: MediaFacts): Promise<void> {
    const { pending, logger } = this.#options;
    const indexed = await new MediaRepository(connection).find(path);
    if (indexed && (await pending.holdExternal(connection, indexed, facts)))
      logger.warn('media file of a public page edited on disk, pending approval', { path });
  }

  async #readIfChanged(
    path: string,
    db: Database,
    early?: MediaFacts | 'known' | 'gone',
  ): Promise<MediaFacts | 'known' | 'gone'> {
    const { store } = this.#options;
    const stat = await store.stat(path);
    if (!stat) return 'gone';
    const sidecarStamp = (await store.stat(sidecarOf(path)))?.stamp ?? '';
    const isSame = (one: { stamp: string; sidecarStamp: string }): boolean =>
      one.stamp === stat.stamp && one.sidecarStamp === sidecarStamp;
    const indexed = await new MediaRepository(db).findIndexed(path);
    if (indexed?.isCurrent && isSame(indexed)) return 'known';
    if (typeof early === 'object' && isSame(early)) return early;
    return (await readMediaFile(this.#options, path)) ?? 'gone';
  }

  async #scanLibrary(): Promise<MediaScanReport> {
    const indexed = await new MediaRepository(this.#options.db).listIndexed();
    const { files, sidecars } = await this.#list('media');
    const newPaths: string[] = [];
    const changed: string[] = [];
    for (const { path, stamp } of files) {
      const before = indexed.get(path);
      indexed.delete(path);
      const now = { stamp, sidecarStamp: sidecars.get(path) ?? '' };
      if (!before) newPaths.push(path);
      else if (!isUnchanged(before, now)) changed.push(path);
    }
    let failed = await this.#indexNew(newPaths);
    if (indexed.size > 0) await requireTree(this.#options.db);
    const changedOrMissing = [...changed, ...indexed.keys()];
    for (const path of changedOrMissing) failed += (await this.indexPath(path)) ? 0 : 1;
    return {
      files: files.length,
      read: newPaths.length + changedOrMissing.length - failed,
      failed,
    };
  }

  async #indexNew(paths: readonly string[]): Promise<number> {
    let failed = 0;
    for (let at = 0; at < paths.length; at += batchSize) {
      const batch = paths.slice(at, at + batchSize);
      const read = await readInParallel(batch, (path) => this.#readNew(path));
      failed += read.filter((one) => one === 'failed').length;
      const found = read.filter((one) => typeof one === 'object');
      if (found.length === 0) continue;
      await new MediaRepository(this.#options.db).insertNew(found);
      await this.#reindexChanged(found);
    }
    return failed;
  }

  async #readNew(path: string): Promise<Found | 'failed' | 'gone'> {
    try {
      const facts = await readMediaFile(this.#options, path);
      return facts ? { path, facts, ...this.#externalOrigin(facts) } : 'gone';
    } catch (error) {
      this.#logFailure(path, error);
      return 'failed';
    }
  }

  async #reindexChanged(found: readonly Found[]): Promise<void> {
    for (const { path, facts } of found) {
      const stat = await this.#options.store.stat(path);
      if (stat?.stamp !== facts.stamp) await this.indexPath(path);
    }
  }

  /** Files may be removed from or put into the trash externally. */
  async #scanTrash(): Promise<void> {
    const trash = new MediaTrashRepository(this.#options.db);
    const indexed = await trash.paths();
    const { files } = await this.#list('.trash/media');
    for (const { path, modifiedAt } of files) {
      if (indexed.delete(path)) continue;
      const { originalPath, deletedAt } = parseTrashPath(path) ?? {
        originalPath: path.replace(/^\.trash\//, ''),
        deletedAt: modifiedAt,
      };
      const entry = { path, originalPath, deletedAt, deletedBy: externalUploader };
      await this.#reconcileTrashed(path, entry);
    }
    for (const path of indexed) await this.#reconcileTrashed(path);
  }

  /** Moves into and out of the trash hold this lock. */
  async #reconcileTrashed(path: string, entry?: NewTrashEntry): Promise<void> {
    const { locks, store } = this.#options;
    await locks.hold(path, async (connection) => {
      const trash = new MediaTrashRepository(connection);
      if (!(await store.stat(path))) {
        await requireTree(connection);
        await trash.remove(path);
      } else if (entry) await trash.insertNew(entry);
    });
  }

  async #list(folder: 'media' | '.trash/media') {
    const files: ListedFile[] = [];
    const sidecars = new Map<string, string>();
    for await (const file of this.#options.store.list(folder)) {
      if (storePathFault(file.path)) continue;
      if (isSidecar(file.path)) {
        sidecars.set(file.path.slice(0, -sidecarEnding.length), file.stamp);
      } else files.push(file);
    }
    return { files, sidecars };
  }

  #externalOrigin({ stamp }: Pick<MediaFacts, 'stamp'>): MediaOrigin {
    const modified = Number(stamp.split(':')[1]);
    return { uploadedBy: externalUploader, uploadedAt: new Date(modified) };
  }

  #logFailure(path: string, error: unknown): void {
    const reason = error instanceof DomainError ? error.message : String(error);
    this.#options.logger.warn('media file not indexed', { path, error: reason });
  }
}

function isUnchanged(
  before: IndexedFile,
  now: { readonly stamp: string; readonly sidecarStamp: string },
): boolean {
  const { stamp, sidecarStamp, isCurrent } = before;
  return isCurrent && stamp === now.stamp && sidecarStamp === now.sidecarStamp;
}

async function readInParallel<T>(
  paths: readonly string[],
  read: (path: string) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  const remaining = paths.entries();
  const readRemaining = async (): Promise<void> => {
    for (const [index, path] of remaining) results[index] = await read(path);
  };
  await Promise.all(Array.from({ length: parallelReads }, readRemaining));
  return results;
}
