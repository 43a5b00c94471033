import { termSlug } from '@galley/content';
import type { SourcePage } from '../source.ts';

export interface PlacedPage extends Pick<SourcePage, 'path' | 'isPost' | 'addresses'> {
  readonly values?: SourcePage['values'];
  readonly isDraft?: boolean;
}

/** How a system stores a site in a folder. */
export interface Convention {
  readonly describe: string;
  /** Folders of pages, below the folder of the site. Without one that exists, the import fails. */
  readonly pages: readonly string[];
  /** Folders whose files are served below the root of the old site, except those of `pages`. */
  readonly files: readonly string[];
  /** A path below the folder of the site. */
  readonly isIgnored: (path: string) => boolean;
  /** `path` is relative to the folder of pages, `folder`, without extension. */
  readonly place: (path: string, folder: string) => PlacedPage;
  /** `[[links]]`, `![[embeds]]` and `#tags` in texts. */
  readonly hasWikiLinks?: true;
}

const postFolders = /^(?:posts?|blog|articles|news)\//i;
const hidden = /(?:^|\/)(?:\.|node_modules\/|vendor\/bundle\/)/;
const datedName = /^(?:(.*)\/)?(\d{4})-(\d\d?)-(\d\d?)[-/]([^/]+?)(?:\/index)?$/;

/** A system of this kind needs an entry here, and no more. */
export const conventions = {
  markdown: {
    describe: 'A folder with Markdown files',
    pages: ['.'],
    files: ['.'],
    isIgnored: (path) => hidden.test(path),
    place: (path) => placed(path, [addressOf(path)]),
  },
  hugo: {
    describe: 'The folder of the site; pages are in `content/`',
    pages: ['content'],
    files: ['static', 'assets'],
    isIgnored: (path) =>
      hidden.test(path) || /^assets\/.*\.(?:s?css|[jt]sx?|scss|json|html)$/.test(path),
    // Hugo serves addresses in lower case.
    place: (path) =>
      placed(path.replace(/(^|\/)_index(?=\.|$)/, '$1index'), [addressOf(path.toLowerCase())]),
  },
  jekyll: {
    describe: 'The folder of the site, with `_posts/` and `_drafts/`',
    pages: ['.'],
    files: ['.'],
    isIgnored: (path) =>
      hidden.test(path) || /^_(?!posts\/|drafts\/)|\/_(?!posts\/)|^README\.md$/i.test(path),
    place: placeJekyll,
  },
  eleventy: {
    describe: 'The folder of the site',
    pages: ['src', 'content', '.'],
    files: ['public', 'static', 'src', 'content', '.'],
    isIgnored: (path) => hidden.test(path) || /(?:^|\/)_|^README\.md$/i.test(path),
    // Eleventy takes the date from the name of a file.
    place: (path) => {
      const dated = datedPage(path);
      const plain = dated ? joined(dated.folder, dated.slug) : path;
      return { ...placed(plain, [addressOf(plain)]), values: dated && { date: dated.date } };
    },
  },
  astro: {
    describe: 'The folder of the project; pages are in `src/content/` and `src/pages/`',
    pages: ['src/content', 'src/pages'],
    files: ['public', 'src/assets', 'src/images'],
    isIgnored: (path) => hidden.test(path),
    place: (path) => placed(path, [addressOf(path)]),
  },
  docusaurus: {
    describe: 'The folder of the project; pages are in `docs/`, `blog/` and `src/pages/`',
    pages: ['docs', 'blog', 'src/pages'],
    files: ['static'],
    isIgnored: (path) => hidden.test(path) || /(?:^|\/)_/.test(path),
    place: placeDocusaurus,
  },
  obsidian: {
    describe: 'The folder of the vault',
    pages: ['.'],
    files: ['.'],
    isIgnored: (path) => hidden.test(path),
    place: (path) => {
      const title = path.split('/').at(-1)!;
      return { ...placed(slugPath(path), []), values: { title } };
    },
    hasWikiLinks: true,
  },
} as const satisfies Readonly<Record<string, Convention>>;

export type FolderFormat = keyof typeof conventions;

function placed(path: string, addresses: readonly string[]): PlacedPage {
  return { path, isPost: postFolders.test(path), addresses };
}

function addressOf(path: string): string {
  const folder = path.replace(/(?:^|\/)_?index$/i, '');
  return folder === '' ? '/' : `/${folder}/`;
}

function joined(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

function datedPage(path: string) {
  const [, folder = '', year, month, day, slug] = datedName.exec(path) ?? [];
  if (slug === undefined) return undefined;
  const parts = [year!, month!.padStart(2, '0'), day!.padStart(2, '0')];
  return { folder, slug, date: parts.join('-'), dated: `${parts.join('/')}/${slug}` };
}

/** The default permalink of posts, `date`: `/categories/2024/01/02/title.html`, here without categories. */
function placeJekyll(path: string): PlacedPage {
  const post = /^_posts\//.test(path) ? datedPage(path) : undefined;
  if (post) {
    const { slug, date, dated } = post;
    return { path: `posts/${slug}`, isPost: true, values: { date }, addresses: [`/${dated}.html`] };
  }
  const draft = /^_(?:drafts|posts)\/(?:.*\/)?([^/]+)$/.exec(path);
  if (draft) return { path: `posts/${draft[1]}`, isPost: true, isDraft: true, addresses: [] };
  const isIndex = /(?:^|\/)index$/.test(path);
  return { path, isPost: false, addresses: [isIndex ? addressOf(path) : `/${path}.html`] };
}

function placeDocusaurus(path: string, folder: string): PlacedPage {
  if (folder === 'src/pages') return placed(path, [addressOf(path)]);
  if (folder === 'docs') {
    // `01-intro` sorts a page and is no part of its address.
    const plain = `docs/${path.replace(/(^|\/)\d+\s*[-_.]+\s*(?=[^\d\s])/g, '$1')}`;
    return placed(plain, [addressOf(plain.replace(/\/readme$/i, '/index'))]);
  }
  const dated = datedPage(path);
  if (!dated)
    return { path: `posts/${path}`, isPost: true, addresses: [addressOf(`blog/${path}`)] };
  const { slug, date } = dated;
  return {
    path: `posts/${slug}`,
    isPost: true,
    values: { date },
    addresses: [addressOf(`blog/${dated.dated}`)],
  };
}

/** `Daily notes/My note` → `daily-notes/my-note` */
function slugPath(path: string): string {
  return path
    .split('/')
    .map((name) => termSlug(name) || 'note')
    .join('/');
}
