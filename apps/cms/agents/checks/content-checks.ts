import { LinkTargetsReadModel, readWithFaults, type PreviewService } from '@galley/content';
import type { Database } from '@galley/database';
import { systemActor } from '@galley/kernel';
import { MediaTargetsReadModel } from '@galley/media';
import type { PatchToCheck } from '@galley/proposals';
import type { CheckResult } from '@galley/runcoord';
import type { ContentCheckName, SiteSettings } from '@galley/settings';
import {
  findBrokenLinks,
  findMissingAltTexts,
  findPageFaults,
  findSchemaFaults,
  MarkdownThread,
  type CheckedTree,
  type ContentFault,
  type PreviewedDocument,
  type PublicSite,
} from '@galley/site';

export interface ContentChecksParts {
  readonly db: Database;
  readonly site: Pick<PublicSite, 'has' | 'tryPage'>;
  readonly previews: Pick<PreviewService, 'previewFile'>;
  readonly settings: () => SiteSettings;
  /** The content tree's path in the repository, with a trailing slash, or empty; undefined: it is elsewhere. */
  readonly prefix: string | undefined;
}

type File = PatchToCheck['files'][number];

interface Find {
  (
    documents: readonly PreviewedDocument[],
    tree: CheckedTree,
    site: ContentChecksParts['site'],
  ): Promise<ContentFault[]>;
}

const checks: Readonly<Record<ContentCheckName, Find>> = {
  links: findBrokenLinks,
  'alt-texts': async (documents, tree) => findMissingAltTexts(documents, tree),
  schema: async (documents) => findSchemaFaults(documents),
  preview: (documents, _tree, site) => findPageFaults(documents, (page) => site.tryPage(page)),
};

/** Far more than the largest known site. */
const maxTargets = 500_000;
const maxDocuments = 500;
const maxNamedFaults = 50;
const maxDetailLength = 8_000;

export class ContentChecks {
  readonly #parts: ContentChecksParts;
  readonly #thread = new MarkdownThread();

  constructor(parts: ContentChecksParts) {
    this.#parts = parts;
  }

  /** None for a patch without documents. */
  async run({ files }: PatchToCheck, wanted: (name: string) => boolean): Promise<CheckResult[]> {
    const names = (Object.keys(checks) as ContentCheckName[]).filter(wanted);
    const changed = this.#contentFiles(files).filter(({ path }) => path.endsWith('.md'));
    const written = changed.filter(({ after }) => after !== null);
    if (written.length === 0) return [];
    if (written.length > maxDocuments) {
      const detail = `The patch changes more than ${maxDocuments} documents. Split it.`;
      return names.map((name) => ({ name, outcome: 'error', detail }));
    }
    const documents: PreviewedDocument[] = [];
    for (const file of written) documents.push(await this.#read(file));
    const tree = await this.#treeWith(this.#contentFiles(files), documents);
    const results: CheckResult[] = [];
    for (const name of names) {
      const faults = await checks[name](documents, tree, this.#parts.site);
      results.push(toResult(name, faults, documents.length));
    }
    return results;
  }

  /** With paths in the content tree. */
  #contentFiles(files: readonly File[]): File[] {
    const { prefix } = this.#parts;
    if (prefix === undefined) return [];
    return files
      .filter(({ path }) => path.startsWith(prefix))
      .map((file) => ({ ...file, path: file.path.slice(prefix.length) }));
  }

  async #read({ path, after }: File): Promise<PreviewedDocument> {
    const { previews } = this.#parts;
    const { document, faults } = readWithFaults(path, after!.bytes, this.#parts.settings());
    const syntax = this.#parts.settings().markdown;
    const links =
      document && (await this.#thread.run('linksOf', { body: document.body, path, syntax }));
    // The name of the editor does not matter to the checks.
    const preview = document && (await previews.previewFile(document, systemActor.username));
    return { path, document, faults, links: document ? links : [], page: preview?.document };
  }

  async #treeWith(
    files: readonly File[],
    documents: readonly PreviewedDocument[],
  ): Promise<CheckedTree> {
    const { db, site } = this.#parts;
    const urls = new Map(await new LinkTargetsReadModel(db).list(maxTargets));
    const known = await new MediaTargetsReadModel(db).list(maxTargets);
    const media = new Set(known.map(({ path }) => path));
    for (const { path, after } of files) {
      urls.delete(path);
      if (after === null) media.delete(path);
      else if (path.startsWith('media/')) media.add(path);
    }
    for (const { path, document } of documents) if (document) urls.set(path, document.metadata.url);
    return {
      documents: new Set(urls.keys()),
      addresses: new Set(urls.values()),
      media,
      decorative: new Set(known.filter((one) => one.isDecorative).map(({ path }) => path)),
      hasPage: (address) => site.has(address),
    };
  }
}

function toResult(name: string, faults: readonly ContentFault[], documents: number): CheckResult {
  if (faults.length === 0) {
    const count = documents === 1 ? '1 document' : `${documents} documents`;
    return { name, outcome: 'pass', detail: `${count} checked.` };
  }
  const lines = faults.slice(0, maxNamedFaults).map(describe);
  if (faults.length > maxNamedFaults) lines.push(`and ${faults.length - maxNamedFaults} more`);
  return { name, outcome: 'fail', detail: lines.join('\n').slice(0, maxDetailLength) };
}

function describe({ path, line, message }: ContentFault): string {
  const place = line === null ? path : `${path}, line ${line}`;
  // PostgreSQL cannot store NUL or half a surrogate pair.
  return `${place}: ${message}`
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, 500)
    .toWellFormed();
}
