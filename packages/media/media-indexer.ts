import { requireTree, withFreeAdvisoryLock, type Database } from '@galley/database';
import { DomainError, type Clock, type Logger } from '@galley/kernel';
import type { MediaLocks } from './media-locks.ts';
import type { MediaMoves } from './media-moves.ts';
import { externalUploader, type MediaFacts, type MediaOrigin } from './media-record.ts';
import { MediaRepository, type KnownFile } from './media-repository.ts';
import { MediaTrashRepository, type NewTrashEntry } from './media-trash-repository.ts';
import { readMediaFile, type ReadingOptions } from './read-media-file.ts';
import type { PendingChanges } from './review/pending-changes.ts';
import { listKeptPaths } from './review/public-version.ts';
import {
  isSidecar,
  readTrashPath,
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

/** What a scan met. */
export interface MediaScanReport {
  /** Files in the library. */
  readonly files: number;
  /** Those that had to be read: new, changed or gone. */
  readonly read: number;
  /** Those that could not be read; the log says why. */
  readonly failed: number;
}

interface Found extends MediaOrigin {
  readonly path: string;
  readonly facts: MediaFacts;
}

const batchSize = 100;
/** Pictures are looked into on other cores, so that several go at once; more would be in the way of requests. */
const readAtOnce = 3;
const scanLock = 'galley:media-scan';

/** Keeps the index of the library in step with its files: by looking at all of them, or at one that changed. */
export class MediaIndexer {
  readonly #options: MediaIndexerOptions;

  constructor(options: MediaIndexerOptions) {
    this.#options = options;
  }

  /** Ends what was broken off: files follow their rows. To be done before anybody is answered. */
  async finish(): Promise<void> {
    const { moves, locks, pending, contentDirectory } = this.#options;
    for (const path of await moves.finishAll()) await this.indexPath(path);
    for (const path of await listKeptPaths(contentDirectory))
      await locks.hold(path, () => pending.clearUp(path));
  }

  /**
   * Looks at every file; reads only those that are new, or whose size or time, or whose sidecar's, have changed.
   * Undefined when another process is at it.
   */
  async scan(): Promise<MediaScanReport | undefined> {
    return withFreeAdvisoryLock(this.#options.db, scanLock, async () => {
      await requireTree(this.#options.db);
      await this.finish();
      const report = await this.#scanLibrary();
      await this.#scanTrash();
      return report;
    });
  }

  /** Brings one path into agreement, be it that of a file or of a sidecar. True when it went well. */
  async indexPath(path: string): Promise<boolean> {
    const file = isSidecar(path) ? path.slice(0, -sidecarEnding.length) : path;
    if (!file.startsWith('media/') || storePathFault(file)) return true;
    try {
      // Read without the lock: that may take a while. What changed meanwhile is read again, with it.
      const early = await this.#readIfChanged(file, this.#options.db);
      await this.#options.locks.hold(file, async (connection) => {
        const facts = await this.#readIfChanged(file, connection, early);
        const files = new MediaRepository(connection);
        if (facts === 'gone') {
          await requireTree(connection);
          await files.remove(file);
        } else if (facts !== 'known') {
          await this.#holdEdit(connection, file, facts);
          await files.note(file, facts, this.#originOf(facts));
        }
      });
      return true;
    } catch (error) {
      this.#fail(file, error);
      return false;
    }
  }

  /** Whatever changed a known file past the API did so on disk. */
  async #holdEdit(connection: Database, path: string, facts: MediaFacts): Promise<void> {
    const { pending, logger } = this.#options;
    const known = await new MediaRepository(connection).find(path);
    if (known && (await pending.holdExternal(connection, known, facts)))
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
    const known = await new MediaRepository(db).findKnown(path);
    if (known?.isCurrent && isSame(known)) return 'known';
    if (typeof early === 'object' && isSame(early)) return early;
    return (await readMediaFile(this.#options, path)) ?? 'gone';
  }

  async #scanLibrary(): Promise<MediaScanReport> {
    const known = await new MediaRepository(this.#options.db).known();
    const { files, sidecars } = await this.#list('media');
    const fresh: string[] = [];
    const changed: string[] = [];
    for (const { path, stamp } of files) {
      const before = known.get(path);
      known.delete(path);
      const now = { stamp, sidecarStamp: sidecars.get(path) ?? '' };
      if (!before) fresh.push(path);
      else if (!isUnchanged(before, now)) changed.push(path);
    }
    let failed = await this.#addNew(fresh);
    if (known.size > 0) await requireTree(this.#options.db);
    const single = [...changed, ...known.keys()];
    for (const path of single) failed += (await this.indexPath(path)) ? 0 : 1;
    return { files: files.length, read: fresh.length + single.length - failed, failed };
  }

  /** Files that nobody knew, many in one statement. How many failed. */
  async #addNew(paths: readonly string[]): Promise<number> {
    let failed = 0;
    for (let at = 0; at < paths.length; at += batchSize) {
      const batch = paths.slice(at, at + batchSize);
      const read = await readSeveral(batch, (path) => this.#readNew(path));
      failed += read.filter((one) => one === 'failed').length;
      const found = read.filter((one) => typeof one === 'object');
      if (found.length === 0) continue;
      await new MediaRepository(this.#options.db).noteNew(found);
      await this.#lookAgain(found);
    }
    return failed;
  }

  async #readNew(path: string): Promise<Found | 'failed' | 'gone'> {
    try {
      const facts = await readMediaFile(this.#options, path);
      return facts ? { path, facts, ...this.#originOf(facts) } : 'gone';
    } catch (error) {
      this.#fail(path, error);
      return 'failed';
    }
  }

  /** No lock was held: what changed or went in between is looked at by itself. */
  async #lookAgain(found: readonly Found[]): Promise<void> {
    for (const { path, facts } of found) {
      const stat = await this.#options.store.stat(path);
      if (stat?.stamp !== facts.stamp) await this.indexPath(path);
    }
  }

  /** Rows of what is no longer in the trash go, and what somebody else put there gets one. */
  async #scanTrash(): Promise<void> {
    const trash = new MediaTrashRepository(this.#options.db);
    const known = await trash.paths();
    const { files } = await this.#list('.trash/media');
    for (const { path, modifiedAt } of files) {
      if (known.delete(path)) continue;
      const { originalPath, deletedAt } = readTrashPath(path) ?? {
        originalPath: path.replace(/^\.trash\//, ''),
        deletedAt: modifiedAt,
      };
      const entry = { path, originalPath, deletedAt, deletedBy: externalUploader };
      await this.#settleTrashed(path, entry);
    }
    for (const path of known) await this.#settleTrashed(path);
  }

  /** Whoever moves a file into the trash or out of it holds its path: until then nobody can tell where it is. */
  async #settleTrashed(path: string, entry?: NewTrashEntry): Promise<void> {
    const { locks, store } = this.#options;
    await locks.hold(path, async (connection) => {
      const trash = new MediaTrashRepository(connection);
      if (!(await store.stat(path))) {
        await requireTree(connection);
        await trash.remove(path);
      } else if (entry) await trash.noteNew(entry);
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

  #originOf({ stamp }: Pick<MediaFacts, 'stamp'>): MediaOrigin {
    const modified = Number(stamp.split(':')[1]);
    return { uploadedBy: externalUploader, uploadedAt: new Date(modified) };
  }

  #fail(path: string, error: unknown): void {
    const reason = error instanceof DomainError ? error.message : String(error);
    this.#options.logger.warn('media file could not be indexed', { path, error: reason });
  }
}

function isUnchanged(
  before: KnownFile,
  now: { readonly stamp: string; readonly sidecarStamp: string },
): boolean {
  const { stamp, sidecarStamp, isCurrent } = before;
  return isCurrent && stamp === now.stamp && sidecarStamp === now.sidecarStamp;
}

async function readSeveral<T>(
  paths: readonly string[],
  read: (path: string) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  const left = paths.entries();
  const readOn = async (): Promise<void> => {
    for (const [index, path] of left) results[index] = await read(path);
  };
  await Promise.all(Array.from({ length: readAtOnce }, readOn));
  return results;
}
