import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findChildren, withTableHeld } from '@galley/testing';
import { TestServer, type Client } from '../fixtures.ts';

let server: TestServer;
let admin: Client;

interface Build {
  readonly id: string;
  readonly status: string;
  readonly reason: string;
  readonly requested_by: string | null;
  readonly full: boolean;
  readonly result: { readonly files: number; readonly rendered: number } | null;
  readonly error: string | null;
}

beforeAll(async () => {
  server = await TestServer.start({
    files: { 'content/posts/ink.md': '---\ntitle: Ink\n---\n[No](/no/)\n' },
  });
  admin = await server.signedIn();
});

afterAll(() => server[Symbol.asyncDispose]());

const status = async () =>
  (await admin.get('/__admin/api/operations')).json<Record<string, unknown>>();
const builds = async () => (await admin.get('/__admin/api/operations/builds')).json<Build[]>();
const rebuild = (body?: object) => admin.post('/__admin/api/operations/rebuild', body);

const finished = (count: number) =>
  vi.waitFor(
    async () => {
      const all = await builds();
      expect(all.filter((one) => ['done', 'failed'].includes(one.status))).toHaveLength(count);
      return all;
    },
    { timeout: 30_000, interval: 20 },
  );

describe('CMS-SYS-5, CMS-SYS-6: builds of the static output', () => {
  test('are idle before the first build (CMS-RES-19)', async () => {
    expect(await status()).toMatchObject({
      status: 'idle',
      last_build: null,
      build_duration: null,
      queue_length: 0,
      next_due_at: null,
      last_run_at: null,
      overdue: 0,
    });
  });

  test('run on request and keep a log', async () => {
    expect((await rebuild()).json()).toEqual({ ok: true });
    const [build] = await finished(1);
    expect(build).toMatchObject({
      status: 'done',
      reason: 'request',
      requested_by: 'ada',
      full: false,
      error: null,
      result: { findings: 1 },
    });
    // The files of the search index are no pages.
    expect(build!.result!.rendered).toBeLessThan(build!.result!.files);
    const after = await status();
    expect(after).toMatchObject({ status: 'idle', queue_length: 0 });
    expect(typeof after['last_build']).toBe('string');
    expect(after['build_duration']).toBeGreaterThan(0);
    const { log } = (await admin.get(`/__admin/api/operations/build?id=${build!.id}`)).json<{
      log: { level: string; message: string }[];
    }>();
    expect(log.map(({ level, message }) => [level, message])).toEqual([
      ['info', expect.stringMatching(/^Rendered \d+ pages and files/)],
      ['warning', 'posts/ink.md, line 1: no public page at /no/'],
    ]);
    const file = join(server.project, 'public/posts/ink/index.html');
    expect(await readFile(file, 'utf8')).toBe((await server.visitor().get('/posts/ink/')).text);
  });

  test('report a failure with its reason until the next success', async () => {
    const before = (await builds()).length;
    await server.write('themes/mine/theme.yaml', 'name: mine\nversion: 1.0.0\n');
    for (const name of ['page', 'list', 'term', 'terms', '404'])
      await server.write(
        `themes/mine/layouts/${name}.liquid`,
        '{{ page.title }}{% assign d = page.nothing | date: x %}{% for i in (1..99999999) %}.{% endfor %}',
      );
    const switched = await admin.post('/__admin/api/themes/switch', { name: 'mine' });
    expect(switched.status).toBe(200);
    await rebuild();
    const all = await finished(before + 1);
    expect(all[0]).toMatchObject({ status: 'failed', result: null });
    expect(all[0]!.error).toMatch(
      /could not be rendered: layouts\/list\.liquid, line 1, column \d+: /,
    );
    expect(await status()).toMatchObject({ status: 'failed' });
    await admin.post('/__admin/api/themes/switch', { name: 'default' });
  });

  test('report a failure when the process is killed; all requests that arrive meanwhile lead to one build in a new process (GAP-BAK-3)', async () => {
    const before = (await builds()).length;
    await withTableHeld(server.database.db, 'published_documents', async () => {
      await rebuild();
      const [pid] = await vi.waitFor(
        async () => {
          expect(await status()).toMatchObject({ status: 'building', queue_length: 0 });
          const pids = await findChildren(process.pid, 'run-build-process');
          expect(pids).toHaveLength(1);
          return pids;
        },
        { timeout: 30_000, interval: 20 },
      );
      for (const body of [{}, { full: true }, {}]) await rebuild(body);
      expect(await status()).toMatchObject({ status: 'building', queue_length: 1 });
      process.kill(pid!, 'SIGKILL');
      const all = await finished(before + 1);
      expect(all.find((one) => one.status === 'failed')).toMatchObject({
        error: expect.stringMatching(/ended before it was finished \(SIGKILL\)/) as string,
      });
    });
    const all = await finished(before + 2);
    expect(all[0]).toMatchObject({ status: 'done', full: true });
    expect(await status()).toMatchObject({ status: 'idle' });
  });

  test('answer 404 for unknown builds', async () => {
    const answer = await admin.get('/__admin/api/operations/build?id=none');
    expect([answer.status, answer.json<{ code: string }>().code]).toEqual([404, 'not_found']);
  });
});

test('a process that updates the output is replaced when it dies', async () => {
  const config = { build: { on_publish: true } };
  const first = await TestServer.start({
    config,
    files: { 'content/posts/ink.md': '---\ntitle: Ink\n---\nBlack.\n' },
  });
  const second = await TestServer.beside(first, { config });
  const shows = (text: string) =>
    vi.waitFor(
      async () =>
        expect(
          await readFile(join(first.project, 'public/posts/ink/index.html'), 'utf8'),
        ).toContain(text),
      { timeout: 30_000, interval: 20 },
    );
  await shows('Black.');
  const editor = await second.signedIn();
  const save = (text: string) =>
    editor.post('/__admin/api/documents/save', {
      path: 'posts/ink.md',
      content: `---\ntitle: Ink\nworkflow: published\n---\n${text}\n`,
    });
  expect((await save('Blacker.')).status).toBe(200);
  await shows('Blacker.');
  await first.leave();
  expect((await save('Blackest.')).status).toBe(200);
  await shows('Blackest.');
  await second[Symbol.asyncDispose]();
  await first[Symbol.asyncDispose]();
});
