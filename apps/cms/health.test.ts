import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectProblem, TestServer, type Answer } from './fixtures.ts';

interface Report {
  readonly status: string;
  readonly checks: Readonly<Record<string, { readonly ok: boolean; readonly error?: string }>>;
}

const names = ['admin', 'storage.content', 'storage.data', 'storage.public', 'storage.themes'];
const allNames = [...names, 'storage.plugins', 'database'];
const ink = { 'content/posts/ink.md': '---\ntitle: Ink\n---\nBlack.\n' };

async function ask(server: TestServer): Promise<Answer & { report: Report }> {
  const answer = await server.visitor().get('/__health');
  return { ...answer, report: answer.json<Report>() };
}

function failing({ checks }: Report): string[] {
  return Object.entries(checks).flatMap(([name, { ok }]) => (ok ? [] : [name]));
}

/** Every file of the project, dot files too, apart from what the test was given. */
async function leftOvers(server: TestServer): Promise<string[]> {
  const files = await readdir(server.project, { recursive: true });
  return files.filter((file) => file.includes('.tmp') || file.includes('galley-health'));
}

test('a healthy server is 200, and says what it is and what it looked at (CMS-HEALTH-1, CMS-HEALTH-2, CMS-HEALTH-4, CMS-RES-30, GAP-HLT-1)', async () => {
  await using server = await TestServer.start({ files: ink });
  const answer = await ask(server);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'application/json; charset=utf-8',
  ]);
  expect(answer.report).toEqual({
    status: 'healthy',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
    commit: expect.stringMatching(/^([0-9a-f]{40})?$/) as string,
    managed: false,
    admin_ready: true,
    generated_at: expect.stringMatching(/^20\d\d-.*Z$/) as string,
    checks: Object.fromEntries(allNames.map((name) => [name, { ok: true }])),
  });
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(await leftOvers(server)).toEqual([]);
});

test('a managed process says so, and which one it is (CMS-RES-30)', async () => {
  const environment = { GALLEY_MANAGED: 'true', GALLEY_INSTANCE_ID: 'news-1' };
  await using server = await TestServer.start({ environment });
  expect((await ask(server)).report).toMatchObject({ managed: true, instance_id: 'news-1' });
});

test('HEAD is the same without a body; other methods are 405; nothing is kept (CMS-HEALTH-3, CMS-ERR-1)', async () => {
  await using server = await TestServer.start();
  const visitor = server.visitor();
  const get = await visitor.get('/__health?probe=1');
  const head = await visitor.send('/__health', { method: 'HEAD' });
  expect([head.status, head.text]).toEqual([200, '']);
  expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
  expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
  const refused: Answer[] = [];
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    refused.push(await visitor.send('/__health', { method }));
  }
  for (const { status, headers, text } of refused) {
    expect([status, headers.get('allow'), text]).toEqual([405, 'GET, HEAD', '']);
  }
  for (const { headers } of [get, head, ...refused]) {
    expect(headers.get('cache-control')).toBe('no-store');
  }
});

describe('a directory that cannot be used', () => {
  test('degrades the server, by its name and not its path, until it is back (CMS-HEALTH-2, CMS-HEALTH-4)', async () => {
    await using server = await TestServer.start({ files: ink });
    for (const name of ['content', 'data', 'public', 'themes', 'plugins']) {
      const directory = join(server.project, name);
      await rename(directory, `${directory}-elsewhere`);
      await writeFile(directory, 'no directory');

      const { status, report, text } = await ask(server);
      expect([status, report.status, failing(report)]).toEqual([
        503,
        'degraded',
        [`storage.${name}`],
      ]);
      expect(report).toMatchObject({ admin_ready: true });
      expect(report.checks[`storage.${name}`]!.error).toMatch(/^[a-z ]+$/);
      expect(text).not.toContain(server.project);
      expect(text).not.toMatch(/ENOTDIR|\/|\\/);
      const head = await server.visitor().send('/__health', { method: 'HEAD' });
      expect([head.status, head.text]).toEqual([503, '']);

      await rm(directory);
      expect(failing((await ask(server)).report)).toEqual([`storage.${name}`]);
      await rename(`${directory}-elsewhere`, directory);
      expect((await ask(server)).status).toBe(200);
    }
    expect(await leftOvers(server)).toEqual([]);
  });
});

test('a disabled admin degrades the server, and is not there (CMS-HEALTH-4, CMS-HEALTH-5, GAP-PROJ-4)', async () => {
  await using server = await TestServer.start({
    config: { admin: { enabled: false } },
    files: ink,
  });
  const { status, report } = await ask(server);
  expect([status, report.status, failing(report)]).toEqual([503, 'degraded', ['admin']]);
  expect(report).toMatchObject({ admin_ready: false });
  const visitor = server.visitor();
  for (const path of ['/__admin/', '/__admin/api/session', '/__admin/api/openapi.json']) {
    expect((await visitor.get(path)).status).toBe(404);
  }
  expect((await visitor.get('/posts/ink/')).status).toBe(200);
});

test('a server that is about to stop says so, and answers all the same until then (CMS-HEALTH-2, CMS-HEALTH-6)', async () => {
  const config = { server: { shutdown_delay: '1s' } };
  await using server = await TestServer.start({ files: ink, config });
  const stopped = server.leave();
  const { status, report } = await ask(server);
  expect([status, failing(report)]).toEqual([503, ['server']]);
  const page = await server.visitor().get('/posts/ink/');
  expect([page.status, page.headers.get('connection')]).toEqual([200, 'close']);
  await stopped;
  await expect(server.visitor().get('/posts/ink/')).rejects.toThrow('fetch failed');
});

describe('a database that is away', () => {
  test('degrades the server, whose other answers are 503 and come back by themselves (CMS-HEALTH-2, CMS-HEALTH-6, GAP-ERR-2)', async () => {
    await using server = await TestServer.start({ files: ink, cuttable: true });
    const client = await server.signedIn();
    const visitor = server.visitor();
    const save = { path: 'posts/ink.md', content: 'Blue.\n' };

    await server.withoutDatabase(async () => {
      const { status, report, text } = await ask(server);
      expect([status, report.status, failing(report)]).toEqual([503, 'degraded', ['database']]);
      expect(text).not.toMatch(/ECONN|127\.0\.0\.1|postgres|\//);
      const answers = [
        await visitor.get('/__platform/api/collections'),
        await visitor.get('/posts/ink/'),
        await visitor.post('/__admin/api/login', { username: 'ada', password: 'x' }),
        await client.get('/__admin/api/documents'),
        await client.get('/__admin/api/session'),
        await client.post('/__admin/api/documents/save', save),
        await client.post('/__admin/api/logout'),
      ];
      for (const answer of answers) {
        expectProblem(answer, 503, 'unavailable');
        expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      }
      expect((await visitor.get('/__platform/api/site')).status).toBe(200);
      expect((await visitor.get('/assets/theme.css')).status).toBe(200);
    });

    expect((await ask(server)).status).toBe(200);
    expect((await client.post('/__admin/api/documents/save', save)).status).toBe(200);
    expect((await visitor.get('/posts/ink/')).status).toBe(200);
    expect(await server.read('content/posts/ink.md')).toContain('Blue.');
  });

  test('in the middle of requests costs them an answer of 503, and the server nothing', async () => {
    await using server = await TestServer.start({ files: ink, cuttable: true });
    const client = await server.signedIn();
    const saves = Array.from({ length: 20 }, (_, at) =>
      client.post('/__admin/api/documents/save', { path: 'posts/ink.md', content: `${at}\n` }),
    );
    await Promise.race(saves);
    await server.withoutDatabase(async () => {
      for (const answer of await Promise.all(saves)) {
        if (answer.status !== 200) expectProblem(answer, 503, 'unavailable');
      }
    });
    const { raw_body } = (await client.get('/__admin/api/document?path=posts/ink.md')).json();
    expect(await server.read('content/posts/ink.md')).toContain(`---\n${raw_body as string}`);
  });
});
