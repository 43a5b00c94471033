import type {
  PublishedDocument,
  PublishedReader,
  PublishedSummary,
  TermCount,
} from '@galley/content';
import { termSlug } from '@galley/content';
import type { PictureReader } from '@galley/media';
import { parseSiteSettings } from '@galley/settings';

/** Has menus, two languages and feeds, so that all variables have values. */
export const exampleSettings = parseSiteSettings(
  [
    'title: The Example',
    'description: A site with a page of every kind.',
    'url: https://example.org',
    'languages: { de: {} }',
    'paging: { page_size: 2 }',
    'menu:',
    '  - { title: Posts, url: /posts/, children: [{ title: About, url: /about/ }] }',
    'forms: { example: { title: Example, fields: [{ name: name, label: Name }] } }',
  ].join('\n'),
  'site.yaml',
);

const day = (number: number): Date => new Date(Date.UTC(2026, 0, number, 9));

const exampleBody = `The first paragraph of the text.

## A heading

Text with a [link](../pages/about.md), \`code\`[^1] and a list:

- one
- two

### A smaller heading

[^1]: A note.
`;

function exampleDocument(
  own: Pick<PublishedDocument, 'path' | 'url' | 'title' | 'type'> & Partial<PublishedDocument>,
  index: number,
): PublishedDocument {
  const slug = own.url.split('/').at(-2) ?? '';
  const key = `${own.type}:${slug}.md`;
  return {
    id: `en:${key}`,
    lang: 'en',
    translationKey: key,
    slug,
    layout: null,
    summary: 'A summary in a sentence.',
    author: 'ada',
    authorName: 'Ada',
    authorPictures: { Ada: 'e'.repeat(64) },
    lastEditor: 'ada',
    date: day(index + 1),
    hasOwnDate: true,
    taxonomies: { tags: ['Ink', 'Paper'], categories: ['Desk'] },
    fields: {},
    params: {
      image: '/media/example.jpg',
      image_alt: 'An example',
      seo_title: 'An example',
      toc: true,
    },
    createdAt: day(index + 1),
    updatedAt: day(index + 5),
    publishedAt: day(index + 1),
    aliases: [],
    body: exampleBody,
    hash: `example-${index}`,
    revision: `example-${index}`,
    version: 1,
    ...own,
  };
}

const documents = [
  { path: 'pages/index.md', url: '/', title: 'Home', type: 'page', params: { list: 'post' } },
  { path: 'pages/about.md', url: '/about/', title: 'About', type: 'page' },
  { path: 'pages/404.md', url: '/404/', title: 'Not here', type: 'page' },
  ...['One', 'Two', 'Three', 'Four', 'Five'].map((title) => ({
    path: `posts/${title.toLowerCase()}.md`,
    url: `/posts/${title.toLowerCase()}/`,
    title,
    type: 'post',
  })),
].map(exampleDocument);

/** Addresses of pages that together use all layouts of the site. */
export const exampleAddresses = [
  '/',
  '/about/',
  '/posts/three/',
  '/posts/',
  '/posts/page/2/',
  '/tags/',
  '/tags/ink/',
  '/search/?q=ink',
  '/missing/',
] as const;

function termsOf(document: PublishedSummary, taxonomy: string): readonly string[] {
  return document.taxonomies[taxonomy] ?? [];
}

function termsIn(taxonomy: string): TermCount[] {
  const names = new Set(documents.flatMap((document) => termsOf(document, taxonomy)));
  return [...names].map((name) => ({
    name,
    slug: termSlug(name),
    count: documents.filter((document) => termsOf(document, taxonomy).includes(name)).length,
  }));
}

/** Documents in memory, in place of the database. */
export const examplePublished: PublishedReader = {
  findByUrl: async (url) => documents.find((one) => one.url === url),
  findByPath: async (path) => documents.find((one) => one.path === path),
  findById: async (id) => documents.find((one) => one.id === id),
  titlesAt: async (urls) =>
    new Map(
      documents.filter(({ url }) => urls.includes(url)).map(({ url, title }) => [url, title]),
    ),
  urlsOf: async (paths) =>
    new Map(
      documents.filter(({ path }) => paths.includes(path)).map(({ path, url }) => [path, url]),
    ),
  list: async ({ type, lang = 'en', taxonomy, page, pageSize }) => {
    const found = documents.filter(
      (one) =>
        one.lang === lang &&
        (type === undefined || one.type === type) &&
        (taxonomy === undefined ||
          (taxonomy.term === undefined
            ? termsOf(one, taxonomy.name).length > 0
            : termsOf(one, taxonomy.name).map(termSlug).includes(termSlug(taxonomy.term)))),
    );
    return { items: found.slice((page - 1) * pageSize, page * pageSize), total: found.length };
  },
  translations: async ({ lang, url, title }) => [
    { lang, url, title },
    { lang: 'de', url: `/de${url}`, title: `${title} (de)` },
  ],
  terms: async (taxonomy) => termsIn(taxonomy),
  findTerm: async (taxonomy, _lang, slug) => termsIn(taxonomy).find((one) => one.slug === slug),
  search: async ({ page, pageSize }) => ({
    items: documents.slice((page - 1) * pageSize, page * pageSize).map((document) => ({
      document,
      highlight: { title: document.title, summary: null, body: 'with <mark>ink</mark>' },
    })),
    total: documents.length,
  }),
  neighbours: async () => ({ newer: documents.at(-1), older: documents.at(-2) }),
  related: async () => documents.slice(-2),
  findMoved: async () => undefined,
  openings: async () => [],
  addresses: async () => [],
  addressPages: async () => [],
};

export const exampleDocumentToShow: PublishedDocument = documents[4]!;

/** Every picture is in the media library. */
export const examplePictures: PictureReader = {
  describe: async (paths) =>
    new Map(
      paths.map((path) => [
        path,
        {
          width: 1600,
          height: 900,
          hash: '0123456789abcdef',
          format: 'jpeg',
          widths: [640, 1280],
          focal: { x: 0.3, y: 0.5 },
          alt: 'An example',
        },
      ]),
    ),
  sizes: async () => new Map(),
};
