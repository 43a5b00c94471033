import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProblem, TestServer, type Answer } from '../fixtures.ts';
import { AdminClient, adminClientOf, dumpDatabase } from '../people.fixtures.ts';

const api = '/__admin/api';
const day = 86_400_000;

interface Token {
  readonly id: string;
  readonly token: string;
  readonly expires_at: string;
  readonly [field: string]: unknown;
}

let server: TestServer;
/** Trusts a proxy on its own machine. */
let behind: TestServer;
let ada: AdminClient;

beforeAll(async () => {
  server = await TestServer.start();
  behind = await TestServer.beside(server, {
    config: { server: { trusted_proxies: ['loopback'] } },
  });
  ada = new AdminClient(await server.signedIn());
});

afterAll(async () => {
  await behind[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

function create(by: AdminClient, more: object = {}): Promise<Token> {
  return by.postJson<Token>('/tokens/create', { name: 'Script', scopes: ['*'], ...more });
}

function rotate(by: AdminClient, id: string, overlap_hours: number): Promise<Token> {
  return by.postJson<Token>('/tokens/rotate', { id, overlap_hours });
}

function ask(token: string, headers: object = {}, at = server): Promise<Answer> {
  return at.visitor().get(`${api}/documents`, { authorization: `Bearer ${token}`, ...headers });
}

async function list(by: AdminClient): Promise<Token[]> {
  return by.getJson<Token[]>('/tokens');
}

const refused = (answer: Answer) => expectProblem(answer, 401, 'unauthenticated');

describe('ADD-SVC-6: rotation', () => {
  test('gives a new secret, and the old one works until the overlap ends', async () => {
    const amy = await adminClientOf(server, 'amy');
    const old = await create(amy, { expires_in_days: 30 });
    expect((await ask(old.token)).status).toBe(200);
    const { token, ...made } = await rotate(amy, old.id, 24);
    expect(token).toMatch(/^galley_[\w-]{43}$/);
    expect(made).toMatchObject({ id: old.id, last_used_at: null });
    const { rotated_at, previous } = made as unknown as {
      rotated_at: string;
      previous: { expires_at: string };
    };
    expect(Date.parse(made.expires_at) - Date.parse(rotated_at)).toBe(30 * day);
    expect(Date.parse(previous.expires_at) - Date.parse(rotated_at)).toBe(day);
    for (const secret of [old.token, token]) expect((await ask(secret)).status).toBe(200);
    await expect
      .poll(async () => (await list(amy))[0])
      .toMatchObject({
        last_used_at: expect.any(String) as string,
        previous: { last_used_at: expect.any(String) as string },
      });
    const { db } = server.database;
    await db.updateTable('api_tokens').set({ previous_expires_at: new Date() }).execute();
    refused(await ask(old.token));
    expect((await ask(token)).status).toBe(200);
    expect((await list(amy))[0]).toMatchObject({ previous: null });
  });

  test('ends the old secret at once without an overlap, on request, and with the next rotation', async () => {
    const bob = await adminClientOf(server, 'bob');
    const first = await create(bob);
    const second = await rotate(bob, first.id, 0);
    refused(await ask(first.token));
    const third = await rotate(bob, first.id, 720);
    const fourth = await rotate(bob, first.id, 1);
    refused(await ask(second.token));
    expect((await ask(third.token)).status).toBe(200);
    await bob.postJson('/tokens/end-overlap', { id: first.id });
    refused(await ask(third.token));
    expect((await ask(fourth.token)).status).toBe(200);
    const again = await bob.attempt('/tokens/end-overlap', { id: first.id });
    expectProblem(again, 404, 'not_found');
    await bob.postJson('/tokens/revoke', { id: first.id });
    refused(await ask(fourth.token));
    const gone = await bob.attempt('/tokens/rotate', { id: first.id, overlap_hours: 1 });
    expectProblem(gone, 404, 'not_found');
  });

  test('revoking ends both secrets, and the old one never outlives its own end', async () => {
    const cyd = await adminClientOf(server, 'cyd');
    const old = await create(cyd, { expires_in_days: 1 });
    const made = await rotate(cyd, old.id, 720);
    const { previous } = made as unknown as { previous: { expires_at: string } };
    expect(previous.expires_at).toBe(old.expires_at);
    await cyd.postJson('/tokens/revoke', { id: old.id });
    for (const { token } of [old, made]) refused(await ask(token));
  });

  test('is for the owner alone, or for a service account by people who could create its tokens', async () => {
    const dot = await adminClientOf(server, 'dot');
    const { id } = await create(dot);
    const body = { id, overlap_hours: 1 };
    expectProblem(await ada.attempt('/tokens/rotate', body), 403, 'forbidden');
    const eve = await adminClientOf(server, 'eve');
    expectProblem(await eve.attempt('/tokens/rotate', body), 404, 'not_found');
    const account = { username: 'rotated', description: '', role: 'author' };
    const { username } = await ada.postJson<{ username: string }>(
      '/service-accounts/save',
      account,
    );
    const token = await create(ada, { service: username });
    const zoe = await adminClientOf(server, 'zoe', 'admin');
    await rotate(zoe, token.id, 0);
    const [service] = await ada.getJson<{ holders: string[] }[]>('/service-accounts');
    expect(service!.holders).toEqual(['ada', 'zoe']);
  });

  test('secrets are stored as hashes only', async () => {
    const fay = await adminClientOf(server, 'fay');
    const old = await create(fay);
    const made = await rotate(fay, old.id, 24);
    const everything = [await dumpDatabase(server), server.log.join('\n')].join('\n');
    for (const { token } of [old, made])
      expect(everything).not.toContain(token.slice('galley_'.length));
  });
});

describe('ADD-SVC-5: address ranges', () => {
  test('limit a token to networks, behind trusted proxies only', async () => {
    const { token } = await create(ada, { address_ranges: ['203.0.113.0/24', '2001:DB8::/32'] });
    const from = (address: string) => ({ 'x-forwarded-for': address });
    refused(await ask(token));
    refused(await ask(token, from('203.0.113.9')));
    for (const address of ['203.0.113.9', '::ffff:203.0.113.9', '::ffff:cb00:7109', '2001:db8::7'])
      expect((await ask(token, from(address), behind)).status, address).toBe(200);
    for (const address of [
      '203.0.114.9',
      '::ffff:203.0.114.9',
      '2001:db9::7',
      'unknown',
      '127.0.0.1',
    ])
      refused(await ask(token, from(address), behind));
    const own = await create(ada, { address_ranges: ['127.0.0.1', '::1'] });
    expect((await ask(own.token)).status).toBe(200);
  });

  test('are checked for mistakes', async () => {
    const body = { name: 'T', scopes: ['*'], address_ranges: ['10.0.0.0/8', 'example.org'] };
    const answer = await ada.attempt('/tokens/create', body);
    expect(expectProblem(answer, 422, 'invalid_fields').errors).toMatchObject([
      { path: 'address_ranges.1', code: 'not_a_network' },
    ]);
  });
});

test('ADD-SVC-5: the maximum lifetime of new tokens is a setting', async () => {
  await using short = await TestServer.beside(server, {
    config: { security: { token_max_lifetime: '30d' } },
  });
  const client = new AdminClient(await short.signedIn());
  expect(await client.getJson('/tokens/limits')).toEqual({ max_days: 30 });
  const body = { name: 'T', scopes: ['*'], expires_in_days: 31 };
  const answer = await client.attempt('/tokens/create', body);
  expect(expectProblem(answer, 422, 'invalid_fields').errors).toMatchObject([
    { path: 'expires_in_days', code: 'too_large', params: { max: 30 } },
  ]);
  const long = await create(ada, { expires_in_days: 90 });
  const { rotated_at, expires_at } = (await rotate(client, long.id, 0)) as unknown as {
    rotated_at: string;
    expires_at: string;
  };
  expect(Date.parse(expires_at) - Date.parse(rotated_at)).toBe(30 * day);
  const made = await client.postJson<{ created_at: string; expires_at: string }>('/tokens/create', {
    name: 'T',
    scopes: ['*'],
  });
  expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(30 * day);
});
