import { posix } from 'node:path';
import type { ContentTree } from './content-tree.ts';
import { noFacts, readFacts, type DocumentFacts } from './frontmatter.ts';
import { permalinkOf } from './permalink.ts';
import { addressKey, documentKey, readSite, type DocumentKey, type Site } from './site.ts';

/** Larger documents are skipped: slow to parse, and nobody wrote them by hand. */
export const maxDocumentBytes = 262_144;
/** The frontmatter has to fit in this many bytes. */
const headBytes = 16_384;
const settingsBytes = 262_144;

export interface DocumentEntry {
  readonly path: string;
  readonly size: number;
  readonly key: DocumentKey | undefined;
  readonly facts: DocumentFacts;
  /** Current or future; `undefined` for a file that is no document of the site. */
  readonly address: string | undefined;
}

export class ContentIndex {
  readonly site: Site;
  readonly documents: ReadonlyMap<string, DocumentEntry>;
  readonly media: ReadonlySet<string>;
  /** False above the file limit. Then no target counts as missing. */
  readonly isWhole: boolean;
  readonly #byAddress = new Map<string, DocumentEntry>();
  readonly #byAlias = new Map<string, DocumentEntry>();

  constructor(parts: {
    readonly site: Site;
    readonly documents: readonly DocumentEntry[];
    readonly media: Iterable<string>;
    readonly isWhole?: boolean;
  }) {
    this.site = parts.site;
    this.documents = new Map(parts.documents.map((entry) => [entry.path, entry]));
    this.media = new Set(parts.media);
    this.isWhole = parts.isWhole ?? true;
    for (const entry of parts.documents) {
      if (entry.address !== undefined) this.#byAddress.set(addressKey(entry.address), entry);
      for (const alias of entry.facts.aliases) this.#byAlias.set(addressKey(alias), entry);
    }
  }

  static async read(tree: ContentTree, signal: AbortSignal): Promise<ContentIndex> {
    const { files, isWhole } = await tree.list();
    const site = readSite((await tree.read('config/site.yaml', settingsBytes)) ?? '');
    const documents: DocumentEntry[] = [];
    const media: string[] = [];
    for (const { path, size } of files) {
      signal.throwIfAborted();
      if (path.startsWith('media/')) media.push(path);
      else if (path.endsWith('.md')) {
        const facts = readFacts((await tree.read(path, headBytes, true)) ?? '');
        documents.push(documentEntry(site, { path, size }, facts));
      }
    }
    return new ContentIndex({ site, documents, media, isWhole });
  }

  findByAddress(address: string): DocumentEntry | undefined {
    const key = addressKey(address);
    return this.#byAddress.get(key) ?? this.findByOldAddress(address);
  }

  findByOldAddress(address: string): DocumentEntry | undefined {
    const key = addressKey(address);
    const claimed = this.#byAlias.get(key);
    if (claimed) return claimed;
    const target = this.site.redirects.get(key);
    return target === undefined ? undefined : this.#byAddress.get(addressKey(target));
  }

  /** Assumes that lists, feeds and generated files exist. */
  isAddress(address: string): boolean {
    const key = addressKey(address);
    if (this.findByAddress(key) || this.site.redirects.has(key)) return true;
    // A folder also serves its index under this name.
    if (this.#byAddress.has(addressKey(key.replace(/\/index\.html$/, '/')))) return true;
    return this.#isMade(`${key.replace(/\/$/, '')}/`);
  }

  #isMade(address: string): boolean {
    const [, first = ''] = address.split('/');
    const isTranslated = this.site.otherLanguages.has(first);
    const plain = isTranslated ? address.slice(first.length + 1) : address;
    if (plain === '/' || /^\/(?:__|assets\/|search\/)/.test(plain)) return true;
    if (/\.(?:xml|json|txt|rss|atom|ico|webmanifest|css|js)\/$/i.test(plain)) return true;
    const lists = this.site.types.map(({ folder }) => `/${folder}/`);
    const withoutPage = plain.replace(/page\/\d+\/$/, '');
    return (
      lists.includes(withoutPage) || this.site.taxonomies.some((base) => plain.startsWith(base))
    );
  }
}

export function documentEntry(
  site: Site,
  { path, size }: { readonly path: string; readonly size: number },
  facts: DocumentFacts = noFacts,
): DocumentEntry {
  const key = documentKey(site, path);
  return { path, size, key, facts, address: key && permalinkOf(site, key, facts) };
}

export function nameOf(path: string): string {
  return posix.basename(path).replace(/\.[a-z\d]{1,10}$/i, '');
}
