import { readdir, readFile, readlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { takePublishedSnapshot } from '@galley/content';
import { silentLogger } from '@galley/kernel';
import { MediaLibrary } from '@galley/media';
import { temporaryDirectory } from '@galley/testing';
import { SiteHarness } from '../fixtures.ts';
import { RenderedBodies } from '../pages/rendered-bodies.ts';
import { buildSite, type BuildPlan, type BuildReport } from './build-site.ts';
import { splitIntoBatches } from './in-orders.ts';
import { renderHere } from './in-process-renderer.ts';
import { PageBuilder } from './page-builder.ts';
import { LinkChecker } from './link-checker.ts';
import { addSiteAddresses, TaskList } from './site-addresses.ts';

export class BuildHarness implements AsyncDisposable {
  readonly kiosk: SiteHarness;
  readonly publicDirectory: string;
  readonly #folder: Awaited<ReturnType<typeof temporaryDirectory>>;
  made: string[] = [];

  private constructor(kiosk: SiteHarness, folder: Awaited<ReturnType<typeof temporaryDirectory>>) {
    this.kiosk = kiosk;
    this.#folder = folder;
    this.publicDirectory = join(folder.path, 'public');
  }

  static async open(siteYaml: string): Promise<BuildHarness> {
    return new BuildHarness(await SiteHarness.open(siteYaml), await temporaryDirectory());
  }

  async build(changed: Partial<BuildPlan> = {}): Promise<BuildReport> {
    const { kiosk } = this;
    this.made = [];
    return kiosk.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (transaction) => {
        const snapshot = await takePublishedSnapshot(transaction);
        const theme = await kiosk.theme();
        const { settings, contentDirectory } = kiosk;
        const list = new TaskList();
        await addSiteAddresses(list, { settings, snapshot, theme });
        const addresses = list.all();
        const known = new Set(addresses.map(({ address }) => address));
        const links = new LinkChecker({
          addresses: known,
          contentDirectory,
          bodies: new RenderedBodies(),
        });
        return buildSite({
          publicDirectory: this.publicDirectory,
          settings: { ...settings, texts: theme.texts },
          snapshot,
          addresses,
          contentDirectory,
          key: JSON.stringify([settings, theme.fingerprint]),
          library: new MediaLibrary({
            contentDirectory,
            cacheDirectory: join(this.#folder.path, 'variants'),
            clock: kiosk.clock,
            logger: silentLogger,
          }),
          render: (tasks, folder, onBuilt) => {
            const respond: typeof kiosk.site.respond = (request, published) =>
              kiosk.site.respond(request, published);
            this.made = tasks.map(({ address }) => address);
            const builder = new PageBuilder({ respond, published: snapshot.reader, links, folder });
            return renderHere(builder, splitIntoBatches(tasks), onBuilt);
          },
          readProfilePicture: () => Promise.resolve(undefined),
          ...changed,
        });
      });
  }

  async files(): Promise<Record<string, string>> {
    const folder = join(this.#folder.path, await readlink(this.publicDirectory));
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files: Record<string, string> = {};
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      files[relative(folder, path)] = await readFile(path, 'utf8');
    }
    return files;
  }

  read(file: string): Promise<string> {
    return readFile(join(this.publicDirectory, file), 'utf8');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kiosk[Symbol.asyncDispose]();
    await this.#folder[Symbol.asyncDispose]();
  }
}
