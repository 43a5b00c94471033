import { describe, expect, test } from 'vitest';
import { editSource } from './edit-source.ts';
import { parseSource } from './parse-source.ts';

const toml = `+++
# A comment
title = 'A title' # why
date = 2024-01-02T10:00:00+02:00
tags = [
  "one",
  "two", # last
]

[params]
  toc = true

[[menu.main]]
  name = "Home"
+++
Body
`;

const json = `{
  "title": "A title",
  "date": "2024-01-02",
  "params": { "toc": true },
  "tags": ["one", "two"]
}

Body
`;

describe('frontmatter of other systems keeps its format (ADD-KEY-6)', () => {
  test('TOML is read, dates as written', () => {
    expect(parseSource(toml)).toMatchObject({
      problem: null,
      hasFrontmatter: true,
      body: 'Body\n',
      values: {
        title: 'A title',
        date: '2024-01-02T10:00:00+02:00',
        tags: ['one', 'two'],
        params: { toc: true },
        menu: { main: [{ name: 'Home' }] },
      },
    });
  });

  test.each([
    [{ set: { title: 'New' } }, "title = 'A title' # why", "title = 'New' # why"],
    [{ set: { title: "It's" } }, "'A title' # why", `"It's" # why`],
    [{ set: { date: '2025-01-01' } }, '2024-01-02T10:00:00+02:00', '2025-01-01'],
    [{ set: { params: { toc: true, depth: 2 } } }, '  toc = true\n', '  toc = true\ndepth = 2\n'],
    [{ set: { draft: true } }, '"two", # last\n]\n', '"two", # last\n]\ndraft = true\n'],
    [{ remove: ['tags'] }, 'tags = [\n  "one",\n  "two", # last\n]\n', ''],
    [{ remove: ['menu'] }, '\n[[menu.main]]\n  name = "Home"\n', '\n'],
    [
      { set: { editorial: { owner: 'ann', n: 1 } } },
      'name = "Home"\n',
      'name = "Home"\n\n[editorial]\nowner = "ann"\nn = 1\n',
    ],
    [{ set: { summary: null } }, '', ''],
    [{ body: 'Other\n' }, 'Body\n', 'Other\n'],
  ])('TOML: %j changes only its lines', (edit, before, after) => {
    expect(editSource(toml, edit)).toBe(toml.replace(before, after));
    const crlf = (text: string) => text.replaceAll('\n', '\r\n');
    expect(editSource(crlf(toml), edit)).toBe(crlf(toml.replace(before, after)));
  });

  test.each([
    [{ set: { title: 'New' } }, '"A title"', '"New"'],
    [{ set: { params: { toc: true, depth: 2 } } }, 'true }', 'true, "depth": 2 }'],
    [{ set: { draft: true } }, '"two"]\n', '"two"],\n  "draft": true\n'],
    [{ remove: ['tags'] }, ',\n  "tags": ["one", "two"]', ''],
    [{ remove: ['title'] }, '\n  "title": "A title",', ''],
    [
      { set: { editorial: { owner: 'ann' } } },
      '"two"]\n',
      '"two"],\n  "editorial": {\n    "owner": "ann"\n  }\n',
    ],
  ])('JSON: %j changes only its members', (edit, before, after) => {
    expect(editSource(json, edit)).toBe(json.replace(before, after));
  });

  test.each([
    ['+++\ntitle = "x\n+++\n', 2, 'TOML'],
    ['+++\ntitle = "x"\ntitle = "y"\n+++\n', 3, 'TOML'],
    [`+++\na = ${'['.repeat(5000)}\n+++\n`, 2, 'TOML'],
    [`+++\n${'a.'.repeat(5000)}a = 1\n+++\n`, 2, 'levels'],
    [`+++\n${'a'.repeat(300_000)} = 1\n+++\n`, 2, 'bytes'],
    [`+++\n${Array.from({ length: 2000 }, (_, n) => `k${n} = 1`).join('\n')}\n+++\n`, 2, 'keys'],
    ['{\n  "title": "x",\n}\n', 3, 'JSON'],
    ['{"a": 1, "a": 2}\n', 1, 'twice'],
    [`{"a": ${'['.repeat(5000)}\n}\n`, 1, 'levels'],
    [`{"a": ${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}\n`, 1, 'levels'],
  ])('%.30j is a problem with its position', (text, line, message) => {
    const { problem, values } = parseSource(text);
    expect(values).toEqual({});
    expect(problem).toMatchObject({ line, message: expect.stringContaining(message) as string });
  });

  test('keys of prototypes are ordinary keys', () => {
    for (const text of [
      '+++\n__proto__ = {x = 1}\nconstructor = 1\n+++\n',
      '{"__proto__": {"x": 1}, "constructor": 1}\n',
    ]) {
      const { values } = parseSource(text);
      expect(Object.keys(values)).toEqual(['__proto__', 'constructor']);
      expect(({} as Record<string, unknown>)['x']).toBeUndefined();
    }
  });
});
