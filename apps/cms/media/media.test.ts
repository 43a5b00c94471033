import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request, type ClientRequest } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  expectProblem,
  TestServer,
  type Answer,
  type Client,
  type UploadForm,
} from '../fixtures.ts';

const api = '/__admin/api';
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"/>';

const photograph = Buffer.from(
  'UklGRoABAABXRUJQVlA4WAoAAAAIAAAABwAABwAAVlA4IBYAAAAwAQCdASoIAAgADMDOJaQAA3AAzQAARVhJRkQBAABFeGlmAABJ' +
    'SSoACAAAAAgADwECAAsAAAB+AAAAEgEDAAEAAAABAAAAGgEFAAEAAABuAAAAGwEFAAEAAAB2AAAAKAEDAAEAAAACAAAAEwIDAAEA' +
    'AAABAAAAaYcEAAEAAACKAAAAJYgEAAEAAADYAAAAAAAAADhjAADoAwAAOGMAAOgDAABLYW1lcmF3ZXJrAAAGAACQBwAEAAAAMDIx' +
    'MAGRBwAEAAAAAQIDAACgBwAEAAAAMDEwMAGgAwABAAAA//8AAAKgBAABAAAACAAAAAOgBAABAAAACAAAAAAAAAAEAAEAAgACAAAA' +
    'UwAAAAIABQADAAAAJgEAAAMAAgACAAAARQAAAAQABQADAAAADgEAAAAAAAASAAAAAQAAAAAAAAABAAAAAAAAAAEAAAAhAAAAAQAA' +
    'AB4AAAABAAAAJAAAAAEAAAA=',
  'base64',
);

interface MediaItem {
  readonly path: string;
  readonly url: string;
  readonly duplicates: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly metadata_revision: string;
  readonly [field: string]: unknown;
}

let server: TestServer;
let ada: Client;

beforeAll(async () => {
  server = await TestServer.start({
    files: { 'content/posts/press.md': '---\ntitle: Press\n---\n![](/media/used/a.svg)\n' },
    config: { limits: { upload: '100KiB' } },
  });
  ada = await server.signedIn();
});

afterAll(() => server[Symbol.asyncDispose]());

function send(form: UploadForm, client = ada): Promise<Answer> {
  return client.upload(`${api}/media/upload`, form);
}

async function uploaded(path: string, content = drawing): Promise<MediaItem> {
  const answer = await send({ file: { name: 'x.svg', content }, fields: { path } });
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer.json();
}

async function asked<T>(path: string, query: Record<string, string> = {}): Promise<T> {
  const answer = await ada.get(`${api}${path}?${new URLSearchParams(query).toString()}`);
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer.json<T>();
}

async function incoming(of = server): Promise<string[]> {
  return readdir(join(of.project, 'content/.incoming')).catch(() => []);
}

test('an upload returns the resource of the contract and is served (GAP-MEDIA-1)', async () => {
  const item = await uploaded('media/press/a b.svg');
  expect(item).toMatchObject({
    path: 'media/press/a b.svg',
    name: 'a b.svg',
    type: 'image/svg+xml',
    url: '/media/press/a%20b.svg',
    thumbnail_url: '/media/press/a%20b.svg',
    uploaded_by: 'ada',
    size: drawing.length,
    uploaded_at: expect.stringMatching(/^20\d\d-.*Z$/) as string,
    metadata: {
      title: null,
      alt: null,
      tags: [],
      width: 4,
      height: 3,
      hash: expect.any(String) as string,
    },
    exif: {},
    missing_alt: true,
    problem: null,
    duplicates: [],
  });
  const served = await server.visitor().get(item.url);
  expect([served.status, served.text]).toEqual([200, drawing]);
  const { items, ...page } = await asked<{ items: MediaItem[] }>('/media', { q: 'a b.svg' });
  expect(page).toEqual({ page: 1, page_size: 50, total: 1, has_more: false });
  const { duplicates, ...rest } = item;
  expect([items, duplicates]).toEqual([[rest], []]);
});

test('GPS data is returned only to clients that request it (GAP-MEDIA-1)', async () => {
  const answer = await send({ file: { name: 'far away.webp', content: photograph } });
  const { path, exif } = answer.json<MediaItem>();
  expect(exif).toEqual({ make: 'Kamerawerk', orientation: 1 });
  expect(await asked('/media/item', { path })).toMatchObject({ exif });
  expect(await asked('/media/item', { path, location: 'false' })).toMatchObject({ exif });
  expect((await asked<MediaItem>('/media/item', { path, location: 'true' })).exif).toEqual({
    ...(exif as object),
    latitude: -33.51,
    longitude: 18,
  });
  const { path: drawn } = await uploaded('media/drawn.svg');
  expect(await asked('/media/item', { path: drawn, location: 'true' })).toMatchObject({ exif: {} });
});

test('a list has at most 200 files, whatever the request (GAP-SES-6)', async () => {
  expect(await asked('/media', { limit: '5000' })).toMatchObject({ page_size: 200 });
  const odd = await ada.get(`${api}/media?folder=../posts`);
  expectProblem(odd, 400, 'invalid_path');
});

describe('an upload', () => {
  test('that is too large is refused without leftovers (GAP-SES-6)', async () => {
    const file = { name: 'large.txt', content: 'x'.repeat(100 * 1024 + 1) };
    const { detail } = expectProblem(await send({ file }), 413, 'payload_too_large');
    expect(detail).toContain('102400');
    const fits = { name: 'fits.txt', content: 'x'.repeat(100 * 1024) };
    expect((await send({ file: fits })).status).toBe(200);
    await vi.waitFor(async () => expect(await incoming()).toEqual([]), 30_000);
  });

  test.each([
    ['a.exe', 'MZ', 415],
    ['a.png', drawing, 415],
    ['a.svg', drawing.replace('/>', '><script/></svg>'), 422],
  ] as const)('of an unsupported type is refused: %s', async (name, content, status) => {
    const before = await asked<{ total: number }>('/media');
    const code = status === 415 ? 'unsupported_media_type' : 'invalid_media';
    expectProblem(await send({ file: { name, content } }), status, code);
    expect(await asked('/media')).toMatchObject({ total: before.total });
    expect(await incoming()).toEqual([]);
  });

  test('needs a form with a file, and a path in the library', async () => {
    expectProblem(await send({}), 400, 'invalid_request');
    expectProblem(await ada.post(`${api}/media/upload`, {}), 415, 'unsupported_media_type');
    const file = { name: 'a.svg', content: drawing };
    const outside = await send({ file, fields: { path: '../posts' } });
    expectProblem(outside, 400, 'invalid_path');
    const unknown = await send({ file, fields: { folder: 'press' } });
    expectProblem(unknown, 400, 'invalid_request');
    expect(await incoming()).toEqual([]);
  });

  test('of a hundred files with one name at once loses none', async () => {
    const contents = Array.from({ length: 100 }, (_one, index) => drawing.replace('4', `${index}`));
    const items = await Promise.all(contents.map((content) => uploaded('many/a.svg', content)));
    expect(new Set(items.map(({ path }) => path)).size).toBe(100);
    const stored = await Promise.all(items.map(({ path }) => server.read(`content/${path}`)));
    expect(stored).toEqual(contents);
    expect(await asked('/media', { folder: 'media/many' })).toMatchObject({ total: 100 });
    expect(await incoming()).toEqual([]);
  });

  function begin(length: number, body: string): ClientRequest {
    const url = new URL(`${server.url}${api}/media/upload`);
    const sent = request(url, {
      method: 'POST',
      headers: {
        cookie: ada.cookie!,
        'x-csrf-token': ada.csrfToken!,
        'content-type': 'multipart/form-data; boundary=xyz',
        'content-length': length,
      },
    });
    // The test itself checks what happens to the request.
    sent.on('error', () => undefined);
    sent.write(body);
    return sent;
  }

  const head = '--xyz\r\nContent-Disposition: form-data; name="file"; filename="gone.txt"\r\n\r\n';

  test.each([
    ['in the middle of the file', head + 'x'.repeat(50_000)],
    [
      'behind the file',
      `${head}text\r\n--xyz\r\nContent-Disposition: form-data; name="path"\r\n\r\na`,
    ],
  ])('whose client disconnects %s leaves no files', async (_where, body) => {
    const before = await asked<{ total: number }>('/media');
    const sent = begin(90_000, body);
    await vi.waitFor(async () => expect(await incoming()).toHaveLength(1), 30_000);
    sent.destroy();
    await vi.waitFor(async () => expect(await incoming()).toEqual([]), 30_000);
    expect(await asked('/media')).toMatchObject({ total: before.total });
    const names = await readdir(join(server.project, 'content/media'), { recursive: true });
    expect(names.filter((name) => name.includes('gone'))).toEqual([]);
  });

  test('without a CSRF token is refused before its body is read', async () => {
    const url = new URL(`${server.url}${api}/media/upload`);
    const headers = {
      cookie: ada.cookie!,
      'content-type': 'multipart/form-data; boundary=xyz',
      'content-length': 90_000,
    };
    const sent = request(url, { method: 'POST', headers });
    sent.on('error', () => undefined);
    sent.write(head);
    const [response] = (await once(sent, 'response')) as [{ statusCode: number }];
    expect(response.statusCode).toBe(403);
    expect(await incoming()).toEqual([]);
    sent.destroy();
  });
});

describe('a served file', () => {
  test('cannot run scripts (GAP-MEDIA-1)', async () => {
    await server.write('content/media/odd.svg', drawing.replace('/>', '><script/></svg>'));
    await server.write('content/media/odd.html', '<script>alert(1)</script>');
    await server.write('content/media/odd.xml', '<x/>');
    for (const name of ['odd.svg', 'odd.html', 'odd.xml']) {
      const { status, headers } = await server.visitor().get(`/media/${name}`);
      const policy = headers.get('content-security-policy');
      expect([name, status, policy]).toEqual([
        name,
        200,
        "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      ]);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test('supports ranges and conditional requests', async () => {
    const { url } = await uploaded('parts.svg', drawing.replace('4 3', '8 8'));
    const visitor = server.visitor();
    const part = await visitor.get(url, { range: 'bytes=1-3' });
    expect([part.status, part.text]).toEqual([206, 'svg']);
    const etag = part.headers.get('etag')!;
    // Otherwise this client adds `no-cache` and gets the whole file.
    const again = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    expect((await visitor.get(url, again)).status).toBe(304);
    expect((await visitor.get(url, { range: 'bytes=9000-' })).status).toBe(416);
  });

  test('does not expose metadata files beside it', async () => {
    const { url } = await uploaded('secret.svg', drawing.replace('4 3', '7 7'));
    expect(await server.read('content/media/secret.svg.meta.yaml')).toContain('uploaded_by: ada');
    for (const ending of [
      '.meta.yaml',
      '.meta.yam%6c',
      '%2emeta%2Eyaml',
      '.META.yaml',
      '.meta.yaml/',
    ])
      expectProblem(await server.visitor().getExactly(url + ending), 404, 'not_found');
    for (const hidden of ['/media/../.incoming/x', '/media/..%2f.trash/media/x', '/media/.x'])
      expect((await server.visitor().getExactly(hidden)).status).toBe(404);
  });
});

test('metadata changes need the current revision', async () => {
  const { path, metadata_revision } = await uploaded(
    'described.svg',
    drawing.replace('4 3', '5 5'),
  );
  const change = (body: object): Promise<Answer> =>
    ada.post(`${api}/media/metadata`, { path, expected_revision: metadata_revision, ...body });
  const first = await change({ metadata: { alt: 'A press', focal_x: 0.25, tags: ['ink'] } });
  expect(first.json<MediaItem>()).toMatchObject({
    metadata: { alt: 'A press', focal_x: 0.25, tags: ['ink'], width: 5 },
    missing_alt: false,
  });
  const second = await change({ metadata: { alt: 'Another' } });
  const { current_revision } = expectProblem(second, 409, 'stale_revision');
  expect(current_revision).toBe(first.json<MediaItem>().metadata_revision);
  for (const metadata of [{ focal_x: 2 }, { alt: 5 }, { nonsense: 1 }, { tags: 'a' }])
    expectProblem(await change({ metadata }), 400, 'invalid_request');
  const both = { path, metadata: { decorative: true } };
  expectProblem(await ada.post(`${api}/media/metadata`, both), 422, 'invalid_metadata');
});

test('a replacement keeps the address, and needs the current revision', async () => {
  const { path, url, metadata } = await uploaded('replaced.svg', drawing.replace('4 3', '6 6'));
  const replace = (content: string, fields: Record<string, string> = {}): Promise<Answer> =>
    ada.upload(`${api}/media/replace`, {
      file: { name: 'other name.svg', content },
      fields: { path, ...fields },
    });
  const young = drawing.replace('4 3', '6 7');
  const hash = metadata['hash'] as string;
  expect((await replace(young, { expected_hash: hash })).json()).toMatchObject({ path, url });
  expect((await server.visitor().get(url)).text).toBe(young);
  expectProblem(await replace(drawing, { expected_hash: hash }), 409, 'stale_revision');
  expectProblem(await replace('no drawing'), 422, 'invalid_media');
  expect(await incoming()).toEqual([]);
});

test('deleting a used file needs force, and the file can be restored', async () => {
  const { path, url } = await uploaded('used/a.svg');
  expect(await asked('/media/usage', { path })).toEqual({
    path,
    total: 1,
    documents: [
      {
        path: 'posts/press.md',
        title: 'Press',
        type: 'post',
        lang: 'en',
        status: 'published',
        in_text: true,
        is_public: true,
      },
    ],
  });
  const refused = expectProblem(await ada.post(`${api}/media/delete`, { path }), 409, 'in_use');
  expect(refused['count']).toBe(1);
  const deleted = await ada.post(`${api}/media/delete`, { path, force: true });
  const { trash_path } = deleted.json<{ trash_path: string }>();
  expectProblem(await server.visitor().get(url), 404, 'not_found');
  const [entry] = await asked<object[]>('/media/trash');
  expect(entry).toMatchObject({ path: trash_path, original_path: path, deleted_by: 'ada' });
  const restored = await ada.post(`${api}/media/restore`, { path });
  expect(restored.json()).toMatchObject({ path, uploaded_by: 'ada' });
  expect((await server.visitor().get(url)).text).toBe(drawing);
});

test('bulk operations handle files one by one, with a result for each', async () => {
  const paths: string[] = [];
  for (const name of ['1', '2']) paths.push((await uploaded(`bulk/${name}.svg`)).path);
  const bulk = async (body: object): Promise<unknown[]> => {
    const all = { paths: [...paths, 'media/none.svg'], ...body };
    const answer = await ada.post(`${api}/media/bulk`, all);
    const { results, succeeded, failed } = answer.json<{
      results: { new_path: string | null; problem: { code: string } | null }[];
      succeeded: number;
      failed: number;
    }>();
    expect([succeeded, failed]).toEqual([2, 1]);
    expect(results[2]).toMatchObject({
      new_path: null,
      problem: { code: 'not_found', status: 404 },
    });
    return results.slice(0, 2).map(({ new_path }) => new_path);
  };
  expect(await bulk({ action: 'tag', add_tags: ['ink'] })).toEqual(paths);
  expect(await asked('/media', { q: 'ink', folder: 'bulk' })).toMatchObject({ total: 2 });
  const trashed = await bulk({ action: 'delete' });
  expect(await bulk({ action: 'restore', paths: [...trashed, 'media/none.svg'] })).toEqual(paths);
  const moved = await bulk({ action: 'move', to: 'media/elsewhere' });
  expect(moved).toEqual(['media/elsewhere/1.svg', 'media/elsewhere/2.svg']);
  for (const body of [{ action: 'tag' }, { action: 'move' }, { action: 'fly' }])
    expectProblem(await ada.post(`${api}/media/bulk`, { paths, ...body }), 400, 'invalid_request');
});

test('folders are listed with their file counts', async () => {
  await uploaded('counted/deep/a.svg');
  const folders = await asked<{ path: string; total: number }[]>('/media/folders');
  const counted = folders.filter(({ path }) => path.startsWith('media/counted'));
  expect(counted).toMatchObject([
    { path: 'media/counted', files: 0, total: 1 },
    { path: 'media/counted/deep', files: 1, total: 1 },
  ]);
});

test('files added to the folder directly are listed, at other servers too', async () => {
  await using two = await TestServer.beside(server);
  await server.write('content/media/by-hand.svg', drawing.replace('4 3', '1 1'));
  await vi.waitFor(async () => {
    const answer = await ada.at(two).get(`${api}/media?q=by-hand`);
    expect(answer.json()).toMatchObject({ total: 1, items: [{ uploaded_by: 'external' }] });
  }, 30_000);
});
