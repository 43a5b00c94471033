import { request as httpRequest } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  admin,
  cookieAttributes,
  expectProblem,
  password,
  TestServer,
  type Answer,
  type Client,
} from './fixtures.ts';

const api = '/__admin/api';
const plain = ['expires', 'httponly', 'path=/', 'samesite=lax'];
const secure = [...plain, 'secure'];

let direct: TestServer;
/** Trusts the proxy on its own machine. */
let behind: TestServer;
/** Trusts that proxy, and those of a network in front of it. */
let inside: TestServer;

beforeAll(async () => {
  const allowed_hosts = ['*'];
  direct = await TestServer.start({ config: { server: { allowed_hosts } } });
  await direct.addUser({ username: 'vera', role: 'editor' });
  const trusting = (...trusted_proxies: string[]) =>
    TestServer.beside(direct, { config: { server: { trusted_proxies, allowed_hosts } } });
  behind = await trusting('loopback');
  inside = await trusting('loopback', '10.0.0.0/8', 'fd00::/8');
});

afterAll(async () => {
  await Promise.all([behind, inside].map((server) => server[Symbol.asyncDispose]()));
  await direct[Symbol.asyncDispose]();
});

function login(client: Client, headers: Record<string, string>): Promise<Answer> {
  return client.post(`${api}/login`, { username: 'vera', password }, headers);
}

function guess(client: Client, headers: Record<string, string>): Promise<Answer> {
  return client.post(`${api}/login`, { username: 'viola', password: 'wrong' }, headers);
}

describe('the session cookie (GAP-SES-1)', () => {
  const https = { 'x-forwarded-proto': 'https' };

  test('is Secure while a trusted proxy reports https', async () => {
    await behind.addUser({ username: 'sara', role: 'author' });
    const client = behind.visitor();
    const signedIn = await client.post(`${api}/login`, { username: 'sara', password }, https);
    client.csrfToken = signedIn.json<{ csrf_token: string }>().csrf_token;
    const body = { current_password: password, new_password: 'a passphrase hard to guess' };
    const answers = [
      signedIn,
      await client.get(`${api}/session`, https),
      await client.post(`${api}/password/change`, body, https),
      await client.get(`${api}/nothing`, https),
    ];
    expect(answers.map(cookieAttributes)).toEqual(answers.map(() => secure));
    expect((await client.post(`${api}/logout`, undefined, https)).status).toBe(200);
  });

  test.each([
    ['http', { 'x-forwarded-proto': 'http' }],
    ['nothing', {}],
    [
      'https in a header that is not believed',
      { forwarded: 'proto=https', 'front-end-https': 'on' },
    ],
  ])('is not Secure if a trusted proxy reports %s', async (_what, headers) => {
    expect(cookieAttributes(await login(behind.visitor(), headers))).toEqual(plain);
  });

  test('is not Secure if an untrusted client reports https', async () => {
    const client = direct.visitor();
    expect(cookieAttributes(await login(client, https))).toEqual(plain);
    expect(cookieAttributes(await client.get(`${api}/session`, https))).toEqual(plain);
  });
});

describe('the client address (GAP-SES-3, GAP-SET-8)', () => {
  async function addressesOf(server: TestServer, headers: Record<string, string>) {
    const { db } = server.database;
    await db.deleteFrom('sign_in_throttles').execute();
    expectProblem(await guess(server.visitor(), headers), 401, 'invalid_credentials');
    const throttled = await db
      .selectFrom('sign_in_throttles')
      .select('address')
      .where('scope', '=', 'address')
      .executeTakeFirstOrThrow();
    const client = server.visitor();
    await login(client, headers);
    const sessions = (await client.get(`${api}/sessions`)).json<Record<string, unknown>[]>();
    const audited = await db
      .selectFrom('audit_entries')
      .select('address')
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    return [
      sessions.find(({ current }) => current)!['remote_addr'],
      ...audited.map(({ address }) => address),
      throttled.address,
    ];
  }

  const chains: { what: string; server: () => TestServer; chain: string; address: string }[] = [
    {
      what: 'the address that the proxy met',
      server: () => behind,
      chain: '203.0.113.7',
      address: '203.0.113.7',
    },
    {
      what: 'not one that was claimed before',
      server: () => behind,
      chain: '198.51.100.1, 203.0.113.7',
      address: '203.0.113.7',
    },
    {
      what: 'not the proxy’s own, claimed before',
      server: () => behind,
      chain: '127.0.0.1, 203.0.113.7',
      address: '203.0.113.7',
    },
    {
      what: 'not a long claim',
      server: () => behind,
      chain: `${'1.2.3.4, '.repeat(300)}203.0.113.7`,
      address: '203.0.113.7',
    },
    {
      what: 'not a claim that is no address',
      server: () => behind,
      chain: '"><b>, 203.0.113.7',
      address: '203.0.113.7',
    },
    {
      what: 'without blanks',
      server: () => behind,
      chain: '198.51.100.1,203.0.113.7',
      address: '203.0.113.7',
    },
    {
      what: 'of version 4 written as 6',
      server: () => behind,
      chain: '::ffff:203.0.113.7',
      address: '203.0.113.7',
    },
    {
      what: 'of version 6',
      server: () => behind,
      chain: '2001:db8:1:2::7',
      address: '2001:db8:1:2::7',
    },
    {
      what: 'before two proxies',
      server: () => inside,
      chain: '203.0.113.7, 10.0.0.9',
      address: '203.0.113.7',
    },
    {
      what: 'before two, of both versions',
      server: () => inside,
      chain: '203.0.113.7, fd00::9',
      address: '203.0.113.7',
    },
    {
      what: 'before two, with a claim',
      server: () => inside,
      chain: '198.51.100.1, 203.0.113.7, 10.0.0.9',
      address: '203.0.113.7',
    },
    {
      what: 'before two, claiming to be one',
      server: () => inside,
      chain: '10.0.0.1, 203.0.113.7, 10.0.0.9',
      address: '203.0.113.7',
    },
    {
      what: 'of the network of the proxies',
      server: () => inside,
      chain: '10.0.0.1, 10.0.0.9',
      address: '10.0.0.1',
    },
    {
      what: 'a proxy that is not trusted',
      server: () => behind,
      chain: '203.0.113.7, 10.0.0.9',
      address: '10.0.0.9',
    },
    {
      what: 'that of the connection without trusted proxies',
      server: () => direct,
      chain: '203.0.113.7',
      address: '127.0.0.1',
    },
  ];

  test.each(chains)('is $what', async ({ server, chain, address }) => {
    const found = await addressesOf(server(), { 'x-forwarded-for': chain });
    // The holder of one IPv6 address controls its /64 network.
    const network = address.includes(':') ? address.replace(/::.*/, '::/64') : address;
    expect(found).toEqual([address, address, address, network]);
  });

  test('is that of the connection if the proxy sends none, or only an untrusted header', async () => {
    for (const headers of [
      {},
      { 'x-real-ip': '203.0.113.7', 'client-ip': '203.0.113.7', forwarded: 'for=203.0.113.7' },
    ] as Record<string, string>[]) {
      const here = '127.0.0.1';
      expect(await addressesOf(behind, headers)).toEqual([here, here, here, here]);
    }
  });

  test('cannot be varied to bypass the lockout, neither by a client nor through a trusted proxy', async () => {
    await direct.database.db.deleteFrom('sign_in_throttles').execute();
    const claims = [
      [direct, (count: number) => `203.0.113.${count}`],
      [behind, (count: number) => `203.0.113.${count}, 192.0.2.50`],
      [behind, (count: number) => `2001:db8::${count}:1`],
    ] as const;
    for (const [server, claim] of claims) {
      const guessAs = (count: number): Promise<Answer> =>
        guess(server.visitor(), { 'x-forwarded-for': claim(count) });
      for (let count = 1; count <= 5; count += 1) {
        expectProblem(await guessAs(count), 401, 'invalid_credentials');
      }
      expectProblem(await guessAs(6), 429, 'rate_limited');
    }
  });

  test('is not taken from untrusted clients for an API token either', async () => {
    const client = direct.visitor();
    await client.signIn(admin);
    const made = await client.post(`${api}/tokens/create`, { name: 'Press', scopes: ['*'] });
    const { token, id } = made.json<{ token: string; id: string }>();
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.7' };
    expect((await direct.visitor().get(`${api}/status`, headers)).status).toBe(200);
    const address = await vi.waitUntil(async () => {
      const tokens = (await client.get(`${api}/tokens`)).json<Record<string, unknown>[]>();
      return tokens.find((one) => one['id'] === id)?.['last_used_addr'];
    }, 30_000);
    expect(address).toBe('127.0.0.1');
  });
});

describe('an Origin (GAP-SES-2)', () => {
  const news = { origin: 'https://news.example' };

  async function statusWithHost(server: TestServer, headers: Record<string, string>) {
    const { hostname, port } = new URL(server.url);
    const body = JSON.stringify({ username: 'vera', password });
    const request = httpRequest({
      hostname,
      port,
      path: `${api}/login`,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
    }).end(body);
    const [response] = (await once(request, 'response')) as [
      { statusCode: number; resume(): void },
    ];
    response.resume();
    return response.statusCode;
  }

  test.each<[string, Record<string, string>, number]>([
    ['the host that the browser named', { 'x-forwarded-host': 'news.example' }, 200],
    ['that host with its port', { 'x-forwarded-host': 'news.example:443' }, 200],
    ['the hosts of two proxies', { 'x-forwarded-host': 'news.example, inner:8080' }, 200],
    ['another host', { 'x-forwarded-host': 'other.example' }, 403],
    ['another port', { 'x-forwarded-host': 'news.example:8443' }, 403],
    ['no host', {}, 403],
    ['no address', { 'x-forwarded-host': 'a b' }, 403],
  ])('must match the address from the trusted proxy: %s', async (_what, forwarded, status) => {
    const headers = { ...news, ...forwarded, 'x-forwarded-proto': 'https' };
    const answer = await login(behind.visitor(), headers);
    expect(answer.status).toBe(status);
    if (status === 403) expectProblem(answer, 403, 'csrf_failed');
  });

  test('must match Host if the proxy passes it on', async () => {
    for (const server of [behind, direct]) {
      expect(await statusWithHost(server, { ...news, host: 'news.example' })).toBe(200);
      expect(await statusWithHost(server, { ...news, host: 'other.example' })).toBe(403);
    }
  });

  test('of another site is refused whatever host an untrusted client names', async () => {
    const headers = { ...news, 'x-forwarded-host': 'news.example', 'x-forwarded-proto': 'https' };
    expectProblem(await login(direct.visitor(), headers), 403, 'csrf_failed');
  });
});
