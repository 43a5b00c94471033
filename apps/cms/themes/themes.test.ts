import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { expectProblem, TestServer, type Answer, type Client } from '../fixtures.ts';
import { themeFiles } from '../theme-files.fixtures.ts';

interface ThemeInfo {
  readonly name: string;
  readonly enabled: boolean;
  readonly problem: string | null;
  readonly [field: string]: unknown;
}

const siteYaml = '# ours\ntitle: The Paper # by hand\n';
const settings = 'settings:\n  - { name: accent, type: color, default: teal }\n';
const own = {
  'theme.yaml': `name: own\nversion: 2.0.0\n${settings}`,
  'assets/theme.css.liquid': 'a{color:{{ theme.accent }}}',
  'layouts/list.liquid': "own {{ 'theme.css' | asset }}",
};

let server: TestServer;
let ada: Client;

beforeAll(async () => {
  server = await TestServer.start({
    files: {
      'content/config/site.yaml': siteYaml,
      ...themeFiles('themes/own', 'own', own),
      ...themeFiles('themes/broken', 'broken', { 'layouts/page.liquid': '\n{% nope %}' }),
      ...themeFiles('work/ink', 'ink'),
    },
  });
  ada = await server.signedIn();
});

afterAll(() => server[Symbol.asyncDispose]());

const post = (path: string, body: object, client = ada): Promise<Answer> =>
  client.post(`/__admin/api/themes/${path}`, body);

async function readSuccess<T>(asked: Promise<Answer>): Promise<T> {
  const answer = await asked;
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer.json<T>();
}

async function themes(at = ada): Promise<ThemeInfo[]> {
  return readSuccess(at.get('/__admin/api/themes'));
}

async function enabled(): Promise<string[]> {
  return (await themes()).filter((theme) => theme.enabled).map(({ name }) => name);
}

async function homePage(at = server): Promise<string> {
  return (await at.visitor().get('/posts/')).text;
}

test('CMS-SYS-15, CMS-RES-23: every theme is listed, broken ones with file and line', async () => {
  const all = await themes();
  expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(['broken', 'default', 'own']));
  expect(all.find(({ name }) => name === 'own')).toEqual({
    name: 'own',
    version: '2.0.0',
    author: '',
    description: '',
    enabled: false,
    builtin: false,
    problem: null,
    screenshots: [],
    previous_version: null,
    settings: [
      {
        name: 'accent',
        label: 'accent',
        type: 'color',
        default: 'teal',
        help: '',
        options: [],
        value: 'teal',
      },
    ],
  });
  expect(all.find(({ name }) => name === 'broken')?.problem).toContain(
    'layouts/page.liquid, line 2, column 1: ',
  );
});

test('CMS-SYS-17, GAP-SET-4: a switch applies at once, and preserves the comments of site.yaml', async () => {
  onTestFinished(() => readSuccess(post('switch', { name: 'default' })));
  expect(await homePage()).toContain('<html');
  const switched = await post('switch', { name: 'own' });
  expect(await readSuccess(Promise.resolve(switched))).toEqual({ ok: true });
  const { details } = await server.database.db
    .selectFrom('audit_entries')
    .select('details')
    .where('request_id', '=', switched.headers.get('x-request-id')!)
    .executeTakeFirstOrThrow();
  expect(details).toEqual({ changes: { theme: { old: 'default', new: 'own' } } });
  const page = await homePage();
  expect(page).toMatch(/^own \/assets\/theme\.[0-9a-f]{16}\.css$/);
  expect(await server.read('content/config/site.yaml')).toBe(`${siteYaml}theme: own\n`);
  expect(await enabled()).toEqual(['own']);
  const style = await server.visitor().get(page.slice('own '.length));
  expect([style.text, style.headers.get('cache-control')]).toEqual([
    'a{color:teal}',
    'public, max-age=31536000, immutable',
  ]);
});

test('GAP-SET-1: settings of a theme are a section of the site settings, and apply to pages at once', async () => {
  const untouched = await server.read('content/config/site.yaml');
  onTestFinished(async () => {
    await readSuccess(post('switch', { name: 'default' }));
    await server.write('content/config/site.yaml', untouched);
  });
  await readSuccess(post('switch', { name: 'own' }));
  const before = await server.read('content/config/site.yaml');
  const save = (accent: string | null): Promise<Answer> => {
    const values = { accent };
    return ada.post('/__admin/api/settings/form/save', { section: 'theme:own', values });
  };
  const refused = expectProblem(await save('javascript:'), 422, 'invalid_fields');
  expect(refused['errors']).toMatchObject([{ path: 'accent' }]);
  await readSuccess(save('navy'));
  expect(await server.read('content/config/site.yaml')).toBe(
    `${before}theme_settings:\n  own:\n    accent: navy\n`,
  );
  const style = async () => (await server.visitor().get((await homePage()).slice(4))).text;
  expect(await style()).toBe('a{color:navy}');
  const own = (await themes()).find(({ name }) => name === 'own');
  expect(own?.['settings']).toMatchObject([{ name: 'accent', value: 'navy', default: 'teal' }]);
  await readSuccess(save(null));
  expect(await style()).toBe('a{color:teal}');
});

test.each([
  ['nowhere', 404, 'theme_not_found'],
  ['broken', 422, 'invalid_theme'],
] as const)('GAP-SET-4: switching to %s is refused without changes', async (name, status, code) => {
  const before = await server.read('content/config/site.yaml');
  const problem = expectProblem(await post('switch', { name }), status, code);
  if (name === 'broken') expect(problem).toMatchObject({ file: 'layouts/page.liquid', line: 2 });
  expect(await server.read('content/config/site.yaml')).toBe(before);
  expect(await enabled()).toEqual(['default']);
});

describe('CMS-SYS-16, GAP-SET-4: installing', () => {
  test('a theme from the project succeeds', async () => {
    expect(await readSuccess(post('install', { source: 'work/ink', name: 'fresh' }))).toMatchObject(
      {
        name: 'fresh',
        version: '1.0.0',
        author: 'Ruth',
        enabled: false,
        builtin: false,
      },
    );
    expect((await themes()).map(({ name }) => name)).toContain('fresh');
  });

  test('a broken theme is refused without leftovers', async () => {
    const { project } = server;
    const before = await readdir(join(project, 'themes'));
    const problem = expectProblem(
      await post('install', { source: 'themes/broken' }),
      422,
      'invalid_theme',
    );
    expect(problem).toMatchObject({ file: 'layouts/page.liquid', line: 2 });
    expect(await readdir(join(project, 'themes'))).toEqual(before);
  });

  test('from an address of this machine is refused', async () => {
    const inside = createServer(() => expect.unreachable('it was connected to'));
    await once(inside.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void inside.close());
    const { port } = inside.address() as AddressInfo;
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      const answer = await post('install', { source: `https://${host}:${port}/a.zip` });
      expectProblem(answer, 422, 'invalid_theme_source');
    }
  });

  test('audits the source without possible secrets', async () => {
    const source = 'https://127.0.0.1/a.zip?key=secret';
    const answer = await post('install', { source });
    const { db } = server.database;
    const entries = await db
      .selectFrom('audit_entries')
      .selectAll()
      .where('request_id', '=', answer.headers.get('x-request-id')!)
      .execute();
    expect(entries).toMatchObject([{ details: { source: 'https://127.0.0.1/a.zip' } }]);
    expect(JSON.stringify(entries)).not.toContain('secret');
  });
});

test('an edited template applies immediately, and a broken one keeps the page unchanged', async () => {
  onTestFinished(() => readSuccess(post('switch', { name: 'default' })));
  await readSuccess(post('install', { source: 'work/ink', name: 'edited' }));
  await readSuccess(post('switch', { name: 'edited' }));
  const layout = join(server.project, 'themes/edited/layouts/list.liquid');
  await writeFile(layout, 'new');
  await vi.waitFor(async () => expect(await homePage()).toBe('new'), 30_000);
  await writeFile(layout, 'broken\n{% nope %}');
  await vi.waitFor(() => expect(server.log.join('\n')).toContain('theme not usable'), 30_000);
  expect(await homePage()).toBe('new');
  const told = server.log.filter((line) => line.includes('theme not usable'));
  expect(told).toEqual([expect.stringMatching(/"file":"layouts\/list\.liquid","line":2/)]);
  expect((await themes()).find(({ name }) => name === 'edited')?.problem).toContain('line 2');
});

test('two processes that switch at once leave a valid file, and show the same theme', async () => {
  onTestFinished(() => readSuccess(post('switch', { name: 'default' })));
  await using other = await TestServer.beside(server);
  const there = ada.at(other);
  for (const name of ['here', 'there']) {
    await readSuccess(post('install', { source: 'work/ink', name }));
  }
  const rounds = [1, 2, 3, 4].flatMap(() => [
    post('switch', { name: 'here' }),
    post('switch', { name: 'there' }, there),
  ]);
  await Promise.all(rounds.map((round) => readSuccess(round)));
  const yaml = await server.read('content/config/site.yaml');
  expect(yaml).toMatch(/^# ours\ntitle: The Paper # by hand\ntheme: t?here\n$/);
  const chosen = /theme: (\w+)/.exec(yaml)![1];
  await vi.waitFor(async () => {
    for (const at of [ada, there]) {
      const shown = (await themes(at)).filter((theme) => theme.enabled);
      expect(shown.map(({ name }) => name)).toEqual([chosen]);
    }
  }, 30_000);
});

test('a server with a broken theme starts and names the location', async () => {
  await using broken = await TestServer.start({
    files: {
      'content/config/site.yaml': 'theme: broken\n',
      ...themeFiles('themes/broken', 'broken', { 'layouts/page.liquid': '{% nope %}' }),
    },
  });
  expect((await broken.visitor().get('/')).status).toBe(200);
  expect(broken.log.join('\n')).toMatch(/"file":"layouts\/page\.liquid","line":1/);
});
