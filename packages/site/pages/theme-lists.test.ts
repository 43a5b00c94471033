import { mkdir, writeFile } from 'node:fs/promises';
import type { DomainError } from '@galley/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RecordingReader } from '../dependencies/recording-reader.ts';
import { tagOf } from '../dependencies/tags.ts';
import { blankPicture, documentFile, SiteHarness } from '../fixtures.ts';
import { themesDirectoryWith } from '../theme/fixtures.ts';
import { loadTheme } from '../theme/load-theme.ts';

const head = 'name: mine\nversion: 1.0.0\n';

const declared = `${head}settings:
  - { name: kind, type: text, default: work }
  - { name: count, type: number, default: 2 }
  - { name: sections, type: text, default: '' }
lists:
  - { name: latest, layouts: [home], type: theme.kind, size: theme.count }
  - { name: sections, layouts: [home], type: post, taxonomy: categories, terms: theme.sections, size: 1 }
  - { name: all, layouts: [page], taxonomy: tags }
`;

const home = `{{ lists.latest.heading }} {{ lists.latest.url }} {{ lists.latest.total }}:
{%- for item in lists.latest.items %} {{ item.title }}{% if item.image %} {{ item.image.width }}{% endif %}{% endfor %};
{%- for section in lists.sections %} {{ section.heading }} {{ section.url }}: {{ section.items[0].title }} of {{ section.total }};{% endfor %}
{%- if lists.all %}!{% endif %}`;

let kiosk: SiteHarness;

beforeAll(async () => {
  kiosk = await SiteHarness.open(`
title: Quay
url: https://quay.example
languages: { es: {} }
paging: { page_size: 1 }
content: { types: { page: {}, post: {}, work: { folder: work, label: Work, permalink: '/work/:slug/' } } }
`);
  const dated = (day: number, more: object = {}) =>
    documentFile({ title: `Day ${day}`, date: `2026-01-${10 + day}`, ...more });
  await kiosk.print({
    'media/a.png': blankPicture,
    'work/one.md': dated(1, { image: '../media/a.png' }),
    'work/two.md': dated(2),
    'work/three.md': dated(3, { draft: true }),
    'work/es/four.md': dated(4),
    'posts/one.md': dated(1, { categories: ['City'] }),
    'posts/two.md': dated(2, { categories: ['Sea', 'City'], tags: ['Ink'] }),
    'posts/three.md': dated(3, { categories: ['<Rope>'] }),
    'pages/about.md': documentFile({ title: 'About', tags: ['Ink'] }),
  });
});
afterAll(() => kiosk[Symbol.asyncDispose]());

async function useTheme(given: Readonly<Record<string, unknown>> = {}, yaml = declared) {
  const themesDirectory = await themesDirectoryWith('mine', {
    'theme.yaml': yaml,
    'layouts/home.liquid': home,
    'layouts/page.liquid':
      '{% for tag in lists.all %}{{ tag.heading }} {{ tag.items.size }} of {{ tag.total }}{% endfor %}',
  });
  const theme = await loadTheme({ themesDirectory, name: 'mine', given });
  kiosk.theme = () => Promise.resolve(theme);
}

async function refusal(lists: string, settings = ''): Promise<string> {
  const themesDirectory = await themesDirectoryWith('mine', {
    'theme.yaml': `${head}${settings}lists:\n${lists}`,
  });
  return loadTheme({ themesDirectory, name: 'mine' }).then(
    () => expect.unreachable('the theme was accepted'),
    (error: DomainError) => error.message,
  );
}

describe('ADD-THM-11: lists that a theme declares', () => {
  test('have the newest public documents of a type, and of each term, in the language of the page', async () => {
    await useTheme();
    expect(await kiosk.read('/')).toBe(
      'Work /work/ 2: Day 2 Day 1 800;' +
        ' City /categories/city/: Day 2 of 2; &lt;Rope&gt; /categories/rope/: Day 3 of 1; Sea /categories/sea/: Day 2 of 1;',
    );
    expect(await kiosk.read('/es/')).toBe('Work /es/work/ 1: Day 4;');
  });

  test('follow the settings of the theme, limited to what the site has', async () => {
    await useTheme({ count: 0.4, sections: ' sea, , Nowhere,city,CITY' });
    expect(await kiosk.read('/')).toBe(
      'Work /work/ 2: Day 2; Sea /categories/sea/: Day 2 of 1; City /categories/city/: Day 2 of 2;',
    );
    await useTheme({ kind: 'absent', sections: 'Nowhere' });
    expect(await kiosk.read('/')).toBe('  :;');
    await useTheme({ kind: '__proto__', count: 1e9, sections: 'Nowhere' });
    expect(await kiosk.read('/')).toBe('  :;');
  });

  test('exist only in their layouts, and have documents of all types without a type', async () => {
    await useTheme();
    expect(await kiosk.read('/about/')).toBe('Ink 1 of 2');
    expect(await kiosk.read('/posts/')).toBe('Posts – Quay');
  });

  test('outdate pages as other lists do', async () => {
    await useTheme();
    const reader = new RecordingReader(kiosk.published);
    const request = { method: 'GET', path: '/', query: new URLSearchParams(), headers: {} };
    await kiosk.site.respond(request, reader);
    expect([...reader.tags]).toEqual(
      expect.arrayContaining([
        tagOf.order({ lang: 'en', type: 'work', term: undefined, sort: 'date' }),
        tagOf.order({ lang: 'en', type: 'post', term: 'categories:city', sort: 'date' }),
        tagOf.terms('categories', 'en'),
        tagOf.path('work/one.md'),
        tagOf.media('media/a.png'),
      ]),
    );
  });

  test('are inherited, and replaced by name', async () => {
    const themesDirectory = await themesDirectoryWith('parent', {
      'theme.yaml': declared.replace('name: mine', 'name: parent'),
      'layouts/home.liquid': home,
    });
    await mkdir(`${themesDirectory}/child`);
    const list = '  - { name: latest, layouts: [home], type: post, size: theme.count }\n';
    const yaml = `name: child\nversion: 1.0.0\nextends: parent\nlists:\n${list}`;
    await writeFile(`${themesDirectory}/child/theme.yaml`, yaml);
    const theme = await loadTheme({ themesDirectory, name: 'child' });
    kiosk.theme = () => Promise.resolve(theme);
    expect(await kiosk.read('/')).toMatch(/^Posts \/posts\/ 3: Day 3 Day 2; City/);
  });

  test.each([
    ['  a: b', 'line 4, column 3: lists must be a list of name, layouts, type'],
    ['  - { name: A, layouts: [home], type: post }', 'line 4, column 13: name must be lower-case'],
    ['  - { name: a, type: post }', 'line 4, column 5: layouts must be a list, such as [home]'],
    ['  - { name: a, layouts: [[]], type: post }', 'layouts must be names, such as home'],
    ['  - { name: a, layouts: [home] }', 'a list must have a type or a taxonomy'],
    ['  - { name: a, layouts: [home], type: post, terms: x }', 'terms need a taxonomy'],
    ['  - { name: a, layouts: [home], type: post, size: 0 }', 'size must be a number from 1 to'],
    ['  - { name: a, layouts: [home], type: post, size: 101 }', 'size must be a number from 1 to'],
    [
      '  - { name: a, layouts: [home], type: post, sort: x }',
      'column 45: sort is not known; name,',
    ],
    [
      '  - { name: a, layouts: [home], type: theme.kin }',
      'theme.yaml, line 4, column 1: the list a reads theme.kin, but the theme has no setting kin.',
    ],
    [
      '  - { name: a, layouts: [home], type: post }\n'.repeat(2),
      'line 5, column 5: the list a is defined twice',
    ],
    ['  - { name: a, layouts: [home], type: post }\n'.repeat(11), 'there are 11 lists; at most 10'],
  ])('are refused with line and column: %s', async (lists, message) => {
    expect(await refusal(lists)).toContain(message);
  });
});
