import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { silentLogger } from '@galley/kernel';
import { examineProject } from '../doctor/examine-project.ts';
import { TestServer, type Client } from '../fixtures.ts';

const api = '/__admin/api';
const file = 'content/config/site.yaml';
const strict = 'title: Quoin\neditorial: { require_approval: true }\n';
const open = 'title: Quoin\neditorial: { require_approval: false, independence: last_editor }\n';
const relaxed = {
  'editorial.require_approval': { old: true, new: false },
  'editorial.independence': { old: 'contributors', new: 'last_editor' },
};

interface Entry {
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly details: { readonly changes?: object; readonly cause?: string };
}

let server: TestServer;
let ada: Client;

beforeAll(async () => {
  server = await TestServer.start({ files: { [file]: strict } });
  ada = await server.signedIn();
});

afterAll(() => server[Symbol.asyncDispose]());

async function entries(of = 'external', at = ada): Promise<Entry[]> {
  const items = (await at.get(`${api}/audit?actor=${of}`)).json<Entry[]>();
  return items.filter(({ action }) => /^(settings|custom_fields)\.save$/.test(action));
}

async function editorialCheck() {
  const { checks } = await examineProject({
    projectDirectory: server.project,
    overlays: [],
    logger: silentLogger,
    environment: { DATABASE_URL: server.database.url },
    verifyHistory: false,
  });
  return checks.find(({ name }) => name === 'editorial_settings');
}

test('ADD-SET-1: an approval rule relaxed on disk is audited once, and the doctor warns', async () => {
  expect(await entries()).toEqual([]);
  expect(await editorialCheck()).toMatchObject({ status: 'ok' });
  await using beside = await TestServer.beside(server);
  await server.write(file, open);
  for (const one of [server, beside]) {
    const client = await one.signedIn();
    const shown = async () =>
      (await client.get(`${api}/settings/form?section=editorial`)).json<{ values: object }>();
    await vi.waitFor(
      async () =>
        expect(await shown()).toMatchObject({ values: { 'editorial.require_approval': false } }),
      20_000,
    );
    await vi.waitFor(() => expect(one.log.join()).toContain('site settings changed'), 20_000);
  }
  expect(await entries()).toMatchObject([
    {
      action: 'settings.save',
      target: 'config/site.yaml',
      details: { cause: 'disk', changes: relaxed },
    },
  ]);
  expect([...server.log, ...beside.log].join()).toContain('editorial settings changed on disk');
  expect(await editorialCheck()).toMatchObject({ status: 'warning' });
});

test('ADD-SET-1: a file that is emptied before it is written relaxes nothing', async () => {
  await using own = await TestServer.start({ files: { [file]: strict } });
  const owner = await own.signedIn();
  await own.write(file, '');
  await vi.waitFor(() => expect(own.log.join()).toContain('is empty, looking again'), 20_000);
  await own.write(file, strict.replace('Quoin', 'Galley proof'));
  const changes = async () =>
    (await entries('external', owner)).map(({ details }) => details.changes);
  await vi.waitFor(async () => expect(await changes()).not.toEqual([]), 20_000);
  expect(await changes()).toEqual([{ title: { old: 'Quoin', new: 'Galley proof' } }]);
});

test('a change in the admin is audited only there, and the doctor does not warn', async () => {
  for (const required of [true, false]) {
    const values = { 'editorial.require_approval': required, 'editorial.independence': null };
    const body = { section: 'editorial', values };
    expect((await ada.post(`${api}/settings/form/save`, body)).status).toBe(200);
  }
  const fields = { types: { post: [{ name: 'size', type: 'text' }] } };
  expect((await ada.post(`${api}/custom-fields/save`, fields)).status).toBe(200);
  expect(await entries()).toHaveLength(1);
  expect(await entries('ada')).toHaveLength(3);
  expect(await editorialCheck()).toMatchObject({ status: 'ok' });
});

test('edits made while no server runs are audited at the next start, with secrets masked', async () => {
  await server.write(file, strict);
  await server.write('content/config/plugins.yaml', 'mailer: { api_key: k-1, from: ada }\n');
  await vi.waitFor(async () => expect(await entries()).toHaveLength(3), 20_000);
  await server.leave();
  await server.write('content/config/plugins.yaml', 'mailer: { api_key: k-2, from: bo }\n');
  await server.write('content/config/custom-fields.yaml', 'types: {}\n');
  await server.write(file, open);
  await using later = await TestServer.beside(server);
  const found = await entries('external', await later.signedIn());
  expect(found.slice(0, 3).map(({ target }) => target)).toEqual(
    expect.arrayContaining([
      'config/custom-fields.yaml',
      'config/plugins.yaml',
      'config/site.yaml',
    ]),
  );
  expect(found.find(({ target }) => target === 'config/site.yaml')!.details.changes).toEqual(
    relaxed,
  );
  const text = JSON.stringify(found);
  expect(text).toContain('mailer');
  expect(text).not.toMatch(/k-[12]/);
});
