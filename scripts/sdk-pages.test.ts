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

  test('matches the OpenAPI type of what is sent', () => {
    const count = z
      .string()
      .transform(Number)
      .meta({ override: { type: 'integer' } });
    expect(typeFor(z.object({ count }), 'input')).toBe('{ count: number; }');
  });

  test('keeps one shape per name', () => {
    const types = new TypeWriter();
    types.schemaOf(z.object({ a: z.string() }).meta({ id: 'InkOfTwoMeanings' }), 'output');
    const other = z.object({ in: z.string().transform(Number) });
    expect(types.names()).toEqual(['InkOfTwoMeanings']);
    expect(types.shapes()).toBe('export interface InkOfTwoMeanings {\na: string;\n}\n');
    expect(() => types.schemaOf(other, 'input')).not.toThrow();
  });

  test('has comments that cannot end early', () => {
    expect(docComment(['a */ b'])).toBe('/** a *\\/ b */\n');
    expect(docComment([undefined, ''])).toBe('');
    expect(docComment(['a', undefined, 'b'])).toBe('/**\n * a\n *\n * b\n */\n');
  });
});

describe('one flat input', () => {
  const text = z.object({ id: z.string() });

  test.each<[string, Partial<Operation>]>([
    ['a path parameter that is also in the query', { params: text, query: text }],
    ['a path parameter that is also in the body', { method: 'POST', params: text, body: text }],
    [
      'a field named file',
      { method: 'POST', multipart: true, body: z.object({ file: z.string() }) },
    ],
  ])('cannot contain %s', (_what, given) => {
    expect(() => routeOf(operation(given))).toThrow('two inputs named');
  });

  test('cannot contain a body with GET, or a query with POST', () => {
    expect(() => routeOf(operation({ body: text }))).toThrow('a body with GET');
    expect(() => routeOf(operation({ method: 'POST', query: text }))).toThrow('a query with POST');
  });
});

test('rejects a paged list with an unknown paging method', () => {
  const query = z.object({ limit: z.string() });
  expect(() => pagingOf(operation({ query }))).toThrow('unknown paging method');
  expect(pagingOf(operation({}))).toBeUndefined();
});

test('the published package contains the compiled files, without build tools', () => {
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
