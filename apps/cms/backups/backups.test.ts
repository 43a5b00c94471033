import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256 } from '@galley/kernel';
import { expectProblem, TestServer, type Client } from '../fixtures.ts';
import { addToken, beginSession } from '../operations/fixtures.ts';

interface BackupInfo {
  readonly id: string;
  readonly size: number;
  readonly created_at: string;
}

let server: TestServer;
let ada: Client;

beforeAll(async () => {
  const files = { 'content/posts/ink.md': '---\ntitle: Ink\n---\nBlack.\n' };
  server = await TestServer.start({ files });
  ada = await server.signedIn();
});

afterAll(() => server[Symbol.asyncDispose]());

async function make(values: object = {}): Promise<BackupInfo> {
  const answer = await ada.post('/__admin/api/backups/create', { name: 'nightly', ...values });
  expect(answer.status).toBe(200);
  return answer.json<BackupInfo>();
}

const folder = (): string => join(server.project, '.service/backups');

test('a backup is created, listed, verified and deleted (CMS-BAK-1)', async () => {
  const before = new Date();
  const backup = await make({ include_database: true, include_media: false });
  expect(backup).toEqual({
    id: expect.stringMatching(/^nightly-\d{4}-\d\d-\d\dT\d{6}Z\.zip$/) as string,
    name: 'nightly',
    created_by: 'ada',
    type: 'content+database',
    size: (await readFile(join(folder(), backup.id))).length,
    created_at: expect.any(String) as string,
    include_media: false,
    encrypted: false,
  });
  expect(new Date(backup.created_at).getTime()).toBeGreaterThanOrEqual(before.getTime() - 1_000);
  expect((await ada.get('/__admin/api/backups')).json<unknown>()).toEqual([backup]);
  const verified = await ada.post('/__admin/api/backups/verify', { id: backup.id });
  expect(verified.json()).toMatchObject({ ok: true, size: backup.size });
  expect((await ada.post('/__admin/api/backups/delete', { id: backup.id })).json()).toEqual({
    ok: true,
  });
  expect((await ada.get('/__admin/api/backups')).json<unknown>()).toEqual([]);
});

describe('a download', () => {
  const download = (id: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${server.url}/__admin/api/backups/download?id=${id}`, {
      method,
      headers: { cookie: ada.cookie!, ...headers },
    });

  /** Bypasses `fetch`, which would send `cache-control: no-cache`. */
  const statusOf = async (id: string, headers: Record<string, string>): Promise<number> => {
    const address = `${server.url}/__admin/api/backups/download?id=${id}`;
    const asked = request(address, { headers: { cookie: ada.cookie!, ...headers } }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode!;
  };

  test('returns the archive as a file with its name (GAP-BAK-2)', async () => {
    const { id, size } = await make();
    const answer = await download(id);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename=${id}`,
      'content-length': String(size),
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(sha256(bytes)).toBe(sha256(await readFile(join(folder(), id))));
    const head = await download(id, {}, 'HEAD');
    expect([head.headers.get('content-length'), await head.text()]).toEqual([String(size), '']);
  });

  test('supports ranges and resumes while the file is unchanged', async () => {
    const { id, size } = await make();
    const whole = await readFile(join(folder(), id));
    const etag = (await download(id, {}, 'HEAD')).headers.get('etag')!;
    expect(etag).toMatch(/^"[\w-]+"$/);
    const rest = await download(id, { range: 'bytes=10-', 'if-range': etag });
    expect([rest.status, rest.headers.get('content-range')]).toEqual([
      206,
      `bytes 10-${size - 1}/${size}`,
    ]);
    expect(Buffer.from(await rest.arrayBuffer())).toEqual(whole.subarray(10));
    expect((await download(id, { range: 'bytes=10-', 'if-range': '"other"' })).status).toBe(200);
    const beyond = await download(id, { range: `bytes=${size}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
    expect(await statusOf(id, { 'if-none-match': etag })).toBe(304);
  });

  test('is recorded, because it discloses all content', async () => {
    const { id } = await make();
    await download(id);
    const log = await ada.get('/__admin/api/audit?action=backup.download');
    expect(log.json<unknown[]>()[0]).toMatchObject({
      actor: 'ada',
      target: id,
      outcome: 'success',
    });
  });

  test('needs a recent password confirmation, as deleting does', async () => {
    const { id } = await make();
    await server.addUser({ username: 'olga', role: 'admin' });
    const confirmedAt = new Date(Date.now() - 11 * 60_000);
    const olga = await beginSession(server, 'olga', { confirmedAt });
    for (const answer of [
      await olga.get(`/__admin/api/backups/download?id=${id}`),
      await olga.post('/__admin/api/backups/delete', { id }),
    ])
      expectProblem(answer, 403, 'reauthentication_required');
    const { headers } = await addToken(server, 'olga', { scopes: ['*'] });
    expect((await download(id, { cookie: '', ...headers })).status).toBe(403);
  });
});

test('an invalid backup cannot be downloaded, deleted or verified', async () => {
  await writeFile(join(folder(), 'broken.zip'), 'PK');
  for (const id of ['none.zip', 'broken.zip', '../../galley.yaml', '/etc/passwd'])
    for (const answer of [
      await ada.get(`/__admin/api/backups/download?id=${id}`),
      await ada.post('/__admin/api/backups/delete', { id }),
      await ada.post('/__admin/api/backups/verify', { id }),
    ])
      expectProblem(answer, 404, 'not_found');
});

test('a modified backup is reported as broken', async () => {
  const { id } = await make();
  const path = join(folder(), id);
  await writeFile(path, (await readFile(path, 'latin1')).replace('Black', 'Blank'), 'latin1');
  expectProblem(await ada.post('/__admin/api/backups/verify', { id }), 422, 'invalid_archive');
});

test('a backup request takes a name and no unknown fields', async () => {
  for (const values of [{}, { name: ' ' }, { name: 'x', media: true }, { name: 'x\0' }])
    expectProblem(await ada.post('/__admin/api/backups/create', values), 400, 'invalid_request');
});

test('with backup.on_change, saving a document is followed by a backup (CMS-BAK-2)', async () => {
  await using other = await TestServer.start({
    config: { backup: { on_change: true, debounce: '1s', interval: '1s' } },
  });
  const bo = await other.signedIn();
  const document = { type: 'post', lang: 'en', title: 'New', content: 'New.' };
  const made = await bo.post('/__admin/api/documents/create', document);
  expect(made.status).toBe(200);
  await expect
    .poll(async () => (await bo.get('/__admin/api/backups')).json<unknown>(), { timeout: 30_000 })
    .toMatchObject([{ name: 'on-change', created_by: 'galley' }]);
});
