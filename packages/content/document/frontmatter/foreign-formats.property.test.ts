import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isEqual } from '@galley/settings';
import { editSource } from './edit-source.ts';
import { parseSource } from './parse-source.ts';

const keys = ['title', 'date', 'draft', 'tags', 'weight', 'a b', '__proto__', 'params'] as const;
const key = fc.constantFrom(...keys);
const word = fc.oneof(
  fc.constantFrom(
    '',
    'plain',
    'two words',
    '"',
    "'",
    '\\',
    '# no',
    '+++',
    '}',
    ']',
    '=',
    '2024-01-02',
    '1\n2',
    'é🚀',
    '\u007F',
  ),
  fc.string({ unit: 'grapheme', maxLength: 5 }),
);
const single = fc.oneof(word, fc.boolean(), fc.integer(), fc.constantFrom(1.5, 1e21, -0.25));
const value = fc.oneof(
  single,
  fc.array(single, { maxLength: 3 }),
  fc.dictionary(fc.oneof(key, word), single, { maxKeys: 3 }),
  fc.dictionary(key, fc.dictionary(key, single, { maxKeys: 2 }), { maxKeys: 2 }),
);

const tomlPairs = {
  title: ['title = "A # \\" title"', "title = 'A title' # why", 'title = """\none\n+ two"""'],
  date: ['date = 2024-01-02T10:00:00+02:00', 'date=2024-01-02', 'date = "2024"  # comment'],
  draft: ['draft = true', '"draft" = false'],
  tags: ['tags = ["a", "b"]', 'tags = [\n  \'a\', # first\n  "]",\n]', 'tags = []'],
  weight: ['weight = 1_0', 'weight   =  -0.5'],
  'a b': ["'a b' = { x = 1, y = [2] }", '"a b" = inf'],
  __proto__: ['__proto__ = 1'],
  params: ['params.one = 1\nparams."x y" = "z"', '', ''],
};
const tomlTables = [
  '[params]\n  one = 1 # one\n\n  [params.inner]\n  x = "#"\n',
  '[other]\n# nothing\n',
  '[[menu]]\nname = "a"\n[[menu]]\nname = "b"\n[menu.deep]\nx = 1\n',
];
const toml = fc
  .tuple(
    fc.uniqueArray(key, { maxLength: 6 }),
    fc.array(fc.nat(2), { minLength: 8, maxLength: 8 }),
    fc.subarray(tomlTables),
    fc.constantFrom('', '# a comment = "x"\n', '\n'),
  )
  .map(([chosen, picks, tables, between]) => {
    const hasParams = tables.includes(tomlTables[0]!);
    const pairs = chosen.flatMap((name, index) => {
      const options = tomlPairs[name];
      const text = options[picks[index]! % options.length]!;
      return text === '' || (hasParams && name === 'params') ? [] : [`${text}\n`];
    });
    return `+++\n${pairs.join(between)}${between}${tables.join('\n')}+++\nBody\n`;
  });

const space = fc.constantFrom('', ' ', '\n  ', '\t');
const jsonText = fc
  .tuple(
    fc.uniqueArray(key, { maxLength: 6 }),
    fc.infiniteStream(space),
    fc.infiniteStream(value) as fc.Arbitrary<fc.Stream<unknown>>,
  )
  .map(([chosen, spaces, values]) => {
    const gap = () => spaces.next().value as string;
    const pairs = chosen.map(
      (name) =>
        `${gap()}${JSON.stringify(name)}${gap()}:${gap()}${JSON.stringify(values.next().value)}${gap()}`,
    );
    return `{${pairs.join(',')}}\nBody\n`;
  });

const edit = fc.record({
  set: fc.dictionary(key, value, { maxKeys: 3 }),
  remove: fc.uniqueArray(key, { maxLength: 2 }),
});

describe.each([
  ['TOML', toml],
  ['JSON', jsonText],
])('%s frontmatter', (_name, source) => {
  test('an edit sets the requested values, and an edit of equal values keeps every byte', () => {
    fc.assert(
      fc.property(source, edit, (text, change) => {
        const before = parseSource(text);
        expect(before.problem).toBeNull();
        expect(editSource(text, {})).toBe(text);
        expect(editSource(text, { set: before.values })).toBe(text);
        const edited = editSource(text, change);
        const after = new Map(Object.entries({ ...before.values }));
        for (const [name, wanted] of Object.entries(change.set)) after.set(name, wanted);
        for (const name of change.remove) after.delete(name);
        const { values, problem, body } = parseSource(edited);
        expect({ problem, body }).toEqual({ problem: null, body: 'Body\n' });
        expect(isEqual(values, Object.fromEntries(after))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('lines without a changed value keep their bytes and order', () => {
    fc.assert(
      fc.property(source, fc.integer(), (text, number) => {
        const { values } = parseSource(text);
        const edited = editSource(text, { set: { extra: number } });
        const kept = edited.replace(/,?\s*"extra": -?\d+/, '').replace(/extra = -?\d+\n/, '');
        expect(kept.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
        expect(isEqual(parseSource(editSource(edited, { remove: ['extra'] })).values, values)).toBe(
          true,
        );
      }),
      { numRuns: 300 },
    );
  });
});
