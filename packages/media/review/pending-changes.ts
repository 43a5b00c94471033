import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { Database } from '@galley/database';
import type { Actor, Clock } from '@galley/kernel';
import type { Independence } from '@galley/settings';
import { MediaUsageReadModel } from '../media-usage-read-model.ts';
import { listSpellings } from '../mentions.ts';
import {
  externalUploader,
  type MediaFacts,
  type MediaRecord,
  type MediaState,
} from '../media-record.ts';
import { mediaProblems } from '../problems.ts';
import { editSidecar } from '../metadata/sidecar.ts';
import { nameOf, sidecarOf } from '../store/media-path.ts';
import type { MediaStore } from '../store/media-store.ts';
import { formatMarker, parseMarker, type PendingMarker } from './pending-marker.ts';
import { markerOf, publicCopyOf } from './public-version.ts';
import { isSameVersion, digestPublicMetadata } from './same-version.ts';

export interface PendingChangesOptions {
  readonly store: MediaStore;
  readonly clock: Clock;
  readonly policy: MediaPolicy;
}

export interface MediaPolicy {
  /** The present `editorial.require_approval`. */
  readonly requiresApproval: () => boolean;
  readonly independence: () => Independence;
  /** Settings of site and theme that may name media files. */
  readonly siteTexts: () => Promise<readonly string[]>;
}

export interface MediaChange {
  readonly connection: Database;
  /** The actor, and the person it acts for. */
  readonly contributors: readonly string[];
  readonly paths: readonly string[];
}

/**
 * Holds back changes of files that public pages use (ADD-MED-1). Callers hold the locks of the paths.
 *
 *     copy public version ─▶ write marker ─▶ change working file ─▶ used by a public page? keep : remove marker
 *
 * Usage is checked after the change, to notice a page that is approved or published meanwhile.
 */
export class PendingChanges {
  readonly #options: PendingChangesOptions;

  constructor(options: PendingChangesOptions) {
    this.#options = options;
  }

  get isEnforced(): boolean {
    return this.#options.policy.requiresApproval();
  }

  /** `work` changes the files at `paths`. */
  async during(change: MediaChange, work: () => Promise<void>): Promise<MediaState> {
    if (this.isEnforced) for (const path of change.paths) await this.#hold(change, path);
    try {
      await work();
    } finally {
      for (const path of change.paths) await this.releaseIfUnneeded(change.connection, path);
    }
    const states = await Promise.all(change.paths.map((path) => this.stateOf(path)));
    return states.includes('pending') ? 'pending' : 'public';
  }

  /** For a file that got another name: a page may name it already. */
  async noteArrival({ connection, contributors }: MediaChange, path: string): Promise<void> {
    if (!(await this.needsApproval(connection, path))) return;
    const now = this.#options.clock.now().toISOString();
    const before = await this.find(path);
    const all = [...new Set([...(before?.contributors ?? []), ...contributors])];
    const since = before?.since ?? now;
    await this.write(path, { contributors: all, since, changedAt: now, requestedChanges: null });
  }

  async withState(record: MediaRecord): Promise<MediaRecord> {
    return { ...record, state: await this.stateOf(record.path) };
  }

  async stateOf(path: string): Promise<MediaState> {
    return (await this.#options.store.stat(markerOf(path))) ? 'pending' : 'public';
  }

  /** `undefined` without a pending change. */
  async find(path: string): Promise<PendingMarker | undefined> {
    const { store } = this.#options;
    const marker = markerOf(path);
    return (await store.stat(marker)) && parseMarker(await text(await store.read(marker)));
  }

  async write(path: string, marker: PendingMarker): Promise<void> {
    await this.#writeText(markerOf(path), formatMarker(marker));
  }

  /** The removal of the marker decides, the rest clears up. */
  async release(path: string): Promise<void> {
    const { store } = this.#options;
    await store.delete(markerOf(path));
    await store.delete(publicCopyOf(path));
    await store.delete(sidecarOf(publicCopyOf(path)));
  }

  /** When nothing differs, or no public page uses the file. */
  async releaseIfUnneeded(connection: Database, path: string): Promise<void> {
    if ((await this.stateOf(path)) === 'public') return;
    const isHeld =
      !(await isSameVersion(this.#options.store, path)) &&
      (await this.needsApproval(connection, path));
    if (!isHeld) await this.release(path);
  }

  /**
   * For an edit on disk that replaced the public bytes: the public sees no file until approval. Earlier metadata stay
   * public. True when held back.
   */
  async holdExternal(
    connection: Database,
    { path, sha256, metadata }: MediaRecord,
    facts: MediaFacts,
  ): Promise<boolean> {
    const isSameBytes = facts.sha256 === sha256;
    if (isSameBytes && digestPublicMetadata(facts.metadata) === digestPublicMetadata(metadata))
      return false;
    if ((await this.stateOf(path)) === 'pending') return false;
    if (!(await this.needsApproval(connection, path))) return false;
    const copy = publicCopyOf(path);
    await this.#writeText(sidecarOf(copy), editSidecar(undefined, metadata));
    if (isSameBytes) await this.#copy(path, copy);
    else await this.#options.store.delete(copy);
    const now = this.#options.clock.now().toISOString();
    const contributors = [externalUploader];
    await this.write(path, { contributors, since: now, changedAt: now, requestedChanges: null });
    return true;
  }

  async needsApproval(connection: Database, path: string): Promise<boolean> {
    return this.isEnforced && this.isUsedPublicly(connection, path);
  }

  async clearUp(path: string): Promise<void> {
    const isDone = (await this.stateOf(path)) === 'public';
    if (isDone || (await isSameVersion(this.#options.store, path))) await this.release(path);
  }

  /** Counts public pages, pages approved for publication, and the site's settings. */
  async isUsedPublicly(connection: Database, path: string): Promise<boolean> {
    if (await new MediaUsageReadModel(connection).isPublic(path)) return true;
    // Templates may put addresses together; a match too many only costs an approval.
    const names = listSpellings(nameOf(path));
    const texts = await this.#options.policy.siteTexts();
    return texts.some((text) => names.some((name) => text.includes(name)));
  }

  async #hold({ connection, contributors }: MediaChange, path: string): Promise<void> {
    const { store, clock } = this.#options;
    const now = clock.now().toISOString();
    const before = await this.find(path);
    if (before) {
      const earlier = before.contributors.filter((name) => !contributors.includes(name));
      const all = [...new Set([...earlier, ...contributors])];
      return this.write(path, {
        ...before,
        contributors: all,
        changedAt: now,
        requestedChanges: null,
      });
    }
    // A public page may already reference a new file.
    const isThere = (await store.stat(path)) !== undefined;
    if (!isThere && !(await this.isUsedPublicly(connection, path))) return;
    await this.#copy(sidecarOf(path), sidecarOf(publicCopyOf(path)));
    await this.#copy(path, publicCopyOf(path));
    await this.write(path, {
      contributors: [...new Set(contributors)],
      since: now,
      changedAt: now,
      requestedChanges: null,
    });
  }

  async #copy(path: string, to: string): Promise<void> {
    const { store } = this.#options;
    if (!(await store.stat(path))) return store.delete(to);
    await store.replace(await store.stage(await store.read(path)), to);
  }

  async #writeText(path: string, content: string): Promise<void> {
    const { store } = this.#options;
    await store.replace(await store.stage(Readable.from([content])), path);
  }
}

/**
 * The actor, and the people it acts for (ADD-IND-1), the last of them last. Throws `forbidden` without a person on
 * record: it would be unknown who may not approve.
 */
export function contributorsOf({ username, onBehalfOf = [] }: Actor): readonly string[] {
  if (onBehalfOf !== null) return [username, ...onBehalfOf];
  throw mediaProblems.forbidden(
    `${username} acts on an event without a person on record, and only changes of media that have one can be approved.`,
  );
}

/** All contributors, or the last one where the site says so (ADD-IND-2). */
export function barredFrom(
  contributors: readonly string[],
  { independence }: Pick<MediaPolicy, 'independence'>,
): readonly string[] {
  return independence() === 'last_editor' ? contributors.slice(-1) : contributors;
}
