import fc from 'fast-check';
import { filters } from 'liquidjs';

/** Values of every type in every position. */

const name = fc.constantFrom(
  ...['a', 'b', 'c', 'item', 'list', 'made', 'missing', 'theme'],
  ...['forloop', 'tablerowloop', 'block', 'constructor'],
);

const property = fc.constantFrom(
  ...['.a', '.b', '.size', '.first', '.last', '.title', '.length', '.toString', '.f'],
  ...['.index', '.index0', '.rindex', '.last', '.i', '.col', '.super'],
  ...['[0]', '[-1]', '[1.5]', "['a']", '[nil]', '[true]', '[b]', '[a.b]'],
);

const path = fc
  .tuple(name, fc.array(property, { maxLength: 3 }))
  .map(([root, rest]) => root + rest.join(''));

const literal = fc.constantFrom(
  ...['0', '1', '2', '-2', '3.5', 'true', 'false', 'nil', 'null', 'empty', 'blank'],
  ...["'a'", "''", "' '", "'a,b'", "'%Y'", `"<b> & 'x'"`, "'abc'.size", '(1..3)', '(a..b)'],
);

export const value = fc.oneof({ weight: 3, arbitrary: path }, { weight: 2, arbitrary: literal });

const operator = fc.constantFrom('==', '!=', '<', '>', '<=', '>=', 'contains', 'and', 'or');

const words = (...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((all) => all.join(' '));

const expression = fc.oneof(
  { weight: 4, arbitrary: value },
  { weight: 3, arbitrary: words(value, operator, value) },
  { weight: 1, arbitrary: words(value, operator, value, operator, value) },
  { weight: 1, arbitrary: words(fc.constant('not'), value, operator, value) },
  { weight: 1, arbitrary: fc.oneof(words(value, value), words(operator, value)) },
);

// `sample` is random, and `_exp` filters take an expression as text.
const isExpressionFilter = (filter: string): boolean => filter.endsWith('_exp');
const allFilters = Object.keys(filters).filter((filter) => filter !== 'sample');

const argument = fc.oneof(
  { weight: 6, arbitrary: value },
  { weight: 1, arbitrary: value.map((given) => `allow_false: ${given}`) },
);

const filterCall = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...allFilters.filter((filter) => !isExpressionFilter(filter))),
        fc.array(argument, { minLength: 1, maxLength: 3 }),
      )
      .map(([filter, args]) => `| ${filter}: ${args.join(', ')}`),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('raw', 'escape', 'size', 'json', 'upcase', 'first', 'reverse', 'strip_html')
      .map((filter) => `| ${filter}`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...allFilters.filter(isExpressionFilter)),
        fc.constantFrom('item.a == b', 'item | size', 'item', 'forloop.first'),
      )
      .map(([filter, text]) => `| ${filter}: 'item', '${text}'`),
  },
);

export const filtered = fc
  .tuple(expression, fc.array(filterCall, { maxLength: 2 }))
  .map((parts) => parts.flat().join(' '));
