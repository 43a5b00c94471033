import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations, type Operation } from '@galley/contract';
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
const unsafe = byId.filter(({ method }) => method !== 'GET');

/** An operation of each kind: the same middleware refuses odd requests to the others. */
const representatives = new Set<Operation>(
  Map.groupBy(operations, ({ base, method, access }) => [base, method, access === 'public'].join())
    .values()
    .map(([first]) => first!),
);

let server: TestServer;
let olga: Client;
let other: Client;
let visitor: Client;

beforeAll(async () => {
  server = await startExampleServer();
  olga = await beginSession(server, author);
  other = await beginSession(server, author);
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

function expectOwnOrigin({ base }: Operation, { headers }: Answer): void {
  const readers = base === 'platform' ? 'cross-origin' : 'same-origin';
  expect(headers.get('cross-origin-resource-policy')).toBe(base === 'root' ? null : readers);
  expect(headers.get('permissions-policy')).toContain('camera=()');
}

const atProvider = ['auth.begin_at_provider', 'sessions.confirm_at_provider', 'identities.link'];

describe.each(byId)('$id, $method $path', ({ id, operation }) => {
  const isGuarded = operation.access !== 'public';

  test('is mounted, and answers 405 with the allowed methods for others (GAP-ERR-2, ADD-SEC-3)', async () => {
    const here = operations.filter((other) => answersAt(other, addressOf(operation)));
    const methods = new Set(here.map(({ method }) => method));
    const allowed = [...methods].flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one]));
    const others = ['PATCH', 'GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'].filter(
      (method) => !allowed.includes(method),
    );
    for (const method of representatives.has(operation) ? others : others.slice(0, 1)) {
      const answer = await olga.send(addressOf(operation), { method });
      expect(answer.headers.get('allow')).toBe(allowed.join(', '));
      expectOwnOrigin(operation, answer);
      if (operation.base === 'root') expect([answer.status, answer.text]).toEqual([405, '']);
      else expectProblem(answer, 405, 'method_not_allowed');
    }
  });

  test('a valid request returns 200, or 201, with all fields of the contract (CMS-BASE-7)', async () => {
    const { answer } = await (await TestAdministrator.to(server)).succeed(operation);
    // The first administrator exists here, `apps/cms/runs/recipes.test.ts` has the token of a recipe, and
    // `apps/cms/agents/proposed-pages.test.ts` a repository with the content tree, and `apps/cms/sign-in` a provider.
    const elsewhere = [
      'auth.setup',
      'recipes.trigger',
      'documents.proposed_preview',
      ...atProvider,
    ];
    if (elsewhere.includes(id)) return expectExample(answer, id);
    const { streams = ['application/json'] } = operation;
    const { status, headers, text } = answer;
    expect({ status, text }).toMatchObject({ status: operation.creates ? 201 : 200 });
    const type = headers.get('content-type')!.replace('; charset=utf-8', '');
    expect(streams).toContain(streams.includes('*/*') ? '*/*' : type);
    if (operation.streams) return;
    expect(operation.answer.parse(answer.json())).toEqual(answer.json());
  });

  test('the example returns the documented response, for the own origin only and uncached unless public (ADD-SEC-3)', async () => {
    const answer = await call(await beginSession(server, author), operation);
    expectExample(answer, id);
    expectOwnOrigin(operation, answer);
    if (!isGuarded) return;
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('refuses anonymous callers before any other check unless public (CMS-AUTH-9, ADD-SEC-3)', async () => {
    const odd = await call(visitor, operation, { query: { nonsense: '1' }, body: 'nonsense' });
    if (isGuarded) expectProblem(odd, 401, 'unauthenticated');
    expectOwnOrigin(operation, odd);
  });
});

describe('CSRF', () => {
  test.each(unsafe.filter(({ access }) => access !== 'public'))(
    '$id accepts only the token of its own session, and no page of another site (GAP-SES-2)',
    async ({ operation }) => {
      const isRepresentative = representatives.has(operation);
      const token = olga.csrfToken!;
      const wrong: Record<string, string>[] = [
        { 'x-csrf-token': other.csrfToken! },
        {},
        ...['', 'x', `${token}x`, token.toLowerCase()].map((one) => ({ 'x-csrf-token': one })),
      ];
      for (const headers of isRepresentative ? wrong : wrong.slice(0, 1)) {
        const bare = Object.assign(server.visitor(), { cookie: olga.cookie });
        expectProblem(await call(bare, operation, { headers }), 403, 'csrf_failed');
      }
      const foreign: Record<string, string>[] = [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'cross-site', origin: server.url },
        { origin: 'https://evil.example' },
      ];
      for (const headers of isRepresentative ? foreign : foreign.slice(0, 1)) {
        expectProblem(await call(olga, operation, { headers }), 403, 'csrf_failed');
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
        `http://x@evil.example`,
        `https://${host}0`,
      ];
      for (const origin of representatives.has(operation) ? origins : origins.slice(0, 1)) {
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
