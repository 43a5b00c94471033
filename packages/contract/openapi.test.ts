import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fieldError } from '@galley/kernel';
import { basePath, buildOpenApi } from './openapi.ts';
import { operations } from './contract.ts';
import { problemDocument } from './shapes.ts';

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters?: readonly { name: string; in: string; schema: object }[];
  readonly requestBody?: {
    required: boolean;
    content: Record<string, { schema: object; example?: object }>;
  };
  readonly responses: Record<string, { description: string; content: Record<string, object> }>;
}

interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Record<string, Record<string, Described>>;
  readonly components: {
    readonly schemas: Record<string, { required?: string[]; properties?: object }>;
    readonly securitySchemes: Record<string, object>;
  };
}

const build = (options = {}): Document =>
  buildOpenApi({ adminPath: '__admin', ...options }) as Document;
const document = build();

function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' ? [inner as string] : references(inner),
  );
}

const shapeOf = (path: string): string => path.replace(/\{\w+\}/g, '{}');

function find({ base, path, method, id }: (typeof operations)[number]): Described | undefined {
  const shape = shapeOf(basePath(base, '__admin') + path);
  const [, methods] = Object.entries(document.paths).find(([one]) => shapeOf(one) === shape) ?? [];
  const found = methods?.[method.toLowerCase()];
  return found?.operationId === id ? found : undefined;
}

const described = operations.map((operation) => ({ ...operation, found: find(operation) }));

describe('the OpenAPI document', () => {
  test('is OpenAPI 3.1 with version 1.0.0 (CMS-VER-1)', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Galley', version: '1.0.0' },
      components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie' } } },
    });
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  test('contains every operation and no others', () => {
    const all = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(all.map(({ operationId }) => operationId).toSorted()).toEqual(
      operations.map(({ id }) => id).toSorted(),
    );
  });

  test('contains no paths that differ only in the names of their parameters', () => {
    const paths = Object.keys(document.paths);
    expect(new Set(paths.map(shapeOf)).size).toBe(paths.length);
    for (const [path, methods] of Object.entries(document.paths)) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters = [] } of Object.values(methods)) {
        const declared = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
        expect(declared.toSorted()).toEqual(names.toSorted());
      }
    }
  });

  test('resolves every reference', () => {
    const known = Object.keys(document.components.schemas);
    const asked = references(document);
    expect(asked.length).toBeGreaterThan(20);
    for (const reference of asked) {
      expect(reference).toMatch(/^#\/components\/schemas\//);
      expect(known).toContain(reference.split('/').at(-1));
    }
  });

  test('uses the schema names of the contract', () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining([
        'ApiToken',
        'AuditEntry',
        'AuthSession',
        'CapabilitiesResponse',
        'CollectionResponse',
        'ContentItem',
        'DocumentDetail',
        'DocumentHistoryEntry',
        'DocumentSummary',
        'HealthResponse',
        'LogoutResponse',
        'PagedDocumentsResponse',
        'Problem',
        'RevokeResponse',
        'Role',
        'SessionRecord',
        'SiteInfo',
        'StatusResponse',
        'TotpSetupResponse',
        'UserInfo',
      ]),
    );
  });

  test('can be limited to some base addresses, and uses the configured admin path', () => {
    expect(Object.keys(build({ bases: ['platform'] }).paths)).toEqual([
      '/__platform/api/site',
      '/__platform/api/content',
      '/__platform/api/collections',
    ]);
    expect(Object.keys(build({ adminPath: 'desk', bases: ['admin'] }).paths)).toContain(
      '/desk/api/login',
    );
  });
});

describe.each(described)('$id', (operation) => {
  const { found, id, access, params, query, body, answer, problems, streams } = operation;
  const { method, recentlyConfirmed, idempotent, lenientBody, eventStream, creates } = operation;

  test('documents access, input, output and problems', () => {
    expect(found).toMatchObject({ operationId: id, tags: [id.split('.')[0]] });
    expect(found!.summary.length).toBeGreaterThan(10);
    const session = access === 'public' ? [] : [{ session: [] }];
    const token = access === 'public' || access === 'session' ? [] : [{ token: [] }];
    expect(found!.security).toEqual([...session, ...token]);
    const events = eventStream ? ['text/event-stream'] : [];
    for (const type of [...(streams ?? ['application/json']), ...events]) {
      expect(found!.responses[creates ? '201' : '200']!.content[type]).toHaveProperty('schema');
    }
    expect(found!.description?.includes('ten minutes') ?? false).toBe(!!recentlyConfirmed);
    const { description, content } = found!.responses['default']!;
    expect(Object.keys(content)).toEqual(['application/problem+json']);
    for (const code of problems) expect(description).toContain(`\`${code}\``);
  });

  test('documents every parameter and the body', () => {
    const named = (schema: z.ZodType | undefined, place: string): string[] =>
      schema instanceof z.ZodObject
        ? Object.keys(schema.shape).map((name) => `${name} in ${place}`)
        : [];
    const header = [
      ...(idempotent ? ['Idempotency-Key in header'] : []),
      ...(eventStream && method === 'GET' ? ['Last-Event-ID in header'] : []),
      ...(operation.minimalAnswer ? ['Prefer in header'] : []),
    ];
    // Path parameters are checked above; they may carry the names of another operation.
    const parameters = (found!.parameters ?? []).filter((one) => one.in !== 'path');
    expect(parameters.map((one) => `${one.name} in ${one.in}`).toSorted()).toEqual(
      [...named(query, 'query'), ...header].toSorted(),
    );
    expect(found!.requestBody !== undefined).toBe(body !== undefined);
  });

  test('has a valid example, which is published if it succeeds', () => {
    const { example } = operation;
    const [, code] = example.refused ?? [];
    const given = [example.params, example.query ?? {}, example.body ?? {}];
    for (const [index, schema] of [params, query, body].entries()) {
      if (code !== 'invalid_fields') expect(schema?.safeParse(given[index]).error).toBeUndefined();
    }
    const shown = found!.requestBody?.content['application/json']?.example;
    const isSecret = example.body && 'password' in example.body;
    expect(shown).toEqual(code === undefined && !isSecret ? example.body : undefined);
  });

  test('has exactly the parameters of its path', () => {
    const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(params instanceof z.ZodObject ? params.shape : {})).toEqual(inPath);
  });

  test('rejects unknown fields (GAP-ERR-3)', () => {
    for (const schema of [query, lenientBody ? undefined : body]) {
      const parsed = schema?.safeParse({ 'no such field': '1' });
      const codes = parsed?.error?.issues.map(({ code }) => code) ?? ['unrecognized_keys'];
      expect(codes).toContain('unrecognized_keys');
    }
  });

  test('drops fields that the answer does not declare', () => {
    const shape = answer instanceof z.ZodArray ? (answer.element as z.ZodType) : answer;
    expect(shape).toBeInstanceOf(z.ZodObject);
    expect((shape as z.ZodObject).def.catchall).toBeUndefined();
  });
});

test('a problem keeps its six members, its errors and its additional members (GAP-ERR-1)', () => {
  const problem = {
    type: 'urn:galley:problem:stale_revision',
    title: 'Changed',
    status: 409,
    detail: 'The document has changed.',
    code: 'stale_revision',
    request_id: 'r',
    current_revision: 'abc',
    errors: [fieldError('a', 'not_one_of', { allowed: ['b'] })],
  };
  expect(problemDocument.parse(problem)).toEqual(problem);
  for (const name of ['type', 'title', 'status', 'detail', 'code', 'request_id']) {
    expect(problemDocument.safeParse({ ...problem, [name]: undefined }).success).toBe(false);
  }
});
