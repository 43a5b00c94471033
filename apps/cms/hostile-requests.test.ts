import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { admin, TestServer, type Client } from './fixtures.ts';

const api = '/__admin/api';

let server: TestServer;
let ada: Client;

beforeAll(async () => {
  // Answers must not depend on the Host, even when every host is allowed.
  const config = { server: { allowed_hosts: ['*'] } };
  server = await TestServer.start({ example: true, config });
  ada = await server.signedIn();
});

afterAll(() => server[Symbol.asyncDispose]());

interface RawAnswer {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string;
}

/** Sends lines byte by byte (latin1), including requests that no client would send. */
async function sendRaw(
  lines: readonly string[],
  { body = '', to = server.url } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(to);
  const socket = connect({ host: hostname, port: Number(port) });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write([...lines, 'Connection: close', '', body].join('\r\n'), 'latin1');
  await once(socket, 'close');
  const [head = '', ...rest] = Buffer.concat(chunks).toString('latin1').split('\r\n\r\n');
  const [statusLine = '', ...headers] = head.split('\r\n');
  return { status: Number(statusLine.split(' ')[1]), headers, body: rest.join('\r\n\r\n') };
}

function get(target: string, ...headers: string[]): Promise<RawAnswer> {
  return sendRaw([`GET ${target} HTTP/1.1`, `Host: ${new URL(server.url).host}`, ...headers]);
}

function valueOf({ headers }: RawAnswer, name: string): string | undefined {
  const found = headers.find((line) => line.toLowerCase().startsWith(`${name}: `));
  return found?.slice(name.length + 2);
}

function locationOf(answer: RawAnswer): string | undefined {
  return valueOf(answer, 'location');
}

function expectOwnHeaders({ headers }: RawAnswer): void {
  for (const line of headers) {
    expect(line).toMatch(/^[A-Za-z-]+: [ -~]*$/);
    expect(line).not.toMatch(/^(set-cookie|x-injected)/i);
    if (!/^location:/i.test(line)) expect(line).not.toMatch(/evil|injected/i);
  }
}

const targets = [
  '//posts',
  '//about',
  '//about/index.html',
  '//posts/page/1',
  '//posts/..//about',
  '/\\about',
  '/\\posts/page/1/',
  '/%5Cposts',
  '//',
  '//es',
  '//evil.example',
  '//evil.example/',
  '//evil.example/%2e%2e',
  '///evil.example/posts/ink',
  '/\\evil.example',
  '/\\/evil.example/',
  '/%5Cevil.example',
  '/%5c%5cevil.example/index.html',
  '/%2Fevil.example',
  '/%2f%2fevil.example/',
  '/.//evil.example',
  '/..//evil.example',
  '/posts//evil.example',
  '/posts/..//evil.example/',
  '//evil.example/__admin',
  '/__admin//evil.example',
  '/__admin//evil.example/..',
  '/__admin/..//evil.example',
  '/__admin/../..//evil.example/',
  '/__admin/\\evil.example',
  '/__admin\\..\\\\evil.example',
  '/__admin/%5C%5Cevil.example',
  '/__admin/%2F%2Fevil.example',
  '/__admin/%2e%2e/%2e%2e//evil.example',
  '/__admin?//evil.example',
  '/__admin?next=https://evil.example/',
  '/__admin?https://evil.example\\@',
  '/__admin/?next=//evil.example',
  '/__admin/setup/?next=//evil.example',
  '/__admin/setup//evil.example',
  '/__admin/reset?next=//evil.example',
  '/__admin/reset//evil.example',
  '/__admin/reset/..//evil.example',
  '/__admin/api//evil.example',
  '/__admin/api/session//evil.example',
  '/__platform/api//evil.example',
  '/media//evil.example',
  '/media/..//evil.example',
  '/media/%2e%2e//evil.example',
  '/assets//evil.example',
  'http://evil.example/',
  'http://evil.example/__admin',
  'http://evil.example/posts',
  'http://evil.example//evil.example/',
  'https:evil.example/__admin',
  '/posts/index.html?next=//evil.example',
  '/posts?x=//evil.example',
  '/about?next=%2F%2Fevil.example',
  '/about%2F..%2F%2Fevil.example',
  '/about/page/1?//evil.example',
  '/@evil.example',
  '/posts@evil.example',
  '/about/%EF%BC%8F%EF%BC%8Fevil.example',
  '/about/%E3%80%82evil%E3%80%82example',
];

describe('redirects never leave the site', () => {
  test.each(targets)('by GET %s', async (target) => {
    const answer = await get(target);
    expectOwnHeaders(answer);
    expect(answer.status).toBeLessThan(500);
    const location = locationOf(answer);
    expect(location === undefined).toBe(answer.status < 300 || answer.status >= 400);
    if (location === undefined) return;
    expect(location).toMatch(/^\/(?![/\\])/);
    expect(new URL(location, server.url).origin).toBe(server.url);
  });

  test('but correct missing trailing slashes and preserve the query', async () => {
    const redirects = await Promise.all(
      ['/__admin?a=b', '/posts?x=//evil.example'].map((path) => get(path)),
    );
    expect(redirects.map((answer) => [answer.status, locationOf(answer)])).toEqual([
      [307, '/__admin/?a=b'],
      [301, '/posts/?x=%2F%2Fevil.example'],
    ]);
  });

  test.each([
    ['/__admin', '/__admin/'],
    ['/posts', '/posts/'],
    ['/about/index.html', '/about/'],
  ])('by forged Host and proxy headers: %s', async (path, location) => {
    const lies = [
      'X-Forwarded-Host: evil.example',
      'X-Forwarded-Proto: evil',
      'Forwarded: host=evil.example',
    ];
    const answer = await sendRaw([`GET ${path} HTTP/1.1`, 'Host: evil.example', ...lies]);
    expectOwnHeaders(answer);
    expect(locationOf(answer)).toBe(location);
  });

  test.each([
    '/',
    '/posts/',
    '/sitemap.xml',
    '/robots.txt',
    '/feed.xml',
    '/nothing',
    '/__admin/',
    '/__admin/reset',
    '/__platform/api/site',
  ])('by a cached page that was requested under another host: %s', async (path) => {
    const lies = ['X-Forwarded-Host: evil.example', 'Referer: https://evil.example/'];
    const answer = await sendRaw([`GET ${path} HTTP/1.1`, 'Host: evil.example', ...lies]);
    expectOwnHeaders(answer);
    expect(answer.body).not.toContain('evil');
  });

  test('by the password reset link', async () => {
    const { cookie, csrfToken } = ada;
    const body = JSON.stringify({ username: admin.username });
    const answer = await sendRaw(
      [
        `POST ${api}/users/reset-link HTTP/1.1`,
        'Host: evil.example',
        'X-Forwarded-Host: evil.example',
        `Cookie: ${cookie!}`,
        `X-CSRF-Token: ${csrfToken!}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ],
      { body },
    );
    expect(answer.status).toBe(200);
    expect((JSON.parse(answer.body) as { path: string }).path).toMatch(/^\/__admin\/reset#/);
    expect(answer.body).not.toContain('evil');
  });
});

describe('an unknown host (ADD-SEC-1)', () => {
  let strict: TestServer;

  beforeAll(async () => {
    const environment = { SERVICE_METRICS_TOKEN: 'a-token-for-metrics' };
    strict = await TestServer.beside(server, { environment });
    // Fills the cache, which is consulted before anything else.
    await strict.visitor().get('/');
  });

  afterAll(() => strict[Symbol.asyncDispose]());

  const ask = (path: string) =>
    sendRaw([`GET ${path} HTTP/1.1`, 'Host: evil.example'], { to: strict.url });

  test.each(['/', '/feed.xml', '/media/press.svg', '/__admin/', '/__platform/api/site', api])(
    'is refused with 400: %s',
    async (path) => {
      const answer = await ask(path);
      expect(answer.status).toBe(400);
      expect(valueOf(answer, 'content-type')).toBe('application/problem+json; charset=utf-8');
      expect(valueOf(answer, 'cache-control')).toBe('no-store');
      expect(JSON.parse(answer.body)).toMatchObject({
        code: 'unknown_host',
        detail: expect.stringContaining('server.allowed_hosts') as string,
      });
    },
  );

  test.each([
    ['/__health', 200],
    ['/__live', 200],
    ['/__ready?x', 200],
    ['/__metrics', 401],
  ])('is accepted for probes and metrics: %s', async (path, status) => {
    expect((await ask(path)).status).toBe(status);
  });

  test('changes no data, whatever the session', async () => {
    const answer = await sendRaw(
      [
        `POST ${api}/logout HTTP/1.1`,
        'Host: evil.example',
        `Cookie: ${ada.cookie!}`,
        `X-CSRF-Token: ${ada.csrfToken!}`,
        'Content-Length: 0',
      ],
      { to: strict.url },
    );
    expect(answer.status).toBe(400);
    expect((await ada.get(`${api}/session`)).status).toBe(200);
  });
});

const breaks = '%0d%0aX-Injected:%20yes%0d%0a%0d%0a<b>evil';

describe('requests cannot inject header lines', () => {
  test.each([
    `/__admin?x=${breaks}`,
    `/__admin${breaks}`,
    `/__admin/${breaks}`,
    `/__admin/setup?${breaks}`,
    `/__admin/reset${breaks}`,
    `/__admin/api/${breaks}`,
    `/__admin/api/session?${breaks}`,
    `/__admin/api/document?path=${breaks}`,
    `/__platform/api/content?path=${breaks}`,
    `/posts?x=${breaks}`,
    `/posts${breaks}`,
    `/posts/index.html?x=${breaks}`,
    `/media/press.svg${breaks}`,
    `/media/press.svg?${breaks}`,
    `/assets/theme.css?v=${breaks}`,
    `/${breaks}`,
    '/posts?x=%E5%98%8A%E5%98%8DX-Injected:%20yes',
    '/posts?x=%00X-Injected:%20yes',
    '/__admin?x=%u000d%u000aX-Injected:%20yes',
  ])('of the address: %s', async (target) => {
    const answer = await get(target, `Cookie: ${ada.cookie!}`.replace(/session/, 'other'));
    expect(answer.status).toBeLessThan(500);
    expectOwnHeaders(answer);
  });

  test.each([
    ['a carriage return alone', 'aaaaaaaa\rX-Injected: yes'],
    ['a line feed alone', 'aaaaaaaa\nX-Injected: yes'],
    ['a folded line', 'aaaaaaaa\r\n X-Injected: yes'],
    ['a NUL', 'aaaaaaaa\0X-Injected: yes'],
    ['an escape', 'aaaaaaaa\u001b[31m'],
    ['escaped breaks', 'aaaaaaaa%0d%0aX-Injected:yes'],
    ['breaks of another alphabet', 'aaaaaaaa\u0085\u2028'],
    ['a colon', 'aaaaaaaa: evil'],
    ['too much', 'evil'.repeat(50)],
  ])('of X-Request-Id, X-Forwarded-For, User-Agent and Referer: %s', async (_what, value) => {
    for (const name of [
      'X-Request-Id',
      'X-Forwarded-For',
      'User-Agent',
      'Referer',
      'If-None-Match',
    ]) {
      for (const path of ['/', `${api}/session`, '/__admin']) {
        const answer = await get(path, `${name}: ${value}`);
        expect(answer.status).toBeLessThan(500);
        expectOwnHeaders(answer);
      }
    }
  });

  test('malformed requests are refused without echoing them', async () => {
    for (const line of [
      'GET / HTTP/1.1\r\nHost: x\r\nX-Injected : yes',
      'GET /evil\0 HTTP/1.1',
      'EVIL / HTTP/1.1',
    ]) {
      const answer = await sendRaw([line, 'Host: x']);
      expect(answer.status).toBe(400);
      expectOwnHeaders(answer);
      expect(answer.body).not.toContain('evil');
    }
  });
});

describe('the user agent', () => {
  async function signInAs(
    userAgent: string,
  ): Promise<{ answer: RawAnswer; shown: string | undefined }> {
    const body = JSON.stringify(admin);
    const answer = await sendRaw(
      [
        `POST ${api}/login HTTP/1.1`,
        `Host: ${new URL(server.url).host}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        `User-Agent: ${userAgent}`,
      ],
      { body },
    );
    if (answer.status !== 200) return { answer, shown: undefined };
    const client = server.visitor();
    const set = answer.headers.find((line) => /^set-cookie: session=/i.test(line))!;
    client.cookie = set.slice('set-cookie: '.length).split(';', 1)[0]!;
    const sessions = (await client.get(`${api}/sessions`)).json<Record<string, unknown>[]>();
    return { answer, shown: sessions.find(({ current }) => current)!['user_agent'] as string };
  }

  test('is refused if it contains control characters', async () => {
    for (const character of ['\0', '\u0007', '\u001b', '\u007f', '\r', '\n']) {
      const { answer } = await signInAs(`evil${character}x`);
      expect([character, answer.status]).toEqual([character, 400]);
      expectOwnHeaders(answer);
    }
  });

  test('is stored as one line and truncated', async () => {
    expect((await signInAs('A\tB \u0085\u009b31mC')).shown).toBe('AB 31mC');
    expect((await signInAs('x'.repeat(8_000))).shown).toBe('x'.repeat(500));
    expect((await signInAs('')).shown).toBe('');
    expect((await signInAs('<script>alert(1)</script>')).shown).toBe('<script>alert(1)</script>');
  });
});
