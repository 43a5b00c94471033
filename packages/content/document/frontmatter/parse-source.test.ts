import { describe, expect, test } from 'vitest';
import { parseSource } from './parse-source.ts';

const read = (yaml: string): Record<string, unknown> => {
  const { values, problem } = parseSource(`---\n${yaml}\n---\n`);
  expect(problem).toBeNull();
  return values;
};

describe('frontmatter boundaries', () => {
  const frontmatter = { title: 'x' };
  test.each([
    ['nothing', '', false, {}, ''],
    ['a body alone', 'Text\n', false, {}, 'Text\n'],
    ['an empty block', '---\n---\nText', true, {}, 'Text'],
    ['a block and a body', '---\ntitle: x\n---\nText', true, frontmatter, 'Text'],
    ['CRLF', '---\r\ntitle: x\r\n---\r\nText', true, frontmatter, 'Text'],
    ['a fence at the very end', '---\ntitle: x\n---', true, frontmatter, ''],
    ['dots as the closing fence', '---\ntitle: x\n...\nText', true, frontmatter, 'Text'],
    ['spaces behind the fences', '--- \ntitle: x\n---\t\nText', true, frontmatter, 'Text'],
    ['a rule in the body', '---\ntitle: x\n---\na\n\n---\nb', true, frontmatter, 'a\n\n---\nb'],
    ['a rule before prose', '---\nSome text\n', false, {}, '---\nSome text\n'],
    ['a shortcode first', '{{< note >}}\n', false, {}, '{{< note >}}\n'],
    ['code first', '    {"a": 1}\n', false, {}, '    {"a": 1}\n'],
    ['four dashes', '----\ntitle: x\n----\n', false, {}, '----\ntitle: x\n----\n'],
  ])('%s', (...[, text, hasFrontmatter, values, body]) => {
    expect(parseSource(text)).toEqual({
      bom: false,
      hasFrontmatter,
      values,
      body,
      bodyOffset: text.length - body.length,
      problem: null,
    });
  });

  test.each([
    ['TOML below a blank line', '\n+++\ntitle = "x"\n+++\n', 2, 1, 'TOML'],
    ['TOML that is not closed', '+++\r\ntitle = "x"\r\n', 1, 1, 'TOML'],
    ['JSON that is not closed', '{\n  "draft": true,\nText', 1, 1, 'JSON'],
    ['JSON with text on its last line', '{"draft": true} Text', 1, 1, 'JSON'],
    ['JSON between semicolons', ';;;\n"draft": true\n;;;\n', 1, 1, 'JSON'],
    ['a fence with a language', '\uFEFF---toml\ndraft = true\n---\n', 1, 1, '---toml'],
    ['no closing fence', '---\ntitle: x\n', 1, 1, 'three dashes'],
    ['no closing fence, CRLF', '---\r\n# no\r\ndraft: true\r\n', 1, 1, 'three dashes'],
    ['a line before the fence', '\n\n---\na: 1\n---\n', 3, 1, 'three dashes'],
    ['lines that end with a carriage return', '---\ra: 1\r---\r', 1, 1, 'carriage return'],
    ['keys without fences', 'Title: x\nStatus: draft\n\nText', 1, 1, 'without an opening line'],
  ])('%s is a problem, and the whole text is the body', (...[, text, line, column, message]) => {
    const { values, problem, hasFrontmatter, body } = parseSource(text);
    expect({ values, hasFrontmatter }).toEqual({ values: {}, hasFrontmatter: false });
    expect(problem).toEqual({ line, column, message: expect.stringContaining(message) as string });
    expect(body).toBe(text.replace('\uFEFF', ''));
  });

  test('searching for unclosed frontmatter takes linear time', () => {
    const started = performance.now();
    for (const unit of [' ', 'a ', '\n', '# \n']) parseSource(`---\n${unit.repeat(500_000)}`);
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  test('a byte order mark precedes the fence and is not part of the body', () => {
    expect(parseSource('\uFEFF---\na: 1\n---\nText')).toMatchObject({
      bom: true,
      values: { a: 1 },
    });
    expect(parseSource('\uFEFFText')).toMatchObject({ bom: true, body: 'Text', bodyOffset: 1 });
  });
});

describe('values', () => {
  test.each([
    ['a: 0x10', { a: 16 }],
    ['a: 0o17', { a: 15 }],
    ['a: yes', { a: 'yes' }],
    ['a: ~', { a: null }],
    ['a:', { a: null }],
    ['a: 2024-01-01', { a: '2024-01-01' }],
    ['a: !!timestamp 2024-01-01', { a: '2024-01-01' }],
    ['a: !!binary aGk=', { a: 'aGk=' }],
    ['a: !secret x', { a: 'x' }],
    ['a: !!set {x, y}', { a: { x: null, y: null } }],
    ['a: [.inf, -.inf, .nan, 1e999]', { a: ['.inf', '-.inf', '.nan', '1e999'] }],
    ['404: a\ntrue: b\n1.50: c', { '404': 'a', true: 'b', '1.50': 'c' }],
    ['a: &x [1]\nb: *x', { a: [1], b: [1] }],
    ['a: &x 1\nb: *x\nc: &x 2\nd: *x', { a: 1, b: 1, c: 2, d: 2 }],
    ['a: &x 1\nb: &y [*x]\nc: &x 2\nd: *y', { a: 1, b: [1], c: 2, d: [1] }],
    ['a: &x {k: 1, l: 2}\nb:\n  l: 3\n  <<: *x', { a: { k: 1, l: 2 }, b: { k: 1, l: 3 } }],
    ['a: &x {k: 1}\nb: &y {k: 2, l: 2}\nc: {<<: [*x, *y]}\n', { c: { k: 1, l: 2 } }],
    ['<<: {a: 1, b: 2}\nb: 3', { a: 1, b: 3 }],
    ['"<<": {a: 1}', { '<<': { a: 1 } }],
  ])('%s', (yaml, values) => {
    expect(read(yaml)).toMatchObject(values);
  });

  test('an alias creates a copy, so changing one value leaves the other unchanged', () => {
    const { a, b } = read('a: &x [1]\nb: *x');
    expect(a).not.toBe(b);
  });

  test('special JavaScript keys are ordinary keys and pollute no prototype', () => {
    const values = read('__proto__: {polluted: true}\nconstructor: {prototype: {polluted: true}}');
    expect(Object.keys(values)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(values)).toBe(Object.prototype);
    expect('polluted' in {}).toBe(false);
  });

  test('merged special JavaScript keys pollute no prototype', () => {
    const values = read('a: &x {__proto__: {polluted: true}}\nb: {<<: *x}');
    expect(Object.keys(values['b'] as object)).toEqual(['__proto__']);
    expect('polluted' in (values['b'] as object)).toBe(false);
  });
});

describe('problems', () => {
  test('report the line and column in the file, not in the block', () => {
    const { problem, body, hasFrontmatter } = parseSource('---\na: 1\na: 2\n---\nText');
    expect(problem).toEqual({
      message: 'The key "a" is there twice; remove one of the two',
      line: 3,
      column: 1,
    });
    expect({ body, hasFrontmatter }).toEqual({ body: 'Text', hasFrontmatter: true });
  });

  test.each([
    ['- a', 'must be a mapping of keys to values'],
    ['42', 'must be a mapping of keys to values'],
    ['? [a]\n: 1', 'A key must be text'],
    ['a: *b', 'has no anchor &b before it'],
    ['a: &b [*b]', 'stands inside its own value'],
    ['<<: 1', 'takes a mapping'],
    ['%a: 1', 'must not begin with %'],
    [`a: ${'['.repeat(50_000)}`, 'nested at most 64 levels deep'],
    [`a: ${'['.repeat(2_000)}`, 'nested at most 64 levels deep'],
    [`a: ${'['.repeat(65)}${']'.repeat(65)}`, 'nested at most 64 levels deep'],
  ])('%.20s', (yaml, message) => {
    expect(parseSource(`---\n${yaml}\n---\n`).problem?.message).toContain(message);
  });

  test('an alias bomb with 9^12 values is a problem and does not hang', () => {
    const lines = Array.from('bcdefghijklm', (name, index) => {
      const previous = 'abcdefghijkl'[index]!;
      return `${name}: &${name} [${Array(9).fill(`*${previous}`).join(', ')}]`;
    });
    const { problem } = parseSource(`---\na: &a [x]\n${lines.join('\n')}\n---\n`);
    expect(problem?.message).toBe('The aliases make the frontmatter too large');
  });

  test('a bomb of few aliases to a long text is a problem', () => {
    const yaml = `a: &a "${'x'.repeat(100_000)}"\nb: [${Array(50).fill('*a').join(', ')}]`;
    expect(parseSource(`---\n${yaml}\n---\n`).problem?.message).toContain('too large');
  });
});

describe('size', () => {
  const parseTime = (yaml: string): number => {
    const started = performance.now();
    parseSource(`---\n${yaml}\n---\n`);
    return performance.now() - started;
  };

  // Quadratic work would take a hundred times as long for ten times the input; the margin allows for a busy machine.
  test.each([
    ['keys', (n: number) => Array.from({ length: n }, (_, i) => `k${i}: ${i}`).join('\n')],
    [
      'aliases',
      (n: number) =>
        Array.from({ length: n }, (_, i) => `k${i}: &a${i} x\nl${i}: *a${i}`).join('\n'),
    ],
    ['items', (n: number) => `a:\n${'  - x\n'.repeat(n)}`],
    ['blank lines', (n: number) => `a: |\n  x\n${'\n'.repeat(n)}  y`],
  ])('many %s take linear time', (_name, yaml) => {
    parseTime(yaml(1_000));
    expect(parseTime(yaml(10_000))).toBeLessThan(50 * Math.max(parseTime(yaml(1_000)), 20));
  });

  test('a body of sixteen megabytes adds almost no cost', () => {
    const text = `---\na: 1\n---\n${'A line of text.\n'.repeat(1_000_000)}`;
    const started = performance.now();
    expect(parseSource(text).bodyOffset).toBe(13);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
