import { describe, expect, test } from 'vitest';
import { tableOfContents } from './headings.ts';
import { listLinkedDocuments } from './links.ts';
import { extractExcerpt, renderMarkdown } from './render-markdown.ts';

const published = new Map([
  ['posts/ink.md', '/posts/ink/'],
  ['posts/es/tinta.md', '/es/posts/tinta/'],
  ['pages/about.md', '/about/'],
]);

const options = { path: 'posts/hello.md', resolveLink: (path: string) => published.get(path) };
const render = (body: string) => renderMarkdown(body, options).html.trim();

describe('Markdown', () => {
  test.each([
    ['*a* **b** ~~c~~', '<p><em>a</em> <strong>b</strong> <del>c</del></p>'],
    ['a "b" & c &copy; &lt;', '<p>a &quot;b&quot; &amp; c &copy; &lt;</p>'],
    ['`<b>` and ``a`b``', '<p><code>&lt;b&gt;</code> and <code>a`b</code></p>'],
    [
      '```ts title=x\na < b\n```',
      '<pre class="highlight" tabindex="0"><code class="language-ts">a &lt; b\n</code></pre>',
    ],
    ['    indented', '<pre class="highlight" tabindex="0"><code>indented\n</code></pre>'],
    ['- [x] done', '<ul>\n<li><span class="task">☑</span> done</li>\n</ul>'],
    ['3. three', '<ol start="3">\n<li>three</li>\n</ol>'],
    ['\\*not emphasis\\*', '<p>*not emphasis*</p>'],
    ['a <mark>b</mark>', '<p>a <mark>b</mark></p>'],
  ])('%s', (body, html) => {
    expect(render(body)).toBe(html);
  });

  test('a table scrolls by itself and its heads say what they are heads of', () => {
    const html = render('|a|b|\n|-|-:|\n|1|2|');
    expect(html).toMatch(/^<div class="table-scroll" tabindex="0"><table>/);
    expect(html).toContain('<th scope="col">a</th>');
    expect(html).toContain('<td class="align-right">2</td>');
  });

  test('pictures load lazily, and one with a title by itself becomes a figure', () => {
    expect(render('a ![b](/c.png "d")')).toBe(
      '<p>a <img src="/c.png" alt="b" title="d" loading="lazy" decoding="async"></p>',
    );
    expect(render('![b](/c.png "d *e*")')).toBe(
      '<figure><img src="/c.png" alt="b" loading="lazy" decoding="async"><figcaption>d *e*</figcaption></figure>',
    );
  });

  test('raw HTML can neither close nor leave open what stands around it', () => {
    expect(render('a </div></article></main> b')).toBe('<p>a  b</p>');
    expect(render('<div><b>a')).toBe('<div><b>a</b></div>');
  });

  test('raw HTML keeps what is harmless and gains what Markdown would have given it', () => {
    expect(
      render(
        '<div class="note other" style="x">\n<a href="https://a.example" target="_blank">b</a>\n</div>',
      ),
    ).toBe('<div class="note">\n<a href="https://a.example" rel="noopener">b</a>\n</div>');
    expect(render('<details open><summary>a</summary>b</details>')).toBe(
      '<details open><summary>a</summary>b</details>',
    );
    expect(render('<img src="data:image/png;base64,AAAA" alt="a">')).toContain(
      'src="data:image/png;base64,AAAA"',
    );
  });
});

describe('callouts', () => {
  test.each([
    ['> [!NOTE]\n> a *b*', 'Note', '<p>a <em>b</em></p>\n'],
    ['> [!warning]  \n> a', 'Warning', '<p>a</p>\n'],
    ['> [!TIP]\n>\n> - a', 'Tip', '<ul>\n<li>a</li>\n</ul>\n'],
    ['> [!CAUTION]', 'Caution', ''],
  ])('%s', (body, title, inner) => {
    const opening = `<div class="callout callout-${title.toLowerCase()}" role="note">`;
    expect(render(body)).toBe(`${opening}<p class="callout-title">${title}</p>\n${inner}</div>`);
  });

  test.each(['> [!NOTE] a', '> [!OTHER]\n> a', '> a\n> [!NOTE]', '> \\[!NOTE]\n> a'])(
    '%s is a quote like any other',
    (body) => {
      expect(render(body)).toMatch(/^<blockquote>/);
    },
  );
});

describe('code', () => {
  test('marked and numbered lines have an element of their own', () => {
    expect(render('```x {1,3-4} numbers\n<a>\nb\nc\n```')).toBe(
      '<pre class="highlight numbered" tabindex="0"><code class="language-x">' +
        '<span class="hl-line hl-marked">&lt;a&gt;\n</span><span class="hl-line">b\n</span>' +
        '<span class="hl-line hl-marked">c\n</span></code></pre>',
    );
    expect(render('```x {2}\na\nb\n```')).toContain(
      '>a\n<span class="hl-line hl-marked">b\n</span>',
    );
  });

  test('raw HTML beside it changes nothing in it', () => {
    const code = '```x {1} numbers\n<a>\n```';
    expect(render(`${code}\n\n<b>c</b>`)).toContain(render(code));
  });
});

describe('heading anchors', () => {
  test('come from the text, keep the letters of every script, and are unique', () => {
    const { html, headings } = renderMarkdown(
      '# Ink & *paper*\n## Ink, paper\n### ink-paper 2\n## Ink paper\n## ¿Qué?\n## 印刷術\n## हिन्दी\n## !!',
      options,
    );
    expect(headings.map(({ id }) => id)).toEqual([
      'ink-paper',
      'ink-paper-2',
      'ink-paper-2-2',
      'ink-paper-3',
      'qué',
      '印刷術',
      'हिन्दी',
      'section',
    ]);
    expect(headings[0]).toEqual({ id: 'ink-paper', text: 'Ink & paper', level: 1 });
    expect(html).toContain(
      '<h2 id="qué">¿Qué? <a class="anchor" href="#qué" aria-label="Link to “¿Qué?”">#</a></h2>',
    );
  });

  test('links to them speak the language of the page and keep what the heading says as text', () => {
    const { html } = renderMarkdown('## "a" `<b>`', { ...options, lang: 'es-MX' });
    expect(html).toContain('aria-label="Enlace a «&quot;a&quot; &lt;b&gt;»"');
  });

  test('nothing has an id or an anchor in a feed, where several texts stand together', () => {
    const { html } = renderMarkdown('## a\n\nb[^1]\n\n[^1]: c', {
      ...options,
      baseUrl: 'https://a.example/b/',
    });
    expect(html).toMatch(/^<h2>a<\/h2>/);
    expect(html).not.toMatch(/ id="/);
    expect(html).toContain('href="https://a.example/b/#_fn-1"');
  });

  test('headings become a table of contents, each below the last of a higher rank', () => {
    const { headings } = renderMarkdown('### a\n# b\n### c\n## d\n# e', options);
    const outline = (entries: ReturnType<typeof tableOfContents>): unknown =>
      entries.map(({ text, children }) => [text, outline(children)]);
    expect(outline(tableOfContents(headings))).toEqual([
      ['a', []],
      [
        'b',
        [
          ['c', []],
          ['d', []],
        ],
      ],
      ['e', []],
    ]);
  });

  test('ten thousand equal headings take no quadratic time', () => {
    const { html, headings } = renderMarkdown('# a\n'.repeat(10_000), options);
    expect(new Set(html.match(/ id="[^"]+"/g)).size).toBe(10_000);
    expect(headings).toHaveLength(1_000);
  });
});

describe('addresses', () => {
  test.each([
    ['[a](ink.md)', 'href="/posts/ink/"'],
    ['[a](./ink.md#drying)', 'href="/posts/ink/#drying"'],
    ['[a](es/tinta.md?x=1)', 'href="/es/posts/tinta/?x=1"'],
    ['[a](../pages/about.md)', 'href="/about/"'],
    ['[a](../pages/about.md "t")', 'href="/about/" title="t"'],
    ['[a][r]\n\n[r]: ink.md', 'href="/posts/ink/"'],
    ['<a href="ink.md">a</a>', 'href="/posts/ink/"'],
    ['[a](unpublished.md)', 'href="unpublished.md"'],
    ['[a](../../../etc/passwd.md)', 'href="../../../etc/passwd.md"'],
    ['[a](/posts/ink.md)', 'href="/posts/ink.md"'],
    ['[a](https://a.example/ink.md)', 'href="https://a.example/ink.md" rel="noopener"'],
    ['[a](//a.example)', 'href="//a.example" rel="noopener"'],
    ['[a](\\\\\\\\a.example)', 'href="%5C%5Ca.example"'],
    ['[a](#part)', 'href="#part"'],
    ['[a](mailto:a@b.example)', 'href="mailto:a@b.example"'],
    ['<https://a.example/?b=1&c=2>', 'href="https://a.example/?b=1&amp;c=2" rel="noopener"'],
    ['[a](/?b=1&amp;c=2)', 'href="/?b=1&amp;c=2"'],
    ['![a](../media/2026/press.svg)', 'src="/media/2026/press.svg"'],
    ['![a](<../media/two words.png>)', 'src="/media/two%20words.png"'],
    ['![a](../media/caf%C3%A9.png)', 'src="/media/caf%C3%A9.png"'],
    ['<img src="../media/press.svg" alt="">', 'src="/media/press.svg"'],
  ])('%s', (body, expected) => {
    expect(render(body)).toContain(expected);
  });

  test('are absolute where a base is given, as feeds need them', () => {
    const { html } = renderMarkdown('[a](ink.md) ![b](../media/c.png) [d](#e) <a href="f">g</a>', {
      ...options,
      baseUrl: 'https://paper.example/posts/hello/',
    });
    expect([...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address)).toEqual([
      'https://paper.example/posts/ink/',
      'https://paper.example/media/c.png',
      'https://paper.example/posts/hello/#e',
      'https://paper.example/posts/hello/f',
    ]);
  });

  test('of other documents are found before rendering, each once, in Markdown and raw HTML', () => {
    const body =
      '[a](ink.md) [b](ink.md#c) <a href="../pages/about.md">d</a> [e](https://a.example/x.md) `x.md`';
    expect(listLinkedDocuments(body, options.path)).toEqual(['posts/ink.md', 'pages/about.md']);
  });
});

describe('what no person would write', () => {
  test.each([
    ['_a*', 20_000],
    ['>', 20_000],
    ['[', 20_000],
    ['<div>', 20_000],
    ['![a](', 10_000],
    ['- ', 5_000],
    ['*a_ ', 20_000],
    ['[^a]: ', 20_000],
    ['[^a]: [^a]\n', 5_000],
    ['[^a]', 20_000],
    ['[^a] x\n', 20_000],
    ['> x\n> [^a]: y\n', 5_000],
    ['> [!NOTE]\n', 5_000],
    ['x\n[^a]: x\n\n', 3_000],
    ['`a``', 10_000],
    ['[a]: b\n', 5_000],
  ])('%s, many thousand times, is done with in the end', { timeout: 30_000 }, (piece, count) => {
    expect(typeof render(piece.repeat(count))).toBe('string');
  });

  test('a paragraph of more than a thousand emphasis marks keeps them as characters', () => {
    expect(render('*a* '.repeat(10))).toContain('<em>');
    expect(render('*a* '.repeat(1_000))).not.toContain('<em>');
  });
});

describe('reading time and excerpt', () => {
  test.each([
    ['', 1],
    ['word '.repeat(100), 1],
    ['word '.repeat(1_100), 5],
    ['印'.repeat(900), 2],
    ['слово '.repeat(660), 3],
    ['don’t well-known '.repeat(330), 3],
  ])('%.12s takes whole minutes', (body, minutes) => {
    expect(renderMarkdown(body, options).readingMinutes).toBe(minutes);
  });

  test('the excerpt is the first paragraph of text without markup, cut at a word', () => {
    expect(
      extractExcerpt('# Title\n\n![x](y.png)\n\nA *small* [wedge](z.md), and more.', {
        length: 200,
      }),
    ).toBe('A small wedge, and more.');
    expect(extractExcerpt('A small wedge, and more.', { length: 16 })).toBe('A small wedge…');
    expect(extractExcerpt('', { length: 10 })).toBe('');
    expect(extractExcerpt('A [wedge][w].\n\n[w]: z.md', { length: 20 })).toBe('A wedge.');
  });
});
