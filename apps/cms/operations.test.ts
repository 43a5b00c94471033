import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { basePath, buildOpenApi, operations, type Operation } from '@galley/contract';
import { expectProblem, TestServer, type Answer, type Client } from './fixtures.ts';

interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Described {
  readonly parameters?: readonly { name: string; required?: boolean; schema: Schema }[];
  readonly requestBody?: { content: { 'application/json': { schema: Schema } } };
}

type Values = Readonly<Record<string, unknown>>;
type Query = Readonly<Record<string, string>>;

const { paths } = buildOpenApi({ adminPath: '__admin' }) as {
  paths: Record<string, Record<string, Described>>;
};

/** A request that is right, for each operation there is. */
const examples: Record<string, { query?: Query; body?: Values }> = {
  'auth.login': { body: { username: 'nobody-of-that-name', password: 'wrong' } },
  'auth.logout': {},
  'auth.session': {},
  'auth.setup': { body: { token: 'none', username: 'eve', password: 'a password of eve' } },
  'system.status': {},
  'system.capabilities': {},
  'documents.list': {},
  'documents.get': { query: { path: 'posts/ink.md' } },
  'documents.create': { body: { type: 'post', lang: 'en', title: 'New', content: 'Text\n' } },
  'documents.save': { body: { path: 'posts/ink.md', content: 'Black.\n' } },
  'documents.history': { query: { path: 'posts/ink.md' } },
  'platform.site': {},
  'platform.content': { query: { path: 'posts/ink.md' } },
  'platform.collections': {},
  'system.health': {},
};

/** What those examples are refused with that cannot succeed in the same project as all the others. */
const refused: Record<string, [number, string]> = {
  'auth.login': [401, 'invalid_credentials'],
  'auth.setup': [403, 'setup_link_invalid'],
};

const everything = operations.flatMap(({ access }) =>
  typeof access === 'object' ? [access.capability] : [],
);

/** What each built-in role may, of what operations ask for (content-platform, Authentication 5). */
const grants: Record<string, readonly string[]> = {
  admin: everything,
  editor: everything.filter((name) => /^(documents|media)\./.test(name)),
  author: ['documents.read', 'documents.create', 'documents.write', 'documents.history'],
  reviewer: ['documents.read', 'documents.history', 'documents.review', 'documents.diff'],
  guest: [],
};

const byId = operations.map((operation) => ({ ...operation, operation }));
const called = byId.filter(({ base }) => base !== 'root');
const guarded = called.filter(({ access }) => access !== 'public');
const unsafe = called.filter(({ method }) => method !== 'GET');
const withBody = called.filter(({ body }) => body !== undefined);
const withQuery = called.filter(({ query }) => query !== undefined);

let server: TestServer;
let ada: Client;
let visitor: Client;
const people = new Map<string, Client>();

beforeAll(async () => {
  server = await TestServer.start({
    files: { 'content/posts/ink.md': '---\ntitle: Ink\n---\nBlack.\n' },
  });
  ada = await server.signedIn();
  visitor = server.visitor();
  for (const role of Object.keys(grants)) {
    const own = role === 'guest' ? { grants: [] } : {};
    people.set(role, await server.signedInAs({ username: `the-${role}`, role, ...own }));
  }
});

afterAll(() => server[Symbol.asyncDispose]());

function addressOf({ base, path }: Operation, query: string | Query | [string, string][] = {}) {
  const search = new URLSearchParams(query).toString();
  return basePath(base, '__admin') + path + (search && `?${search}`);
}

/** The operation's example, or what a test puts in its place. */
function call(
  client: Client,
  operation: Operation,
  {
    query = examples[operation.id]?.query,
    body = examples[operation.id]?.body,
    headers,
  }: { query?: Query; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const address = addressOf(operation, query);
  return operation.method === 'GET'
    ? client.get(address, headers)
    : client.post(address, body, headers);
}

function describedOf({ base, path, method }: Operation): Described {
  return paths[basePath(base, '__admin') + path]![method.toLowerCase()]!;
}

function bodySchema(operation: Operation): Schema {
  return describedOf(operation).requestBody!.content['application/json'].schema;
}

async function expectInvalid(asked: Promise<Answer>, path: string): Promise<void> {
  const { errors, detail } = expectProblem(await asked, 400, 'invalid_request');
  expect(errors?.map((error) => error.path)).toContain(path);
  expect(detail).toContain(path);
}

test('every operation has an example here', () => {
  expect(Object.keys(examples).toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
});

test('no two operations share an id, or a method of an address', () => {
  const ids = operations.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const addresses = operations.map((operation) => `${operation.method} ${addressOf(operation)}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});

describe.each(byId)('$id, $method $path', ({ id, operation }) => {
  test('is mounted: another method is 405 and names those that there are (GAP-ERR-2)', async () => {
    const here = operations.filter((other) => addressOf(other) === addressOf(operation));
    const allowed = here.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
      (method) => !allowed.includes(method),
    );
    for (const method of others) {
      const answer = await ada.send(addressOf(operation), { method });
      expect(answer.headers.get('allow')).toBe(allowed.join(', '));
      if (operation.base === 'root') expect([answer.status, answer.text]).toEqual([405, '']);
      else expectProblem(answer, 405, 'method_not_allowed');
    }
  });

  test('a right request is 200, with all that the contract names (CMS-BASE-7)', async () => {
    const client = operation.access === 'public' ? visitor : ada;
    const answer = await call(client, operation);
    if (refused[id]) {
      expectProblem(answer, ...refused[id]);
      return;
    }
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    expect(operation.answer.parse(answer.json())).toEqual(answer.json());
  });
});

describe.each(guarded)('$id, which needs a session', ({ operation, access, method }) => {
  test('refuses nobody with 401 (CMS-AUTH-9), before it looks at anything else', async () => {
    expectProblem(await call(visitor, operation), 401, 'unauthenticated');
    const odd = await call(visitor, operation, { query: { nonsense: '1' }, body: 'nonsense' });
    expectProblem(odd, 401, 'unauthenticated');
  });

  test('answers its own caller only: nothing of it is kept on the way', async () => {
    const answer = await call(ada, operation);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  test.each(Object.entries(grants))(
    'lets a role in that has its capability, and no other: %s (CMS-AUTH-13, GAP-ED-8)',
    async (role, granted) => {
      const answer = await call(people.get(role)!, operation, method === 'GET' ? {} : { body: {} });
      const needed = typeof access === 'object' ? access.capability : undefined;
      if (needed !== undefined && !granted.includes(needed)) {
        expect(expectProblem(answer, 403, 'forbidden').detail).toContain(needed);
      } else {
        expect([200, 400, 404]).toContain(answer.status);
      }
    },
  );
});

describe('CSRF', () => {
  test.each(unsafe.filter(({ access }) => access !== 'public'))(
    '$id takes no token but that of its own session (GAP-SES-2)',
    async ({ operation }) => {
      const other = await server.signedIn();
      const send = (headers: Record<string, string>): Promise<Answer> => {
        const bare = server.visitor();
        bare.cookie = ada.cookie;
        return call(bare, operation, { headers });
      };
      const token = ada.csrfToken!;
      for (const wrong of ['', 'x', `${token}x`, token.toLowerCase(), other.csrfToken!]) {
        expectProblem(await send({ 'x-csrf-token': wrong }), 403, 'csrf_failed');
      }
      expectProblem(await send({}), 403, 'csrf_failed');
      expect([200, 409]).toContain((await send({ 'x-csrf-token': token })).status);
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

describe.each(withBody)('the body of $id', ({ id, operation, bodyLimit }) => {
  const { properties = {}, required = [] } = bodySchema(operation);
  const example = examples[id]!.body!;

  function post(body: RequestInit['body'], type?: string): Promise<Answer> {
    const headers: Record<string, string> = type ? { 'content-type': type } : {};
    return ada.send(addressOf(operation), { method: 'POST', body: body ?? null, headers });
  }

  const json = 'application/json';

  test.each(['{', '{"a":1,}', "{'a':1}", 'undefined', '{"a":"\u0000"}', '\uFEFF{', '{}{}'])(
    'is JSON, unlike %j (GAP-ERR-2)',
    async (text) => {
      expectProblem(await post(text, json), 400, 'invalid_json');
    },
  );

  test.each(['null', '[]', '"text"', '5', 'true'])('is an object, unlike %s', async (text) => {
    expectProblem(await post(text, json), 400, 'invalid_request');
  });

  test('is there', async () => {
    const { errors } = expectProblem(await post(null), 400, 'invalid_request');
    expect(errors).toHaveLength(1);
    expectProblem(await post('', json), 400, 'invalid_request');
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'is not %s (GAP-ERR-2)',
    async (type) => {
      expectProblem(await post(JSON.stringify(example), type), 415, 'unsupported_media_type');
    },
  );

  test('says what it is, and says it in UTF-8', async () => {
    const bytes = new TextEncoder().encode(JSON.stringify(example));
    expectProblem(await post(bytes), 415, 'unsupported_media_type');
    const odd = await post(bytes, 'application/json; charset=koi8-r');
    expectProblem(odd, 415, 'unsupported_media_type');
  });

  test.each(['nonsense', 'Title', '__proto__', 'constructor', ''])(
    'has no field %j that nobody knows (GAP-ERR-3)',
    async (field) => {
      const text = JSON.stringify(example).replace(/^\{/, `{${JSON.stringify(field)}:1,`);
      await expectInvalid(post(text, json), field);
    },
  );

  test('has every field that it needs', async () => {
    expect(required.length).toBeGreaterThan(0);
    for (const field of required) {
      const rest = Object.entries(example).filter(([name]) => name !== field);
      await expectInvalid(call(ada, operation, { body: Object.fromEntries(rest) }), field);
    }
  });

  test('has fields of the right type', async () => {
    for (const [field, { type = '' }] of Object.entries(properties)) {
      const wrong = [null, 5, true, 'text', [], ['text'], {}].filter(
        (value) => typeof value !== type || value === null || Array.isArray(value),
      );
      expect(wrong.length).toBeLessThan(7);
      for (const value of wrong) {
        const body = { ...example, [field]: value };
        await expectInvalid(call(ada, operation, { body }), field);
      }
    }
  });

  test('is not larger than its cap (GAP-SES-6)', async () => {
    const cap = bodyLimit === 'document' ? 8 * 1024 * 1024 : 64 * 1024;
    const text = JSON.stringify({ ...example, nonsense: 1 });
    const fits = text + ' '.repeat(cap - text.length);
    await expectInvalid(post(fits, json), 'nonsense');
    const { detail } = expectProblem(await post(`${fits} `, json), 413, 'payload_too_large');
    expect(detail).toContain(String(cap));
  });
});

describe.each(withQuery)('the query of $id', ({ id, operation }) => {
  const parameters = describedOf(operation).parameters!;
  const example = examples[id]!.query ?? {};

  function get(query: string | Query | [string, string][]): Promise<Answer> {
    return (operation.base === 'platform' ? visitor : ada).get(addressOf(operation, query));
  }

  test('has no parameter that nobody knows (GAP-ERR-3)', async () => {
    for (const name of ['nonsense', '__proto__', 'PATH', 'page[]']) {
      await expectInvalid(get({ ...example, [name]: '1' }), name);
    }
  });

  test('has each parameter once', async () => {
    for (const { name } of parameters) {
      const value = example[name] ?? '1';
      const others = Object.entries(example).filter(([other]) => other !== name);
      await expectInvalid(get([...others, [name, value], [name, value]]), name);
    }
  });

  test('has the parameters that it needs', async () => {
    for (const { name } of parameters.filter(({ required }) => required)) {
      const others = Object.entries(example).filter(([other]) => other !== name);
      await expectInvalid(get(Object.fromEntries(others)), name);
    }
  });

  test('has text that can be kept', async () => {
    for (const { name, schema } of parameters.filter(({ schema }) => schema.type === 'string')) {
      const answer = await get({ ...example, [name]: 'x\u0000' });
      if (name === 'path') expectProblem(answer, 400, 'invalid_path');
      else if (!schema.enum) await expectInvalid(Promise.resolve(answer), name);
    }
  });

  test('has whole numbers from 1 where it counts (CMS-LIM-3, GAP-SES-6)', async () => {
    const counts = parameters.filter(({ schema }) => schema.type === 'integer');
    for (const { name } of counts) {
      for (const wrong of ['0', '-1', '1.5', 'abc', '', '1e3', ' 1', '0x1', '9'.repeat(30)]) {
        await expectInvalid(get({ ...example, [name]: wrong }), name);
      }
      expect((await get({ ...example, [name]: '999999999' })).status).toBe(200);
    }
  });

  test('has known words where there are only some', async () => {
    for (const { name } of parameters.filter(({ schema }) => schema.enum)) {
      for (const wrong of ['nonsense', '', 'DESC']) {
        await expectInvalid(get({ ...example, [name]: wrong }), name);
      }
    }
  });
});

describe.each(['/__admin/api', '/__platform/api'])('%s', (base) => {
  test.each(['/', '/nonsense', '/Documents', '/documents/', '/document/../documents', '/%zz'])(
    'has no operation %s for nobody to call',
    async (path) => {
      const answer = await visitor.getExactly(base + path);
      const known = base === '/__admin/api' && path === '/documents/';
      if (known) expectProblem(answer, 401, 'unauthenticated');
      else expectProblem(answer, 404, 'not_found');
    },
  );

  test('keeps the request id of a proxy, and gives one otherwise (GAP-ERR-1)', async () => {
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
