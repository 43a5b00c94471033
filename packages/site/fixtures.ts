import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  ContentTree,
  DocumentLocks,
  Indexer,
  PublishedReadModel,
  TreeReconciler,
} from '@galley/content';
import { MediaLibrary } from '@galley/media';
import type { Database } from '@galley/database';
import { silentLogger, type LogAttributes, type Logger } from '@galley/kernel';
import { parseSiteSettings, type SiteSettings } from '@galley/settings';
import {
  createTestDatabase,
  ManualClock,
  temporaryDirectory,
  type TestDatabase,
} from '@galley/testing';
import { RenderedBodies } from './pages/rendered-bodies.ts';
import { PublicSite } from './public-site.ts';
import type { SiteResponse } from './site-response.ts';
import { loadTheme } from './theme/load-theme.ts';
import type { Theme } from './theme/theme.ts';

let loadedTheme: Promise<Theme> | undefined;

/** Loading takes longer than rendering. */
function defaultTheme(): Promise<Theme> {
  return (loadedTheme ??= loadTheme({ themesDirectory: '/nowhere', name: 'default' }));
}

export class SiteHarness implements AsyncDisposable {
  readonly errors: LogAttributes[] = [];
  readonly clock = new ManualClock('2026-06-01T08:00:00Z');
  readonly published: PublishedReadModel;
  readonly site: PublicSite;
  readonly db: Database;
  settings: SiteSettings;
  theme: () => Promise<Theme> = defaultTheme;
  readonly #directory: string;
  readonly #indexer: Indexer;
  readonly #dispose: () => Promise<void>;

  private constructor(parts: {
    tree: ContentTree;
    database: TestDatabase;
    settings: SiteSettings;
    dispose: () => Promise<void>;
  }) {
    const { tree, database } = parts;
    const { clock } = this;
    const settings = (): SiteSettings => this.settings;
    this.settings = parts.settings;
    this.#directory = tree.root;
    this.#dispose = parts.dispose;
    const base = { tree, settings, clock, logger: silentLogger, maxBytes: 1024 * 1024 };
    const reconciler = new TreeReconciler(base);
    const { db } = database;
    this.#indexer = new Indexer({ ...base, db, locks: new DocumentLocks(db), reconciler });
    this.db = db;
    this.published = new PublishedReadModel(db);
    const logger: Logger = {
      ...silentLogger,
      error: (_message, attributes = {}) => void this.errors.push(attributes),
    };
    this.site = new PublicSite({
      settings,
      published: this.published,
      bodies: new RenderedBodies({
        pictures: new MediaLibrary({
          contentDirectory: tree.root,
          cacheDirectory: `${tree.root}.variants`,
          clock,
          logger,
        }),
        html: () => this.settings.html,
        syntax: () => this.settings.markdown,
        texts: async () => (await this.theme().catch(defaultTheme)).texts,
        shortcodes: async () => (await this.theme().catch(defaultTheme)).shortcodes,
      }),
      theme: () => this.theme(),
      logger,
      version: '1.2.3',
    });
  }

  static async open(siteYaml: string): Promise<SiteHarness> {
    const folder = await temporaryDirectory();
    const database = await createTestDatabase();
    return new SiteHarness({
      tree: await ContentTree.open(join(folder.path, 'content')),
      database,
      settings: parseSiteSettings(siteYaml, 'site.yaml'),
      dispose: async () => {
        await database.close();
        await folder[Symbol.asyncDispose]();
      },
    });
  }

  get contentDirectory(): string {
    return this.#directory;
  }

  /** Waits until the files are public. */
  async print(files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
    for (const [path, text] of Object.entries(files)) {
      const target = join(this.#directory, path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, text);
    }
    await this.#indexer.scan();
  }

  async publishTree(contentDirectory: string): Promise<void> {
    await cp(contentDirectory, this.#directory, { recursive: true });
    await this.#indexer.scan();
  }

  async get(
    address: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<SiteResponse> {
    return this.request('GET', address, headers);
  }

  async request(
    method: string,
    address: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<SiteResponse> {
    const [path, query] = address.split('?', 2);
    return this.site.respond({ method, path: path!, query: new URLSearchParams(query), headers });
  }

  async read(address: string): Promise<string> {
    const { status, body } = await this.get(address);
    if (status !== 200) throw new Error(`${address} answered ${status}`);
    return String(body);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#dispose();
  }
}

export const blankPicture: Uint8Array = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAyAAAAGQAQAAAAB+XjmZAAAAPklEQVR4nO3BMQEAAADCoPVPbQ0PoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' +
    'AAAAAAAAAAAAAAAAAAAD4NndAAAfVRSv0AAAAASUVORK5CYII=',
  'base64',
);

export function documentFile(frontmatter: Readonly<Record<string, unknown>>, body = ''): string {
  // JSON is valid YAML without quoting problems.
  return `---\n${JSON.stringify(frontmatter)}\n---\n${body}`;
}
