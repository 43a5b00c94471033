import { afterAll, describe, expect, test } from 'vitest';
import { codeClasses } from './code-classes.ts';
import { CodeHighlighter } from './code-highlighter.ts';
import { findDangers } from './fixtures.ts';
import { noFilters } from '../filters/page-filters.ts';
import { renderBody } from './render-body.ts';
import { MarkdownThread } from './markdown-thread.ts';

const highlighter = new CodeHighlighter();
const thread = new MarkdownThread();
afterAll(() => highlighter.close());

const colour = async (language: string, text: string) => {
  const block = { language, text };
  return (await highlighter.highlight([block])).get(block);
};
const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&');

describe('code with colours', () => {
  test('says what a piece of code is by classes, and by nothing else', async () => {
    expect(await colour('ts', 'const a = "b"; // c <d>')).toBe(
      '<span class="hl-keyword">const</span> a <span class="hl-operator">= </span>' +
        '<span class="hl-string">&quot;b&quot;</span><span class="hl-punctuation">; </span>' +
        '<span class="hl-comment">// c &lt;d&gt;</span>',
    );
  });

  test.each([
    ['js', 'export const a = `x${b + 1}y`;\nclass A extends B { /* … */ }', 'keyword'],
    ['HTML', '<p class="x">a &amp; b</p>\n<!-- c -->', 'tag'],
    ['css', '.a > b:hover { color: #fff }', 'property'],
    ['json', '{"a": [1, true, null, "b"]}', 'number'],
    ['diff', '-a\n+b\n c', 'inserted'],
    ['python', 'def f(x: int = 3) -> str:\n    """d"""\n    return f"{x}"', 'function'],
    ['bash', 'for i in $(ls); do echo "$i" | grep -n foo; done', 'string'],
    ['yaml', 'a: [1, b]\n# c', 'comment'],
    ['md', '# a\n**b** [c](d)', 'heading'],
    ['sql', "select count(*) from t where x = 'y'", 'keyword'],
    ['rust', 'fn main() -> Vec<u8> { vec![1] }', 'type'],
  ])('%s keeps every character of its text', async (language, text, name) => {
    const html = await colour(language, text);
    expect(html).toContain(`<span class="hl-${name}">`);
    expect(textOf(html!)).toBe(text);
    for (const [, found] of html!.matchAll(/<span class="([^"]*)">/g)) {
      expect(codeClasses).toContain(found);
    }
  });

  test('stands in a page, each line complete in itself', async () => {
    const body = '```ts {2}\n/* a\nb */\n```';
    const { html } = await renderBody(
      body,
      { path: 'a.md' },
      { thread, highlighting: highlighter, filters: noFilters },
    );
    expect(html).toBe(
      '<pre class="highlight" tabindex="0"><code class="language-ts"><span class="hl-comment">/* a</span>\n' +
        '<span class="hl-line hl-marked"><span class="hl-comment">b */</span>\n</span></code></pre>\n',
    );
    const beside = await renderBody(
      `${body}\n\n<b>c</b>`,
      { path: 'a.md' },
      { thread, highlighting: highlighter, filters: noFilters },
    );
    expect(beside.html).toContain(html.trim());
  });

  test('a text without code in a known language starts no thread', async () => {
    const nobody = { highlight: () => Promise.reject(new Error('was asked')) };
    const body = '`a` and\n\n    indented\n\n```\nplain\n```';
    const { html } = await renderBody(
      body,
      { path: 'a.md' },
      { thread, highlighting: nobody, filters: noFilters },
    );
    expect(html).toContain('plain');
  });
});

describe('code that no person would write', () => {
  test.each([
    '',
    'nothing',
    '__proto__',
    'constructor',
    'toString',
    '../../etc/passwd',
    'ts"><script>',
    'TS\n',
    'ansi',
  ])('in a language called %j stays plain', async (language) => {
    expect(await colour(language, 'const a = 1;')).toBeUndefined();
  });

  test('comes out harmless', async () => {
    const body =
      '```html\n</code></pre><script>alert(1)</script>\n<img src=x onerror=alert(1)>\n```';
    const { html } = await renderBody(
      body,
      { path: 'a.md' },
      { thread, highlighting: highlighter, filters: noFilters },
    );
    expect(html).toContain('hl-tag');
    expect(findDangers(html)).toEqual([]);
  });

  test('of more than 64 KiB, or with a line of more than 5,000 characters, stays plain', async () => {
    expect(await colour('ts', 'let a;\n'.repeat(10_000))).toBeUndefined();
    expect(await colour('ts', `let a;\n${'x'.repeat(5_001)}`)).toBeUndefined();
    expect(await colour('ts', `let a;\n${'x'.repeat(4_999)}`)).toContain('hl-keyword');
  });

  test('that takes longer than it may stays plain, and what comes after it has colours', async () => {
    await using hasty = new CodeHighlighter({ perBlock: 1 });
    const slow = { language: 'go', text: 'var a int' };
    expect((await hasty.highlight([slow])).size).toBe(0);
    expect((await hasty.highlight([slow])).size).toBe(0);
    expect(await colour('go', 'var a int')).toContain('hl-keyword');
  });

  test('a thread that was ended has a successor', async () => {
    await using own = new CodeHighlighter();
    const one = { language: 'json', text: '[1]' };
    const other = { language: 'json', text: '[2]' };
    expect((await own.highlight([one])).size).toBe(1);
    await own.close();
    expect((await own.highlight([one, other])).size).toBe(2);
  });

  test('the rest of a text stays plain when its code has taken all the time there is', async () => {
    await using own = new CodeHighlighter({ perText: 0 });
    const blocks = [1, 2, 3].map((n) => ({ language: 'json', text: `[${n}]` }));
    expect([...(await own.highlight(blocks)).keys()]).toEqual([blocks[0]]);
  });

  test('equal blocks in many texts at once are read once and all have colours', async () => {
    await using own = new CodeHighlighter();
    const blocks = Array.from({ length: 20 }, () => ({ language: 'json', text: '{"a": 1}' }));
    const found = await Promise.all(blocks.map((block) => own.highlight([block])));
    expect(found.map(({ size }) => size)).toEqual(blocks.map(() => 1));
  });
});
