import { mkdir, readdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { silentLogger, type Actor, type LogAttributes } from '@galley/kernel';
import {
  createTestDatabase,
  ManualClock,
  temporaryDirectory,
  type TestDatabase,
} from '@galley/testing';
import { MediaLibrary } from './media-library.ts';
import type { WithDuplicates } from './media-service.ts';
import { openMedia, type Media } from './open-media.ts';
import type { MediaPolicy } from './review/pending-changes.ts';

export const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"/>';

export function createActor(
  username: string,
  grants = ['media.read', 'media.write', 'media.lifecycle'],
): Actor {
  return {
    kind: 'user',
    username,
    name: username,
    email: '',
    role: 'photographer',
    grants: new Set(grants),
  };
}

export interface WrittenDocument {
  readonly path: string;
  readonly text: string | Buffer;
  readonly author?: string;
  /** Undefined when unpublished. */
  readonly publicText?: string;
  readonly isDeleted?: boolean;
}

export class MediaHarness implements AsyncDisposable {
  readonly clock = new ManualClock('2026-06-01T08:00:00Z');
  readonly warnings: { readonly message: string; readonly attributes: LogAttributes }[] = [];
  readonly changed: string[] = [];
  requiresApproval = false;
  /** Settings that may reference files. */
  siteTexts: readonly string[] = [];
  readonly policy: MediaPolicy = {
    requiresApproval: () => this.requiresApproval,
    independence: () => 'contributors',
    siteTexts: () => Promise.resolve(this.siteTexts),
  };
  readonly ada = createActor('ada');
  readonly root: string;
  readonly database: TestDatabase;
  readonly #dispose: () => Promise<void>;
  #media: Media | undefined;

  private constructor(parts: {
    root: string;
    database: TestDatabase;
    dispose: () => Promise<void>;
  }) {
    this.root = parts.root;
    this.database = parts.database;
    this.#dispose = parts.dispose;
  }

  static async open(): Promise<MediaHarness> {
    const folder = await temporaryDirectory();
    const database = await createTestDatabase();
    const root = join(await realpath(folder.path), 'content');
    await mkdir(root);
    const dispose = async (): Promise<void> => {
      await database.close();
      await folder[Symbol.asyncDispose]();
    };
    const harness = new MediaHarness({ root, database, dispose });
    harness.#media = await harness.openSecondProcess();
    return harness;
  }

  openSecondProcess(): Promise<Media> {
    const { clock, root: contentDirectory } = this;
    const logger = {
      ...silentLogger,
      warn: (message: string, attributes: LogAttributes = {}) =>
        void this.warnings.push({ message, attributes }),
    };
    const cacheDirectory = join(contentDirectory, '../variants');
    const pictures = new MediaLibrary({ contentDirectory, cacheDirectory, clock, logger });
    const onChange = (paths: readonly string[]): Promise<void> => {
      this.changed.push(...paths);
      return Promise.resolve();
    };
    const { db } = this.database;
    const { policy } = this;
    return openMedia({ db, contentDirectory, pictures, clock, logger, onChange, policy });
  }

  get media(): Media {
    return this.#media!;
  }

  async upload(
    name: string,
    content: string | Uint8Array = drawing,
    { actor = this.ada, path }: { actor?: Actor; path?: string | undefined } = {},
  ): Promise<WithDuplicates> {
    const { service } = this.media;
    const staged = await service.receive(Readable.from([Buffer.from(content)]));
    try {
      return await service.upload(actor, { staged, name, path });
    } finally {
      await service.discard(staged);
    }
  }

  async write(path: string, content: string | Uint8Array): Promise<void> {
    await mkdir(dirname(join(this.root, path)), { recursive: true });
    await writeFile(join(this.root, path), content);
  }

  read(path: string): Promise<string> {
    return readFile(join(this.root, path), 'utf8');
  }

  async files(): Promise<string[]> {
    const entries = await readdir(this.root, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(this.root.length + 1))
      .toSorted();
  }

  async indexed(): Promise<string[]> {
    const rows = await this.database.db.selectFrom('media_files').select('path').execute();
    return rows.map(({ path }) => path).toSorted();
  }

  async addDocument({ path, text, author, publicText, isDeleted }: WrittenDocument): Promise<void> {
    const { db } = this.database;
    const now = this.clock.now();
    const none = '{}';
    const { id } = await db
      .insertInto('documents')
      .values({
        path,
        public_id: path,
        type: 'post',
        lang: 'en',
        slug: path,
        title: path,
        url: `/${path}/`,
        taxonomies: none,
        fields: none,
        params: none,
        status: 'draft',
        revision: 'r',
        author: author ?? null,
        head_hash: 'head',
        public_hash: publicText === undefined ? null : 'public',
        materialised: true,
        deleted_at: isDeleted ? now : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const snapshots: (readonly [hash: string, content: string | Buffer])[] = [
      ['older', '![](/media/only-before.jpg)'],
      ['head', text],
    ];
    if (publicText !== undefined) snapshots.push(['public', publicText]);
    const common = { author: '', message: '', kind: 'save', status: 'draft', revision: 'r' };
    await db
      .insertInto('document_history')
      .values(
        snapshots.map(([hash, content], index) => ({
          ...common,
          document_id: id,
          seq: index + 1,
          hash,
          at: now,
          bytes: Buffer.from(content),
        })),
      )
      .execute();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#dispose();
  }
}
