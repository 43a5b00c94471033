import { describe, expect, test } from 'vitest';
import { captureError, listMistakes } from './fixtures.ts';
import { parseSiteSettings } from './site-settings.ts';

const parse = (text: string) => parseSiteSettings(text, 'config/site.yaml');
const mistakesFor = async (text: string) => listMistakes(await captureError(() => parse(text)));

describe('a mistake in the site settings is reported with its position and the expected value', () => {
  const text = 'text that is not empty (in quotes where it looks like a number)';
  const url =
    'an address without user name, password, query and fragment, such as https://example.org';
  const link = 'an address, such as /about/, https://example.org/';
  const tag = 'a language tag, such as en, es, pt-BR';
  const zone = 'the name of a time zone, such as UTC, Europe/Berlin';
  const name = 'a name of the characters a–z 0–9 _ -, beginning with a–z 0–9';
  const place =
    'a folder of the content tree (not config, not media, no name that begins with a dot), such as posts, docs/guides';
  const types = (fields: string) => `content:\n  types:\n    a: ${fields}`;

  test.each([
    ['titel: x', '1:1: titel: unknown key; did you mean title?'],
    ['limit: 5', '1:1: limit: unknown key; did you mean feed.limit?'],
    ['feed: { limits: 5 }', '1:9: feed.limits: unknown key; did you mean feed.limit?'],
    ['title: 2026', `1:8: title: must be ${text}, not 2026`],
    ['title: " "', `1:8: title: must be ${text}, not " "`],
    [
      'description: 1',
      '1:14: description: must be text (in quotes where it looks like a number), not 1',
    ],
    ['url: example.org', `1:6: url: must be ${url}, not "example.org"`],
    ['url: ftp://example.org', `1:6: url: must be ${url}, not "ftp://example.org"`],
    ['url: https://example.org/?a', `1:6: url: must be ${url}, not "https://example.org/?a"`],
    [
      'url: https://a:b@example.org',
      `1:6: url: must be ${url}, not (an address that may hold a password)`,
    ],
    ['language: english', `1:11: language: must be ${tag}, not "english"`],
    ['language: en_GB', `1:11: language: must be ${tag}, not "en_GB"`],
    ['languages:\n  media: {}', `2:3: languages.media: must be ${tag}, not "media"`],
    [
      'languages:\n  es: { nme: x }',
      '2:9: languages.es.nme: unknown key; did you mean languages.es.name?',
    ],
    [
      'languages: { es: { menu: [{ title: x }] } }',
      `1:27: languages.es.menu[0].url: Address is required`,
    ],
    [
      'languages:\n  EN: {}',
      '2:7: languages.EN: is en in different case; use one spelling everywhere',
    ],
    [
      'time_zone: Europe/Berln',
      `1:12: time_zone: must be ${zone}, not "Europe/Berln"; did you mean Europe/Berlin?`,
    ],
    ['time_zone: "+01:00"', `1:12: time_zone: must be ${zone}, not "+01:00"`],
    ['theme: ../x', `1:8: theme: must be ${name}, not "../x"`],
    [
      'theme_settings: { ink: teal }',
      '1:24: theme_settings.ink: must be a map of keys, not "teal"',
    ],
    ['theme_settings: { Ink: {} }', `1:19: theme_settings.Ink: must be ${name}, not "Ink"`],
    ['menu: { title: x }', '1:7: menu: must be a list, such as [{ title, url }], not {…}'],
    [
      'menu:\n  - { title: x, url: "javascript:alert(1)" }',
      `2:22: menu[0].url: must be ${link}, not "javascript:alert(1)"`,
    ],
    [
      'menu: [{ title: x, url: //evil.example }]',
      `1:25: menu[0].url: must be ${link}, not "//evil.example"`,
    ],
    [
      'menu: [{ titel: x, title: x, url: / }]',
      '1:10: menu[0].titel: unknown key; did you mean menu[0].title?',
    ],
    ['taxonomies: { Tags: {} }', `1:15: taxonomies.Tags: must be ${name}, not "Tags"`],
    [
      'taxonomies: { a: { permalink: "/a/:trm/" } }',
      '1:31: taxonomies.a.permalink: has the unknown token :trm; did you mean :term?',
    ],
    [
      'taxonomies: { a: { permalink: "/:term/" } }',
      '1:31: taxonomies.a.permalink: must be a path with :term/ at its end, such as /tags/:term/',
    ],
    [
      'taxonomies: { a: { permalink: "/a/" } }',
      '1:31: taxonomies.a.permalink: must be a path with :term/ at its end, such as /tags/:term/',
    ],
    [
      'taxonomies: { a: { permalink: "/__x/:term/" } }',
      '1:31: taxonomies.a.permalink: must not begin with /__, /media/, /assets/',
    ],
    [
      'editorial: { require_approval: yes }',
      '1:32: editorial.require_approval: must be true or false, not "yes"',
    ],
    ['feed: { limit: 0 }', '1:16: feed.limit: must be a whole number from 1 to 1000, not 0'],
    [
      'paging: { page_size: 1001 }',
      '1:22: paging.page_size: must be a whole number from 1 to 1000, not 1001',
    ],
    [
      'menu: [{ title: x, url: /, children: [{ title: x, url: / , children: [] }] }]',
      '1:60: menu[0].children[0].children: unknown key; there are title, url',
    ],
    [
      'feed: { formats: [atm] }',
      '1:19: feed.formats[0]: must be one of atom, rss, json, not "atm"; did you mean atom?',
    ],
    ['seo: { image: "javascript:x" }', `1:15: seo.image: must be ${link}, not "javascript:x"`],
    [
      'seo: { twitter: "@a b" }',
      '1:17: seo.twitter: must be a valid value, such as "@galley", not "@a b"',
    ],
    [
      'security_txt: { contacts: ["mailto:a@example.org"] }',
      '1:15: security_txt.expires: Expires is required',
    ],
    [
      'security_txt: { contacts: ["http://example.org"], expires: "2027-03-01" }',
      '1:28: security_txt.contacts[0]: must be an address, such as mailto:security@example.org, https://example.org/report/, not "http://example.org"',
    ],
    [
      'robots: { disallow: [drafts] }',
      '1:22: robots.disallow[0]: must be a path, such as /drafts/, not "drafts"',
    ],
    ['params: [1]', '1:9: params: must be a map of keys, not […]'],
    ['content:\n  types:\n    A: {}', `3:5: content.types.A: must be ${name}, not "A"`],
    [types('{}'), `3:8: content.types.a.folder: Folder is required`],
    [types('{ folder: /a }'), `3:18: content.types.a.folder: must be ${place}, not "/a"`],
    [types('{ folder: a/ }'), `3:18: content.types.a.folder: must be ${place}, not "a/"`],
    [types('{ folder: a/../b }'), `3:18: content.types.a.folder: must be ${place}, not "a/../b"`],
    [types('{ folder: .trash }'), `3:18: content.types.a.folder: must be ${place}, not ".trash"`],
    [types('{ folder: a/.b }'), `3:18: content.types.a.folder: must be ${place}, not "a/.b"`],
    [types('{ folder: config }'), `3:18: content.types.a.folder: must be ${place}, not "config"`],
    [types('{ folder: Media/x }'), `3:18: content.types.a.folder: must be ${place}, not "Media/x"`],
    [types('{ folder: a\\b }'), `3:18: content.types.a.folder: must be ${place}, not "a\\\\b"`],
    [
      types('{ folder: a, layout: A/b }'),
      `3:29: content.types.a.layout: must be ${name}, not "A/b"`,
    ],
    [
      types('{ folder: a, permalink: /x/:pth/ }'),
      '3:32: content.types.a.permalink: has the unknown token :pth; did you mean :path?',
    ],
    [
      types('{ folder: a, permalink: x/:path/ }'),
      '3:32: content.types.a.permalink: must be a pattern that begins and ends with /, such as /posts/:path/',
    ],
    [
      types('{ folder: a, permalink: /:path }'),
      '3:32: content.types.a.permalink: must be a pattern that begins and ends with /, such as /posts/:path/',
    ],
    [
      types('{ folder: a, permalink: /../:path/ }'),
      '3:32: content.types.a.permalink: must be a pattern that begins and ends with /, such as /posts/:path/',
    ],
    [
      types('{ folder: a, permalink: /:year/ }'),
      '3:32: content.types.a.permalink: must contain :path or :slug, so that every document has a unique address',
    ],
    [
      types('{ folder: a, permalink: /assets/:path/ }'),
      '3:32: content.types.a.permalink: must not begin with /__, /media/, /assets/',
    ],
  ])('%j', async (given, expected) => {
    expect(await mistakesFor(given)).toEqual([`config/site.yaml:${expected}`]);
  });

  test.each([
    ['the same folder', 'posts', 'posts'],
    ['the same folder but for case', 'Posts', 'posts'],
    ['a folder within', 'posts/news', 'posts'],
  ])('types cannot share files: %s', async (_name, inner, outer) => {
    const written = `content:\n  types:\n    a: { folder: ${outer} }\n    b: { folder: ${inner} }\n`;
    expect(await mistakesFor(written)).toEqual([
      `config/site.yaml:4:18: content.types.b.folder: must not be in ${outer}, the folder of type a`,
    ]);
  });

  test('a folder inside the folder of a later type is reported', async () => {
    const written = 'content:\n  types:\n    a: { folder: x/y }\n    b: { folder: x }\n';
    expect(await mistakesFor(written)).toEqual([
      'config/site.yaml:3:18: content.types.a.folder: must not be in x, the folder of type b',
    ]);
  });

  test('folders can share a name prefix', () => {
    const { types: found } = parse(
      'content: { types: { a: { folder: x }, b: { folder: xy } } }',
    ).content;
    expect(Object.keys(found)).toEqual(['a', 'b']);
  });

  test('all mistakes are reported at once, by line', async () => {
    const text = 'titel: x\nurl: x\nfeed: { limit: x, lmit: 1 }\nparams: 1\n';
    const mistakes = await mistakesFor(text);
    expect(mistakes.map((mistake) => mistake.split(': ')[0])).toEqual([
      'config/site.yaml:1:1',
      'config/site.yaml:2:6',
      'config/site.yaml:3:16',
      'config/site.yaml:3:19',
      'config/site.yaml:4:9',
    ]);
  });
});
