import { describe, expect, test } from 'vitest';
import { parseManifest } from './manifest.ts';

const parse = (text: string, folder = 'plugins') =>
  parseManifest(text, { folder, fileName: 'plugin.yaml' }).manifest;

const head = 'name: plugins\nversion: 1.0.0\n';

test('GAP-SET-5 plugin.yaml says what a plugin is and may do; what is left out has its default', () => {
  expect(parse(head)).toEqual({
    name: 'plugins',
    version: '1.0.0',
    author: '',
    description: '',
    main: 'index.js',
    permissions: [],
    hosts: [],
    hooks: [],
    filters: [],
    blocks: [],
    jobs: [],
    routes: [],
    settings: [],
    checks: [],
    fields: [],
    validators: [],
    endpoints: [],
  });
});

test('it can say all of this', () => {
  const manifest = parse(`${head}author: Ruth
description: Looks after the plugins.
main: lib/main.js
permissions: [documents.read, render, schedule, network, storage]
hosts: [example.org, '*.example.net']
hooks: [document.saved]
filters: [page.html]
blocks:
  - chart
  - { name: map, parameters: [{ name: zoom, type: number, default: 5 }] }
jobs:
  - { name: tidy-up, every: 2h }
routes:
  - { method: GET, path: /report, access: signed_in }
  - { method: POST, path: /tidy, access: documents.write }
settings:
  - { name: words, type: number, default: 5 }
panel:
  title: Desk
  source: /report
  columns: [{ name: path, label: Page, type: document }]
  actions: [{ label: Tidy up, route: /tidy }]
`);
  expect(manifest).toMatchObject({
    jobs: [{ name: 'tidy-up', every: 7_200_000 }],
    blocks: [
      { name: 'chart', parameters: [] },
      { name: 'map', parameters: [{ name: 'zoom', type: 'number', default: 5 }] },
    ],
    settings: [{ name: 'words', default: 5 }],
    panel: { title: 'Desk', source: '/report', actions: [{ label: 'Tidy up', route: '/tidy' }] },
  });
});

describe('a mistake is reported with its line and a suggestion', () => {
  test.each([
    ['version: 1.0.0', 'plugin.yaml:1:1: name: Name is required'],
    [
      'name: other\nversion: 1.0.0',
      'plugin.yaml:1:7: name: must be plugins, the name of its folder, not other',
    ],
    [
      'name: plugins\nversion: new',
      'plugin.yaml:2:10: version: must be a version, such as 1.0.0, not "new"',
    ],
    [
      `${head}permisions: []`,
      'plugin.yaml:3:1: permisions: unknown key; did you mean permissions?',
    ],
    [
      `${head}permissions: [storrage]`,
      'plugin.yaml:3:15: permissions[0]: must be one of documents.read',
    ],
    [`${head}permissions: [storrage]`, 'did you mean storage?'],
    [`${head}filters: [page.html]`, 'plugin.yaml:3:10: filters: requires permissions: [render]'],
    [`${head}hooks: [document.saved]`, 'hooks: requires permissions: [documents.read]'],
    [`${head}jobs: [{ name: a, every: 1h }]`, 'jobs: requires permissions: [schedule]'],
    [`${head}permissions: [network]`, 'permissions[0]: requires hosts'],
    [
      `${head}permissions: [network]\nhosts: [http://example.org]`,
      'hosts[0]: must be a host, such as',
    ],
    [`${head}permissions: [network]\nhosts: [localhost]`, 'hosts[0]: must be a host, such as'],
    [`${head}permissions: [storage, storage]`, 'permissions[1]: appears twice: storage'],
    [
      `${head}permissions: [schedule]\njobs: [{ name: a, every: 1s }]`,
      'jobs[0].every: must be a duration from 1m to 30d',
    ],
    [
      `${head}routes: [{ method: PUT, path: /a, access: signed_in }]`,
      'routes[0].method: must be one of GET, POST',
    ],
    [
      `${head}routes: [{ method: GET, path: /../a, access: signed_in }]`,
      'routes[0].path: must be a path',
    ],
    [
      `${head}routes: [{ method: GET, path: /a, access: public }]`,
      'routes[0].access: must be one of signed_in',
    ],
    [
      `${head}main: ../other.js`,
      'main: must be the path of a file in the folder of the plugin, such as index.js',
    ],
    [
      `${head}main: /etc/x.js`,
      'main: must be the path of a file in the folder of the plugin, such as index.js',
    ],
    [`${head}panel: { title: A, source: /gone }`, 'panel.source: there is no "GET /gone"'],
    [`${head}settings: [{ name: a, type: password }]`, 'settings[0].type: must be one of text'],
    [
      `${head}settings: [{ name: a, type: text, show: true }]`,
      'plugin.yaml:3:41: settings[0].show: is only possible for fields of documents',
    ],
    [
      `${head}permissions: [render]\nblocks: [Chart]`,
      'plugin.yaml:4:10: blocks[0]: must be a name of up to 50',
    ],
    [`${head}blocks: [{ name: a, params: [] }]`, 'blocks[0].params: unknown key'],
    [
      `${head}permissions: [render]\nblocks: [{ name: a, parameters: [{ name: b, type: textarea }] }]`,
      'blocks[0].parameters[0].type: must be one of text, number',
    ],
    [
      `${head}permissions: [render]\nblocks: [{ name: a, parameters: [{ name: b, type: text, multiple: true }] }]`,
      'blocks[0].parameters[0].multiple: is only possible for fields of documents',
    ],
    [`${head}permissions: [render]\nblocks: [a, { name: a }]`, 'blocks[1]: appears twice: a'],
    [`${head}checks: [document.publish]`, 'checks: requires permissions: [check]'],
    [`${head}permissions: [check]\nchecks: [document.delete]`, 'checks[0]: must be one of'],
    [
      `${head}permissions: [check]\nvalidators: [score]`,
      'plugin.yaml:4:14: validators[0]: there is no "score"',
    ],
    [
      `${head}fields: [{ name: a, type: plugin, format: b/c }]`,
      'fields[0].type: is only possible for fields of documents',
    ],
    [
      `${head}endpoints: [{ method: GET, path: /a }]`,
      'endpoints: requires permissions: [endpoints]',
    ],
    [
      `${head}permissions: [endpoints]\nendpoints: [{ method: GET, path: /a }, { method: GET, path: /a }]`,
      'endpoints[1]: appears twice: GET /a',
    ],
    ['name: [', 'plugin.yaml:1'],
  ])('%j: %s', (text, message) => {
    expect(() => parse(text)).toThrow(message);
  });
});
