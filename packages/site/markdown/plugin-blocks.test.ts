import { describe, expect, test } from 'vitest';
import { noFilters, type BlockCall, type PageFilters } from '../filters/page-filters.ts';
import { CodeHighlighter } from './code-highlighter.ts';
import { findDangers } from './fixtures.ts';
import { renderBody } from './render-body.ts';
import { MarkdownThread } from './markdown-thread.ts';
import type { HtmlRules } from './safe-html.ts';

function making(blocks: Readonly<Record<string, (call: BlockCall) => string | undefined>>) {
  const calls: BlockCall[] = [];
  const filters: PageFilters = {
    ...noFilters,
    key: 'some',
    readsContent: false,
    blocks: new Set(Object.keys(blocks)),
    block: (call) => {
      calls.push(call);
      return Promise.resolve(blocks[call.name]!(call));
    },
  };
  return { filters, calls };
}

const highlighting = new CodeHighlighter();
const thread = new MarkdownThread();

async function render(body: string, filters: PageFilters, html?: HtmlRules): Promise<string> {
  const options = { path: 'posts/a.md', ...(html && { html }) };
  return (await renderBody(body, options, { thread, highlighting, filters })).html;
}

const card = making({
  card: ({ attributes }) =>
    `<aside class="plugin-card"><b>${attributes.by ?? ''}</b><slot></slot></aside>`,
});

describe('a block of a plugin', () => {
  test('is what the plugin makes of it, with the text within it where the slot is', async () => {
    const html = await render(
      'Before\n\n:::card by="Ada *L*" wide\nSome *text*\n\n## Within\n:::\nAfter',
      card.filters,
    );
    expect(html).toBe(
      '<p>Before</p>\n<aside class="plugin-card"><b>Ada *L*</b><p>Some <em>text</em></p>\n' +
        '<h2 id="within">Within <a class="anchor" href="#within" aria-label="Link to “Within”">#</a></h2>\n' +
        '</aside>\n<p>After</p>\n',
    );
    expect(card.calls.at(-1)).toEqual({
      name: 'card',
      attributes: { by: 'Ada *L*', wide: '' },
      text: 'Some *text*\n\n## Within\n',
      isInline: false,
      path: 'posts/a.md',
      lang: 'en',
    });
  });

  test('may stand in another with fewer colons, in a list, and in a quote', async () => {
    const nested =
      '::::card by=a\n:::card by=b\ninner\n:::\n::::\n\n- one\n\n  :::card by=c\n  two\n  :::\n\n> :::card by=d\n> three\n> :::\n';
    const html = await render(nested, card.filters);
    expect(html.match(/<b>.<\/b>/g)).toEqual(['<b>a</b>', '<b>b</b>', '<b>c</b>', '<b>d</b>']);
    expect(html).toContain('<b>b</b><p>inner</p>\n</aside>\n</aside>');
    expect(html).not.toContain(':::');
  });

  test('without an end marker ends with the text', async () => {
    expect(await render(':::card\na\n\nb', card.filters)).toContain('<p>a</p>\n<p>b</p>\n</aside>');
  });

  test('of a name that no plugin has is text, and so is one in code', async () => {
    expect(await render(':::other\na\n:::', card.filters)).toBe('<p>:::other\na\n:::</p>\n');
    expect(await render('`{{card}}`\n\n    :::card\n', card.filters)).not.toContain('aside');
    expect(await render('\\{{card}} \\:::card', card.filters)).toBe('<p>{{card}} :::card</p>\n');
  });

  test('that cannot be made leaves the text within it', async () => {
    const failing = making({ card: () => undefined });
    expect(await render(':::card\n*a*\n:::\n\nx {{card by="<b>"}} y', failing.filters)).toBe(
      '<p><em>a</em></p>\n<p>x {{card by=&quot;&lt;b&gt;&quot;}} y</p>\n',
    );
  });

  test('within a line stands there, and alone in a paragraph is no paragraph', async () => {
    const { filters } = making({ year: ({ isInline }) => `<time>${isInline}</time>` });
    expect(await render('It is {{year}}, **{{ year }}**.\n\n{{year}}', filters)).toBe(
      '<p>It is <time>true</time>, <strong><time>true</time></strong>.</p>\n<time>true</time>\n',
    );
  });

  test('is asked for once where it is there more than once, and not for each of very many', async () => {
    const { filters, calls } = making({ n: ({ attributes }) => `<i>${attributes.is}</i>` });
    expect(await render('{{n is=1}} {{n is=1}} {{n is=2}}', filters)).toContain(
      '<i>1</i> <i>1</i> <i>2</i>',
    );
    expect(calls).toHaveLength(2);
    const many = Array.from({ length: 500 }, (_, index) => `{{n is=${index}}}`).join('\n');
    const html = await render(many, filters);
    expect(calls).toHaveLength(202);
    expect(html).toContain('<i>199</i>\n{{n is=200}}');
  });

  test('is read as fast as other text, however it is nested', async () => {
    const started = performance.now();
    for (const text of [
      ':::card\n',
      '{{card ',
      '{{< card >}}\n\n',
      'a\n:::other\n',
      ':::card\n:::\n',
      'a\n:::card\n:::\n',
    ])
      await render(text.repeat(20_000), card.filters);
    for (const text of ['{{card', '{{< card', '[a]({{< ref'])
      await render(text + ' '.repeat(20_000), card.filters);
    expect(performance.now() - started).toBeLessThan(8_000);
  });
});

describe('what a plugin makes', () => {
  const hostile =
    '<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">a</a>' +
    '<p style="position:fixed">b</p><iframe src="https://evil.example/"></iframe><form action=/x><input></form>' +
    '<a href="other.md">c</a></aside></main><style>*{}</style><p class="plugin-x danger">d</p>';

  test.each([undefined, { raw: false, allow: [], embeds: [] }])(
    'is held to the allow-list of documents (%j)',
    async (rules) => {
      const { filters } = making({ bad: () => hostile });
      const html = await render(':::bad\n:::\n\n{{bad}} <u>x</u>', filters, rules);
      expect(findDangers(html, { classNames: /^plugin-/ })).toEqual([]);
      expect(html).toContain('<p class="plugin-x">d</p>');
      expect(html).toContain(rules ? '&lt;u&gt;' : '<u>x</u>');
    },
  );

  test('of a whole body too', async () => {
    const about: unknown[] = [];
    const filters: PageFilters = {
      ...noFilters,
      has: (filter) => filter === 'document.html',
      filter: (_filter, html, context) => {
        about.push(context);
        return Promise.resolve(`${html}${hostile}<mark>ok</mark>`);
      },
    };
    const html = await render('Text', filters);
    expect(html).toMatch(/^<p>Text<\/p>\n.*<mark>ok<\/mark>$/s);
    expect(findDangers(html, { classNames: /^plugin-/ })).toEqual([]);
    expect(about).toEqual([{ path: 'posts/a.md', lang: 'en' }]);
  });
});
