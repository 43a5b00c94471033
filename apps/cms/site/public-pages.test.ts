import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestServer, type Answer, type Client } from '../fixtures.ts';

let server: TestServer;
let visitor: Client;

beforeAll(async () => {
  server = await TestServer.start({
    example: true,
    files: {
      'content/media/evil.svg':
        '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'content/media/evil.html': '<script>alert(1)</script>',
      'content/media/press.svg.meta.yaml': 'alt: A press\n',
      'content/media/.hidden': 'secret',
      'content/posts/draft.md': '---\ntitle: Secret\nworkflow: draft\n---\nSecret.\n',
      'secret.txt': 'secret of the host',
    },
  });
  await symlink(join(server.project, 'secret.txt'), join(server.project, 'content/media/out.txt'));
  await symlink(server.project, join(server.project, 'content/media/out'));
  await symlink('loop.svg', join(server.project, 'content/media/loop.svg'));
  visitor = server.visitor();
});

afterAll(() => server[Symbol.asyncDispose]());

async function page(path: string): Promise<string> {
  const answer = await visitor.get(path);
  expect([path, answer.status]).toEqual([path, 200]);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  return answer.text;
}

function expectThemed404({ status, headers, text }: Answer): void {
  expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(text).toMatch(/<html[^>]* lang="(en|es)"/);
  expect(text).toMatch(/\/assets\/theme\.[0-9a-f]{16}\.css/);
}

describe('the example site (GAP-START-1)', () => {
  test('has no broken links', async () => {
    const found = new Set(['/']);
    for (const path of found) {
      const answer = await visitor.get(path);
      expect([path, answer.status]).toEqual([path, 200]);
      if (!answer.headers.get('content-type')!.startsWith('text/html')) continue;
      for (const [, link] of answer.text.matchAll(/(?:href|src)="([^"#]+)(?:#[^"]*)?"/g)) {
        const { origin, pathname, search } = new URL(link!, 'http://localhost:8080' + path);
        if (origin === 'http://localhost:8080') found.add(pathname + search);
      }
    }
    expect([...found]).toEqual(
      expect.arrayContaining([
        '/posts/',
        '/es/',
        '/about/',
        '/media/press.svg',
        '/tags/',
        '/feed.xml',
      ]),
    );
    expect(found.size).toBeGreaterThan(40);
  });

  test('has a home page in two languages, linked to each other', async () => {
    const home = await page('/');
    expect(home).toMatch(/<html[^>]* lang="en"/);
    expect(home).toContain('The Quoin');
    expect(home).toContain('hreflang="es"');
    const spanish = await page('/es/');
    expect(spanish).toMatch(/<html[^>]* lang="es"/);
    expect(spanish).toContain('La Cuña');
  });

  test('has posts, terms, a feed, a sitemap and robots.txt', async () => {
    expect(await page('/posts/upper-and-lower/')).toContain('The lower case is lower down');
    expect(await page('/es/posts/la-caja-baja-esta-mas-abajo/')).toMatch(/<html[^>]* lang="es"/);
    expect(await page('/tags/type/')).toContain('/posts/upper-and-lower/');
    expect(await page('/categories/craft/')).toContain('/posts/upper-and-lower/');
    const types = {
      '/feed.xml': 'application/atom+xml; charset=utf-8',
      '/es/feed.xml': 'application/atom+xml; charset=utf-8',
      '/sitemap.xml': 'application/xml; charset=utf-8',
      '/robots.txt': 'text/plain; charset=utf-8',
    };
    for (const [path, type] of Object.entries(types)) {
      const { status, headers, text } = await visitor.get(path);
      expect([path, status, headers.get('content-type')]).toEqual([path, 200, type]);
      expect(text).toContain('http://localhost:8080/');
      expect(text).not.toContain('Secret');
    }
  });

  test('does not show drafts', async () => {
    expectThemed404(await visitor.get('/posts/draft/'));
    for (const path of ['/', '/posts/', '/sitemap.xml', '/feed.xml']) {
      expect((await visitor.get(path)).text).not.toContain('Secret');
    }
  });
});

describe('a page', () => {
  test('supports conditional requests, and its HEAD has the same length', async () => {
    const first = await visitor.get('/posts/upper-and-lower/');
    const etag = first.headers.get('etag')!;
    const condition = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    const again = await visitor.get('/posts/upper-and-lower/', condition);
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    const headers = { 'accept-encoding': 'identity' };
    const plain = await visitor.get('/posts/upper-and-lower/', headers);
    const head = await visitor.send('/posts/upper-and-lower/', { method: 'HEAD', headers });
    expect([head.status, head.text]).toEqual([200, '']);
    const length = String(Buffer.byteLength(first.text));
    for (const answer of [plain, head]) expect(answer.headers.get('content-length')).toBe(length);
  });

  test('runs no scripts of other sites, and forbids sniffing', async () => {
    const { headers } = await visitor.get('/');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).toContain("script-src 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).toMatch(/^[\w-]+$/);
    expect(headers.get('x-powered-by')).toBeNull();
  });

  test('allows only GET and HEAD', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const { status, headers } = await visitor.send('/about/', { method });
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
  });

  test('has one canonical address, to which others redirect', async () => {
    for (const [from, to] of [
      ['/about', '/about/'],
      ['/about/index.html?x=1', '/about/?x=1'],
      ['/es/posts', '/es/posts/'],
    ]) {
      const { status, headers } = await visitor.get(from!);
      expect([from, status, headers.get('location')]).toEqual([from, 301, to]);
    }
  });

  test('that does not exist is 404 in the theme and language of the site', async () => {
    expectThemed404(await visitor.get('/nothing-here/'));
    const spanish = await visitor.get('/es/nada/');
    expectThemed404(spanish);
    expect(spanish.text).toMatch(/<html[^>]* lang="es"/);
  });
});

describe('media', () => {
  test('are served unchanged, and cannot run scripts (GAP-MEDIA-1)', async () => {
    const types = {
      '/media/press.svg': 'image/svg+xml',
      '/media/evil.svg': 'image/svg+xml',
      '/media/evil.html': 'text/html; charset=utf-8',
    };
    for (const [path, type] of Object.entries(types)) {
      const { status, headers, text } = await visitor.get(path);
      expect([path, status, headers.get('content-type')]).toEqual([path, 200, type]);
      expect(text).toBe(await server.read(`content${path}`));
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test('support range requests', async () => {
    const range = await visitor.get('/media/press.svg', { range: 'bytes=0-3' });
    expect([range.status, range.text]).toEqual([206, '<svg']);
    expect(range.headers.get('content-security-policy')).toContain('sandbox');
  });

  test.each(['/media/.hidden', '/media/', '/media', '/media/nothing.png', '/media/press.svg/'])(
    'do not include %s',
    async (path) => {
      expect((await visitor.getExactly(path)).status).toBe(404);
    },
  );

  test.each(['/media/out.txt', '/media/out/secret.txt', '/media/out/data/secrets/session-secret'])(
    'do not follow symbolic links out of the tree: %s',
    async (path) => {
      const answer = await visitor.getExactly(path);
      expect([answer.status, answer.text.includes('secret of the host')]).toEqual([404, false]);
    },
  );
});

const above = [
  '..',
  '%2e%2e',
  '.%2e',
  '%2E%2E',
  '..%2f..',
  '..%5c..',
  '..\\..',
  '%252e%252e',
  '....//',
];
const targets = [
  'galley.yaml',
  'secret.txt',
  'content/posts/draft.md',
  'data/secrets/session-secret',
];

describe('a path traversal', () => {
  test.each(above)('is refused: %s', async (step) => {
    for (const start of ['/media/', '/assets/', '/', '/posts/', '/__admin/', '/es/']) {
      for (const target of targets) {
        const twice = target === targets[0] ? [`${start}x/${step}/${step}/${target}`] : [];
        for (const path of [`${start}${step}/${target}`, ...twice]) {
          const { status, text } = await visitor.getExactly(path);
          // The admin answers every address below it with its page, which then reports the missing place itself.
          const isRefused = start === '/__admin/' || [301, 400, 403, 404].includes(status);
          expect([path, isRefused]).toEqual([path, true]);
          expect(text).not.toMatch(/secret of the host|^---|Secret\./);
          expect(text).not.toContain(server.project);
        }
      }
    }
  });
});

describe('an unusual address', () => {
  test.each([
    '/%00',
    '/posts/%00/',
    '/media/%00',
    '/media/press.svg%00.png',
    '/assets/%00',
    '//evil.example',
    '//evil.example/..',
    '/\\evil.example',
    '/%5cevil.example',
    '/%2f%2fevil.example',
    '/%2fevil.example/',
    '/about//',
    '/about/%0d%0aset-cookie:x=1',
    '/%',
    '/%zz',
    '/%c0%ae%c0%ae/',
    '/%ed%a0%80/',
    '/media/%',
    '/media/%ff',
    '/assets/%',
    '/es//evil.example',
    '/about/;jsessionid=1',
    '/about/?%00=%ff&__proto__=1',
    '/?page=-1',
    '/tags/%00/',
    "/tags/'or'1'='1/",
    '/posts/page/0/',
    '/posts/page/99999999999/',
    '/posts/page/999999999/',
    '/__proto__/',
    '/constructor/',
    '/assets/__proto__',
    '/__platform/',
    '/__health/x',
    '/.git/config',
    '/.env',
    '/*',
    '/{x}/',
    '/<script>alert(1)</script>/',
    `/${'x'.repeat(8_000)}/`,
    `/${'x/'.repeat(4_000)}`,
    `/tags/${'%F0%9F%96%8B'.repeat(600)}/`,
    `/media/${'x'.repeat(5_000)}`,
    `/media/${'x'.repeat(250)}`,
    '/media/loop.svg',
  ])('gets a regular response: %s', async (path) => {
    const { status, headers, text } = await visitor.getExactly(path);
    expect([200, 301, 400, 404]).toContain(status);
    expect(headers.get('location') ?? '/').toMatch(/^\/(?![/\\])/);
    expect(headers.getSetCookie()).toEqual([]);
    expect(text).not.toContain('<script>alert');
    expect(text).not.toMatch(/\.ts:\d|node_modules/);
  });

  test('beyond the length limit is refused, and the next request works', async () => {
    expect((await visitor.getExactly(`/${'x'.repeat(40_000)}`)).status).toBe(431);
    expect((await visitor.get('/')).status).toBe(200);
  });

  test('logs no error', () => {
    expect(server.log.filter((line) => line.startsWith('error'))).toEqual([]);
  });
});
