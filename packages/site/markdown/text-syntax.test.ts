import { describe, expect, test } from 'vitest';
import { noFilters } from '../filters/page-filters.ts';
import { CodeHighlighter } from './code-highlighter.ts';
import { findDangers } from './fixtures.ts';
import { listLinkedDocuments } from './links.ts';
import { MarkdownThread } from './markdown-thread.ts';
import { renderBody } from './render-body.ts';
import { extractExcerpt, renderMarkdown } from './render-markdown.ts';
import { plainSyntax, type TextSyntax } from './text-syntax.ts';
import { listUnknownBlocks } from './unknown-blocks.ts';

const all: TextSyntax = {
  definitionLists: true,
  abbreviations: true,
  attributes: true,
  math: true,
  diagrams: true,
  admonitions: true,
};
const path = 'posts/a.md';
const thread = new MarkdownThread();
const services = { thread, highlighting: new CodeHighlighter(), filters: noFilters };

const html = (body: string, syntax: TextSyntax = all) =>
  renderMarkdown(body, { path, syntax }).html;
const draw = async (body: string, options: { readonly baseUrl?: string } = {}) =>
  (await renderBody(body, { path, syntax: all, ...options }, services)).html;

describe('ADD-THM-9: definition lists', () => {
  test('have terms, and definitions after a colon', () => {
    expect(html('Ink\nToner\n: Black *stuff*\n: Dear\n\nLead\n: Heavy')).toBe(
      '<dl>\n<dt>Ink</dt>\n<dt>Toner</dt>\n<dd>Black <em>stuff</em></dd>\n<dd>Dear</dd>\n' +
        '<dt>Lead</dt>\n<dd>Heavy</dd>\n</dl>\n',
    );
  });

  test('have paragraphs, lists and code when these are indented', () => {
    expect(html('Ink\n\n:   Black\n    and wet\n\n    - a\n\n        code\n\nAfter')).toMatch(
      /^<dl>\n<dt>Ink<\/dt>\n<dd><p>Black\nand wet<\/p>\n<ul>[\s\S]*code[\s\S]*<\/dd>\n<\/dl>\n<p>After<\/p>\n$/,
    );
  });

  test.each([
    ': no term',
    '# Heading\n: text',
    '> quote\n: text',
    'a | b\n:-- | --:\nc | d',
    'word\n:smile: text',
    `${'long '.repeat(100)}\n: text`,
    `${'term\n'.repeat(20)}: text`,
  ])('do not begin with %j', (body) => {
    expect(html(body)).toBe(html(body, plainSyntax));
  });

  test('links in them count', () => {
    expect(listLinkedDocuments('Ink\n: see [b](b.md)', path, all)).toEqual(['posts/b.md']);
  });
});

describe('ADD-THM-9: abbreviations', () => {
  test('are explained wherever they occur as words, except in code and addresses', () => {
    const body =
      'The HTML of XHTML, `HTML` and [HTML](HTML.md).\n\n*[HTML]: Hyper "Text"\n*[R&D]: <b>\n\nR&D';
    expect(html(body)).toBe(
      '<p>The <abbr title="Hyper &quot;Text&quot;">HTML</abbr> of XHTML, <code>HTML</code> and ' +
        '<a href="HTML.md"><abbr title="Hyper &quot;Text&quot;">HTML</abbr></a>.</p>\n' +
        '<p><abbr title="&lt;b&gt;">R&amp;D</abbr></p>\n',
    );
  });

  test('the longest one counts, and the first of two definitions', () => {
    const body = 'WWW C\n\n*[W]: w\n*[WWW]: first\n*[WWW]: second\n*[WWW C]: c';
    expect(html(body)).toBe('<p><abbr title="c">WWW C</abbr></p>\n');
  });

  test('references to characters stay', () => {
    const body = 'a &amp; &copy; &#97;';
    expect(html(`${body}\n\n*[amp]: x\n*[copy]: y\n*[97]: z`)).toBe(html(body, plainSyntax));
  });
});

describe('ADD-THM-9: attributes', () => {
  test.each([
    ['# A b {#top .big}', '<h1 id="top" class="big">A b '],
    ['Setext {.x}\n===', '<h1 id="setext" class="x">Setext '],
    ['# A {: .kramdown #k }', '<h1 id="k" class="kramdown">A '],
    [
      'Text\nmore\n{.lead lang=de title="a b"}',
      '<p class="lead" lang="de" title="a b">Text\nmore</p>\n',
    ],
    [
      '![a](b.png){.c width=20 loading=eager}',
      '<img src="b.png" alt="a" loading="eager" decoding="async" class="c" width="20">',
    ],
    ['![a](b.png "t")\n{.c}', '<figure class="c"><img'],
    [
      '![a](b.png#wide){.c}',
      '<figure class="wide"><img src="b.png" alt="a" loading="lazy" decoding="async" class="c">',
    ],
    ['- [a](b){.c #d}', '<a href="b" id="d" class="c">a</a>'],
    ['| a |\n|-|\n| [a](b){.c} |', '<a href="b" class="c">a</a></td>'],
    [
      '```js {2} {.wide #x}\n1\n```',
      '<pre class="highlight wide" tabindex="0" id="x"><code class="language-js">',
    ],
  ])('%s', (body, expected) => {
    expect(html(body)).toContain(expected);
    expect(html(body)).not.toMatch(/[{}]/);
    expect(html(body, plainSyntax)).not.toContain(expected);
  });

  test.each([
    'a {b} c',
    '# A {b}',
    '{.c}',
    'a {.c}',
    'a\n{.c} d',
    '# A\\{.c}',
    '[a](b) {.c}',
    '[a](b){c}',
  ])('braces with other content, or elsewhere, stay text: %s', (body) => {
    expect(html(body)).toBe(html(body, plainSyntax));
  });

  test('ids are unique, and headings without one avoid them', () => {
    const { headings, html: made } = renderMarkdown('# B\n\n# A {#b}\n\n# C {#b}\n\nx\n{#b}', {
      path,
      syntax: all,
    });
    expect(headings.map(({ id }) => id)).toEqual(['b-2', 'b', 'c']);
    expect(made.match(/id="b"/g)).toHaveLength(1);
  });

  test('ids of themes and footnotes are out of reach, and feeds have none', () => {
    expect(html('# A {#_content}\n\nb\n{#_fn-1}')).not.toContain('id="_');
    const feed = renderMarkdown('# A {#b .c}\n\nd\n{#e}', {
      path,
      syntax: all,
      baseUrl: 'https://x.example',
    });
    expect(feed.html).toBe('<h1 class="c">A</h1>\n<p>d</p>\n');
  });

  test('are the same beside raw HTML', () => {
    const body = '# A {#a_b .c}\n\n![a](b.png){loading=eager}';
    expect(html(`${body}\n\n<i>x</i>`).replaceAll(' />', '>')).toContain(
      html(body).trim().replace(/.*<p>/s, '<p>'),
    );
    expect(html(`${body}\n\n<i>x</i>`)).toContain('<h1 id="a_b" class="c">');
  });

  test.each([
    '[a](b){onclick=alert(1)}',
    '# A {onclick="alert(1)" style="position:fixed" href=javascript:alert(1)}',
    'a\n{src=javascript:alert(1) srcset=x id="a onload=alert(1)" class="x\' onload=alert(1)"}',
    '![a](b.png){title="<script>alert(1)</script>" onerror=alert(1) src=javascript:alert(1)}',
    '[a](javascript:alert(1)){.b}',
    '```{.x onclick=alert(1)}\n<script>\n```',
    '[a](b){title="&quot; onclick=alert(1)"}',
    '# <script>alert(1)</script> {#"><script>}',
  ])('are harmless: %s', (body) => {
    expect(findDangers(html(body), { classNames: /^[\w-]+$/ })).toEqual([]);
  });
});

describe('ADD-THM-9: admonitions', () => {
  test('are callouts, with a title or the name of their kind', () => {
    expect(html(':::note\nA *b*\n:::\nafter')).toBe(
      '<div class="callout callout-note" role="note"><p class="callout-title">Note</p>\n<p>A <em>b</em></p>\n</div>\n<p>after</p>\n',
    );
    expect(html(':::danger[Mind *this*]{.x}\nA\n:::')).toContain(
      'callout-caution" role="note"><p class="callout-title">Mind <em>this</em></p>',
    );
    expect(html('text\n:::tip Old title\nA\n:::')).toContain(
      '<p>text</p>\n<div class="callout callout-tip" role="note"><p class="callout-title">Old title</p>',
    );
  });

  test('contain each other, with as many colons or more', () => {
    for (const outer of [':::', '::::'])
      expect(html(`${outer}note\na\n:::tip\nb\n:::\nc\n${outer}\nd`)).toMatch(
        /<p>c<\/p>\n<\/div>\n<p>d<\/p>\n$/,
      );
  });

  test('other names stay text, and theirs are no unknown blocks', () => {
    const body = ':::chart\na\n:::';
    expect(html(body)).toBe(html(body, plainSyntax));
    expect(html(':::note\na\n:::', plainSyntax)).toBe('<p>:::note\na\n:::</p>\n');
    const unknown = (syntax: TextSyntax) =>
      listUnknownBlocks(`:::note\na\n:::\n\n${body}`, new Set(), syntax).map(({ name }) => name);
    expect(unknown(all)).toEqual(['chart']);
    expect(unknown(plainSyntax)).toEqual(['note', 'chart']);
  });
});

describe('ADD-THM-10: formulas', () => {
  test('are MathML, inline, in a paragraph, and on lines of their own', async () => {
    const made = await draw('a $x^2$ b $$y$$\n\n$$\n\\frac{1}{2}\n$$\n\n```math\n\\sqrt{z}\n```');
    expect(made).toContain('<p>a <math><semantics><msup><mi>x</mi>');
    expect(made).toContain(' b <math display="block" class="tml-display"><semantics><mi>y</mi>');
    expect(made.match(/<div class="math" tabindex="0"><math display="block"/g)).toHaveLength(2);
    expect(made).toContain('<annotation encoding="application/x-tex">\\frac{1}{2}</annotation>');
    expect(made).not.toMatch(/ style=|<script|\$/);
  });

  test.each([
    '$5 and $10',
    'US$5, CA$6 and $7.',
    'from $5-$10',
    'x $ y $ z',
    '\\$x$',
    '`$x$`',
    '$x\n\ny$',
    '$$$$',
    '$$\n\n$$',
    'a$b$c',
  ])('prices and the like stay text: %s', async (body) => {
    expect(await draw(body)).toBe(html(body, plainSyntax));
  });

  test('marks of Markdown in them are theirs', async () => {
    const made = await draw('*a $b*c_d*e_f$ f*');
    expect(made).toMatch(/^<p><em>a <math>.*<\/math> f<\/em><\/p>\n$/s);
  });

  test.each([
    '$\\href{javascript:alert(1)}{x}$',
    '$\\url{javascript:alert(1)}$',
    '$\\includegraphics{https://evil.example/x.png}$',
    '$\\class{skip}{x}$',
    '$\\id{_content}{x}$',
    '$\\style{position:fixed}{x}$',
    '$\\data{onclick=alert(1)}{x}$',
    '$\\unknown$',
    '$\\frac{1}$',
    `$$${'\\def\\a#1{#1#1}'}${'\\a{'.repeat(40)}x${'}'.repeat(40)}$$`,
  ])(
    'mistakes and commands that are not formulas are shown as source with a notice: %s',
    async (body) => {
      const made = await draw(body);
      expect(made).toContain('<mark>This formula or diagram cannot be displayed.</mark>');
      expect(made).toContain('<code class="language-math">');
      expect(findDangers(made)).toEqual([]);
    },
  );

  test('what a formula says is escaped, and its colours and boxes need no inline styles', async () => {
    const made = await draw(
      '$$\\text{<script>alert(1)</script>} \\tag{1}\\label{a}\\ref{a} \\textcolor{red}{x} \\boxed{y}$$',
    );
    expect(made).toContain('<mtext>&lt;script&gt;');
    expect(made).toMatch(/mathcolor="#ff0000"/);
    expect(made).toContain('m-box');
    expect(made).not.toMatch(/ style=| id=|<a |<script/);
  });

  test('raw HTML beside them changes nothing, and writers cannot write MathML', async () => {
    const body = 'a $x$\n\n$$y$$';
    expect(await draw(`${body}\n\n<i>b</i><math><mi>z</mi></math>`)).toBe(
      `${await draw(body)}<p><i>b</i></p>\n`,
    );
  });

  test('feeds have their source', async () => {
    expect(await draw('a $x<1$\n\n$$y$$', { baseUrl: 'https://x.example' })).toBe(
      '<p>a <code class="language-math">x&lt;1</code></p>\n' +
        '<pre class="highlight" tabindex="0"><code class="language-math">y\n</code></pre>\n',
    );
  });

  test('summaries have no dollar signs', () => {
    expect(
      extractExcerpt('With $x^2$ and [b](c){.d}.\n{.lead}', { length: 100, syntax: all }),
    ).toBe('With x^2 and b.');
  });
});

const flow = '```mermaid\ngraph TD\n  A[Start <b>] --> B{Ready?}\n  B -->|yes| C[End]\n```';

describe('ADD-THM-10: diagrams', () => {
  test.each([
    flow,
    '```mermaid\nsequenceDiagram\n  Ana->>Ben: Hi\n```',
    '```mermaid\nclassDiagram\n  Animal <|-- Duck\n```',
    '```mermaid\nstateDiagram-v2\n  [*] --> Still\n```',
    '```mermaid\nerDiagram\n  CUSTOMER ||--o{ ORDER : places\n```',
  ])('are SVG without styles, scripts and colours of their own: %s', async (body) => {
    const made = await draw(body);
    expect(made).toMatch(
      /^<figure class="diagram" aria-label="Diagram"><svg [^>]*viewBox="[^"]+" width="[\d.]+" height="[\d.]+"/,
    );
    expect(made).not.toMatch(/ style=|<style|<script|https?:\/\/(?!www\.w3\.org)/);
    expect(
      made
        .match(/ (?:fill|stroke)="[^"]*"/g)
        ?.every((one) => /"(?:none|var\(--[_a-z-]+\))"/.test(one)),
    ).toBe(true);
  });

  test('their ids are their own, so that two can be on a page', async () => {
    const made = await draw(`${flow}\n\n${flow.replace('Start', 'Begin')}`);
    const ids = made.match(/ id="([^"]+)"/g)!;
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => id.startsWith(' id="_d'))).toBe(true);
    for (const [, id] of made.matchAll(/url\(#([^)]+)\)/g)) expect(made).toContain(` id="${id}"`);
  });

  test.each([
    '```mermaid\ngantt\n  title x\n```',
    '```mermaid\n<script>alert(1)</script>\n```',
    '```mermaid\n```',
    `\`\`\`mermaid\ngraph TD\n${'A --> B\n'.repeat(3_000)}\`\`\``,
  ])(
    'unsupported types, mistakes and long sources are shown as source with a notice',
    async (body) => {
      const made = await draw(body);
      expect(made).toContain('<mark>This formula or diagram cannot be displayed.</mark>');
      expect(made).toContain('<code class="language-mermaid">');
      expect(findDangers(made)).toEqual([]);
    },
  );

  test.each([
    'graph TD\n  A["<img src=x onerror=alert(1)>"] --> B["#quot; onload=alert(1)"]',
    'graph TD\n  A --> B\n  click A "javascript:alert(1)"\n  style A fill:url(https://evil.example/x)',
    'graph TD\n  A[x] --> B\n  classDef c fill:"/><script>alert(1)</script>,stroke:red\n  class A c',
    'sequenceDiagram\n  <script>alert(1)</script>->>B: </svg><img src=x onerror=alert(1)>',
  ])('are harmless: %s', async (source) => {
    const made = await draw(`\`\`\`mermaid\n${source}\n\`\`\``);
    const svg =
      'svg defs marker g path polygon polyline line rect circle ellipse text tspan mark pre code p figure'.split(
        ' ',
      );
    for (const [, name] of made.matchAll(/<([a-z][\w-]*)/gi)) expect(svg).toContain(name);
    expect(made).not.toMatch(/<[^>]* on[a-z]+=|<[^>]*javascript:|<[^>]*evil/);
  });

  test('a name for screen readers comes from accTitle', async () => {
    const made = await draw('```mermaid\ngraph TD\n  accTitle: The "way"\n  A --> B\n```');
    expect(made).toContain('role="group" aria-label="The &quot;way&quot;"');
    expect(made).not.toContain('>accTitle');
  });

  test('feeds have their source', async () => {
    expect(await draw(flow, { baseUrl: 'https://x.example' })).toMatch(
      /^<pre class="highlight" tabindex="0"><code class="language-mermaid">graph TD/,
    );
  });
});

describe('ADD-THM-9: hostile texts are formatted within the time of a text', () => {
  const words = Array.from({ length: 10_000 }, (_, n) => `W${n}`);
  test.each(
    Object.entries({
      braces: '{'.repeat(65_536),
      'double braces': '{{ '.repeat(20_000),
      'open attributes': '# a {.b '.repeat(8_000),
      'attributes of links': '[a](b){.c #d}'.repeat(5_000),
      'attribute lists': `# a {${'.c '.repeat(20_000)}}`,
      dollars: '$'.repeat(65_536),
      'double dollars': '$$ '.repeat(20_000),
      'open formulas': '$a '.repeat(20_000),
      'open displays': '$$a\n\n'.repeat(10_000),
      colons: ':'.repeat(65_536),
      'colons on lines': ':::::\n'.repeat(10_000),
      admonitions: ':::note\n'.repeat(10_000),
      'closed admonitions': 'a\n:::note\nb\n:::\n'.repeat(4_000),
      abbreviations: '*['.repeat(10_000),
      'defined abbreviations': `${words.map((word) => `*[${word}]: x`).join('\n')}\n\n${words.join(' ')}`,
      definitions: 'a\n: b\n\n'.repeat(10_000),
      'empty definitions': ': '.repeat(30_000),
      'nested definitions': Array.from(
        { length: 200 },
        (_, n) => `${'    '.repeat(n)}a\n${'    '.repeat(n)}: b\n\n`,
      ).join(''),
      terms: 'a\n'.repeat(30_000),
    }),
  )('%s', async (_name, body) => {
    const rendered = await renderBody(body, { path, syntax: all }, services);
    expect(rendered.isUnformatted).toBeUndefined();
    expect(rendered.html.length).toBeLessThan(30 * body.length);
  });
});
