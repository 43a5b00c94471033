import type { Operation } from '@galley/contract';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { publishedManifest } from './published-manifest.ts';
import { pagingOf, routeOf } from './sdk-routes.ts';
import { docComment, typeOf, TypeWriter } from './sdk-types.ts';

function operation(given: Partial<Operation>): Operation {
  const shared = {
    id: 'ink.list',
    path: '/ink',
    base: 'admin',
    access: 'public',
    summary: '',
  } as const;
  const rest = { method: 'GET', answer: z.object({}), problems: [], ...given } as const;
  return { ...shared, ...rest };
}

describe('a type of the client', () => {
  const typeFor = (schema: z.ZodType, side: 'input' | 'output' = 'output'): string =>
    typeOf(new TypeWriter().schemaOf(schema, side)).replace(/\s+/g, ' ');

  test.each<[string, z.ZodType]>([
    ['string', z.string().min(1)],
    ['number', z.int()],
    ['string | null', z.string().nullable()],
    ['"a" | "b"', z.enum(['a', 'b'])],
    ['true', z.literal(true)],
    ['unknown', z.unknown()],
    ['(string)[]', z.array(z.string())],
    ['Record<string, boolean>', z.record(z.string(), z.boolean())],
    ['{ a: string; b?: number; }', z.object({ a: z.string(), b: z.number().optional() })],
    ['{ a: string; [member: string]: unknown; }', z.looseObject({ a: z.string() })],
    ['Ink', z.object({ a: z.string() }).meta({ id: 'Ink' })],
  ])('is %s', (type, schema) => {
    expect(typeFor(schema)).toBe(type);
  });

  test('of what is sent is what OpenAPI says of it', () => {
    const count = z
      .string()
      .transform(Number)
      .meta({ override: { type: 'integer' } });
    expect(typeFor(z.object({ count }), 'input')).toBe('{ count: number; }');
  });

  test('has one meaning for one name', () => {
    const types = new TypeWriter();
    types.schemaOf(z.object({ a: z.string() }).meta({ id: 'InkOfTwoMeanings' }), 'output');
    const other = z.object({ in: z.string().transform(Number) });
    expect(types.names()).toEqual(['InkOfTwoMeanings']);
    expect(types.shapes()).toBe('export interface InkOfTwoMeanings {\na: string;\n}\n');
    expect(() => types.schemaOf(other, 'input')).not.toThrow();
  });

  test('has a comment that nothing in it ends', () => {
    expect(docComment(['a */ b'])).toBe('/** a *\\/ b */\n');
    expect(docComment([undefined, ''])).toBe('');
    expect(docComment(['a', undefined, 'b'])).toBe('/**\n * a\n *\n * b\n */\n');
  });
});

describe('one flat input', () => {
  const text = z.object({ id: z.string() });

  test.each<[string, Partial<Operation>]>([
    ['a name of the path in the query', { params: text, query: text }],
    ['a name of the path in the body', { method: 'POST', params: text, body: text }],
    [
      'a field that is called like the file',
      { method: 'POST', multipart: true, body: z.object({ file: z.string() }) },
    ],
  ])('cannot carry %s', (_what, given) => {
    expect(() => routeOf(operation(given))).toThrow('two inputs that are called');
  });

  test('cannot carry a body with GET, or a query with POST', () => {
    expect(() => routeOf(operation({ body: text }))).toThrow('a body with GET');
    expect(() => routeOf(operation({ method: 'POST', query: text }))).toThrow('a query with POST');
  });
});

test('a list of pages that go on in no way that is known is refused', () => {
  const query = z.object({ limit: z.string() });
  expect(() => pagingOf(operation({ query }))).toThrow('how they go on is not known');
  expect(pagingOf(operation({}))).toBeUndefined();
});

test('a package is published with what was compiled, and without what it is made with', () => {
  const manifest = {
    name: 'ink',
    exports: { '.': './index.ts' },
    scripts: {},
    devDependencies: {},
  };
  expect(publishedManifest(manifest)).toEqual({
    name: 'ink',
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  });
});
