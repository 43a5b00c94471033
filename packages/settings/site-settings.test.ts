import { describe, expect, test } from 'vitest';
import { createDirectory, listMistakes, captureError } from './fixtures.ts';
import { loadSiteSettings, parseSiteSettings } from './site-settings.ts';

const parse = (text: string) => parseSiteSettings(text, 'config/site.yaml');

const sources = { script: [], style: [], font: [], connect: [], frame: [], form: [] };
const noPolicy = { services: [], sources };
const noSyntax = {
  definitionLists: false,
  abbreviations: false,
  attributes: false,
  math: false,
  diagrams: false,
  admonitions: false,
};

describe('without a file', () => {
  test('every site setting has its default', async () => {
    expect(await loadSiteSettings(await createDirectory({}))).toEqual({
      title: 'Galley',
      description: '',
      url: 'http://localhost:8080',
      language: 'en',
      languages: { en: { name: 'English', menus: {} } },
      timeZone: 'UTC',
      theme: 'default',
      themeSettings: {},
      menu: [],
      menus: {},
      redirects: [],
      content: {
        types: {
          page: { folder: 'pages', permalink: '/:path/', layout: 'page' },
          post: { folder: 'posts', permalink: '/posts/:path/', layout: 'post' },
        },
      },
      taxonomies: {
        tags: { permalink: '/tags/:term/', renamed: {} },
        categories: { permalink: '/categories/:term/', renamed: {} },
      },
      editorial: { requireApproval: false, independence: 'contributors', rooms: true },
      feed: { limit: 20, formats: ['atom', 'rss', 'json'], content: 'full' },
      search: { enabled: true },
      seo: { titleSeparator: '–' },
      robots: { disallow: [], extra: '' },
      securityTxt: { contacts: [], languages: [] },
      paging: { pageSize: 10 },
      html: { raw: true, allow: [], embeds: [] },
      markdown: noSyntax,
      forms: {},
      csp: noPolicy,
      snippets: { head: '', footer: '' },
      params: {},
      customFields: { types: {}, shared: { fields: [], values: {} } },
    });
  });
});

test('the file is config/site.yaml in the content tree', async () => {
  const directory = await createDirectory({ 'config/site.yaml': 'title: The Gazette\n' });
  expect((await loadSiteSettings(directory)).title).toBe('The Gazette');
});

test('a mistake in the file is reported with its path in the content tree', async () => {
  const directory = await createDirectory({ 'config/site.yaml': 'title: x\ntitel: y\n' });
  const error = await captureError(() => loadSiteSettings(directory));
  expect([error.code, error.kind]).toEqual(['invalid_site_settings', 'invalid']);
  expect(listMistakes(error)).toEqual([
    'config/site.yaml:2:1: titel: unknown key; did you mean title?',
  ]);
  expect(error.details.errors).toMatchObject([
    { path: 'titel', message: 'config/site.yaml:2:1: unknown key; did you mean title?' },
  ]);
});

test('an unreadable file is reported', async () => {
  const directory = await createDirectory({ 'config/site.yaml/x': '' });
  const error = await captureError(() => loadSiteSettings(directory));
  expect(listMistakes(error)).toEqual(['config/site.yaml: cannot be read (EISDIR)']);
});

test('site.yaml can contain every site setting', () => {
  const settings = parse(`
title: The Gazette
description: News
url: https://Example.org/news//
language: de
languages:
  de: { name: Deutsch, menu: [{ title: Start, url: / }], menus: { footer: [{ title: Impressum, url: /impressum/ }] } }
  es:
  pt-BR: { title: A Gazeta, description: Notícias }
time_zone: Europe/Berlin
theme: ink
theme_settings: { ink: { accent: teal, width: 40 } }
menu: [{ title: Home, url: /, children: [{ title: Mail, url: "mailto:a@example.org" }] }]
menus: { footer: [{ title: Home, url: / }] }
redirects: [{ from: /old/, to: /new/ }, { from: /Caf%C3%A9, to: https://x.example/, status: 308 }, { from: /gone, status: 410 }]
content:
  types:
    post: { permalink: "/:year/:month/:day/:slug/", label: News }
    guide: { folder: docs/guides }
taxonomies: { topics: { label: Topics, permalink: /about/:term/ }, tags: { renamed: { wood-type: größe } } }
editorial: { require_approval: true, independence: last_editor, rooms: false }
feed: { limit: 5, formats: [json], content: summary }
search: { enabled: false }
seo:
  image: /media/card.png
  title_separator: "|"
  twitter: gazette
  organization: { name: Gazette Ltd, logo: /media/logo.png, same_as: [https://social.example/gazette] }
robots: { disallow: [/drafts/], extra: "User-agent: x" }
paging: { page_size: 50 }
html: { raw: false }
markdown: { math: true, definition_lists: true }
params: { accent: null, list: [1, { a_b: 2 }], $x: "\${HOME}" }
`);
  expect(settings).toEqual({
    title: 'The Gazette',
    description: 'News',
    url: 'https://example.org/news',
    language: 'de',
    languages: {
      de: {
        name: 'Deutsch',
        menu: [{ title: 'Start', url: '/' }],
        menus: { footer: [{ title: 'Impressum', url: '/impressum/' }] },
      },
      es: { name: 'Español', menus: {} },
      'pt-BR': {
        name: 'Português (Brasil)',
        title: 'A Gazeta',
        description: 'Notícias',
        menus: {},
      },
    },
    timeZone: 'Europe/Berlin',
    theme: 'ink',
    themeSettings: { ink: { accent: 'teal', width: 40 } },
    menu: [{ title: 'Home', url: '/', children: [{ title: 'Mail', url: 'mailto:a@example.org' }] }],
    menus: { footer: [{ title: 'Home', url: '/' }] },
    redirects: [
      { from: '/old', to: '/new/', status: 301 },
      { from: '/Café', to: 'https://x.example/', status: 308 },
      { from: '/gone', status: 410 },
    ],
    content: {
      types: {
        post: {
          folder: 'posts',
          permalink: '/:year/:month/:day/:slug/',
          layout: 'post',
          label: 'News',
        },
        guide: { folder: 'docs/guides', permalink: '/docs/guides/:path/', layout: 'guide' },
      },
    },
    taxonomies: {
      topics: { label: 'Topics', permalink: '/about/:term/', renamed: {} },
      tags: { permalink: '/tags/:term/', renamed: { 'wood-type': 'größe' } },
    },
    editorial: { requireApproval: true, independence: 'last_editor', rooms: false },
    feed: { limit: 5, formats: ['json'], content: 'summary' },
    search: { enabled: false },
    seo: {
      image: '/media/card.png',
      titleSeparator: '|',
      twitter: '@gazette',
      organization: {
        name: 'Gazette Ltd',
        logo: '/media/logo.png',
        sameAs: ['https://social.example/gazette'],
      },
    },
    robots: { disallow: ['/drafts/'], extra: 'User-agent: x' },
    securityTxt: { contacts: [], languages: [] },
    paging: { pageSize: 50 },
    html: { raw: false, allow: [], embeds: [] },
    markdown: { ...noSyntax, definitionLists: true, math: true },
    forms: {},
    csp: noPolicy,
    snippets: { head: '', footer: '' },
    params: { accent: null, list: [1, { a_b: 2 }], $x: '${HOME}' },
    customFields: { types: {}, shared: { fields: [], values: {} } },
  });
});

test('names of object prototypes are unknown languages, types and taxonomies', () => {
  const { languages, content, taxonomies } = parse('');
  expect([
    'constructor' in languages,
    'toString' in content.types,
    'valueOf' in taxonomies,
  ]).toEqual([false, false, false]);
});

test('the default language is always the first language', () => {
  expect(Object.keys(parse('language: de\nlanguages: { es: }').languages)).toEqual(['de', 'es']);
});

describe('the url of the site', () => {
  test.each([
    ['https://example.org/', 'https://example.org'],
    ['HTTP://EXAMPLE.org:80', 'http://example.org'],
    ['http://localhost:8080/a/', 'http://localhost:8080/a'],
    ['https://münchen.example', 'https://xn--mnchen-3ya.example'],
  ])('%j is %j', (given, expected) => {
    expect(parse(`url: "${given}"`).url).toBe(expected);
  });
});
