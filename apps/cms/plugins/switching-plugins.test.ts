import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pluginFunctions } from '@galley/plugins';
import { expectProblem, TestServer, type Client } from '../fixtures.ts';
import { documentGrants } from './document-grants.ts';
import { mediaGrants } from './media-grants.ts';
import { networkGrants } from './network-grants.ts';
import { storageGrants } from './storage-grants.ts';

let server: TestServer;
let admin: Client;

const files = (name: string, body: string, more = ''): Readonly<Record<string, string>> => ({
  [`plugins/${name}/plugin.yaml`]: `name: ${name}\nversion: 1.2.0\nauthor: Ruth\npermissions: [render]\nfilters: [page.html]\n${more}`,
  [`plugins/${name}/index.js`]: `export const filters = {\n  'page.html'(html) {\n${body}\n  },\n};\n`,
});

beforeAll(async () => {
  server = await TestServer.start({
    files: {
      ...files('well', "return html.replace('</body>', '<!-- well --></body>');"),
      ...files('ill', "throw new Error('no ink');"),
      ...files('broken', 'return', 'jbos: []\n'),
      'content/posts/ink.md': '---\ntitle: Ink\n---\nA colour.\n',
    },
  });
  admin = await server.signedIn();
});

afterAll(() => server[Symbol.asyncDispose]());

const post = (path: string, body: object) => admin.post(`/__admin/api/plugins/${path}`, body);

interface Info {
  readonly name: string;
  readonly [field: string]: unknown;
}

async function info(name: string): Promise<Info> {
  const plugins = (await admin.get('/__admin/api/plugins')).json<Info[]>();
  return plugins.find((plugin) => plugin.name === name)!;
}

async function audited(action: string): Promise<Info[]> {
  const entries = (await admin.get('/__admin/api/audit?limit=50')).json<Info[]>();
  return entries.filter((entry) => entry['action'] === action);
}

const enable = (name: string) => post('enable', { name, approve_risk: true });

test('GAP-SET-5 plugins are listed with described permissions; a broken one with its line', async () => {
  expect(await info('well')).toMatchObject({
    version: '1.2.0',
    author: 'Ruth',
    builtin: false,
    enabled: false,
    state: 'off',
    permissions: [
      { name: 'render', means: 'change what every reader sees on the public pages', risky: true },
    ],
    needs_approval: true,
    last_error: null,
    filters: ['page.html'],
    panel: null,
  });
  const broken = await info('broken');
  expect(broken['state']).toBe('broken');
  expect(broken['last_error']).toContain('plugin.yaml:6:1: jbos: unknown key; did you mean jobs?');
  expect(await info('aiwriter')).toMatchObject({ builtin: true, enabled: true });
});

test('GAP-SET-5 permissions beyond reading need approve_risk: true, and the refusal lists them', async () => {
  const refused = await post('enable', { name: 'well' });
  expectProblem(refused, 409, 'approval_of_risk_required');
  expect(refused.json()).toMatchObject({
    detail: expect.stringContaining('could change what every reader sees') as string,
    permissions: [{ name: 'render', risky: true }],
  });
  expectProblem(await enable('nobody'), 404, 'plugin_not_found');
  expectProblem(await enable('broken'), 422, 'invalid_plugin');
  expect((await enable('well')).status).toBe(200);
  expect((await server.visitor().get('/posts/ink/')).text).toContain('<!-- well -->');
  expect(await audited('plugin.enable')).toContainEqual(
    expect.objectContaining({
      target: 'well',
      details: expect.objectContaining({ version: '1.2.0', permissions: ['render'] }) as object,
    }),
  );
});

test('GAP-SET-5 a plugin that fails too often is disabled with an audited reason; pages and other plugins continue', async () => {
  expect((await enable('ill')).status).toBe(200);
  for (let times = 0; times < 5; times += 1) {
    const page = await server.visitor().get(`/posts/ink/?${times}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain('<!-- well -->');
    await server.database.db
      .updateTable('published_documents')
      .set({ title: `Ink ${times}` })
      .execute();
    await vi.waitFor(
      async () =>
        expect((await server.visitor().get('/posts/ink/')).text).toContain(`Ink ${times}`),
      30_000,
    );
  }
  await vi.waitFor(
    async () =>
      expect(await info('ill')).toMatchObject({
        enabled: false,
        state: 'failed',
        last_error: 'index.js:3: no ink',
      }),
    30_000,
  );
  expect(await audited('plugin.disable')).toContainEqual(
    expect.objectContaining({
      actor: 'galley',
      target: 'ill',
      details: { reason: 'index.js:3: no ink' },
    }),
  );
  expect((await info('well'))['state']).toBe('running');
});

test('a disabled plugin changes nothing', async () => {
  expect((await post('disable', { name: 'well' })).status).toBe(200);
  expect((await server.visitor().get('/posts/ink/')).text).not.toContain('<!-- well -->');
  expectProblem(await post('disable', { name: 'nobody' }), 404, 'plugin_not_found');
});

test('the plugin check knows every function with its permission', () => {
  // Only calls use these dependencies; listing does not.
  const nothing = {} as never;
  const all = [
    documentGrants(nothing),
    mediaGrants(nothing, nothing),
    networkGrants,
    storageGrants(nothing),
  ];
  const listed = all.flat().map(({ name, permission }) => ({ name, permission }));
  expect(pluginFunctions).toEqual(listed);
});
