import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Person } from '@galley/editorial';
import type { Logger } from '@galley/kernel';
import { parseSiteSettings, type SiteSettings } from '@galley/settings';
import {
  author,
  createTestDatabase,
  editor,
  ManualClock,
  temporaryDirectory,
  type TestDatabase,
} from '@galley/testing';
import { ContentService } from './content-service.ts';
import { ContentTree } from './content-tree.ts';
import { DocumentLocks } from './document-locks.ts';
import { EditLockService } from './edit-lock-service.ts';
import { EditorialService } from './editorial/editorial-service.ts';
import { Indexer } from './indexer.ts';
import { OwnershipService } from './ownership-service.ts';
import { PublishedReadModel } from './published-read-model.ts';
import { RevisionService } from './revision-service.ts';
import { ScheduleService } from './schedule/schedule-service.ts';
import { TrashService } from './trash-service.ts';
import { TreeReconciler } from './tree-reconciler.ts';
import { WorkingCopyService } from './working-copy-service.ts';

export { author, editor };

export interface LogLine {
  readonly level: keyof Logger;
  readonly message: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export type Interruption = (path: string) => void | Promise<void>;

function interrupted(tree: ContentTree, interrupt: Interruption): ContentTree {
  const replace: ContentTree['replace'] = async (path, ...rest) => {
    await interrupt(path);
    return tree.replace(path, ...rest);
  };
  return new Proxy(tree, {
    get: (target, name) => {
      if (name === 'replace') return replace;
      const value = Reflect.get(target, name, target) as unknown;
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

const writes: ReadonlySet<unknown> = new Set([
  'write',
  'replace',
  'move',
  'remove',
  'prepareFolder',
  'requireWritable',
]);

/** A disk that takes nothing while it has a `code`. */
export class FailingDisk {
  code: string | undefined;

  /** `tree`, as it is on this disk. */
  holding(tree: ContentTree): ContentTree {
    return new Proxy(tree, {
      get: (target, name) => {
        const value = Reflect.get(target, name, target) as unknown;
        if (typeof value !== 'function') return value;
        if (this.code === undefined || !writes.has(name)) return value.bind(target) as unknown;
        const { code } = this;
        return () => Promise.reject(Object.assign(new Error(code), { code, syscall: 'open' }));
      },
    });
  }
}

/** A content tree, a database and everything of this package on top; files are written and read as people do. */
export class Newsroom implements AsyncDisposable {
  readonly clock = new ManualClock('2026-06-01T08:00:00Z');
  readonly log: LogLine[] = [];
  readonly logger = recorder(this.log);
  readonly database: TestDatabase;
  readonly directory: string;
  settings: SiteSettings;
  readonly tree: ContentTree;
  readonly reconciler: TreeReconciler;
  readonly service: ContentService;
  readonly ownership: OwnershipService;
  readonly editorial: EditorialService;
  /** Who can sign in, by user name. */
  readonly people = new Map<string, Person>();
  readonly editLocks: EditLockService;
  readonly revisions: RevisionService;
  readonly trash: TrashService;
  readonly schedule: ScheduleService;
  readonly workingCopies: WorkingCopyService;
  readonly indexer: Indexer;
  readonly published: PublishedReadModel;
  readonly #remove: () => Promise<void>;

  private constructor(parts: {
    database: TestDatabase;
    tree: ContentTree;
    site: string;
    remove: () => Promise<void>;
  }) {
    const { database, tree } = parts;
    this.database = database;
    this.tree = tree;
    this.directory = tree.root;
    this.settings = parseSiteSettings(parts.site, 'site.yaml');
    this.#remove = parts.remove;
    const settings = (): SiteSettings => this.settings;
    const { clock, logger } = this;
    const base = { tree, settings, clock, logger, maxBytes: 256 * 1024 };
    this.reconciler = new TreeReconciler(base);
    const { db } = database;
    const shared = { ...base, db, locks: new DocumentLocks(db), reconciler: this.reconciler };
    this.indexer = new Indexer(shared);
    this.service = new ContentService(shared);
    const people = { find: (name: string) => Promise.resolve(this.people.get(name)) };
    this.ownership = new OwnershipService({ ...shared, people });
    this.editorial = new EditorialService({ ...shared, people });
    this.editLocks = new EditLockService(shared);
    this.revisions = new RevisionService(shared);
    this.trash = new TrashService(shared);
    this.schedule = new ScheduleService(shared);
    this.workingCopies = new WorkingCopyService(shared);
    this.published = new PublishedReadModel(database.db);
  }

  static async open(site = 'languages:\n  es: {}\n'): Promise<Newsroom> {
    const folder = await temporaryDirectory();
    const database = await createTestDatabase();
    const tree = await ContentTree.open(join(folder.path, 'content'));
    return new Newsroom({
      database,
      tree,
      site,
      remove: async () => folder[Symbol.asyncDispose](),
    });
  }

  /**
   * Another process on the same tree and database, as far as this package can tell. `interrupt` happens right before
   * it replaces a file, after all has been looked at.
   */
  colleague(interrupt?: Interruption): Newsroom {
    return this.colleagueWith(interrupt ? interrupted(this.tree, interrupt) : this.tree);
  }

  /** A colleague who sees the tree through this one. */
  colleagueWith(tree: ContentTree): Newsroom {
    const colleague = new Newsroom({
      database: this.database,
      tree,
      site: '',
      remove: () => Promise.resolve(),
    });
    colleague.settings = this.settings;
    return colleague;
  }

  async write(path: string, content: string | Uint8Array): Promise<void> {
    const target = join(this.directory, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  }

  /** Makes a file look as if it was written long before now. */
  async age(path: string): Promise<void> {
    const old = new Date(this.clock.now().getTime() - 86_400_000);
    await utimes(join(this.directory, path), old, old);
  }

  read(path: string): Promise<string> {
    return readFile(join(this.directory, path), 'utf8');
  }

  remove(path: string): Promise<void> {
    return rm(join(this.directory, path));
  }

  async titlesInPublic(): Promise<string[]> {
    const { items } = await this.published.list({ page: 1, pageSize: 200, sort: 'title' });
    return items.map(({ title }) => title);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.database.close();
    await this.#remove();
  }
}

function recorder(lines: LogLine[]): Logger {
  const note =
    (level: keyof Logger) =>
    (message: string, attributes = {}): void =>
      void lines.push({ level, message, attributes });
  return { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') };
}
