import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { frontmatterChanges } from './frontmatter-changes.ts';
import { isEqual, type Values } from '@galley/settings';
import { parseSource } from './frontmatter/parse-source.ts';

const valuesOf = (yaml: string): Values => parseSource(`---\n${yaml}\n---\n`).values;

function changes(before: string, after: string): unknown[][] {
  return frontmatterChanges(valuesOf(before), valuesOf(after)).map((change) => [
    change.kind,
    change.field,
    change.before,
    change.after,
  ]);
}

describe('CMS-ED-8: frontmatter changes', () => {
  test.each([
    ['title: Ink', 'title: Black', [['changed', 'title', 'Ink', 'Black']]],
    ['', 'title: Ink', [['added', 'title', null, 'Ink']]],
    ['title: Ink', '', [['removed', 'title', 'Ink', null]]],
    ['price: 5', 'price: "5"', [['changed', 'price', 5, '5']]],
    ['price: 5', 'price: [5]', [['changed', 'price', 5, [5]]]],
    ['draft: true', 'draft: "true"', [['changed', 'draft', true, 'true']]],
  ])('from %j to %j', (before, after, expected) => {
    expect(changes(before, after)).toEqual(expected);
  });

  test.each([
    ['a key that is set to null', ['', 'summary:'], [['added', null, null]]],
    ['a null that goes', ['summary: ~', ''], [['removed', null, null]]],
    ['null in place of text', ['summary: Iron', 'summary:'], [['changed', 'Iron', null]]],
    ['text in place of null', ['summary:', 'summary: Iron'], [['changed', null, 'Iron']]],
    ['nothing where it stays null', ['summary:', 'summary: null'], []],
  ])('describe %s', (_name, [before, after], expected) => {
    const found = changes(before!, after!);
    expect(found).toEqual(expected.map(([kind, ...values]) => [kind, 'summary', ...values]));
  });

  test('are found inside mappings, key by key', () => {
    const before = 'fields: { price: 5, size: { width: 1, height: 2 }, old: x }';
    const after = 'fields: { price: 6, size: { width: 1, height: 3 }, new: y }';
    expect(changes(before, after)).toEqual([
      ['changed', 'fields.price', 5, 6],
      ['changed', 'fields.size.height', 2, 3],
      ['removed', 'fields.old', 'x', null],
      ['added', 'fields.new', null, 'y'],
    ]);
  });

  test.each([
    ['', 'fields: { price: 5 }', [['added', 'fields', null, { price: 5 }]]],
    ['fields: { price: 5 }', '', [['removed', 'fields', { price: 5 }, null]]],
    ['fields: { price: 5 }', 'fields: 5', [['changed', 'fields', { price: 5 }, 5]]],
    ['fields: [1]', 'fields: { 0: 1 }', [['changed', 'fields', [1], { 0: 1 }]]],
    ['', 'fields: {}', [['added', 'fields', null, {}]]],
    ['fields: { a: {} }', 'fields: {}', [['removed', 'fields.a', {}, null]]],
  ])('report a whole mapping when the other side has none: %j, %j', (before, after, expected) => {
    expect(changes(before, after)).toEqual(expected);
  });

  test('report a whole list, even when only its order changed', () => {
    expect(changes('tags: [a, b]', 'tags: [b, a]')).toEqual([
      ['changed', 'tags', ['a', 'b'], ['b', 'a']],
    ]);
    expect(changes('l: [{ a: 1, b: 2 }]', 'l: [{ b: 2, a: 1 }]')).toEqual([]);
  });

  test.each([
    ['title: Ink', 'title:   "Ink" # the same'],
    ['a: 1\nb: { c: 1, d: 2 }', 'b:\n  d: 2\n  c: 1\na: 1'],
    ['tags:\n  - a\n  - b', 'tags: [a, b]'],
  ])('are empty for equal values in another spelling: %j', (before, after) => {
    expect(changes(before, after)).toEqual([]);
  });

  test.each([
    ['"net.price": 1', '["net.price"]'],
    ['fields: { "net.price": 1 }', 'fields["net.price"]'],
    ['fields: { "": { "a[0]": 1 } }', 'fields[""]["a[0]"]'],
    ['"say \\"hi\\"": 1', '["say \\"hi\\""]'],
    ['fields: { "two words": 1, été: 0 }', 'fields.two words'],
    ['fields: { __proto__: 1 }', 'fields.__proto__'],
    ['constructor: 1', 'constructor'],
  ])('quote a key that contains a dot or other special characters: %s', (yaml, field) => {
    const other = yaml.replace(/1(?=[^1]*$)/, '2');
    expect(changes(yaml, other)).toEqual([['changed', field, 1, 2]]);
  });

  test('follow the order of the file, with server and workflow keys last', () => {
    const before = 'workflow: draft\nz: 1\nauthor: ada\na: 1';
    const after = 'm: 1\na: 2\nlast_editor: eve\nz: 2\nworkflow: published\nauthor: eve';
    expect(frontmatterChanges(valuesOf(before), valuesOf(after)).map(({ field }) => field)).toEqual(
      ['z', 'a', 'm', 'workflow', 'author', 'last_editor'],
    );
  });
});

const key = fc.constantFrom('a', 'b', 'a.b', '__proto__', '', 'workflow');
const value = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(null, 0, 1, '1', true),
    fc.array(tie('any'), { maxLength: 2 }),
    fc.array(fc.tuple(key, tie('any')), { maxLength: 3 }).map(Object.fromEntries),
  ),
})).any;
const values = fc
  .array(fc.tuple(key, value), { maxLength: 4 })
  .map((entries): Values => Object.fromEntries(entries));

test('are reported exactly where values differ', () => {
  fc.assert(
    fc.property(values, values, (before, after) => {
      const found = frontmatterChanges(before, after);
      expect(found.length === 0).toBe(isEqual(before, after));
      const fields = found.map(({ field }) => field);
      expect(new Set(fields).size).toBe(fields.length);
    }),
    { numRuns: 1_000 },
  );
});

test('turn additions into removals when reversed', () => {
  const opposite = { added: 'removed', removed: 'added', changed: 'changed' };
  fc.assert(
    fc.property(values, values, (before, after) => {
      const backwards = frontmatterChanges(after, before).map((change) => ({
        field: change.field,
        kind: opposite[change.kind],
        before: change.after,
        after: change.before,
      }));
      const byField = (a: { field: string }, b: { field: string }) => (a.field < b.field ? -1 : 1);
      expect(backwards.toSorted(byField)).toEqual(
        frontmatterChanges(before, after).toSorted(byField),
      );
    }),
  );
});
