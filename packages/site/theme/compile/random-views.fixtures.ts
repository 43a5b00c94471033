import fc from 'fast-check';

/** Unusual data in all forms that page data can take. */

const text = fc.constantFrom(
  ...['', ' ', 'a', 'one', 'A title', '12', '2026-01-02', 'ü😀', 'a,b'],
  `<b class="x">'&amp;'</b>`,
);
const number = fc.constantFrom(0, -0, 1, 2, -3, 1.5, 1e21, Number.NaN, Number.POSITIVE_INFINITY);
const other = fc.constantFrom<unknown>(
  ...[undefined, null, true, false, new Date(0), new Date('2026-03-01T10:00:00Z')],
  ...[new Set([1, 'b']), new Map([['a', 1]]), Object.create(null), Object.freeze({ a: 1 })],
  { f: () => '<f>' },
  { toLiquid: () => 'liquid' },
  { [Symbol.iterator]: () => [1, 2][Symbol.iterator]() },
);

const { data } = fc.letrec<{ data: unknown }>((tie) => ({
  data: fc.oneof(
    { maxDepth: 3 },
    { weight: 3, arbitrary: text },
    { weight: 2, arbitrary: number },
    { weight: 2, arbitrary: other },
    { weight: 2, arbitrary: fc.array(tie('data'), { maxLength: 4 }) },
    {
      weight: 2,
      arbitrary: fc.dictionary(
        fc.constantFrom('a', 'b', 'title', 'size', 'first', 'last', '0'),
        tie('data'),
        { maxKeys: 4, noNullPrototype: true },
      ),
    },
  ),
}));

export const randomViews: fc.Arbitrary<object> = fc.record(
  { a: data, b: data, c: data, list: fc.array(data, { maxLength: 4 }) },
  { requiredKeys: [], noNullPrototype: true },
);
