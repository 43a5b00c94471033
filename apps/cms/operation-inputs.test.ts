import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '@galley/contract';
import { expectProblem, type Answer, type Client, type TestServer } from './fixtures.ts';
import { author, examples, type Query } from './operation-examples.ts';
import {
  addressOf,
  beginSession,
  bodySchemaOf,
  call,
  describedOf,
  resolved,
  expectInvalid,
  startExampleServer,
} from './operations/fixtures.ts';

const byId = operations.map((operation) => ({ ...operation, operation }));
// Operations with a lenient body or a file have their own tests.
const withBody = byId.filter(
  ({ body, lenientBody, multipart }) => body !== undefined && !lenientBody && !multipart,
);
const withQuery = byId.filter(({ query }) => query !== undefined);

let server: TestServer;
let olga: Client;

beforeAll(async () => {
  server = await startExampleServer();
  olga = await beginSession(server, author);
});

afterAll(() => server[Symbol.asyncDispose]());

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' ? 'integer' : typeof value;
}

describe.each(withBody)('the body of $id', ({ id, operation, access, ...body }) => {
  const schema = bodySchemaOf(operation);
  const { properties = {}, required = [] } = schema;
  const example = examples[id]!.body!;

  function post(body: RequestInit['body'], type?: string): Promise<Answer> {
    const headers: Record<string, string> = type ? { 'content-type': type } : {};
    return olga.send(addressOf(operation), { method: 'POST', body: body ?? null, headers });
  }

  const json = 'application/json';

  test.each(['{', '{"a":1,}', "{'a':1}", 'undefined', '{"a":"\u0000"}', '\uFEFF{', '{}{}'])(
    'must be JSON, unlike %j (GAP-ERR-2)',
    async (text) => {
      expectProblem(await post(text, json), 400, 'invalid_json');
    },
  );

  test.each(['null', '[]', '"text"', '5', 'true'])('must be an object, unlike %s', async (text) => {
    expectProblem(await post(text, json), 400, 'invalid_request');
  });

  test('is required unless the contract makes it optional', async () => {
    const [none, empty] = [await post(null), await post('', json)];
    if (body.bodyOptional) {
      expect([none.status, empty.status]).toEqual([200, 200]);
    } else {
      expect(expectProblem(none, 400, 'invalid_request').errors).toHaveLength(1);
      expectProblem(empty, 400, 'invalid_request');
    }
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'must not be %s (GAP-ERR-2)',
    async (type) => {
      expectProblem(await post(JSON.stringify(example), type), 415, 'unsupported_media_type');
    },
  );

  test('needs a content type and UTF-8', async () => {
    const bytes = new TextEncoder().encode(JSON.stringify(example));
    expectProblem(await post(bytes), 415, 'unsupported_media_type');
    const odd = await post(bytes, 'application/json; charset=koi8-r');
    expectProblem(odd, 415, 'unsupported_media_type');
  });

  test.each(['nonsense', 'Title', '__proto__', 'constructor', ''])(
    'must not have the unknown field %j (GAP-ERR-3)',
    async (field) => {
      const rest = Object.keys(example).length === 0 ? '' : ',';
      const text = JSON.stringify(example).replace('{', `{${JSON.stringify(field)}:1${rest}`);
      await expectInvalid(post(text, json), field);
    },
  );

  test('needs all required fields', async () => {
    expect(Object.keys(example)).toEqual(expect.arrayContaining([...required]));
    for (const field of required) {
      const rest = Object.entries(example).filter(([name]) => name !== field);
      await expectInvalid(call(olga, operation, { body: Object.fromEntries(rest) }), field);
    }
  });

  test('needs fields of the right type', async () => {
    for (const [field, schema] of Object.entries(properties)) {
      const types = [resolved(schema).type].flat();
      const known = ['string', 'integer', 'boolean', 'array', 'object', 'null'];
      expect(known).toEqual(expect.arrayContaining(types));
      const wrong = [null, 5, true, 'text', ['text'], {}].filter(
        (value) => !types.includes(typeOf(value)),
      );
      for (const value of wrong) {
        const body = { ...example, [field]: value };
        await expectInvalid(call(olga, operation, { body }), field);
      }
    }
  });

  test('refuses text that cannot be stored', async () => {
    const names = ['username', 'name', 'id', 'session_id', 'slug', 'role'];
    // Sign-in and set-up refuse unknown names and store none of them.
    const kept = access === 'public' ? [] : names.filter((name) => name in properties);
    for (const field of kept) {
      for (const odd of ['a\u0000b', 'a\uD800b']) {
        await expectInvalid(call(olga, operation, { body: { ...example, [field]: odd } }), field);
      }
    }
  });

  test('must not exceed its size limit (GAP-SES-6)', async () => {
    const cap = body.bodyLimit === 'document' ? 8 * 1024 * 1024 : 64 * 1024;
    const text = JSON.stringify({ ...example, nonsense: 1 });
    const fits = text + ' '.repeat(cap - text.length);
    await expectInvalid(post(fits, json), 'nonsense');
    const { detail } = expectProblem(await post(`${fits} `, json), 413, 'payload_too_large');
    expect(detail).toContain(String(cap));
  });
});

describe.each(withQuery)('the query of $id', ({ id, operation }) => {
  const parameters = describedOf(operation).parameters!.filter((one) => one.in === 'query');
  const example = examples[id]!.query ?? {};

  function get(query: string | Query | [string, string][]): Promise<Answer> {
    return olga.get(addressOf(operation, query));
  }

  test('refuses unknown parameters (GAP-ERR-3)', async () => {
    for (const name of ['nonsense', '__proto__', 'PATH', 'page[]']) {
      await expectInvalid(get({ ...example, [name]: '1' }), name);
    }
  });

  test('refuses repeated parameters', async () => {
    for (const { name } of parameters) {
      const value = example[name] ?? '1';
      const others = Object.entries(example).filter(([other]) => other !== name);
      await expectInvalid(get([...others, [name, value], [name, value]]), name);
    }
  });

  test('needs all required parameters', async () => {
    for (const { name } of parameters.filter(({ required }) => required)) {
      const others = Object.entries(example).filter(([other]) => other !== name);
      await expectInvalid(get(Object.fromEntries(others)), name);
    }
  });

  test('refuses text that cannot be stored in parameters', async () => {
    for (const { name } of parameters.filter(({ schema }) => schema.type === 'string')) {
      const answer = await get({ ...example, [name]: 'x\u0000' });
      if (name === 'path') expectProblem(answer, 400, 'invalid_path');
      else await expectInvalid(Promise.resolve(answer), name);
    }
  });

  test('needs whole numbers from the minimum for counts (CMS-LIM-3, CMS-LIM-4, GAP-SES-6)', async () => {
    const counts = parameters.filter(({ schema }) => schema.type === 'integer');
    for (const { name, schema } of counts) {
      const least = name === 'offset' ? 0 : 1;
      expect(schema.minimum).toBe(least);
      const tooSmall = [String(least - 1), '-1'];
      for (const wrong of [...tooSmall, '1.5', 'abc', '', '1e3', ' 1', '0x1', '9'.repeat(30)]) {
        await expectInvalid(get({ ...example, [name]: wrong }), name);
      }
      for (const right of [String(least), '999999999']) {
        expect((await get({ ...example, [name]: right })).status).toBe(200);
      }
    }
  });

  test('needs known values for enumerations', async () => {
    for (const { name, schema } of parameters.filter((parameter) => parameter.schema.enum)) {
      for (const wrong of ['nonsense', '', schema.enum![0]!.toUpperCase()]) {
        await expectInvalid(get({ ...example, [name]: wrong }), name);
      }
      for (const right of schema.enum!) {
        expect((await get({ ...example, [name]: right })).status).toBe(200);
      }
    }
  });

  test('needs times with a time zone', async () => {
    for (const { name } of parameters.filter(({ schema }) => schema.format === 'date-time')) {
      const days = ['2026-05-01', '2026-05-01T12:00:00', '2026-02-30T12:00:00Z', '1777636800'];
      for (const wrong of [...days, 'yesterday', '', '2026-05-01 12:00:00Z']) {
        await expectInvalid(get({ ...example, [name]: wrong }), name);
      }
      const instants = ['2026-05-01T12:00:00Z', '2026-05-01T14:00:00.123+02:00'];
      for (const right of [...instants, '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z']) {
        expect((await get({ ...example, [name]: right })).status).toBe(200);
      }
    }
  });
});
