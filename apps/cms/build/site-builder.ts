import { UserPictureRepository } from '@galley/auth';
import {
  takePublishedSnapshot,
  type PublishedReadModel,
  type PublishedSnapshot,
} from '@galley/content';
import {
  withSnapshot,
  exportSnapshot,
  requireTree,
  withAdvisoryLock,
  type Database,
  type DatabaseAddress,
  type Transaction,
} from '@galley/database';
import { canonicalJson, sha256, type Logger } from '@galley/kernel';
import type { MediaLibrary } from '@galley/media';
import type { BuildInfo } from '@galley/service';
import type { Config, SiteSettings } from '@galley/settings';
import {
  MarkdownThread,
  addSiteAddresses,
  buildSite,
  isOutputCurrent,
  splitIntoBatches,
  LinkChecker,
  loadTheme,
  PageBuilder,
  renderHere,
  TaskList,
  type BuildPlan,
  type BuildProgress,
  type BuildReport,
  type BuildTask,
  type PageFilters,
  type Theme,
} from '@galley/site';
import { mirrorPaths, platformBase } from '../platform/platform-mirrors.ts';
import { BuildThreads, minPagesForThreads, type ThreadedWork } from './build-threads.ts';
import { answerFilterRequest, factsOf } from './remote-filters.ts';
import { PageSource } from './page-source.ts';

export interface SiteBuilderParts {
  readonly config: Config;
  readonly db: Database;
  readonly databaseAddress: () => string | DatabaseAddress;
  readonly build: BuildInfo;
  readonly logger: Logger;
  readonly published: PublishedReadModel;
  readonly settings: () => SiteSettings;
  readonly theme: () => Theme;
  readonly filters: () => PageFilters;
  readonly mediaLibrary: MediaLibrary;
  readonly mediaCacheDirectory: string;
  readonly projectDirectory: string;
}

export interface BuildOptions {
  readonly isFull?: boolean | undefined;
  readonly onProgress?: ((progress: BuildProgress) => void) | undefined;
  readonly threads?: BuildThreads | undefined;
}

export class SiteBuilder {
  readonly #thread = new MarkdownThread();
  readonly #parts: SiteBuilderParts;

  constructor(parts: SiteBuilderParts) {
    this.#parts = parts;
  }

  /** Waits for other builds, also of other processes. On rejection, the output is unchanged. */
  async build(options: BuildOptions = {}): Promise<BuildReport> {
    // An unmounted content folder would produce a site without media.
    await requireTree(this.#parts.db);
    return withAdvisoryLock(this.#parts.db, 'static build', () =>
      withSnapshot(this.#parts.db, (transaction) => this.#build(transaction, options)),
    );
  }

  /** Identifies everything besides documents and media that affects pages. */
  get key(): string {
    const { settings, theme, filters } = this.#parts;
    return this.#key({ settings: settings(), theme: theme(), filters: filters() });
  }

  /** Code without a commit id always counts as changed. */
  async isOutputCurrent(): Promise<boolean> {
    const { build, config, published } = this.#parts;
    if (build.provenance === 'modified') return false;
    const { publicDirectory, contentDirectory } = config.storage;
    const digest = () => published.digest();
    return isOutputCurrent({ publicDirectory, contentDirectory, key: this.key, digest });
  }

  async #build(
    transaction: Transaction,
    { isFull, onProgress, threads }: BuildOptions,
  ): Promise<BuildReport> {
    const { config, mediaLibrary } = this.#parts;
    const [settings, theme] = [this.#parts.settings(), this.#parts.theme()];
    const filters = this.#parts.filters();
    await this.#requireTheme(settings, theme);
    const key = this.#key({ settings, theme, filters });
    const snapshot = await takePublishedSnapshot(transaction);
    const addresses = await this.#addresses({ settings, theme, snapshot });
    const site = { settings, theme, filters, snapshot, transaction, addresses, threads };
    return buildSite({
      key,
      settings: { ...settings, texts: theme.texts },
      snapshot,
      addresses,
      publicDirectory: config.storage.publicDirectory,
      contentDirectory: config.storage.contentDirectory,
      library: mediaLibrary,
      readProfilePicture: (hash) => new UserPictureRepository(transaction).findPublicImage(hash),
      render: (...what) => this.#render(site, ...what),
      ...(isFull !== undefined && { isFull }),
      ...(onProgress && { onProgress }),
    });
  }

  /** Live pages fall back to another theme when the site's theme is broken; built pages must not. */
  async #requireTheme({ theme: name, themeSettings }: SiteSettings, theme: Theme): Promise<void> {
    if (theme.manifest.name === name && theme.parts.hasSite) return theme.requireData();
    const { projectDirectory, config } = this.#parts;
    const { themesDirectory, contentDirectory } = config.storage;
    const given = Object.hasOwn(themeSettings, name) ? themeSettings[name] : undefined;
    await loadTheme({ themesDirectory, name, given, site: { projectDirectory, contentDirectory } });
  }

  #key({ settings, theme, filters }: Pick<Site, 'settings' | 'theme' | 'filters'>): string {
    const { version, commit, builtAt } = this.#parts.build;
    return sha256(
      canonicalJson([version, commit, builtAt, settings, theme.fingerprint, filters.key]),
    );
  }

  async #addresses(
    site: Pick<Site, 'settings' | 'theme' | 'snapshot'>,
  ): Promise<readonly BuildTask[]> {
    const tasks = new TaskList();
    await addSiteAddresses(tasks, site);
    if (this.#parts.config.build.platformApi) {
      for await (const { path, document } of mirrorPaths(site.settings, site.snapshot))
        tasks.add(platformBase + path, document);
    }
    return tasks.all();
  }

  async #render(site: Site, ...[tasks, folder, onBuilt]: Parameters<BuildPlan['render']>) {
    const { config, databaseAddress, build, logger, mediaLibrary } = this.#parts;
    const { settings, theme, filters, snapshot, transaction } = site;
    const { reader: published } = snapshot;
    const { contentDirectory } = config.storage;
    const addresses = new Set(site.addresses.map(({ address }) => address));
    const source = new PageSource({
      settings,
      theme,
      filters,
      build,
      logger,
      thread: this.#thread,
      pictures: mediaLibrary,
      published,
    });
    const links = new LinkChecker({ addresses, contentDirectory, bodies: source.bodies });
    const respond: PageSource['respond'] = (...asked) => source.respond(...asked);
    const builder = new PageBuilder({ respond, published, links, folder });
    if (tasks.length < minPagesForThreads) {
      await renderHere(builder, splitIntoBatches(tasks), onBuilt);
      return;
    }
    const job = {
      settings,
      build,
      contentDirectory,
      folder,
      addresses,
      filters: factsOf(filters),
      theme: theme.parts,
      databaseAddress: databaseAddress(),
      snapshotId: await exportSnapshot(transaction),
      cacheDirectory: this.#parts.mediaCacheDirectory,
    };
    const threads = site.threads ?? new BuildThreads(snapshot.documents.length);
    const work: ThreadedWork = {
      job,
      answerAsk: (ask) => answerFilterRequest(filters, ask),
      renderHere: (...given) => renderHere(builder, ...given),
    };
    await threads.render(work, splitIntoBatches(tasks), onBuilt);
  }
}

interface Site {
  readonly settings: SiteSettings;
  readonly theme: Theme;
  readonly filters: PageFilters;
  readonly snapshot: PublishedSnapshot;
  readonly transaction: Transaction;
  readonly addresses: readonly BuildTask[];
  readonly threads: BuildThreads | undefined;
}
