import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations, type Operation } from '@galley/contract';
import { fieldErrorTemplates, newId } from '@galley/kernel';
import { expectProblem, type Answer, type Client, type TestServer } from './fixtures.ts';
import { author, examples, refused, type Query } from './operation-examples.ts';
import {
  addressOf,
  beginSession,
  bodySchemaOf,
  call,
  describedOf,
  resolved,
  type Schema,
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

/** An operation of each kind: the same middleware reads the bodies and queries of the others. */
const representatives = new Set<Operation>(
  [withBody, withQuery].flatMap((all) =>
    Map.groupBy(all, ({ base, bodyLimit }) => `${base} ${bodyLimit}`)
      .values()
      .map(([first]) => first!.operation)
      .toArray(),
  ),
);

const json = 'application/json';
const allTypes = ['string', 'integer', 'boolean', 'array', 'object', 'null'];
const typesTried = new Set<string>();

/** A type with conditions that may be null is described by alternatives. */
function typesOf(schema: Schema): string[] {
  const { type, anyOf = [] } = resolved(schema);
  const types = type === undefined ? anyOf.flatMap(typesOf) : [type].flat();
  // The value that is tried is both.
  return types.map((one) => (one === 'number' ? 'integer' : one));
}

/** All wrong values for the first field of a type, and for the others two. */
function wrongValues(types: readonly string[]): unknown[] {
  const wrong = [null, {}, 5, true, 'text', ['text']].filter(
    (value) => !types.includes(typeOf(value)),
  );
  const isNew = !typesTried.has(types.join());
  typesTried.add(types.join());
  return isNew ? wrong : wrong.slice(0, 2);
}

function post(operation: Operation, body: RequestInit['body'], type?: string): Promise<Answer> {
  const headers: Record<string, string> = {
    ...(type && { 'content-type': type }),
    ...(operation.idempotent && { 'idempotency-key': newId() }),
  };
  return olga.send(addressOf(operation), { method: 'POST', body: body ?? null, headers });
}

function withUnknownField({ id }: Operation): string {
  return JSON.stringify({ ...examples[id]!.body, nonsense: 1 });
}

test.each(withBody.filter(({ operation }) => representatives.has(operation)))(
  'the body of $id must be a JSON object in UTF-8 of a limited size (GAP-ERR-2, GAP-ERR-3, GAP-SES-6)',
  async ({ id, operation, bodyLimit }) => {
    const example = examples[id]!.body!;
    const cap = bodyLimit === 'document' ? 8 * 1024 * 1024 : 64 * 1024;
    const withUnknown = withUnknownField(operation);
    const noJson = ['{', '{"a":1,}', "{'a':1}", 'undefined', '{"a":"\u0000"}', '\uFEFF{', '{}{}'];
    for (const text of noJson)
      expectProblem(await post(operation, text, json), 400, 'invalid_json');
    for (const text of ['null', '[]', '"text"', '5', 'true'])
      expectProblem(await post(operation, text, json), 400, 'invalid_request');
    const forms = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];
    for (const type of ['text/plain', ...forms, `${json}; charset=koi8-r`])
      expectProblem(
        await post(operation, JSON.stringify(example), type),
        415,
        'unsupported_media_type',
      );
    const bytes = new TextEncoder().encode(JSON.stringify(example));
    expectProblem(await post(operation, bytes), 415, 'unsupported_media_type');
    for (const field of ['Title', '__proto__', 'constructor', '']) {
      const rest = Object.keys(example).length === 0 ? '' : ',';
      const text = JSON.stringify(example).replace('{', `{${JSON.stringify(field)}:1${rest}`);
      await expectInvalid(post(operation, text, json), field);
    }
    const fits = withUnknown + ' '.repeat(cap - withUnknown.length);
    await expectInvalid(post(operation, fits, json), 'nonsense');
    const { detail } = expectProblem(
      await post(operation, `${fits} `, json),
      413,
      'payload_too_large',
    );
    expect(detail).toContain(String(cap));
  },
);

describe.each(withBody)('the body of $id', ({ id, operation, access, ...body }) => {
  const schema = bodySchemaOf(operation);
  const { properties = {}, required = [] } = schema;
  const example = examples[id]!.body!;

  test('is required unless the contract makes it optional, has all required and no unknown fields, and its size limit (GAP-ERR-3, GAP-SES-6)', async () => {
    const [none, empty] = [await post(operation, null), await post(operation, '', json)];
    if (body.bodyOptional) {
      const [expected] = refused[id] ?? [body.creates ? 201 : 200];
      expect([none.status, empty.status]).toEqual([expected, expected]);
    } else {
      expect(expectProblem(none, 400, 'invalid_request').errors).toHaveLength(1);
      expectProblem(empty, 400, 'invalid_request');
    }
    expect(Object.keys(example)).toEqual(expect.arrayContaining([...required]));
    for (const field of required) {
      const rest = Object.entries(example).filter(([name]) => name !== field);
      await expectInvalid(call(olga, operation, { body: Object.fromEntries(rest) }), field);
    }
    const withUnknown = withUnknownField(operation);
    const large = withUnknown + ' '.repeat(64 * 1024 + 1 - withUnknown.length);
    if (body.bodyLimit === 'document')
      await expectInvalid(post(operation, large, json), 'nonsense');
    else expectProblem(await post(operation, large, json), 413, 'payload_too_large');
    await expectInvalid(post(operation, withUnknown, json), 'nonsense');
  });

  test('needs fields of the right type, with text that can be stored', async () => {
    for (const [field, schema] of Object.entries(properties)) {
      const types = typesOf(schema);
      expect(allTypes).toEqual(expect.arrayContaining(types));
      for (const value of wrongValues(types)) {
        const body = { ...example, [field]: value };
        await expectInvalid(call(olga, operation, { body }), field);
      }
    }
    const names = ['username', 'name', 'id', 'session_id', 'slug', 'role'];
    // Sign-in and set-up refuse unknown names and store none of them.
    const kept = access === 'public' ? [] : names.filter((name) => name in properties);
    for (const field of kept) {
      for (const odd of ['a\u0000b', 'a\uD800b']) {
        await expectInvalid(call(olga, operation, { body: { ...example, [field]: odd } }), field);
      }
    }
  });
});

test('ADD-ERR-1: every field error has a known code and the parameters of its text', async () => {
  const codes = new Set<string>();
  for (const { operation } of withBody) {
    const names = Object.keys(bodySchemaOf(operation).properties ?? {});
    for (const wrong of [{}, -0.5, '', null]) {
      const body = Object.fromEntries([...names, 'nonsense'].map((name) => [name, wrong]));
      const { errors = [] } = expectProblem(
        await call(olga, operation, { body }),
        400,
        'invalid_request',
      );
      expect(errors.map(({ code }) => code)).toContain('unknown_key');
      for (const { code } of errors) codes.add(code);
    }
  }
  expect([...codes].filter((code) => !Object.hasOwn(fieldErrorTemplates, code))).toEqual([]);
  expect(codes).toContain('not_text');
  expect(codes).toContain('not_one_of');
});

const parametersTried = new Set<string>();

/** Whether no other operation had this parameter: most of them share one definition. */
function isNewParameter(name: string, schema: object): boolean {
  const key = JSON.stringify([name, schema]);
  const isNew = !parametersTried.has(key);
  parametersTried.add(key);
  return isNew;
}

describe.each(withQuery)('the query of $id', ({ id, operation }) => {
  const parameters = describedOf(operation).parameters!.filter((one) => one.in === 'query');
  const example = examples[id]!.query ?? {};

  function get(query: string | Query | [string, string][]): Promise<Answer> {
    return olga.get(addressOf(operation, query));
  }

  function without(name: string): [string, string][] {
    return Object.entries(example).filter(([other]) => other !== name);
  }

  async function expectValues(name: string, wrong: string[], right: string[]): Promise<void> {
    for (const value of wrong) await expectInvalid(get({ ...example, [name]: value }), name);
    for (const value of right) {
      // An example may name a missing thing; here, only the values are of interest.
      const [status] = examples[id]!.refused ?? [200];
      expect((await get({ ...example, [name]: value })).status).toBe(status);
    }
  }

  test('has all required parameters once, and no unknown ones (GAP-ERR-3)', async () => {
    const unknown = ['nonsense', '__proto__', 'PATH', 'page[]'];
    for (const name of representatives.has(operation) ? unknown : unknown.slice(0, 1)) {
      await expectInvalid(get({ ...example, [name]: '1' }), name);
    }
    for (const { name, required } of parameters) {
      const value = example[name] ?? '1';
      await expectInvalid(get([...without(name), [name, value], [name, value]]), name);
      if (required) await expectInvalid(get(without(name)), name);
    }
  });

  async function expectTimes(name: string, isNew: boolean): Promise<void> {
    const days = ['2026-05-01T12:00:00', '2026-05-01', '2026-02-30T12:00:00Z', '1777636800'];
    const wrong = [...days, 'yesterday', '', '2026-05-01 12:00:00Z'];
    const instants = ['2026-05-01T12:00:00Z', '2026-05-01T14:00:00.123+02:00'];
    const right = [...instants, '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'];
    const count = isNew ? wrong.length : 1;
    await expectValues(name, wrong.slice(0, count), right.slice(0, count));
  }

  test('has text that can be stored, whole numbers from the minimum, known values, and times with a time zone (CMS-LIM-3, CMS-LIM-4, GAP-SES-6)', async () => {
    for (const { name, schema } of parameters) {
      const isNew = isNewParameter(name, schema);
      if (schema.type === 'string') {
        const answer = await get({ ...example, [name]: 'x\u0000' });
        if (name === 'path') expectProblem(answer, 400, 'invalid_path');
        else await expectInvalid(Promise.resolve(answer), name);
      }
      if (schema.type === 'integer') {
        const least = name === 'offset' ? 0 : 1;
        expect(schema.minimum).toBe(least);
        const odd = ['-1', '1.5', 'abc', '', '1e3', ' 1', '0x1', '9'.repeat(30)];
        await expectValues(name, [String(least - 1), ...(isNew ? odd : [])], [String(least)]);
        if (isNew) await expectValues(name, [], ['999999999']);
      }
      if (schema.enum) {
        const odd = isNew ? ['', schema.enum[0]!.toUpperCase()] : [];
        await expectValues(name, ['nonsense', ...odd], isNew ? [...schema.enum] : []);
      }
      if (schema.format === 'date-time') await expectTimes(name, isNew);
    }
  });
});
