import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '@galley/contract';
import { expectProblem, type Answer, type Client, type TestServer } from './fixtures.ts';
import { author, examples, refused } from './operation-examples.ts';
import {
  addressOf,
  answersAt,
  beginSession,
  call,
  TestAdministrator,
  startExampleServer,
} from './operations/fixtures.ts';

const byId = operations.map((operation) => ({ ...operation, operation }));
const guarded = byId.filter(({ access }) => access !== 'public');
const unsafe = byId.filter(({ method }) => method !== 'GET');

let server: TestServer;
let olga: Client;
let visitor: Client;

beforeAll(async () => {
  server = await startExampleServer();
  olga = await beginSession(server, author);
  visitor = server.visitor();
});

afterAll(() => server[Symbol.asyncDispose]());

function expectExample(answer: Answer, id: string): void {
  const problem = refused[id];
  if (problem) expectProblem(answer, ...problem);
  else expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
}

test('every operation has an example', () => {
  expect(Object.keys(examples).toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
});

test('operation ids and routes are unique', () => {
  const ids = operations.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const addresses = operations.map((operation) => `${operation.method} ${addressOf(operation)}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});

describe.each(byId)('$id, $method $path', ({ id, operation }) => {
  test('is mounted, and answers 405 with the allowed methods for others (GAP-ERR-2)', async () => {
    const here = operations.filter((other) => answersAt(other, addressOf(operation)));
    const methods = new Set(here.map(({ method }) => method));
    const allowed = [...methods].flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one]));
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
      (method) => !allowed.includes(method),
    );
    for (const method of others) {
      const answer = await olga.send(addressOf(operation), { method });
      expect(answer.headers.get('allow')).toBe(allowed.join(', '));
      if (operation.base === 'root') expect([answer.status, answer.text]).toEqual([405, '']);
      else expectProblem(answer, 405, 'method_not_allowed');
    }
  });

  test('a valid request returns 200 with all fields of the contract (CMS-BASE-7)', async () => {
    const { answer } = await (await TestAdministrator.to(server)).succeed(operation);
    // The operation creates the first administrator, and one exists here.
    if (id === 'auth.setup') return expectExample(answer, id);
    const { streams = ['application/json'] } = operation;
    const { status, headers, text } = answer;
    expect({ status, text }).toMatchObject({ status: 200 });
    const type = headers.get('content-type')!.replace('; charset=utf-8', '');
    expect(streams).toContain(streams.includes('*/*') ? '*/*' : type);
    if (operation.streams) return;
    expect(operation.answer.parse(answer.json())).toEqual(answer.json());
  });

  test('responses allow only the own origin unless the operation is public (ADD-SEC-3)', async () => {
    const isOfApi = operation.base !== 'root';
    const readers = operation.base === 'platform' ? 'cross-origin' : 'same-origin';
    for (const answer of [
      await call(operation.access === 'public' ? visitor : olga, operation),
      await call(visitor, operation, { query: { nonsense: '1' } }),
      await olga.send(addressOf(operation), { method: 'PATCH' }),
    ]) {
      const { headers } = answer;
      expect(headers.get('cross-origin-resource-policy')).toBe(isOfApi ? readers : null);
      expect(headers.get('permissions-policy')).toContain('camera=()');
    }
  });

  test('the example returns the documented response', async () => {
    expectExample(await call(await beginSession(server, author), operation), id);
  });
});

describe.each(guarded)('$id, which needs a signed-in user', ({ operation }) => {
  test('refuses anonymous callers before any other check (CMS-AUTH-9)', async () => {
    const odd = await call(visitor, operation, { query: { nonsense: '1' }, body: 'nonsense' });
    expectProblem(odd, 401, 'unauthenticated');
  });

  test('responses are private and uncached', async () => {
    const answer = await call(olga, operation);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('CSRF', () => {
  test.each(unsafe.filter(({ access }) => access !== 'public'))(
    '$id accepts only the token of its own session (GAP-SES-2)',
    async ({ id, operation }) => {
      const other = await beginSession(server, author);
      const send = (headers: Record<string, string>): Promise<Answer> => {
        const bare = server.visitor();
        bare.cookie = olga.cookie;
        return call(bare, operation, { headers });
      };
      const token = olga.csrfToken!;
      for (const wrong of ['', 'x', `${token}x`, token.toLowerCase(), other.csrfToken!]) {
        expectProblem(await send({ 'x-csrf-token': wrong }), 403, 'csrf_failed');
      }
      expectProblem(await send({}), 403, 'csrf_failed');
      expectExample(await send({ 'x-csrf-token': token }), id);
    },
  );

  test.each(unsafe.filter(({ access }) => access !== 'public'))(
    '$id refuses a page of another site even with the token of the session (GAP-SES-2)',
    async ({ operation }) => {
      const foreign: Record<string, string>[] = [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'cross-site', origin: server.url },
        { origin: 'https://evil.example' },
      ];
      for (const headers of foreign) {
        const answer = await call(olga, operation, { headers });
        expectProblem(answer, 403, 'csrf_failed');
      }
    },
  );

  test.each(unsafe.filter(({ access }) => access === 'public'))(
    '$id needs no token, and refuses a page of another site (GAP-SES-2)',
    async ({ operation }) => {
      const { host } = new URL(server.url);
      const origins = [
        'https://evil.example',
        'null',
        '',
        `http://${host}.evil.example`,
        'http://',
      ];
      for (const origin of [...origins, `http://x@evil.example`, `https://${host}0`]) {
        const answer = await call(visitor, operation, { headers: { origin } });
        expectProblem(answer, 403, 'csrf_failed');
      }
      const own = await call(visitor, operation, { headers: { origin: server.url } });
      const none = await call(visitor, operation);
      expect([own.status, none.status]).toEqual(Array(2).fill(refused[operation.id]?.[0] ?? 200));
    },
  );
});

describe.each(['/__admin/api', '/__platform/api'])('%s', (base) => {
  test.each(['/', '/nonsense', '/Documents', '/documents/', '/document/../documents', '/%zz'])(
    'offers no operation %s to anonymous callers',
    async (path) => {
      const answer = await visitor.getExactly(base + path);
      const known = base === '/__admin/api' && path === '/documents/';
      if (known) expectProblem(answer, 401, 'unauthenticated');
      else expectProblem(answer, 404, 'not_found');
    },
  );

  test('preserves the request id of a proxy, and creates one otherwise (GAP-ERR-1)', async () => {
    const ask = async (id: string): Promise<string> => {
      const answer = await visitor.get(`${base}/nonsense`, { 'x-request-id': id });
      return expectProblem(answer, 404, 'not_found')['request_id'] as string;
    };
    expect(await ask('of-the-proxy-1')).toBe('of-the-proxy-1');
    for (const odd of ['short', 'x'.repeat(65), 'with space in it', '"><script>1234']) {
      expect(await ask(odd)).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});
