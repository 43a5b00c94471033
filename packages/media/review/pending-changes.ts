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

/** Rules that decide whether a change needs approval. */
export interface MediaPolicy {
  /** `editorial.require_approval` of the site, as it is now. */
  readonly requiresApproval: () => boolean;
  /** `editorial.independence` of the site, as it is now. */
  readonly independence: () => Independence;
  /** Texts beside documents that may name media files: settings of the site and of its theme. */
  readonly siteTexts: () => Promise<readonly string[]>;
}

/** A change of files, with a connection that holds the locks of their paths. */
export interface MediaChange {
  readonly connection: Database;
  /** User names: the actor, and the person it acts for. */
  readonly contributors: readonly string[];
  readonly paths: readonly string[];
}

/**
 * Holds back changes of files that public pages use (ADD-MED-1).
 *
 *     copy public version ─▶ write marker ─▶ change working file ─▶ used by a public page? keep : remove marker
 *
 * The public version is kept before anybody knows whether a page uses the file, and usage is checked after the change:
 * a page that is approved or published meanwhile is noticed. Callers hold the locks of the paths.
 */
export class PendingChanges {
  readonly #options: PendingChangesOptions;

  constructor(options: PendingChangesOptions) {
    this.#options = options;
  }

  get isEnforced(): boolean {
    return this.#options.policy.requiresApproval();
  }

  /** Runs `work`, which changes the files at `paths`, and returns what became of them. */
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

  /** A file that got another name than it was to have: its public version is nothing where a page names it already. */
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

  /** Makes the working version public: the removal of the marker decides, the rest clears up. */
  async release(path: string): Promise<void> {
    const { store } = this.#options;
    await store.delete(markerOf(path));
    await store.delete(publicCopyOf(path));
    await store.delete(sidecarOf(publicCopyOf(path)));
  }

  /** Releases a change that needs no approval (any more): nothing differs, or no public page uses the file. */
  async releaseIfUnneeded(connection: Database, path: string): Promise<void> {
    if ((await this.stateOf(path)) === 'public') return;
    const isHeld =
      !(await isSameVersion(this.#options.store, path)) &&
      (await this.needsApproval(connection, path));
    if (!isHeld) await this.release(path);
  }

  /**
   * Holds back an edit made on disk of a file that a public page uses, which replaced the bytes that were public: the
   * public sees no file until the edit is approved. Earlier metadata are known, and stay public. True when held back.
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

  /**
   * Clears up what a killed process left: a marker of a change that it had not begun, and copies of one that it had
   * released. The caller holds the lock of the path.
   */
  async clearUp(path: string): Promise<void> {
    const isDone = (await this.stateOf(path)) === 'public';
    if (isDone || (await isSameVersion(this.#options.store, path))) await this.release(path);
  }

  /** Whether a public page, a page approved for publication, or the site's settings use a file. */
  async isUsedPublicly(connection: Database, path: string): Promise<boolean> {
    if (await new MediaUsageReadModel(connection).isPublic(path)) return true;
    // A template may put an address together: its last part is enough, and too much only costs an approval.
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
    // A new file has no public version, unless a public page already references it.
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
 * User names of the contributors to a change: the actor, and the people it acts for (ADD-IND-1),
 * the last of them last. Throws `forbidden` without a person on record, because it would be unknown
 * who may not approve the change.
 */
export function contributorsOf({ username, onBehalfOf = [] }: Actor): readonly string[] {
  if (onBehalfOf !== null) return [username, ...onBehalfOf];
  throw mediaProblems.forbidden(
    `${username} acts on an event without a person on record, and only changes of media that have one can be approved.`,
  );
}

/** The contributors who may not decide on a change: everyone, or the last one where the site says so (ADD-IND-2). */
export function barredFrom(
  contributors: readonly string[],
  { independence }: Pick<MediaPolicy, 'independence'>,
): readonly string[] {
  return independence() === 'last_editor' ? contributors.slice(-1) : contributors;
}
