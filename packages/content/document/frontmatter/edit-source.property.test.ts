import fc from 'fast-check';
import { expect, test } from 'vitest';
import { composeSource, editSource } from './edit-source.ts';
import { isEqual, type Values } from '@galley/settings';
import { parseSource } from './parse-source.ts';

const awkwardText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          '\n',
          '\r\n',
          '\r',
          ' ',
          '  ',
          '\t',
          '---',
          '...',
          '# ',
          ': ',
          '- ',
          '? ',
          '"',
          "'",
          '\\',
          '&',
          '*',
          '!',
          '|',
          '>',
        ],
        ...[
          '%',
          '@',
          '`',
          '{',
          '}',
          '[',
          ']',
          ',',
          '<<',
          '~',
          'null',
          'true',
          '0x1',
          '1e3',
          '.inf',
          '2024-01-01',
          '\u2028',
          '\u0085',
        ],
        ...['\uFEFF', '\u00a0', '\0', '\u001b', '🚀', 'é', 'word', 'two words'],
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 6 },
  )
  .map((pieces) => pieces.join(''));

const json: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    awkwardText,
    fc.constantFrom(null, true, false, 0, -1, 1.5, 1e21, 1e-7, '', 'plain', 'one\ntwo\n'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(awkwardText, tie('value'), { maxKeys: 3 }),
  ),
})).value;

const values = fc.dictionary(awkwardText, json, { maxKeys: 5 }) as fc.Arbitrary<Values>;

interface Entry {
  readonly key: string;
  readonly above: string[];
  readonly lines: string[];
}

const word = fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'x y', 'NO', 'v1.2');
const words = fc.array(word, { minLength: 1, maxLength: 3 });
const pad = fc.constantFrom(1, 2, 4).map((width) => ' '.repeat(width));
const comment = fc.constantFrom('', ' # why', '   # it\'s "so"', ' #');

const oneLineValue = fc.oneof(
  word,
  word.map((text) => JSON.stringify(text)),
  word.map((text) => `'${text}'`),
  fc.constantFrom(
    '',
    '~',
    '0x1F',
    '1.50',
    'true',
    '2024-01-01',
    '!!str 12',
    '&anchor z',
    '""',
    '{}',
    '[ ]',
  ),
  words.map((items) => `[${items.join(', ')}]`),
  words.map((items) => `[ ${items.map((item) => `"${item}"`).join(' , ')} ]`),
  words.map((items) => `{${items.map((item, index) => `k${index}: ${item}`).join(', ')}}`),
);

const inOneLine = fc
  .tuple(fc.constantFrom(' ', '   ', '\t'), oneLineValue, comment)
  .map(([space, value, behind]) => [`${space}${value}${behind}`]);

const asList = fc
  .tuple(fc.constantFrom('', ' ', '  ', '     '), words, comment, comment)
  .map(([indent, items, onKey, onItem]) => [
    onKey,
    ...items.flatMap((item) => [
      `${indent}- ${item}${onItem}`,
      ...(onItem ? [`${indent}# then`] : []),
    ]),
  ]);

const asMap = fc
  .tuple(pad, fc.array(inOneLine, { minLength: 1, maxLength: 3 }), comment)
  .map(([indent, inner, onKey]) => [
    onKey,
    ...inner.flatMap(([value], index) => [`${indent}# on ${index}`, `${indent}k${index}:${value}`]),
  ]);

const asBlock = fc
  .tuple(fc.constantFrom('|', '>', '|-', '>-', '|+'), pad, comment, words)
  .map(([header, indent, onHeader, text]) => [
    ` ${header}${onHeader}`,
    ...text.flatMap((line) => [`${indent}${line}`, '', `${indent}  # text`]),
  ]);

const asQuotedLines = words.map((text) => [` "${text.join('\n  ')}"`.split('\n')].flat());

const entry = fc.record({
  above: fc.array(fc.constantFrom('', '# on its own', '  # indented', '      # far in'), {
    maxLength: 2,
  }),
  value: fc.oneof(inOneLine, asList, asMap, asBlock, asQuotedLines),
});

/** Unique by number, and at the margin where a block scalar would include them. */
function commentAbove(
  line: string,
  place: { index: number; previous: string[] | undefined },
): string {
  const header = place.previous?.[0] ?? '';
  // After `|+` a blank line is part of the text.
  if (line === '') return header.startsWith(' |+') ? '# no blank' : '';
  const isAfterText = /^ [|>]/.test(header);
  return `${isAfterText ? line.trimStart() : line} ${place.index}`;
}

/** A preceding block scalar could include them. */
function withoutIndented(above: string[]): string[] {
  const atMargin = above.findIndex((line) => line.startsWith('#'));
  return atMargin === -1 ? [] : above.slice(atMargin);
}

const block: fc.Arbitrary<Entry[]> = fc
  .array(entry, { minLength: 1, maxLength: 6 })
  .map((entries) =>
    entries.map(({ above, value: [first, ...rest] }, index) => ({
      key: `key${index}`,
      above: above.map((line) =>
        commentAbove(line, { index, previous: entries[index - 1]?.value }),
      ),
      lines: [`key${index}:${first}`, ...rest],
    })),
  );

const file = fc
  .record({
    block,
    eol: fc.constantFrom('\n', '\r\n'),
    bom: fc.constantFrom('', '\uFEFF'),
    body: fc.constantFrom('', 'Text', '\nText\n\n---\n\nMore', '---\n'),
  })
  .map((parts) => {
    const { bom, eol } = parts;
    const lines = parts.block.flatMap(({ above, lines: own }) => [...above, ...own]);
    const body = parts.body.replaceAll('\n', eol);
    return {
      ...parts,
      body,
      text: `${bom}---${eol}${lines.map((line) => line + eol).join('')}---${eol}${body}`,
    };
  });

const edit = fc.record({
  set: fc.dictionary(fc.constantFrom('key0', 'key1', 'key2', 'key3', 'new'), json, { maxKeys: 3 }),
  remove: fc.subarray(['key0', 'key2', 'key4'], { maxLength: 2 }),
}) as fc.Arbitrary<{ set: Values; remove: string[] }>;

const runs = { numRuns: 500 };

test('a generated file is unchanged after opening and saving', () => {
  fc.assert(
    fc.property(file, ({ text, eol, body }) => {
      const parsed = parseSource(text);
      expect(parsed.problem).toBeNull();
      expect(parsed.body).toBe(body);
      const given = body.replaceAll(eol, '\n');
      expect(editSource(text, { set: parsed.values, body: given })).toBe(text);
    }),
    runs,
  );
});

test('an edit sets the requested values and leaves every other line unchanged', () => {
  fc.assert(
    fc.property(file, edit, ({ text, block: entries, eol, bom, body }, { set, remove }) => {
      const before = parseSource(text).values;
      const after = new Map(Object.entries({ ...before, ...set }));
      for (const key of remove) after.delete(key);
      const edited = editSource(text, { set, remove });
      const read = parseSource(edited);
      expect(read.problem).toBeNull();
      expect(isEqual(read.values, Object.fromEntries(after))).toBe(true);
      expect(read.body).toBe(body);
      expect(edited.startsWith(`${bom}---${eol}`)).toBe(true);
      let from = 0;
      let isRemoved = false;
      for (const { key, above, lines } of entries) {
        const isUntouched = after.has(key) && isEqual(before[key], after.get(key));
        const comments = isRemoved ? withoutIndented(above) : above;
        isRemoved = !after.has(key);
        const kept = isUntouched ? [...comments, ...lines] : comments;
        if (kept.length === 0) continue;
        const piece = eol + kept.join(eol) + eol;
        expect(edited.indexOf(piece, from)).toBeGreaterThanOrEqual(from);
        from = edited.indexOf(piece, from) + piece.length - eol.length;
      }
      expect(eol === '\n' ? !edited.includes('\r\n') : !/(?<!\r)\n/.test(edited)).toBe(true);
    }),
    runs,
  );
});

test('restoring the old values undoes any change', () => {
  fc.assert(
    fc.property(file, edit, ({ text }, { set, remove }) => {
      const { values: before } = parseSource(text);
      const edited = editSource(text, { set, remove });
      const back = editSource(edited, {
        set: before,
        remove: Object.keys(set).filter((key) => !Object.hasOwn(before, key)),
      });
      expect(isEqual(parseSource(back).values, before)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

const awkwardBody = fc
  .array(
    fc.constantFrom(
      '---',
      '...',
      '\n',
      '\n',
      '\r\n',
      '\r',
      'title: x',
      ' ',
      '\t',
      '# x',
      '\uFEFF',
      '🚀',
      '```',
    ),
    {
      maxLength: 12,
    },
  )
  .map((pieces) => pieces.join(''));

test('a composed file reads back with the same values and body', () => {
  fc.assert(
    fc.property(values, fc.oneof(awkwardBody, awkwardText), (given, body) => {
      const read = parseSource(composeSource(given, body));
      expect(read.problem).toBeNull();
      expect(isEqual(read.values, given)).toBe(true);
      expect(read.body).toBe(body);
    }),
    runs,
  );
});

test('any text is readable, and an unbroken one accepts values and a body', () => {
  fc.assert(
    fc.property(fc.oneof(awkwardBody, awkwardText), values, awkwardBody, (text, set, body) => {
      const source = parseSource(`---\n${text}\n---\n${text}`);
      // `... # so` ends the document, so no key can follow; a BOM before a key is no indentation.
      const isEnded = text.includes('...') || /^\uFEFF/m.test(text);
      const whole = source.problem || isEnded ? text : `---\n${text}\n---\n${text}`;
      if (parseSource(whole).problem) return;
      const read = parseSource(editSource(whole, { set, body }));
      expect(isEqual(read.values, { ...parseSource(whole).values, ...set })).toBe(true);
      expect(read.body.replace(/\r\n?/g, '\n')).toBe(body.replace(/\r\n?/g, '\n'));
    }),
    { numRuns: 200 },
  );
});
