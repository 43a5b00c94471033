import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { tryWithAdvisoryLock } from '@galley/database';
import { zipOfFiles } from '@galley/testing';
import { expectProblem, TestServer, type Answer, type Client } from '../fixtures.ts';

let server: TestServer;
let admin: Client;

beforeAll(async () => {
  server = await TestServer.start({
    files: { 'content/posts/ink.md': '---\ntitle: Ink\n---\nA colour.\n' },
  });
  admin = await server.signedIn();
});

afterAll(() => server[Symbol.asyncDispose]());

interface Version {
  readonly version?: string;
  /** Added to plugin.yaml. */
  readonly more?: string;
  readonly mark?: string;
  readonly files?: Readonly<Record<string, string>>;
}

const rendering = 'permissions: [render]\nfilters: [page.html]\n';

function packed(name: string, given: Version = {}): Buffer {
  const { version = '1.0.0', more = rendering, mark = version, files } = given;
  return zipOfFiles({
    [`${name}/plugin.yaml`]: `name: ${name}\nversion: ${version}\nauthor: Ruth\n${more}`,
    [`${name}/index.js`]: `export const filters = { 'page.html': (html) => html.replace('</body>', '<!-- ${name} ${mark} --></body>') };\n`,
    [`${name}/README.md`]: '# Read me\n',
    ...files,
  });
}

function send(path: string, zip: Buffer, fields: Record<string, string> = {}): Promise<Answer> {
  const file = { name: 'plugin.zip', content: Uint8Array.from(zip) };
  return admin.upload(`/__admin/api/plugins/${path}`, { file, fields });
}

const post = (path: string, body: object) => admin.post(`/__admin/api/plugins/${path}`, body);

interface Review {
  readonly confirmation: string;
  readonly changes: readonly { kind: string; name: string; change: string }[];
  readonly [field: string]: unknown;
}

async function read<T>(asked: Promise<Answer>): Promise<T> {
  const answer = await asked;
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer.json<T>();
}

async function info(name: string): Promise<Record<string, unknown> | undefined> {
  const plugins = await read<Record<string, unknown>[]>(admin.get('/__admin/api/plugins'));
  return plugins.find((plugin) => plugin['name'] === name);
}

async function installed(name: string, given?: Version): Promise<void> {
  await read(send('install', packed(name, given)));
  onTestFinished(async () => {
    await post('disable', { name });
    await post('delete', { name, remove_data: true });
  });
}

const enable = (name: string) => read(post('enable', { name, approve_risk: true }));

const page = async () => (await server.visitor().get('/posts/ink/')).text;

async function lastEntry(action: string): Promise<Record<string, unknown>> {
  const entries = await read<Record<string, unknown>[]>(admin.get('/__admin/api/audit?limit=50'));
  return entries.find((entry) => entry['action'] === action)!;
}

const folders = async () => (await readdir(join(server.project, 'plugins'))).toSorted();

describe('installing', () => {
  test('ADD-PLUG-1: a plugin is reviewed, installed disabled, and runs only after consent', async () => {
    const zip = packed('stamp');
    const review = await read<Review>(send('review', zip));
    expect(review).toMatchObject({
      name: 'stamp',
      version: '1.0.0',
      installed_version: null,
      needs_approval: false,
      permissions: [{ name: 'render', risky: true }],
      changes: [
        { kind: 'permission', name: 'render', change: 'added' },
        { kind: 'filter', name: 'page.html', change: 'added' },
      ],
    });
    expect(await info('stamp')).toBeUndefined();
    await installed('stamp');
    expect(await info('stamp')).toMatchObject({
      enabled: false,
      state: 'off',
      builtin: false,
      previous_version: null,
    });
    expect(await page()).not.toContain('stamp');
    expect(await server.read('plugins/stamp/README.md')).toBe('# Read me\n');
    expectProblem(await post('enable', { name: 'stamp' }), 409, 'approval_of_risk_required');
    await enable('stamp');
    expect(await page()).toContain('<!-- stamp 1.0.0 -->');
    expect(await lastEntry('plugin.install')).toMatchObject({
      target: 'stamp',
      outcome: 'success',
      details: { version: '1.0.0', previous_version: null, permissions: ['render'], hosts: [] },
    });
  });

  test('ADD-PLUG-1: an installed plugin and one that comes with Galley are not replaced', async () => {
    await installed('stamp');
    const answer = await send('install', packed('stamp', { version: '2.0.0' }));
    expectProblem(answer, 409, 'plugin_exists');
    for (const name of ['link-checker', 'aiwriter']) {
      for (const path of ['review', 'install'])
        expectProblem(await send(path, packed(name)), 409, 'plugin_built_in');
      const fields = { confirmation: 'x' };
      expectProblem(await send('update', packed(name), fields), 409, 'plugin_built_in');
      expectProblem(await post('delete', { name }), 409, 'plugin_built_in');
    }
    expect(await info('stamp')).toMatchObject({ version: '1.0.0' });
  });

  test('ADD-PLUG-1: the consent for a plugin whose folder was deleted does not pass to another', async () => {
    await installed('heir');
    await enable('heir');
    await rename(join(server.project, 'plugins/heir'), join(server.project, 'data/heir'));
    await vi.waitFor(async () => expect(await page()).not.toContain('heir'), 30_000);
    await read(send('install', packed('heir', { mark: 'another' })));
    expect(await info('heir')).toMatchObject({ enabled: false, state: 'off' });
    expect(await page()).not.toContain('heir another');
  });
});

describe('updating', () => {
  test('ADD-PLUG-2: an update is shown with its differences, and only the confirmed one applies', async () => {
    const blocks = 'blocks: [card]\nsettings: [{ name: color, type: text }]\n';
    await installed('stamp', { more: `${rendering}jobs: []\n` });
    await enable('stamp');
    const zip = packed('stamp', {
      version: '1.1.0',
      more: rendering + blocks,
      files: {
        'stamp/index.js': `export const filters = { 'page.html': (html) => html.replace('</body>', '<!-- stamp 1.1.0 --></body>') };
export const blocks = { card: () => '' };`,
      },
    });
    const review = await read<Review>(send('review', zip));
    expect(review).toMatchObject({
      installed_version: '1.0.0',
      version: '1.1.0',
      needs_approval: false,
      changes: [
        { kind: 'block', name: 'card', change: 'added' },
        { kind: 'setting', name: 'color', change: 'added' },
      ],
    });
    expect(await page()).toContain('stamp 1.0.0');
    const other = packed('stamp', { version: '1.1.0', mark: 'other' });
    const { confirmation } = review;
    const refusal = await send('update', other, { confirmation });
    expectProblem(refusal, 409, 'plugin_changes_not_confirmed');
    expect(await info('stamp')).toMatchObject({ version: '1.0.0' });
    await read(send('update', zip, { confirmation }));
    expect(await info('stamp')).toMatchObject({
      version: '1.1.0',
      state: 'running',
      previous_version: '1.0.0',
    });
    await vi.waitFor(async () => expect(await page()).toContain('stamp 1.1.0'), 30_000);
    const again = await send('update', zip, { confirmation });
    expectProblem(again, 409, 'plugin_changes_not_confirmed');
  });

  test('ADD-PLUG-3: an update that requests more leaves the old version in use until someone consents', async () => {
    await installed('stamp');
    await enable('stamp');
    const more = 'permissions: [render, network]\nhosts: [example.org]\nfilters: [page.html]\n';
    const zip = packed('stamp', { version: '2.0.0', more });
    const { confirmation, ...review } = await read<Review>(send('review', zip));
    expect(review).toMatchObject({
      needs_approval: true,
      changes: [
        { kind: 'permission', name: 'network', change: 'added' },
        { kind: 'host', name: 'example.org', change: 'added' },
      ],
    });
    const refused = await send('update', zip, { confirmation });
    const problem = expectProblem(refused, 409, 'approval_of_risk_required');
    expect(problem.detail).toContain('example.org');
    expect(await info('stamp')).toMatchObject({ version: '1.0.0', state: 'running' });
    expect(await page()).toContain('stamp 1.0.0');
    expect(await lastEntry('plugin.update')).toMatchObject({ target: 'stamp', outcome: 'denied' });
    await read(send('update', zip, { confirmation, approve_risk: 'true' }));
    expect(await info('stamp')).toMatchObject({ version: '2.0.0', state: 'running' });
    expect(await lastEntry('plugin.update')).toMatchObject({
      target: 'stamp',
      outcome: 'success',
      details: {
        version: '2.0.0',
        previous_version: '1.0.0',
        permissions: ['render', 'network'],
        hosts: ['example.org'],
        approve_risk: true,
      },
    });
  });

  test('ADD-PLUG-3: a disabled plugin stays disabled, and its later consent covers the new permissions', async () => {
    await installed('stamp', { more: 'filters: []\n', files: { 'stamp/index.js': '' } });
    const zip = packed('stamp', { version: '2.0.0' });
    const review = await read<Review>(send('review', zip));
    expect(review['needs_approval']).toBe(false);
    await read(send('update', zip, { confirmation: review.confirmation }));
    expect(await info('stamp')).toMatchObject({ version: '2.0.0', enabled: false });
    expectProblem(await post('enable', { name: 'stamp' }), 409, 'approval_of_risk_required');
  });

  test('ADD-PLUG-3: an update does not renew the consent that an edit on disk had ended', async () => {
    await installed('stamp');
    await enable('stamp');
    const more = 'permissions: [render, storage]\nfilters: [page.html]\n';
    await server.write('plugins/stamp/plugin.yaml', `name: stamp\nversion: 1.0.1\n${more}`);
    const zip = packed('stamp', { version: '1.0.2', more });
    const review = await read<Review>(send('review', zip));
    expect(review).toMatchObject({ changes: [], needs_approval: true });
    const { confirmation } = review;
    expectProblem(await send('update', zip, { confirmation }), 409, 'approval_of_risk_required');
  });

  test('ADD-PLUG-2: an absent plugin is not updated', async () => {
    const answer = await send('update', packed('absent'), { confirmation: 'x' });
    expectProblem(answer, 404, 'plugin_not_found');
  });
});

describe('going back', () => {
  test('ADD-PLUG-4: a rollback exchanges both versions, and asks for consent if the other requests more', async () => {
    await installed('stamp', { more: 'permissions: [render, storage]\nfilters: [page.html]\n' });
    expectProblem(
      await admin.get('/__admin/api/plugins/previous?name=stamp'),
      404,
      'no_previous_version',
    );
    await enable('stamp');
    const zip = packed('stamp', { version: '2.0.0' });
    const { confirmation } = await read<Review>(send('review', zip));
    await read(send('update', zip, { confirmation }));
    await vi.waitFor(async () => expect(await page()).toContain('stamp 2.0.0'), 30_000);
    const previous = () => read<Review>(admin.get('/__admin/api/plugins/previous?name=stamp'));
    const back = await previous();
    expect(back).toMatchObject({
      version: '1.0.0',
      installed_version: '2.0.0',
      needs_approval: true,
      changes: [{ kind: 'permission', name: 'storage', change: 'added' }],
    });
    const body = { name: 'stamp', confirmation: back.confirmation };
    expectProblem(await post('rollback', body), 409, 'approval_of_risk_required');
    expectProblem(
      await post('rollback', { ...body, confirmation: 'x', approve_risk: true }),
      409,
      'plugin_changes_not_confirmed',
    );
    await read(post('rollback', { ...body, approve_risk: true }));
    expect(await info('stamp')).toMatchObject({
      version: '1.0.0',
      previous_version: '2.0.0',
      state: 'running',
    });
    await vi.waitFor(async () => expect(await page()).toContain('stamp 1.0.0'), 30_000);
    const forth = await previous();
    await read(post('rollback', { name: 'stamp', confirmation: forth.confirmation }));
    expect(await info('stamp')).toMatchObject({ version: '2.0.0', previous_version: '1.0.0' });
  });
});

describe('deleting', () => {
  const stored = async () =>
    server.database.db
      .selectFrom('plugin_storage')
      .select('key')
      .where('plugin', '=', 'stamp')
      .execute();

  test.each([true, false])(
    'ADD-PLUG-4: only a disabled plugin is deleted, with its data if asked: %s',
    async (removeData) => {
      await installed('stamp');
      const row = { plugin: 'stamp', key: 'a', value: '1', bytes: 2, updated_at: new Date() };
      await server.database.db.insertInto('plugin_storage').values(row).execute();
      await enable('stamp');
      const body = { name: 'stamp', remove_data: removeData };
      expectProblem(await post('delete', body), 409, 'plugin_enabled');
      const zip = packed('stamp', { version: '2.0.0' });
      const { confirmation } = await read<Review>(send('review', zip));
      await read(send('update', zip, { confirmation }));
      await read(post('disable', { name: 'stamp' }));
      await read(post('delete', body));
      expect(await info('stamp')).toBeUndefined();
      expect((await folders()).filter((name) => name.includes('stamp'))).toEqual([]);
      expect(await stored()).toHaveLength(removeData ? 0 : 1);
      expect(await lastEntry('plugin.delete')).toMatchObject({
        target: 'stamp',
        details: { remove_data: removeData },
      });
      expectProblem(await post('delete', body), 404, 'plugin_not_found');
      await server.database.db.deleteFrom('plugin_storage').execute();
    },
  );

  test('ADD-PLUG-4: a broken folder, and one with the name of an included plugin, can be deleted', async () => {
    await server.write('plugins/torn/plugin.yaml', 'nope');
    await mkdir(join(server.project, 'plugins/link-checker'), { recursive: true });
    await read(post('delete', { name: 'torn' }));
    await read(post('delete', { name: 'link-checker (plugins)' }));
    expect(await folders()).not.toContain('torn');
    expect(await info('link-checker')).toMatchObject({ builtin: true });
  });
});

test('ADD-PLUG-1: one plugin is changed at a time', async () => {
  const { db } = server.database;
  const refused = await tryWithAdvisoryLock(db, 'the installation of a plugin', () =>
    send('install', packed('stamp')),
  );
  expectProblem(refused!, 409, 'plugin_change_running');
  expect(await info('stamp')).toBeUndefined();
});
