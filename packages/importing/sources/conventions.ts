import { termSlug } from '@galley/content';
import {
  addressOf,
  datedPage,
  hidden,
  placed,
  type Convention,
  type PlacedPage,
} from './convention.ts';
import { hugoSite } from './hugo-site.ts';
import { jekyllSite } from './jekyll-site.ts';
import { obsidianAddresses } from './obsidian-addresses.ts';

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
    place: (path) => placed(path, []),
    configure: hugoSite,
  },
  jekyll: {
    describe: 'The folder of the site, with `_posts/` and `_drafts/`',
    pages: ['.'],
    files: ['.'],
    isIgnored: (path) => hidden.test(path),
    place: (path) => placed(path, []),
    configure: jekyllSite,
    hasLiquidLinks: true,
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
    complete: obsidianAddresses,
    hasWikiLinks: true,
  },
} as const satisfies Readonly<Record<string, Convention>>;

export type FolderFormat = keyof typeof conventions;

function joined(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
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
