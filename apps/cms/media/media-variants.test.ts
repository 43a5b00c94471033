import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestServer, type Client } from '../fixtures.ts';

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAyAAAAGQAQAAAAB+XjmZAAAAPklEQVR4nO3BMQEAAADCoPVPbQ0PoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' +
    'AAAAAAAAAAAAAAAAAAAD4NndAAAfVRSv0AAAAASUVORK5CYII=',
  'base64',
);

let server: TestServer;
let visitor: Client;
let offered: readonly string[];

beforeAll(async () => {
  server = await TestServer.start({
    files: {
      'content/media/2026/two "words".png': picture,
      'content/media/broken.png': picture.subarray(0, 40),
      'content/media/.hidden.png': picture,
      'content/posts/press.md':
        '---\ntitle: Press\ndate: 2026-01-01\n---\n![b](<../media/2026/two "words".png>)\n',
    },
  });
  visitor = server.visitor();
  const { text } = await visitor.get('/posts/press/');
  offered = [...new Set(text.match(/\/media-variants\/[^ "&]+/g))];
});
afterAll(() => server[Symbol.asyncDispose]());

const madeIn = async (project: string) =>
  (await readdir(join(project, '.service/media'), { recursive: true }).catch(() => [])).filter(
    (name) => name.includes('.'),
  );

describe('variants of pictures (GAP-MEDIA-2)', () => {
  test('are served at the addresses in pages, in their format, with long-lived caching', async () => {
    expect(offered).toHaveLength(8);
    for (const address of offered) {
      const { status, headers, text } = await visitor.getExactly(address);
      expect([address, status]).toEqual([address, 200]);
      expect(headers.get('content-type')).toBe(`image/${address.split('.').at(-1)}`);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain('sandbox');
      expect(Number(headers.get('content-length'))).toBeGreaterThan(0);
      expect(text.length).toBeGreaterThan(0);
    }
    expect(await madeIn(server.project)).toHaveLength(offered.length);
  });

  test('answer conditional requests with 304', async () => {
    const { headers } = await visitor.getExactly(offered[0]!);
    const again = await visitor.get(offered[0]!, {
      'if-none-match': headers.get('etag')!,
      // Otherwise `fetch` adds `no-cache` and gets the whole file.
      'cache-control': 'max-age=0',
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test('are 404 for another size, format, hash or file, and are not created', async () => {
    const before = await madeIn(server.project);
    const good = offered.find((address) => address.endsWith('.640.webp'))!;
    const addresses = [
      good.replace('.640.', '.639.'),
      good.replace('.640.', '.1280.'),
      good.replace('.webp', '.jpg'),
      good.replace('.webp', '.gif'),
      good.replace(/[\da-f]{16}/, '0123456789abcdef'),
      good.replace('2026', '2025'),
      good.replace('/2026/', '/2026/..%2f2026/'),
      good.replace('/2026/', '/%00/'),
      good.replace('/2026/', '/%E0%A4%A/'),
      '/media-variants/',
      '/media-variants/../galley.yaml',
      '/media-variants/.hidden.png.0123456789abcdef.320.webp',
      '/media-variants/broken.png.0123456789abcdef.320.webp',
    ];
    for (const address of addresses) {
      expect([address, (await visitor.getExactly(address)).status]).toEqual([address, 404]);
    }
    expect(await madeIn(server.project)).toEqual(before);
  });

  test('of a replaced picture are 404', async () => {
    await server.write('content/media/new.png', picture);
    await server.write('content/posts/new.md', '---\ntitle: New\n---\n![b](../media/new.png)\n');
    await expect
      .poll(async () => (await visitor.get('/posts/new/')).status, { timeout: 30_000 })
      .toBe(200);
    const addressIn = async () =>
      /\/media-variants\/\S+\.320\.webp/.exec((await visitor.get('/posts/new/')).text)![0];
    const old = await addressIn();
    expect((await visitor.getExactly(old)).status).toBe(200);
    await server.write('content/media/new.png', Buffer.concat([picture, Buffer.from('\0')]));
    expect((await visitor.getExactly(old)).status).toBe(404);
  });
});

test('keep the focal point in lists as soon as it is set', async () => {
  await server.write('content/media/hall.png', picture);
  await server.write('content/posts/hall.md', '---\ntitle: Hall\nimage: /media/hall.png\n---\n');
  const list = async () => (await visitor.get('/posts/')).text;
  await expect.poll(list, { timeout: 30_000 }).toContain('/media/hall.png');
  const ada = await server.signedIn();
  const metadata = { focal_x: 0.3, focal_y: 0.5 };
  await ada.post('/__admin/api/media/metadata', { path: 'media/hall.png', metadata });
  expect(await list()).toContain('class="focal-x-30 focal-y-50"');
  await server.write('content/media/hall.png.meta.yaml', 'focal_x: 0.7\nfocal_y: 0\n');
  await expect.poll(list, { timeout: 30_000 }).toContain('class="focal-x-70 focal-y-0"');
});
