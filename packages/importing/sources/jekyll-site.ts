import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { readSource, termSlug } from '@galley/content';
import {
  addressOf,
  datedPage,
  hidden,
  type Convention,
  type PageFacts,
  type PlacedPage,
  type WrittenPage,
} from './convention.ts';
import { dateParts, permalinkOf } from './permalinks.ts';
import { isRow, textOf, type Row } from './rows.ts';

const styles: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  none: '/:categories/:title:output_ext',
};

/** Collections and permalinks by `_config.yml`. */
export async function jekyllSite(folder: string): Promise<Partial<Convention>> {
  const text = await readFile(join(folder, '_config.yml'), 'utf8').catch(() => '');
  // The reader of frontmatter has limits for hostile files.
  const { values } = readSource(Buffer.from(`---\n${text.replace(/^---.*\n/, '')}\n---\n`));
  const site = new JekyllSite(values);
  return {
    isIgnored: (path) => site.isIgnored(path),
    place: (path) => site.place(path),
    complete: (pages) => pages.map((page) => site.complete(page)),
  };
}

class JekyllSite {
  /** Patterns of collections with pages. */
  readonly #collections = new Map<string, string>();
  readonly #excluded: readonly string[];
  readonly #posts: string;
  /** For pages outside of collections. */
  readonly #pages: string;

  constructor(configuration: Row) {
    const given = textOf(configuration, 'permalink') ?? 'date';
    const { posts, ...others } = collectionsOf(configuration);
    for (const [name, settings] of Object.entries(others)) {
      const pattern = textOf(settings, 'permalink') ?? '/:collection/:path:output_ext';
      if (settings['output'] === true && /^[\w-]+$/.test(name))
        this.#collections.set(name, pattern);
    }
    this.#posts = (posts && textOf(posts, 'permalink')) ?? styles[given] ?? given;
    this.#pages = given === 'pretty' || given.endsWith('/') ? '/:path/' : '/:path:output_ext';
    this.#excluded = [configuration['exclude']].flat().filter((one) => typeof one === 'string');
  }

  isIgnored(path: string): boolean {
    const isExcluded = this.#excluded.some(
      (one) => path === one || path.startsWith(`${one.replace(/\/$/, '')}/`),
    );
    if (isExcluded || hidden.test(path) || /^README\.(?:md|markdown)$/i.test(path)) return true;
    return path
      .split('/')
      .some((name, depth) => name.startsWith('_') && !this.#hasPages(name, depth));
  }

  #hasPages(name: string, depth: number): boolean {
    if (name === '_posts' || name === '_drafts') return true;
    return depth === 0 && this.#collections.has(name.slice(1));
  }

  place(path: string): PlacedPage {
    const post = postPlace(path);
    if (post) {
      const { slug, date, isDraft } = post;
      const addresses = date === undefined ? [] : this.#postAddresses(post, {});
      const values = date === undefined ? {} : { date };
      return { path: `posts/${slug}`, isPost: true, values, isDraft, addresses };
    }
    return { path: path.replace(/^_/, ''), isPost: false, addresses: [this.#pageAddress(path)] };
  }

  complete({ below, written, addresses }: WrittenPage): PageFacts {
    const redirects = [written['redirect_from']].flat().filter((one) => typeof one === 'string');
    const aliases = redirects.map((one) => posix.join('/', one).replace(/\/index\.html$/, '/'));
    return { addresses: this.#addresses(below, written) ?? addresses, aliases };
  }

  #addresses(path: string, written: Row): readonly string[] | undefined {
    const post = postPlace(path);
    const chosen = textOf(written, 'permalink');
    if (post?.date === undefined)
      return chosen === undefined || chosen.includes(':') ? undefined : [chosen];
    return this.#postAddresses(post, written);
  }

  #postAddresses(post: PostPlace, written: Row): readonly string[] {
    const chosen = textOf(written, 'permalink');
    const pattern = chosen === undefined ? this.#posts : (styles[chosen] ?? chosen);
    const categories = [written['categories'] ?? written['category'] ?? []].flat();
    const words = categories.flatMap((one) => (typeof one === 'string' ? one.split(' ') : []));
    const found = permalinkOf(pattern, {
      ...dateParts(written['date'] ?? post.date),
      title: textOf(written, 'slug') ?? post.slug,
      slug: termSlug(post.slug),
      categories: [...post.folders, ...words.map(termSlug)].join('/'),
      collection: 'posts',
      output_ext: '.html',
    });
    return found === undefined ? [] : [found];
  }

  #pageAddress(path: string): string {
    const [, collection = '', below = ''] = /^_([\w-]+)\/(.+)$/.exec(path) ?? [];
    const isIndex = /(?:^|\/)index$/.test(path);
    if (collection === '' && isIndex) return addressOf(path);
    const name = posix.basename(path);
    const pattern = this.#collections.get(collection) ?? this.#pages;
    const parts = { path: collection === '' ? path : below, name, title: name, slug: name };
    return permalinkOf(pattern, { ...parts, collection, output_ext: '.html' }) ?? `/${path}.html`;
  }
}

function collectionsOf({ collections }: Row): { readonly [name: string]: Row } {
  const entries = Object.entries(isRow(collections) ? collections : {});
  return Object.fromEntries(entries.filter((entry): entry is [string, Row] => isRow(entry[1])));
}

interface PostPlace {
  readonly slug: string;
  readonly date: string | undefined;
  readonly isDraft: boolean;
  /** Above `_posts`; they are categories. */
  readonly folders: readonly string[];
}

/** `2024-01-02-name` in `_posts` of any folder; without a date, or in `_drafts`, it is a draft. */
function postPlace(path: string): PostPlace | undefined {
  const [, above = '', kind, below = ''] = /^(?:(.*)\/)?_(posts|drafts)\/(.+)$/.exec(path) ?? [];
  if (kind === undefined) return undefined;
  const dated = kind === 'posts' ? datedPage(below) : undefined;
  const slug = dated?.slug ?? posix.basename(below);
  const folders = above === '' ? [] : above.split('/');
  return { slug, date: dated?.date, isDraft: dated === undefined, folders };
}
