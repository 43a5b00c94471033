import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  ContentService,
  ContentTree,
  DocumentLocks,
  DocumentStore,
  EditLockService,
  Indexer,
  PublishedReadModel,
  TrashService,
  TreeReconciler,
  WorkingCopyService,
} from '@galley/content';
import type { Database } from '@galley/database';
import { silentLogger, systemActor, systemClock, type Actor, type Logger } from '@galley/kernel';
import { parseSiteSettings, type SiteSettings } from '@galley/settings';
import { createTestDatabase, temporaryDirectory } from '@galley/testing';
import {
  BackupService,
  type BackupServiceOptions,
  type SnapshotOptions,
} from '../backup-service.ts';
import type { Backup } from '../backup.ts';
import { TableLinesReadModel } from '../table-lines-read-model.ts';
import { RestoreService } from './restore-service.ts';

export const restorer: Actor = { ...systemActor, kind: 'user', username: 'rita', role: 'admin' };
export const writer: Actor = { ...restorer, username: 'edith' };

/** With a hook for concurrent actions. */
export class HookedBackups extends BackupService {
  readonly directory: string;
  onSnapshot: (options: SnapshotOptions) => Promise<void> = () => Promise.resolve();

  constructor(options: BackupServiceOptions) {
    super(options);
    this.directory = options.directory;
  }

  override async snapshot(options: SnapshotOptions): Promise<Backup> {
    const snapshot = await super.snapshot(options);
    await this.onSnapshot(options);
    return snapshot;
  }

  async ids(): Promise<string[]> {
    return (await this.list()).map(({ id }) => id).sort();
  }
}

export interface RoomParts {
  readonly db: Database;
  readonly folder: string;
  readonly site?: string;
  readonly logger?: Logger;
}

/** Several rooms may share tree and database. */
export class RestoreRoom {
  readonly db: Database;
  readonly tree: ContentTree;
  readonly directory: string;
  readonly backups: HookedBackups;
  readonly content: ContentService;
  readonly editLocks: EditLockService;
  readonly trash: TrashService;
  readonly workingCopies: WorkingCopyService;
  readonly indexer: Indexer;
  readonly published: PublishedReadModel;
  readonly restores: RestoreService;
  settings: SiteSettings;
  /** Runs before the new tree is indexed. */
  onSwapped: () => Promise<void> = () => Promise.resolve();

  private constructor(
    { db, folder, site = '', logger = silentLogger }: RoomParts,
    tree: ContentTree,
  ) {
    this.db = db;
    this.tree = tree;
    this.directory = tree.root;
    this.settings = parseSiteSettings(site, 'site.yaml');
    const settings = (): SiteSettings => this.settings;
    const clock = systemClock;
    const base = { tree, settings, clock, logger, maxBytes: 256 * 1024 };
    const reconciler = new TreeReconciler(base);
    const locks = new DocumentLocks(db);
    const store = new DocumentStore({ ...base, db, locks, reconciler });
    const shared = { ...base, db, store };
    this.content = new ContentService(shared);
    this.editLocks = new EditLockService(shared);
    this.trash = new TrashService(shared);
    this.workingCopies = new WorkingCopyService(shared);
    this.indexer = new Indexer({ ...base, db, locks, reconciler });
    this.published = new PublishedReadModel(db);
    this.backups = new HookedBackups({
      db,
      clock,
      logger,
      contentDirectory: tree.root,
      directory: join(folder, 'backups'),
      retention: {},
      encryption: { recipients: [], workDirectory: join(folder, 'work') },
      tables: new TableLinesReadModel(() => {
        throw new Error('backups of a room are without the database');
      }),
    });
    const follow = async (): Promise<number> => {
      await this.onSwapped();
      return (await this.indexer.scan()).documents;
    };
    this.restores = new RestoreService({
      ...shared,
      reconciler,
      backups: this.backups,
      follow,
      prepareTree: () => Promise.resolve(),
    });
  }

  static async on(parts: RoomParts): Promise<RestoreRoom> {
    await mkdir(join(parts.folder, 'backups'), { recursive: true });
    return new RestoreRoom(parts, await ContentTree.open(join(parts.folder, 'content')));
  }

  async write(path: string, content: string | Uint8Array): Promise<void> {
    const target = join(this.directory, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  }

  read(path: string): Promise<string> {
    return readFile(join(this.directory, path), 'utf8');
  }

  save(path: string, content: string) {
    return this.content.save(writer, { path, content });
  }

  async backup(includeMedia = true): Promise<string> {
    return (await this.backups.create({ by: restorer.username, includeMedia, name: 'site' })).id;
  }

  async restore(id: string) {
    // The settings of a room differ from those in its tree.
    const request = { id, confirmSecurityChanges: true };
    const { restored, snapshot, ...rest } = await this.restores.restore(restorer, request);
    return { ...rest, restored: restored.id, snapshot: snapshot.id };
  }

  async titlesInPublic(): Promise<string[]> {
    const { items } = await this.published.list({ page: 1, pageSize: 200, sort: 'title' });
    return items.map(({ title }) => title);
  }

  files(): Promise<Record<string, string>> {
    return filesBelow(this.directory);
  }
}

export async function openRoom(
  site = '',
): Promise<AsyncDisposable & { room: RestoreRoom; parts: RoomParts; url: string }> {
  const folder = await temporaryDirectory();
  const database = await createTestDatabase();
  const parts = { db: database.db, folder: folder.path, site };
  return {
    room: await RestoreRoom.on(parts),
    parts,
    url: database.url,
    [Symbol.asyncDispose]: async () => {
      await database.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

export async function filesBelow(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const pairs = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(root.length + 1), await readFile(path, 'latin1')] as const;
    }),
  );
  return Object.fromEntries(pairs.sort(([a], [b]) => (a < b ? -1 : 1)));
}
