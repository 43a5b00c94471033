import { Readable } from 'node:stream';
import { DomainEventRepository, type Database } from '@galley/database';
import type { Actor, Clock, NewDomainEvent } from '@galley/kernel';
import { readExif } from './inspect/exif.ts';
import { inspectFile } from './inspect/inspect-file.ts';
import { kindOfName } from './inspect/media-kinds.ts';
import { mediaNotFound, requireMedia, requireOwnMedia } from './media-access.ts';
import type { MediaIndexer } from './media-indexer.ts';
import {
  MediaListReadModel,
  type MediaFolder,
  type MediaPage,
  type MediaQuery,
} from './media-list-read-model.ts';
import type { MediaLocks } from './media-locks.ts';
import type { DescribedMedia, MediaFacts, MediaOrigin, MediaRecord } from './media-record.ts';
import { MediaRepository } from './media-repository.ts';
import { MediaUsageReadModel, type MediaUse } from './media-usage-read-model.ts';
import { fileName } from './metadata/file-name.ts';
import type { MediaMetadata } from './metadata/media-metadata.ts';
import { editSidecar } from './metadata/sidecar.ts';
import { mediaProblems } from './problems.ts';
import { findSidecar, readMediaFile, type ReadingOptions } from './read-media-file.ts';
import { contributorsOf, type PendingChanges } from './review/pending-changes.ts';
import { folderOf, mediaFolder, nameOf, requireMediaPath, sidecarOf } from './store/media-path.ts';
import type { StagedFile } from './store/media-store.ts';

export interface MediaServiceOptions extends ReadingOptions {
  readonly db: Database;
  readonly locks: MediaLocks;
  readonly indexer: MediaIndexer;
  readonly pending: PendingChanges;
  readonly clock: Clock;
  /** Is told of paths that have changed, so that pages show what there is. */
  readonly onChange: (paths: readonly string[]) => Promise<void>;
}

export interface Upload {
  readonly staged: StagedFile;
  /** As the client calls the file. */
  readonly name: string;
  /** A folder, or with the ending of a file the whole path; without it, the folder of the month. */
  readonly path?: string | undefined;
}

export interface Replacement {
  readonly staged: StagedFile;
  readonly path: string;
  /** Refuses, as `stale_revision`, when the file has other bytes. */
  readonly expectedHash?: string | undefined;
}

export interface MetadataChange {
  readonly path: string;
  /** Absent keeps, null clears. */
  readonly changes: {
    readonly [Key in keyof DescribedMedia]?: DescribedMedia[Key] | null | undefined;
  };
  /** Refuses, as `stale_revision`, when somebody has changed them since. */
  readonly expectedRevision?: string | undefined;
}

/** A file, and the paths of those that have the same bytes. */
export interface WithDuplicates {
  readonly record: MediaRecord;
  readonly duplicates: readonly string[];
}

/** Files of the media library: bringing them in, and saying what they are. */
export class MediaService {
  readonly #options: MediaServiceOptions;

  constructor(options: MediaServiceOptions) {
    this.#options = options;
  }

  /** Takes in the bytes of a file before anything is known of it. */
  receive(source: Readable): Promise<StagedFile> {
    return this.#options.store.stage(source);
  }

  discard(staged: StagedFile): Promise<void> {
    return this.#options.store.discard(staged);
  }

  async list(
    query: Omit<MediaQuery, 'folder'> & { readonly folder?: string | undefined },
  ): Promise<MediaPage> {
    const { db, pending } = this.#options;
    const folder = query.folder === undefined ? undefined : mediaFolder(query.folder, 'folder');
    const page = await new MediaListReadModel(db).list({ ...query, folder });
    return { ...page, items: await Promise.all(page.items.map((one) => pending.withState(one))) };
  }

  folders(): Promise<MediaFolder[]> {
    return new MediaListReadModel(this.#options.db).folders();
  }

  /** `not_found` when there is no such file. */
  async get(path: string): Promise<WithDuplicates> {
    return this.#withDuplicates(await this.#getSettled(path));
  }

  /** Whether a change of the file would have to be approved before the public sees it. */
  needsApproval(path: string): Promise<boolean> {
    return this.#options.pending.needsApproval(this.#options.db, path);
  }

  /** What the camera wrote, with where it was. That is never stored: it is read when somebody asks for it. */
  async exifWithLocation({ path, picture }: MediaRecord): Promise<MediaRecord['exif']> {
    if (picture === null) return null;
    return this.#options.store.withFile(path, (file) => readExif(file, { location: true }));
  }

  /** Documents that name the file, of those that the actor may read, and how many there are of all. */
  async usage(
    actor: Actor,
    path: string,
  ): Promise<{ readonly documents: readonly MediaUse[]; readonly total: number }> {
    requireMediaPath(path);
    const uses = new MediaUsageReadModel(this.#options.db);
    return { documents: await uses.find(actor, path), total: await uses.count(path) };
  }

  /** Gives what was received a place in the library. Another process sees it as a whole, or not at all. */
  async upload(actor: Actor, { staged, name, path }: Upload): Promise<WithDuplicates> {
    requireMedia(actor, 'media.write', 'upload');
    const { locks, store, pending, clock } = this.#options;
    const now = clock.now();
    const wanted = placeFor(name, path, now);
    const inspected = await inspectFile(staged.file, nameOf(wanted));
    const origin: MediaOrigin = { uploadedBy: actor.username, uploadedAt: now };
    const place = async (connection: Database): Promise<string> => {
      const change = { connection, contributors: contributorsOf(actor), paths: [wanted] };
      let got = wanted;
      await pending.during(change, async () => {
        got = await store.put(staged, wanted);
        if (got !== wanted) await pending.noteArrival(change, got);
        await this.#noteOrigin(got, origin);
      });
      const known = { ...inspected, sha256: staged.sha256 };
      const facts = await readMediaFile(this.#options, got, known);
      if (!facts) throw mediaNotFound(got);
      await connection.transaction().execute(async (transaction) => {
        await new MediaRepository(transaction).bring(got, facts, origin);
        await new DomainEventRepository(transaction).append([uploadedEvent(got, facts, origin)]);
      });
      return got;
    };
    // Uploads under one name wait for each other only where they may have to await approval.
    const given = await (pending.isEnforced ? locks.hold(wanted, place) : locks.holdTree(place));
    await this.#options.onChange([given]);
    return this.#withDuplicates(await this.#get(given));
  }

  /** Puts other bytes at the address of a file, and leaves what is said of it. */
  async replace(
    actor: Actor,
    { staged, path, expectedHash }: Replacement,
  ): Promise<WithDuplicates> {
    requireMedia(actor, 'media.write', 'replace');
    const { locks, store, pending, clock } = this.#options;
    requireOwnMedia(actor, await this.#getSettled(path));
    const inspected = await inspectFile(staged.file, nameOf(path));
    await locks.hold(path, async (connection) => {
      const record = await this.#getUnchanged(connection, path);
      requireOwnMedia(actor, record);
      const { sha256 } = record;
      if (expectedHash !== undefined && expectedHash !== sha256) throw changedFile(path, sha256);
      const origin = { uploadedBy: actor.username, uploadedAt: clock.now() };
      const change = { connection, contributors: contributorsOf(actor), paths: [path] };
      await pending.during(change, async () => {
        await this.#noteOrigin(path, origin);
        await store.replace(staged, path);
      });
      const facts = await readMediaFile(this.#options, path, {
        ...inspected,
        sha256: staged.sha256,
      });
      await this.#note(connection, path, facts);
    });
    await this.#options.onChange([path]);
    return this.#withDuplicates(await this.#get(path));
  }

  /** Changes what is said of a file, in its sidecar, whose comments stay. */
  async describe(
    actor: Actor,
    { path, changes, expectedRevision }: MetadataChange,
  ): Promise<MediaRecord> {
    requireMedia(actor, 'media.write', 'describe');
    const { locks, store, pending } = this.#options;
    requireOwnMedia(actor, await this.#getSettled(path));
    await locks.hold(path, async (connection) => {
      const record = await this.#getUnchanged(connection, path);
      requireOwnMedia(actor, record);
      const { text, revision } = await findSidecar(store, path);
      if (expectedRevision !== undefined && expectedRevision !== revision)
        throw changedMetadata(path, revision);
      const described = settled(changes);
      refuseContradiction({ ...record.metadata, ...described });
      const edited = editSidecar(text, described);
      const isShown = Object.keys(described).some((key) => key !== 'tags');
      const paths = isShown ? [path] : [];
      const change = { connection, contributors: contributorsOf(actor), paths };
      if (edited !== (text ?? ''))
        await pending.during(change, () => this.#writeSidecar(path, edited));
      await this.#note(connection, path, await readMediaFile(this.#options, path, record));
    });
    await this.#options.onChange([path]);
    return this.#get(path);
  }

  /** With tags added and taken away, whatever else is done to it meanwhile. */
  async tag(
    actor: Actor,
    path: string,
    { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
  ): Promise<MediaRecord> {
    for (;;) {
      const { metadata, metadataRevision: expectedRevision } = await this.#getSettled(path);
      const kept = metadata.tags.filter((tag) => !remove.includes(tag));
      const changes = { tags: [...new Set([...kept, ...add])] };
      try {
        return await this.describe(actor, { path, changes, expectedRevision });
      } catch (error) {
        // Somebody else has described it in between: their tags count too.
        if (!mediaProblems.stale_revision.is(error)) throw error;
      }
    }
  }

  /** Names the uploader of the bytes in the sidecar, and leaves what else it says of the file (ADD-MED-3). */
  async #noteOrigin(path: string, { uploadedBy, uploadedAt }: MediaOrigin): Promise<void> {
    const { text } = await findSidecar(this.#options.store, path);
    const origin = { uploaded_by: uploadedBy, uploaded_at: uploadedAt.toISOString() };
    await this.#writeSidecar(path, editSidecar(text, origin));
  }

  async #writeSidecar(path: string, text: string): Promise<void> {
    const { store } = this.#options;
    if (text === '') return store.delete(sidecarOf(path));
    await store.replace(await store.stage(Readable.from([text])), sidecarOf(path));
  }

  async #note(connection: Database, path: string, facts: MediaFacts | undefined): Promise<void> {
    if (!facts) throw mediaNotFound(path);
    const files = new MediaRepository(connection);
    const known = await files.find(path);
    if (known) await files.note(path, facts, known);
  }

  /** The file as it is on the disk now, even if nobody has noticed it yet. */
  async #getSettled(path: string): Promise<MediaRecord> {
    requireMediaPath(path);
    await this.#options.indexer.indexPath(path);
    return this.#get(path);
  }

  async #get(path: string): Promise<MediaRecord> {
    const { db, pending } = this.#options;
    const found = await new MediaRepository(db).find(path);
    if (!found) throw mediaNotFound(path);
    return pending.withState(found);
  }

  /** Under the lock: what the index knows is what is there. */
  async #getUnchanged(connection: Database, path: string): Promise<MediaRecord> {
    const found = await new MediaRepository(connection).find(path);
    const stat = await this.#options.store.stat(path);
    if (!found || !stat) throw mediaNotFound(path);
    if (found.stamp !== stat.stamp) throw changedFile(path, '');
    return found;
  }

  async #withDuplicates(record: MediaRecord): Promise<WithDuplicates> {
    const files = new MediaRepository(this.#options.db);
    return { record, duplicates: await files.duplicatesOf(record.path, record.sha256) };
  }
}

function uploadedEvent(path: string, facts: MediaFacts, origin: MediaOrigin): NewDomainEvent {
  const { size, type, sha256, width, height } = facts;
  const { uploadedBy: actor, uploadedAt: at } = origin;
  const data = { path, name: nameOf(path), type, size, sha256, width, height };
  return { type: 'media.uploaded', at, actor, subject: path, data };
}

/** Where an upload is to be: in the folder that is asked for, or in that of the month. */
function placeFor(name: string, path: string | undefined, now: Date): string {
  const month = now.toISOString().slice(0, 7).replace('-', '/');
  if (path === undefined || path.trim() === '') return `media/${month}/${fileName(name)}`;
  const isWhole = !path.endsWith('/') && kindOfName(nameOf(path)) !== undefined;
  if (!isWhole) return `${mediaFolder(path)}/${fileName(name)}`;
  const folder = path.includes('/') ? mediaFolder(folderOf(path)) : 'media';
  return `${folder}/${fileName(nameOf(path))}`;
}

/** As the sidecar has them: no tags are none, and what is not decorative is not said to be. */
function settled(changes: MetadataChange['changes']): Partial<MediaMetadata> {
  const { tags, decorative, ...rest } = changes;
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  return {
    ...(Object.fromEntries(given) as Partial<MediaMetadata>),
    ...(tags !== undefined && { tags: tags ?? [] }),
    ...(decorative !== undefined && { decorative: decorative ?? false }),
  };
}

function refuseContradiction({ alt, decorative }: Partial<MediaMetadata>): void {
  if (decorative !== true || (alt ?? '').trim() === '') return;
  const message = 'a decorative picture has no alt text; clear one of the two';
  throw mediaProblems.invalid_metadata(`What is noted about the file is not valid: ${message}.`, {
    errors: [{ path: 'metadata.alt', message }],
  });
}

function changedFile(path: string, hash: string): Error {
  return mediaProblems.stale_revision(
    `${path} has been replaced since you looked at it. Nothing was changed; look at it again first.`,
    hash === '' ? {} : { current_hash: hash },
  );
}

function changedMetadata(path: string, revision: string): Error {
  return mediaProblems.stale_revision(
    `Somebody has changed what is said about ${path} since you looked at it. Nothing was changed; look at it again first.`,
    { current_revision: revision },
  );
}
