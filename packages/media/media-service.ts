import { Readable } from 'node:stream';
import { DomainEventRepository, type Database } from '@galley/database';
import { fieldError, newId, type Actor, type Clock, type NewDomainEvent } from '@galley/kernel';
import { readExif } from './inspect/exif.ts';
import { inspectFile } from './inspect/inspect-file.ts';
import { findKindByName } from './inspect/media-kinds.ts';
import { mediaNotFound, requireMedia, requireOwnMedia } from './media-access.ts';
import type { MediaIndexer } from './media-indexer.ts';
import {
  MediaListReadModel,
  type MediaFolder,
  type MediaPage,
  type MediaQuery,
} from './media-list-read-model.ts';
import type { MediaLocks } from './media-locks.ts';
import { MediaTrashRepository, type MediaTrashEntry } from './media-trash-repository.ts';
import { keepVersion } from './media-versions.ts';
import type { DescribedMedia, MediaFacts, MediaOrigin, MediaRecord } from './media-record.ts';
import { MediaRepository } from './media-repository.ts';
import { MediaUsageReadModel, type MediaUse } from './media-usage-read-model.ts';
import { toStoredName } from './metadata/file-name.ts';
import type { MediaMetadata } from './metadata/media-metadata.ts';
import { editSidecar } from './metadata/sidecar.ts';
import { mediaProblems } from './problems.ts';
import { findSidecar, readMediaFile, type ReadingOptions } from './read-media-file.ts';
import { contributorsOf, type PendingChanges } from './review/pending-changes.ts';
import {
  folderOf,
  toMediaFolder,
  nameOf,
  requireMediaPath,
  sidecarOf,
  trashPathOf,
} from './store/media-path.ts';
import type { StagedFile } from './store/media-store.ts';

export interface MediaServiceOptions extends ReadingOptions {
  readonly db: Database;
  readonly locks: MediaLocks;
  readonly indexer: MediaIndexer;
  readonly pending: PendingChanges;
  readonly clock: Clock;
  readonly onChange: (paths: readonly string[]) => Promise<void>;
}

export interface Upload {
  readonly staged: StagedFile;
  /** As sent by the client. */
  readonly name: string;
  /** A folder, or a whole path with file extension. Default: the folder of the month. */
  readonly path?: string | undefined;
}

export interface Replacement {
  readonly staged: StagedFile;
  readonly path: string;
  /** Throws `stale_revision`. */
  readonly expectedHash?: string | undefined;
}

export interface MetadataChange {
  readonly path: string;
  /** Absent values stay, null clears. */
  readonly changes: {
    readonly [Key in keyof DescribedMedia]?: DescribedMedia[Key] | null | undefined;
  };
  /** Throws `stale_revision`. */
  readonly expectedRevision?: string | undefined;
}

/** `duplicates`: paths of identical files. */
export interface WithDuplicates {
  readonly record: MediaRecord;
  readonly duplicates: readonly string[];
}

export class MediaService {
  readonly #options: MediaServiceOptions;

  constructor(options: MediaServiceOptions) {
    this.#options = options;
  }

  receive(source: Readable): Promise<StagedFile> {
    return this.#options.store.stage(source);
  }

  discard(staged: StagedFile): Promise<void> {
    return this.#options.store.discard(staged);
  }

  /** Checks a local file as `upload` would, without storing it. @throws `unsupported_media_type`, `invalid_media`, `invalid_path` */
  async inspect(file: string, path: string): Promise<void> {
    requireMediaPath(path);
    await inspectFile(file, nameOf(path));
  }

  async list(
    query: Omit<MediaQuery, 'folder'> & { readonly folder?: string | undefined },
  ): Promise<MediaPage> {
    const { db, pending } = this.#options;
    const folder = query.folder === undefined ? undefined : toMediaFolder(query.folder, 'folder');
    const page = await new MediaListReadModel(db).list({ ...query, folder });
    return { ...page, items: await Promise.all(page.items.map((one) => pending.withState(one))) };
  }

  folders(): Promise<MediaFolder[]> {
    return new MediaListReadModel(this.#options.db).folders();
  }

  /** Throws `not_found`. */
  async get(path: string): Promise<WithDuplicates> {
    return this.#withDuplicates(await this.#getIndexed(path));
  }

  /** Whether a change needs approval before publication. */
  needsApproval(path: string): Promise<boolean> {
    return this.#options.pending.needsApproval(this.#options.db, path);
  }

  /** The location is never stored but read on request. */
  async exifWithLocation({ path, picture }: MediaRecord): Promise<MediaRecord['exif']> {
    if (picture === null) return null;
    return this.#options.store.withFile(path, (file) => readExif(file, { location: true }));
  }

  /** Documents that the actor may read, and the total number. */
  async usage(
    actor: Actor,
    path: string,
  ): Promise<{ readonly documents: readonly MediaUse[]; readonly total: number }> {
    requireMediaPath(path);
    const uses = new MediaUsageReadModel(this.#options.db);
    return { documents: await uses.find(actor, path), total: await uses.count(path) };
  }

  async upload(actor: Actor, { staged, name, path }: Upload): Promise<WithDuplicates> {
    requireMedia(actor, 'media.write', 'upload');
    const { locks, store, pending, clock } = this.#options;
    const now = clock.now();
    const wanted = chooseUploadPath(name, path, now);
    const inspected = await inspectFile(staged.file, nameOf(wanted));
    const origin: MediaOrigin = { uploadedBy: actor.username, uploadedAt: now };
    const storeUpload = async (connection: Database): Promise<string> => {
      const change = { connection, contributors: contributorsOf(actor), paths: [wanted] };
      let storedPath = wanted;
      await pending.during(change, async () => {
        storedPath = await store.put(staged, wanted);
        if (storedPath !== wanted) await pending.noteArrival(change, storedPath);
        await this.#writeOrigin(storedPath, origin);
      });
      const known = { ...inspected, sha256: staged.sha256 };
      const facts = await readMediaFile(this.#options, storedPath, known);
      if (!facts) throw mediaNotFound(storedPath);
      await connection.transaction().execute(async (transaction) => {
        await new MediaRepository(transaction).saveUpload(storedPath, facts, origin);
        await new DomainEventRepository(transaction).append([
          createUploadedEvent(storedPath, facts, origin),
        ]);
      });
      return storedPath;
    };
    // Serialised only where approval may be required.
    const given = await (pending.isEnforced
      ? locks.hold(wanted, storeUpload)
      : locks.holdTree(storeUpload));
    await this.#options.onChange([given]);
    return this.#withDuplicates(await this.#get(given));
  }

  async replace(
    actor: Actor,
    { staged, path, expectedHash }: Replacement,
  ): Promise<WithDuplicates> {
    requireMedia(actor, 'media.write', 'replace');
    const { locks, store, pending, clock } = this.#options;
    requireOwnMedia(actor, await this.#getIndexed(path));
    const inspected = await inspectFile(staged.file, nameOf(path));
    const at = clock.now();
    const version = trashPathOf(path, at, newId());
    await locks.holdBoth([path, version], async (connection) => {
      const record = await this.#getUnchanged(connection, path);
      requireOwnMedia(actor, record);
      const { sha256 } = record;
      if (expectedHash !== undefined && expectedHash !== sha256) throw staleFile(path, sha256);
      const origin = { uploadedBy: actor.username, uploadedAt: at };
      if (sha256 !== staged.sha256) {
        const before = { path: version, originalPath: path, deletedBy: actor.username };
        await keepVersion({ store, connection }, { ...before, deletedAt: at });
      }
      const change = { connection, contributors: contributorsOf(actor), paths: [path] };
      await pending.during(change, async () => {
        await this.#writeOrigin(path, origin);
        await store.replace(staged, path);
      });
      const facts = await readMediaFile(this.#options, path, {
        ...inspected,
        sha256: staged.sha256,
      });
      await this.#saveScan(connection, path, facts);
    });
    await this.#options.onChange([path]);
    return this.#withDuplicates(await this.#get(path));
  }

  /** Earlier versions, which are in the trash. */
  versions(path: string): Promise<MediaTrashEntry[]> {
    requireMediaPath(path);
    return new MediaTrashRepository(this.#options.db).listOf(path);
  }

  /** Replaces the file by an earlier version. */
  async revert(
    actor: Actor,
    { path, version, expectedHash }: Omit<Replacement, 'staged'> & { readonly version: string },
  ): Promise<WithDuplicates> {
    requireMedia(actor, 'media.write', 'replace');
    const { db, store } = this.#options;
    const entry = await new MediaTrashRepository(db).find(version);
    if (entry?.path !== version || entry.originalPath !== path) throw mediaNotFound(version);
    const staged = await store.stage(await store.read(version));
    try {
      return await this.replace(actor, { staged, path, expectedHash });
    } catch (error) {
      await store.discard(staged);
      throw error;
    }
  }

  /** Preserves comments of the sidecar. */
  async describe(
    actor: Actor,
    { path, changes, expectedRevision }: MetadataChange,
  ): Promise<MediaRecord> {
    requireMedia(actor, 'media.write', 'describe');
    const { locks, store, pending } = this.#options;
    requireOwnMedia(actor, await this.#getIndexed(path));
    await locks.hold(path, async (connection) => {
      const record = await this.#getUnchanged(connection, path);
      requireOwnMedia(actor, record);
      const { text, revision } = await findSidecar(store, path);
      if (expectedRevision !== undefined && expectedRevision !== revision)
        throw staleMetadata(path, revision);
      const described = normalizeChanges(changes);
      refuseContradiction({ ...record.metadata, ...described });
      const edited = editSidecar(text, described);
      const isPublicChange = Object.keys(described).some((key) => key !== 'tags');
      const paths = isPublicChange ? [path] : [];
      const change = { connection, contributors: contributorsOf(actor), paths };
      if (edited !== (text ?? ''))
        await pending.during(change, () => this.#writeSidecar(path, edited));
      await this.#saveScan(connection, path, await readMediaFile(this.#options, path, record));
    });
    await this.#options.onChange([path]);
    return this.#get(path);
  }

  async tag(
    actor: Actor,
    path: string,
    { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
  ): Promise<MediaRecord> {
    for (;;) {
      const { metadata, metadataRevision: expectedRevision } = await this.#getIndexed(path);
      const remaining = metadata.tags.filter((tag) => !remove.includes(tag));
      const changes = { tags: [...new Set([...remaining, ...add])] };
      try {
        return await this.describe(actor, { path, changes, expectedRevision });
      } catch (error) {
        if (!mediaProblems.stale_revision.is(error)) throw error;
      }
    }
  }

  /** Keeps other metadata (ADD-MED-3). */
  async #writeOrigin(path: string, { uploadedBy, uploadedAt }: MediaOrigin): Promise<void> {
    const { text } = await findSidecar(this.#options.store, path);
    const origin = { uploaded_by: uploadedBy, uploaded_at: uploadedAt.toISOString() };
    await this.#writeSidecar(path, editSidecar(text, origin));
  }

  async #writeSidecar(path: string, text: string): Promise<void> {
    const { store } = this.#options;
    if (text === '') return store.delete(sidecarOf(path));
    await store.replace(await store.stage(Readable.from([text])), sidecarOf(path));
  }

  async #saveScan(
    connection: Database,
    path: string,
    facts: MediaFacts | undefined,
  ): Promise<void> {
    if (!facts) throw mediaNotFound(path);
    const files = new MediaRepository(connection);
    const known = await files.find(path);
    if (known) await files.saveScan(path, facts, known);
  }

  async #getIndexed(path: string): Promise<MediaRecord> {
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

  /** Throws when the index does not match the file. */
  async #getUnchanged(connection: Database, path: string): Promise<MediaRecord> {
    const found = await new MediaRepository(connection).find(path);
    const stat = await this.#options.store.stat(path);
    if (!found || !stat) throw mediaNotFound(path);
    if (found.stamp !== stat.stamp) throw staleFile(path, '');
    return found;
  }

  async #withDuplicates(record: MediaRecord): Promise<WithDuplicates> {
    const files = new MediaRepository(this.#options.db);
    return { record, duplicates: await files.listDuplicates(record.path, record.sha256) };
  }
}

function createUploadedEvent(path: string, facts: MediaFacts, origin: MediaOrigin): NewDomainEvent {
  const { size, type, sha256, width, height } = facts;
  const { uploadedBy: actor, uploadedAt: at } = origin;
  const data = { path, name: nameOf(path), type, size, sha256, width, height };
  return { type: 'media.uploaded', at, actor, subject: path, data };
}

function chooseUploadPath(name: string, path: string | undefined, now: Date): string {
  const month = now.toISOString().slice(0, 7).replace('-', '/');
  if (path === undefined || path.trim() === '') return `media/${month}/${toStoredName(name)}`;
  const isWhole = !path.endsWith('/') && findKindByName(nameOf(path)) !== undefined;
  if (!isWhole) return `${toMediaFolder(path)}/${toStoredName(name)}`;
  const folder = path.includes('/') ? toMediaFolder(folderOf(path)) : 'media';
  return `${folder}/${toStoredName(nameOf(path))}`;
}

/** Null tags become an empty list, null `decorative` becomes false. */
function normalizeChanges(changes: MetadataChange['changes']): Partial<MediaMetadata> {
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
  throw mediaProblems.invalid_metadata.at([fieldError('metadata.alt', 'decorative_with_alt')]);
}

function staleFile(path: string, hash: string): Error {
  return mediaProblems.stale_revision(
    `${path} was replaced since you loaded it. Nothing was changed. Reload it and try again.`,
    hash === '' ? {} : { current_hash: hash },
  );
}

function staleMetadata(path: string, revision: string): Error {
  return mediaProblems.stale_revision(
    `The metadata of ${path} changed since you loaded it. Nothing was changed. Reload it and try again.`,
    { current_revision: revision },
  );
}
