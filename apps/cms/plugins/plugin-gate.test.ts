import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLogger } from '@galley/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../client.fixtures.ts';
import { expectProblem, TestServer, type Client } from '../fixtures.ts';
import { Importer, ok, zipped } from '../importing/imports.fixtures.ts';
import { examineProject } from '../doctor/examine-project.ts';
import { enable, eventually } from './fixtures.ts';
import { listPlugins } from './plugins-by-hand.ts';

/** Behaves as the summary of a document says, and lets everything else pass. */
const moody = {
  'plugins/moody/plugin.yaml': `
name: moody
version: 1.0.0
permissions: [check, documents.read, storage]
checks: [document.save, document.publish]
`,
  'plugins/moody/index.js': `
import { documents } from 'galley';
const act = (document, when) => {
  const [mode, at] = String(document.frontmatter.summary).split(' at ');
  if (at !== when) return undefined;
  if (mode === 'crash') throw new Error('no paper');
  if (mode === 'hang') for (;;) {}
  if (mode === 'sleep') return new Promise(() => {});
  if (mode === 'nonsense') return { yes: true };
  if (mode === 'peep') return documents.list({}).then(() => undefined, ({ message }) => message);
  if (mode === 'swear') return [
    'one\\u0000\\u202e\\nline ' + 'x'.repeat(9000),
    { field: '../<b>', message: 'odd' },
    ...Array.from({ length: 100 }, () => 'again'),
  ];
  if (mode === 'later') return document.status === 'published' ? 'Not any more.' : undefined;
  return mode === 'refuse' ? [{ field: 'image', message: 'Add a cover.' }, 'Nobody likes it.'] : undefined;
};
export const checks = {
  'document.save': (document) => act(document, 'save'),
  'document.publish': (document) => act(document, 'publish'),
};
`,
};

const api = '/__admin/api';
let server: TestServer;
let admin: Client;
let count = 0;

beforeAll(async () => {
  server = await TestServer.start({ files: moody });
  admin = await enable(server, 'moody');
});

afterAll(() => server[Symbol.asyncDispose]());

function create(summary: string, more: object = {}): Promise<Answer> {
  count += 1;
  const frontmatter = { summary, ...more };
  const document = { type: 'post', lang: 'en', title: `T${count}`, slug: `t${count}` };
  return admin.post(`${api}/documents/create`, { ...document, content: 'Text.\n', frontmatter });
}

async function created(summary: string): Promise<string> {
  const answer = await create(summary);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.json<{ path: string }>().path;
}

const publish = (path: string): Promise<Answer> =>
  admin.post(`${api}/documents/status`, { path, status: 'published' });

async function statusOf(path: string): Promise<string> {
  const answer = await admin.get(`${api}/document?path=${path}`);
  return answer.json<{ status: string }>().status;
}

interface Listed {
  readonly name: string;
  readonly state: string;
  readonly blocks_publishing: string | null;
}

async function moodyState(): Promise<Listed> {
  const all = (await admin.get(`${api}/plugins`)).json<Listed[]>();
  return all.find(({ name }) => name === 'moody')!;
}

/** ADD-PLUG-14: on the command line, which runs no plugins. */
async function expectNamed(reason: string | null): Promise<void> {
  const project = {
    projectDirectory: server.project,
    overlays: [],
    environment: { DATABASE_URL: server.database.url },
    logger: silentLogger,
  };
  const [listed, { checks }] = await Promise.all([
    listPlugins(project),
    examineProject({ ...project, verifyHistory: false }),
  ]);
  const { blocks_publishing: found } = listed.find(({ name }) => name === 'moody')!;
  const check = checks.find(({ name }) => name === 'publication_checks');
  if (reason === null) {
    expect([found, check?.status]).toEqual([null, 'ok']);
    return;
  }
  expect(found).toContain(reason);
  expect(check).toMatchObject({ status: 'error' });
  expect(check!.message).toMatch(/^Nothing can be published: moody cannot check publications\. /);
  expect(check!.message).toContain(reason);
}

describe('ADD-PLUG-7: a plugin refuses', () => {
  test('a publication, at the field, by every way that publishes; nothing changes', async () => {
    const path = await created('refuse at publish');
    const problem = expectProblem(await publish(path), 422, 'invalid_fields');
    expect(problem.detail).toBe(
      'It cannot be published yet: frontmatter.image: Add a cover. (plugin moody); Nobody likes it. (plugin moody).',
    );
    expect(problem.errors).toMatchObject([
      {
        path: 'frontmatter.image',
        code: 'refused_by_plugin',
        params: { text: 'Add a cover.', plugin: 'moody' },
      },
      { path: '', code: 'refused_by_plugin' },
    ]);
    expect(await statusOf(path)).toBe('draft');
    const bulk = await admin.post(`${api}/documents/bulk/status`, {
      paths: [path],
      status: 'published',
    });
    expect(bulk.text).toContain('Add a cover.');
    const frontmatter = { summary: 'refuse at publish', workflow: 'published' };
    expectProblem(await create('refuse at publish', frontmatter), 422, 'invalid_fields');
    const saved = await admin.post(`${api}/documents/save`, { path, content: 'x', frontmatter });
    expectProblem(saved, 422, 'invalid_fields');
    expect(await statusOf(path)).toBe('draft');
    const good = { ...frontmatter, summary: 'fine' };
    ok(await admin.post(`${api}/documents/save`, { path, content: 'x', frontmatter: good }));
    expect(await statusOf(path)).toBe('published');
  });

  test('a save, and not a mere change of the status', async () => {
    expectProblem(await create('refuse at save'), 422, 'invalid_fields');
    const path = await created('fine');
    const frontmatter = { summary: 'refuse at save' };
    const input = { path, content: 'Changed.\n', frontmatter };
    expectProblem(await admin.post(`${api}/documents/save`, input), 422, 'invalid_fields');
    expect(await server.read(`content/${path}`)).not.toContain('Changed');
    ok(await publish(path));
  });

  test('with bounded texts of one line, at most twenty, and no odd places', async () => {
    const { errors } = expectProblem(await create('swear at save'), 422, 'invalid_fields');
    expect(errors).toHaveLength(20);
    const [first, second] = errors as unknown as { path: string; params: { text: string } }[];
    expect(first!.params.text).toMatch(/^one line x+…$/);
    expect(first!.params.text.length).toBeLessThanOrEqual(501);
    expect(second).toMatchObject({ path: '', params: { text: 'odd' } });
  });

  test('and cannot call functions of its permissions meanwhile', async () => {
    const { detail } = expectProblem(await create('peep at save'), 422, 'invalid_fields');
    expect(detail).toContain('checks and validators cannot call documents.list');
  });

  test('edits on disk, which have happened already, are not refused', async () => {
    await server.write('content/posts/disk.md', '---\ntitle: D\nsummary: refuse at save\n---\nD\n');
    await eventually(
      () => admin.get(`${api}/document?path=posts/disk.md`),
      ({ status }) => status === 200,
    );
  });

  test('pages of an import, in its own process, each with the reason; its dry run says so before (ADD-IMP-16)', async () => {
    const ada = new Importer(await server.signedIn());
    const page = (summary: string) =>
      `---\ntitle: A\ndate: 2024-01-02\nsummary: ${summary}\n---\nB\n`;
    const { id, counts } = await ada.upload(
      'hugo',
      zipped({
        'old/content/posts/bad.md': page('refuse at save'),
        'old/content/posts/good.md': page('fine'),
        'old/content/posts/unready.md': page('refuse at publish'),
      }),
    );
    expect(counts).toMatchObject({ new: 1, skipped: 2 });
    const skipped = async () => (await ada.rows(id, { show: 'skipped' })).items;
    const announced = await skipped();
    const reasons = announced.map((item) => ('reason' in item ? item.reason : ''));
    expect(reasons.join('\n')).toMatch(/cannot be saved: [^]*cannot be published yet: /);
    await ada.started(id, true);
    expect((await ada.untilEnded()).counts).toMatchObject({ new: 1, skipped: 2 });
    expect(await skipped()).toEqual(announced);

    const changed = await ada.upload(
      'hugo',
      zipped({ 'old/content/posts/good.md': page('refuse at publish') }),
    );
    expect(changed.counts).toMatchObject({ changed: 0, skipped: 1 });
  }, 60_000);

  test('a scheduled publication: the schedule says why, and the people are told', async () => {
    const path = await created('later at publish');
    const at = new Date(Date.now() + 1_000).toISOString();
    const planned = { path, status: 'scheduled', scheduled_publish_at: at };
    ok(await admin.post(`${api}/documents/status`, planned));
    interface Act {
      readonly path: string;
      readonly reason: string | null;
    }
    const [act] = await eventually(
      async () => {
        const answer = await admin.get(`${api}/documents/schedule`);
        return answer.json<{ items: Act[] }>().items.filter((item) => item.path === path);
      },
      ([found]) => typeof found?.reason === 'string',
    );
    expect(act!.reason).toContain('Not any more. (plugin moody)');
    expect(await statusOf(path)).toBe('scheduled');
    const told = await eventually(
      () => admin.get(`${api}/notifications`),
      ({ text }) => text.includes(path),
    );
    expect(told.text).toContain('Not any more.');
  });
});

describe('ADD-PLUG-8, ADD-PLUG-14: a plugin that fails', () => {
  test.each(['crash', 'sleep', 'hang', 'nonsense'])(
    'by %s: a save goes through, a publication does not',
    async (mode) => {
      const path = await created(`${mode} at save`);
      expect(server.log.join('\n')).toContain('saved without the check of a plugin');
      const frontmatter = { summary: `${mode} at publish` };
      ok(await admin.post(`${api}/documents/save`, { path, content: 'y\n', frontmatter }));
      const problem = expectProblem(await publish(path), 502, 'check_failed');
      expect(problem.detail).toContain('the plugin moody has to check publications');
      expect(await statusOf(path)).toBe('draft');
      await admin.post(`${api}/plugins/disable`, { name: 'moody' });
      await enable(server, 'moody');
    },
    60_000,
  );

  test('too often is disabled, and publications still wait for it until it is disabled by hand', async () => {
    const path = await created('crash at publish');
    for (let time = 0; time < 5; time += 1) expectProblem(await publish(path), 502, 'check_failed');
    const listed = await eventually(moodyState, ({ state }) => state === 'failed');
    expect(listed.blocks_publishing).toContain('no paper');
    await expectNamed('no paper');
    const fine = await created('fine');
    expectProblem(await publish(fine), 502, 'check_failed');
    ok(await admin.post(`${api}/plugins/disable`, { name: 'moody' }));
    expect((await moodyState()).blocks_publishing).toBeNull();
    await expectNamed(null);
    ok(await publish(fine));
    await enable(server, 'moody');
  });

  test('to be read, because its files are broken or gone, lets nothing be published either', async () => {
    const path = await created('fine');
    await expectNamed(null);
    const code = await server.read('plugins/moody/index.js');
    await server.write('plugins/moody/index.js', `throw new Error('no pen');`);
    await expectNamed('no pen');
    await server.write('plugins/moody/index.js', code);
    await server.write('plugins/moody/plugin.yaml', 'name: [');
    await eventually(moodyState, ({ blocks_publishing: reason }) => reason !== null);
    expectProblem(await publish(path), 502, 'check_failed');
    await rm(join(server.project, 'plugins/moody'), { recursive: true });
    await eventually(
      async () => (await publish(path)).text,
      (text) => text.includes('its folder is missing'),
    );
    await expectNamed('its folder is missing');
    ok(await admin.post(`${api}/plugins/disable`, { name: 'moody' }));
    ok(await publish(path));
  });
});
