import { join } from 'node:path';
import { findSharedAccounts, type Database } from '@galley/database';
import { sha256, withSharedAccounts, type Actor, type Clock } from '@galley/kernel';
import { mediaNotFound, requireMedia } from '../media-access.ts';
import type { MediaIndexer } from '../media-indexer.ts';
import type { MediaLocks } from '../media-locks.ts';
import type { MediaFacts, MediaState } from '../media-record.ts';
import { MediaRepository } from '../media-repository.ts';
import { mediaProblems } from '../problems.ts';
import { readMediaFile, type ReadingOptions } from '../read-media-file.ts';
import { folderOf, nameOf, requireMediaPath, sidecarOf } from '../store/media-path.ts';
import { barredFrom, type MediaPolicy, type PendingChanges } from './pending-changes.ts';
import type { PendingMarker } from './pending-marker.ts';
import { keepPublicVersions, type NewMediaTree } from './restored-media.ts';
import { listMarkedPaths, publicCopyOf } from './public-version.ts';
import { digestPublicMetadata } from './same-version.ts';

export interface MediaReviewOptions extends ReadingOptions {
  readonly db: Database;
  readonly contentDirectory: string;
  readonly locks: MediaLocks;
  readonly indexer: MediaIndexer;
  readonly pending: PendingChanges;
  readonly policy: MediaPolicy;
  readonly clock: Clock;
  readonly onChange: (paths: readonly string[]) => Promise<void>;
}

export type MediaVersion = Pick<
  MediaFacts,
  'type' | 'size' | 'sha256' | 'width' | 'height' | 'metadata'
>;

export interface PendingMedia extends PendingMarker {
  readonly path: string;
  /** May not decide, by the independence rule of the site (ADD-IND-2, ADD-SSO-4). */
  readonly barred: readonly string[];
  readonly change: 'added' | 'replaced' | 'described' | 'deleted';
  /** Hash of the pending version, which a review has to name. */
  readonly hash: string;
  /** Null for none, like `pendingVersion`. */
  readonly publicVersion: MediaVersion | null;
  readonly pendingVersion: MediaVersion | null;
}

export interface MediaReview {
  readonly path: string;
  readonly action: 'approve' | 'request_changes';
  readonly expectedHash: string;
  readonly note?: string | undefined;
}

export interface VersionFile {
  readonly directory: string;
  readonly name: string;
  readonly type: string;
  readonly sha256: string;
}

/** ADD-MED-2 */
export class MediaReviewService {
  readonly #options: MediaReviewOptions;
  readonly #known = new Map<string, { readonly stamp: string; readonly facts: MediaFacts }>();

  constructor(options: MediaReviewOptions) {
    this.#options = options;
  }

  mayDecide({ username }: Pick<Actor, 'username'>, { barred }: PendingMedia): boolean {
    return !barred.includes(username);
  }

  async list(actor: Actor): Promise<PendingMedia[]> {
    requireMedia(actor, 'media.review', 'review');
    const found: PendingMedia[] = [];
    for (const path of await listMarkedPaths(this.#options.contentDirectory)) {
      await this.#options.indexer.indexPath(path);
      const one = await this.#find(this.#options.db, path);
      if (one) found.push(one);
    }
    return found.toSorted((a, b) => (a.since < b.since ? -1 : 1));
  }

  /** Throws `not_found`, `not_independent` for a contributor, and `stale_revision` when the file has changed. */
  async review(
    actor: Actor,
    { path, action, expectedHash, note = '' }: MediaReview,
  ): Promise<MediaState> {
    requireMedia(actor, 'media.review', 'review');
    requireMediaPath(path);
    const { locks, indexer, pending, clock, onChange } = this.#options;
    await indexer.indexPath(path);
    await locks.hold(path, async (connection) => {
      const found = await this.#find(connection, path);
      if (!found) throw nothingPending(path);
      if (!this.mayDecide(actor, found)) throw notIndependent(path);
      if (found.hash !== expectedHash || !(await this.#isIndexed(connection, path)))
        throw changedSince(path, found.hash);
      if (action === 'approve') return pending.release(path);
      const requestedChanges = { by: actor.username, at: clock.now().toISOString(), note };
      const { contributors, since, changedAt } = found;
      return pending.write(path, { contributors, since, changedAt, requestedChanges });
    });
    await onChange([path]);
    return pending.stateOf(path);
  }

  async file(path: string, version: 'public' | 'pending'): Promise<VersionFile> {
    requireMediaPath(path);
    const { contentDirectory, pending } = this.#options;
    const isCopy = version === 'public' && (await pending.stateOf(path)) === 'pending';
    const place = isCopy ? publicCopyOf(path) : path;
    const facts = isCopy ? await this.#publicFacts(path) : await this.#working(path);
    if (!facts) throw mediaNotFound(path);
    const directory = join(contentDirectory, folderOf(place));
    return { directory, name: nameOf(place), type: facts.type, sha256: facts.sha256 };
  }

  keepPublicVersions(connection: Database, tree: NewMediaTree): Promise<void> {
    return keepPublicVersions(connection, this.#options, tree);
  }

  async #working(path: string): Promise<MediaVersion | undefined> {
    await this.#options.indexer.indexPath(path);
    return new MediaRepository(this.#options.db).find(path);
  }

  async #find(db: Database, path: string): Promise<PendingMedia | undefined> {
    const marker = await this.#options.pending.find(path);
    if (!marker) return undefined;
    const working = await new MediaRepository(db).find(path);
    const open = await this.#publicFacts(path);
    const pendingVersion = working ? versionOf(working) : null;
    const publicVersion = open ? versionOf(open) : null;
    const difference = differenceOf(publicVersion, pendingVersion);
    const contributors = barredFrom(marker.contributors, this.#options.policy);
    const barred = withSharedAccounts(contributors, await findSharedAccounts(db));
    return { ...marker, path, barred, ...difference, publicVersion, pendingVersion };
  }

  async #publicFacts(path: string): Promise<MediaFacts | undefined> {
    const { store } = this.#options;
    const copy = publicCopyOf(path);
    const [file, sidecar] = [await store.stat(copy), await store.stat(sidecarOf(copy))];
    if (!file) {
      this.#known.delete(path);
      return undefined;
    }
    const stamp = `${file.stamp} ${sidecar?.stamp ?? ''}`;
    const known = this.#known.get(path);
    if (known?.stamp === stamp) return known.facts;
    const facts = await readMediaFile(this.#options, copy);
    if (facts) this.#known.set(path, { stamp, facts });
    return facts;
  }

  async #isIndexed(connection: Database, path: string): Promise<boolean> {
    const { store } = this.#options;
    const row = await new MediaRepository(connection).find(path);
    const stat = await store.stat(path);
    const sidecar = await store.stat(sidecarOf(path));
    if (!row || !stat) return !row && !stat;
    return row.stamp === stat.stamp && row.sidecarStamp === (sidecar?.stamp ?? '');
  }
}

function versionOf({ type, size, sha256, width, height, metadata }: MediaVersion): MediaVersion {
  return { type, size, sha256, width, height, metadata };
}

/** Where only the bytes differ, the hash is theirs, as in `metadata.hash`. */
function differenceOf(
  before: MediaVersion | null,
  after: MediaVersion | null,
): Pick<PendingMedia, 'change' | 'hash'> {
  if (!after) return { change: 'deleted', hash: sha256(`deleted ${before?.sha256 ?? ''}`) };
  const words = digestPublicMetadata(after.metadata);
  const digest = sha256(`${after.sha256} ${words}`);
  if (!before) return { change: 'added', hash: digest };
  const areWordsSame = words === digestPublicMetadata(before.metadata);
  return {
    change: after.sha256 === before.sha256 ? 'described' : 'replaced',
    hash: areWordsSame ? after.sha256 : digest,
  };
}

function nothingPending(path: string): Error {
  return mediaProblems.not_found(`No change of ${JSON.stringify(path)} awaits approval.`);
}

function notIndependent(path: string): Error {
  return mediaProblems.not_independent(
    `You changed ${path} yourself. A person who did not change it has to decide.`,
  );
}

function changedSince(path: string, hash: string): Error {
  return mediaProblems.stale_revision(
    `${path} has changed since you looked at it. Nothing was decided; look at it again first.`,
    { current_hash: hash },
  );
}
