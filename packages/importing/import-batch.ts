import type { ContentService, NotedDocument } from '@galley/content';
import { readWithFaults } from '@galley/content';
import { DomainError, type Actor } from '@galley/kernel';
import type { SettingsService, SiteSettings } from '@galley/settings';
import { MediaImporter, type ImportedFile, type MediaImport } from './import-media.ts';
import { countRows, type ImportCounts } from './import-counts.ts';
import { importMenus } from './import-menus.ts';
import type { ImportedDocument, ImportReport } from './import-report.ts';
import { placePage, prepareDocument, type PreparedDocument } from './prepare-document.ts';
import { References } from './references.ts';
import type { SourceItem, SourceMedia, SourceMenu, SourcePage } from './source.ts';

export interface ImportOptions {
  /** Owns what is imported, and acts for the person who started the import. */
  readonly actor: Actor;
  readonly content: ContentService;
  readonly media: MediaImport;
  readonly settings: SiteSettings;
  readonly forms: Pick<SettingsService, 'form' | 'save'>;
  readonly format: string;
  /** Appears in the history of each document. */
  readonly batch: string;
  readonly isDryRun: boolean;
  /** Publishes what the source has published; where approval is required, it is put into review. */
  readonly publish: boolean;
  /** Why the menus of the site stay as they are, as a sentence. */
  readonly menuRefusal?: string | undefined;
  /** After each chunk that has been written. A rejection ends the import. */
  readonly onProgress?: ((counts: ImportCounts) => void | Promise<void>) | undefined;
}

/** Bounds memory; the state of a chunk is read in one query. */
const pagesAtOnce = 64;
const filesAtOnce = 4;
/** While one chunk waits for the database and the disk, the next is prepared. */
const chunksAtOnce = 3;

export const importMessage = 'Imported from ';

/** Every page is a unit of work of its own: a repeated import completes an interrupted one. */
export class ImportBatch {
  readonly #options: ImportOptions;
  readonly #media: MediaImporter;
  readonly #references = new References();
  readonly #taken = new Map<string, string>();
  readonly #documents: ImportedDocument[] = [];
  readonly #files: ImportedFile[] = [];
  readonly #menus: SourceMenu[] = [];
  readonly #skipped: { source: string; reason: string }[] = [];
  readonly #warnings: { source: string; message: string }[] = [];
  readonly #chunks: Promise<readonly PageResult[]>[] = [];
  #redirects = 0;
  #savedMenus = 0;

  constructor(options: ImportOptions) {
    this.#options = options;
    const { actor, isDryRun } = options;
    this.#media = new MediaImporter({ ...options.media, actor, isDryRun });
  }

  async run(items: AsyncIterable<SourceItem>): Promise<void> {
    try {
      await this.#readAll(items);
      while (this.#chunks.length > 0) await this.#finishChunk();
    } finally {
      // After an error, running chunks end before the database closes.
      for (const chunk of await Promise.allSettled(this.#chunks))
        if (chunk.status === 'fulfilled') this.#note(chunk.value);
    }
    const { saved, warnings } = await importMenus(this.#menus, this.#options);
    this.#savedMenus = saved;
    this.#warnings.push(...warnings);
  }

  async #readAll(items: AsyncIterable<SourceItem>): Promise<void> {
    let pages: SourcePage[] = [];
    let files: SourceMedia[] = [];
    for await (const item of items) {
      if (item.kind === 'skipped') this.#skip(item.source, item.reason);
      else if (item.kind === 'place')
        this.#references.addDocument(item, placePage(item, this.#options.settings).path);
      else if (item.kind === 'menu') this.#menus.push(item);
      else if (item.kind === 'media') files.push(item);
      else pages.push(item);
      if (files.length === filesAtOnce || pages.length > 0) {
        await this.#importFiles(files);
        files = [];
      }
      if (pages.length < pagesAtOnce) continue;
      await this.#beginChunk(pages);
      pages = [];
    }
    await this.#importFiles(files);
    await this.#beginChunk(pages);
  }

  async #beginChunk(pages: readonly SourcePage[]): Promise<void> {
    if (pages.length === 0) return;
    const chunk = this.#importPages(pages);
    // `run` awaits it later.
    void chunk.catch(() => undefined);
    this.#chunks.push(chunk);
    if (this.#chunks.length === chunksAtOnce) await this.#finishChunk();
  }

  /** In the order of the source. */
  async #finishChunk(): Promise<void> {
    const chunk = await this.#chunks[0]!;
    void this.#chunks.shift();
    this.#note(chunk);
    await this.#options.onProgress?.(this.counts());
  }

  /** So far, also after an error. */
  report(): ImportReport {
    const written = ({ change }: { readonly change: string }) => change !== 'unchanged';
    return {
      pages: this.#documents.filter(written).length,
      media: this.#files.filter(written).length,
      redirects: this.#redirects,
      menus: this.#savedMenus,
      skipped: this.#skipped,
      warnings: this.#warnings,
      documents: this.#documents,
      files: this.#files,
    };
  }

  counts(): ImportCounts {
    return countRows(this.report());
  }

  #skip(source: string, reason: string): void {
    this.#skipped.push({ source, reason });
  }

  async #importFiles(files: readonly SourceMedia[]): Promise<void> {
    const results = await Promise.all(files.map((file) => this.#media.import(file)));
    results.forEach((result, index) => {
      const file = files[index]!;
      if ('reason' in result) return this.#skip(file.source, result.reason);
      this.#references.addMedia(file, result.path);
      this.#files.push({ source: file.source, ...result });
    });
    if (files.length > 0) await this.#options.onProgress?.(this.counts());
  }

  async #importPages(pages: readonly SourcePage[]): Promise<readonly PageResult[]> {
    const { content } = this.#options;
    const wanted = pages.map((page) => this.#prepare(page));
    const paths = wanted.flatMap((one) => ('path' in one ? [one.path] : []));
    const known = new Map(
      (await content.listNoted(paths, importMessage)).map((noted) => [noted.path, noted]),
    );
    const createdPaths = await this.#createTogether(wanted, known);
    return Promise.all(
      wanted.map(async (one, index) => ({
        source: pages[index]!.source,
        wanted: one,
        result: await this.#resultOf(one, { createdPaths, known }),
      })),
    );
  }

  #note(results: readonly PageResult[]): void {
    for (const { source, wanted, result } of results) {
      if (typeof result === 'object') this.#skip(source, result.reason);
      else if ('path' in wanted) this.#noteWritten(wanted, result);
    }
  }

  #noteWritten(wanted: WantedDocument, change: ImportedDocument['change']): void {
    const { source, path, status, prepared } = wanted;
    const { title, url, redirects, warnings } = prepared;
    this.#documents.push({ source, path, title, url, redirects, status, change });
    this.#warnings.push(...warnings.map((message) => ({ source, message })));
    if (change !== 'unchanged') this.#redirects += redirects.length;
  }

  async #resultOf(
    one: WantedDocument | Refusal,
    {
      createdPaths,
      known,
    }: {
      readonly createdPaths: ReadonlySet<string>;
      readonly known: ReadonlyMap<string, NotedDocument>;
    },
  ): Promise<ImportedDocument['change'] | Refusal> {
    if (!('path' in one)) return one;
    return createdPaths.has(one.path) ? 'new' : this.#tryWrite(one, known.get(one.path));
  }

  #prepare(page: SourcePage): WantedDocument | Refusal {
    const { settings, publish } = this.#options;
    const place = placePage(page, settings);
    const other = this.#taken.get(place.path);
    if (other !== undefined) return { reason: `${other} has the same path, ${place.path}.` };
    this.#taken.set(place.path, page.source);
    const { document } = readWithFaults(place.path, Buffer.from(page.text), settings);
    if (!document) return { reason: `${place.path} is not a path for documents.` };
    if (document.problem) {
      const { line, message } = document.problem;
      return { reason: `Line ${line}: ${message}` };
    }
    const references = this.#references;
    const prepared = prepareDocument(page, document, { settings, references });
    const { requireApproval } = settings.editorial;
    const status =
      !publish || prepared.isDraft ? 'draft' : requireApproval ? 'in_review' : 'published';
    return { ...place, source: page.source, prepared, status };
  }

  /** In one transaction, which takes a fraction of the time. With a refused page among them, each is created on its own. */
  async #createTogether(
    wanted: readonly (WantedDocument | Refusal)[],
    known: ReadonlyMap<string, NotedDocument>,
  ): Promise<ReadonlySet<string>> {
    const { actor, content, isDryRun } = this.#options;
    const fresh = wanted.filter(
      (one): one is WantedDocument => 'path' in one && !known.has(one.path),
    );
    if (fresh.length === 0) return new Set();
    const inputs = fresh.map((one) => this.#inputOf(one));
    try {
      await (isDryRun ? content.checkNew(actor, inputs) : content.createAll(actor, inputs));
      return new Set(fresh.map(({ path }) => path));
    } catch (error) {
      if (error instanceof DomainError) return new Set();
      throw error;
    }
  }

  #inputOf({ type, lang, slug, folder, source, prepared, status }: WantedDocument) {
    const { format, batch, publish } = this.#options;
    const { title, values, body, hash } = prepared;
    const message = `${importMessage}${format}: ${source} (${batch}, source ${hash})`;
    const frontmatter = publish ? { ...values, workflow: status } : values;
    return { type, lang, slug, folder, title, content: body, frontmatter, message };
  }

  async #tryWrite(
    wanted: WantedDocument,
    known: NotedDocument | undefined,
  ): Promise<ImportedDocument['change'] | Refusal> {
    try {
      return await this.#write(wanted, known);
    } catch (error) {
      // A refused page does not end the import.
      if (error instanceof DomainError) return { reason: error.message };
      throw error;
    }
  }

  /** The history remembers the source of each import, so that an edit made here is noticed by its revision. */
  async #write(
    wanted: WantedDocument,
    known: NotedDocument | undefined,
  ): Promise<ImportedDocument['change'] | Refusal> {
    const { actor, content, isDryRun } = this.#options;
    const { path } = wanted;
    const input = this.#inputOf(wanted);
    if (!known) {
      await (isDryRun ? content.checkNew(actor, [input]) : content.create(actor, input));
      return 'new';
    }
    const last = /, source ([0-9a-f]{16})\)$/.exec(known.noted?.message ?? '')?.[1];
    if (!known.noted || last === undefined)
      return { reason: `${path} exists and was not imported.` };
    if (last === wanted.prepared.hash) return 'unchanged';
    const { revision } = known;
    if (known.noted.revision !== revision) return { reason: `${path} has been edited here.` };
    const { content: body, frontmatter, message } = input;
    const change = { path, content: body, frontmatter, message, expectedRevision: revision };
    await (isDryRun ? content.checkSave(actor, change) : content.save(actor, change));
    return 'changed';
  }
}

interface PageResult {
  readonly source: string;
  readonly wanted: WantedDocument | Refusal;
  readonly result: ImportedDocument['change'] | Refusal;
}

interface Refusal {
  readonly reason: string;
}

interface WantedDocument {
  readonly source: string;
  readonly path: string;
  readonly type: string;
  readonly lang: string;
  readonly slug: string;
  readonly folder: string | undefined;
  readonly prepared: PreparedDocument;
  readonly status: string;
}
