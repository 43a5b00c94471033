import fc from 'fast-check';
import { expect, test } from 'vitest';
import { overlay } from './overlay.ts';

const leaf = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.array(fc.integer(), { maxLength: 3 }),
);
const key = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor');
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.dictionary(key, fc.oneof({ maxDepth: 3 }, leaf, tie('tree')), { maxKeys: 4 }),
}));

type Tree = Record<string, unknown>;
const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function leaves(value: unknown, path: readonly string[] = []): [string, unknown][] {
  if (!isTree(value) || Object.keys(value).length === 0) return [[path.join('.'), value]];
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, [...path, name]));
}

const at = (value: unknown, path: string) =>
  path
    .split('.')
    .filter(Boolean)
    .reduce<unknown>(
      (inner, name) => (isTree(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
      value,
    );

test('merging keeps every value of the later source', () => {
  fc.assert(
    fc.property(tree, tree, (base, over) => {
      const merged = overlay(base, over);
      for (const [path, expected] of leaves(over)) {
        if (isTree(expected)) expect(isTree(at(merged, path))).toBe(true);
        else expect(at(merged, path)).toEqual(expected);
      }
    }),
  );
});

test('merging keeps values missing from the later source', () => {
  fc.assert(
    fc.property(tree, tree, (base, over) => {
      const merged = overlay(base, over);
      const said = leaves(over).map(([path]) => path);
      for (const [path, expected] of leaves(base)) {
        const isTouched = said.some(
          (other) =>
            other === path ||
            other.startsWith(`${path}.`) ||
            path.startsWith(`${other}.`) ||
            other === '',
        );
        if (!isTouched && !isTree(expected)) expect(at(merged, path)).toEqual(expected);
      }
    }),
  );
});

test('merging a source with nothing or with itself changes nothing', () => {
  fc.assert(
    fc.property(tree, (source) => {
      expect(overlay({}, source)).toEqual(source);
      expect(overlay(source, source)).toEqual(source);
    }),
  );
});

test('lists are replaced, not joined', () => {
  expect(overlay({ a: [1, 2, 3] }, { a: [4] })).toEqual({ a: [4] });
});

test('a key without a value keeps the earlier value', () => {
  expect(overlay({ a: 1, b: { c: 2 } }, { a: null, b: null, c: undefined })).toEqual({
    a: 1,
    b: { c: 2 },
  });
});

test('merging modifies neither source', () => {
  const [base, over] = [{ a: { b: 1 } }, { a: { c: 2 } }];
  overlay(base, over);
  expect([base, over]).toEqual([{ a: { b: 1 } }, { a: { c: 2 } }]);
});
