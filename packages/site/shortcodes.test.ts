import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryDirectory } from '@galley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { SiteHarness } from './fixtures.ts';
import { findDangers } from './markdown/fixtures.ts';
import { expandShortcodes } from './markdown/shortcodes.ts';
import { loadTheme } from './theme/load-theme.ts';
import type { Theme } from './theme/theme.ts';

let site: SiteHarness;

beforeAll(async () => {
  site = await SiteHarness.open('title: The Quiet Desk\nurl: https://example.org\n');
});

afterAll(() => site[Symbol.asyncDispose]());

beforeEach(() => {
  site.errors.length = 0;
});

async function themeWith(
  files: Readonly<Record<string, string>>,
  folder = 'templates',
): Promise<Theme> {
  const project = await temporaryDirectory();
  onTestFinished(() => project[Symbol.asyncDispose]());
  for (const [path, text] of Object.entries(files)) {
    const target = join(project.path, folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
  }
  return loadTheme({
    themesDirectory: join(project.path, 'themes'),
    name: 'default',
    site: { projectDirectory: project.path, contentDirectory: site.contentDirectory },
  });
}

async function previewOf(
  body: string,
  templates: Readonly<Record<string, string>> = {},
): Promise<string> {
  const files = Object.entries(templates).map(([name, text]) => [`shortcodes/${name}.html`, text]);
  const theme = await themeWith(Object.fromEntries(files) as Record<string, string>);
  site.theme = () => Promise.resolve(theme);
  const path = `posts/t${Math.random().toString(36).slice(2)}.md`;
  await site.print({ [path]: `---\ntitle: T\nworkflow: published\n---\n${body}\n` });
  const document = (await site.published.findByPath(path))!;
  return (await site.site.preview(document)).htmlBody;
}

describe('ADD-THM-5: shortcodes', () => {
  test('get named parameters, further values, the language and data, escaped by default', async () => {
    const templates = { box: '<b title="{{ params.by }}">{{ args[0] }} {{ lang }}</b>' };
    const html = await previewOf('A {{box one by="<i>\'"}} b', templates);
    expect(html).toBe('<p>A <b title="&lt;i&gt;&#39;">one en</b> b</p>\n');
  });

  test('contain Markdown as safe HTML, with other shortcodes', async () => {
    const templates = { box: '<section>{{ inner | raw }}</section>', dot: '<i>{{ args[0] }}</i>' };
    expect(await previewOf(':::box\n*a* {{dot 1}}\n:::\n', templates)).toBe(
      '<section><p><em>a</em> <i>1</i></p>\n</section>\n',
    );
    expect(await previewOf(':::box\n<div><script>x</script>a\n:::\nb', templates)).toBe(
      '<section><div>a\n</div></section>\n<p>b</p>\n',
    );
  });

  test('can be written as in Hugo', async () => {
    const templates = {
      box: '<s id="{{ params.a }}">{{ inner | raw }}</s>',
      dot: '<i>{{ args[0] }}</i>',
    };
    expect(
      await previewOf(
        '{{< box a="b" >}}\nText\n\nmore {{% dot 2 %}}\n{{< /box >}}\n\n{{< dot 3 />}}',
        templates,
      ),
    ).toBe('<s id="b"><p>Text</p>\n<p>more <i>2</i></p>\n</s>\n<i>3</i>\n');
  });

  test('cannot be in attributes of raw HTML', async () => {
    const templates = { box: '<b title="{{ args[0] }}">x</b>' };
    const html = await previewOf(
      '<div title="\n\n{{box "onmouseover=alert(1)"}}\n\n">a</div>',
      templates,
    );
    expect(findDangers(html)).toEqual([]);
    expect(html).not.toContain('<b title');
  });

  test('show failing templates with file and line in previews, and keep other text of live pages', async () => {
    const templates = { bad: 'a\n{{ "x" | asset }}' };
    const theme = await themeWith({ 'shortcodes/bad.html': templates.bad });
    site.theme = () => Promise.resolve(theme);
    await site.print({
      'posts/bad.md': '---\ntitle: B\nworkflow: published\n---\nOne\n\n{{bad}}\n',
    });
    const document = (await site.published.findByPath('posts/bad.md'))!;
    const { failure } = await site.site.tryPage(document);
    expect(failure).toMatch(
      /^templates\/shortcodes\/bad\.html, line 2, column 1: The theme has no/,
    );
    expect(await site.read(document.url)).toContain('<p>One</p>\n<code>{{bad}}</code>');
  });

  test('that are broken refuse the theme with file and line', async () => {
    await expect(themeWith({ 'shortcodes/bad.html': 'a\n{% if %}' })).rejects.toMatchObject({
      code: 'invalid_theme',
      details: { file: 'templates/shortcodes/bad.html', line: 2 },
    });
    await expect(themeWith({ 'shortcodes/Bad.html': '' })).rejects.toMatchObject({
      code: 'invalid_theme',
    });
  });

  test('that render themselves without end are displayed as source', async () => {
    const theme = await themeWith({
      'shortcodes/loop.html': '{% render "loop" %}',
      'partials/loop.liquid': '{% render "loop" %}',
    });
    site.theme = () => Promise.resolve(theme);
    await site.print({ 'posts/loop.md': '---\ntitle: L\nworkflow: published\n---\n{{loop}}\n' });
    const document = (await site.published.findByPath('posts/loop.md'))!;
    expect((await site.site.tryPage(document)).failure).toMatch(
      /loop\.liquid, line 1.*renders itself/,
    );
    expect(await site.read(document.url)).toContain('<code>{{loop}}</code>');
  });

  test('share a time limit', async () => {
    const slow = {
      slow: '{% for a in (1..90000) %}{% for b in (1..900) %}{{ a }}{% endfor %}{% endfor %}',
    };
    const began = performance.now();
    const html = await previewOf('{{slow}} '.repeat(150), slow);
    expect(html.match(/<code>\{\{slow\}\}<\/code>/g)).toHaveLength(150);
    expect(performance.now() - began).toBeLessThan(8_000);
  });

  test('ignore placeholders that a filter of a plugin made up', () => {
    const call = { name: 'box', attributes: {}, args: [], text: '', isInline: false };
    const render = (_name: string, view: object) => `[${(view as { inner: string }).inner}]`;
    const html = '<t n="9">a</t><t id="x">b<t n="0">c</t></t>';
    expect(
      expandShortcodes(
        html,
        { tag: 't', calls: [call], drawings: [], view: {} },
        { names: new Set(['box']), key: '', render },
      ),
    ).toEqual({ html: 'ab[c]', failures: [] });
  });
});

describe('included shortcodes', () => {
  test('ref links to documents', async () => {
    await site.print({ 'posts/other.md': '---\ntitle: O\nworkflow: published\n---\n' });
    expect(
      await previewOf(
        '{{ref "other.md" text="Read"}} [this *one*]({{< ref "other#part" >}}) {{ref other}}',
      ),
    ).toBe(
      '<p><a href="/posts/other/">Read</a> <a href="/posts/other/#part">this <em>one</em></a> <a href="/posts/other/">other</a></p>\n',
    );
  });

  test('figure shows pictures with captions', async () => {
    expect(
      await previewOf('{{< figure src="https://example.org/a.jpg" alt="A" caption="C" >}}'),
    ).toBe(
      '<figure><img src="https://example.org/a.jpg" alt="A" loading="lazy" decoding="async"><figcaption>C</figcaption></figure>\n',
    );
  });

  test('highlight colours code', async () => {
    const html = await previewOf(
      '{{< highlight js "numbers" >}}\nconst *a* = {{x}};\n{{< /highlight >}}\n',
    );
    expect(html).toContain(
      '<pre class="highlight numbered" tabindex="0"><code class="language-js">',
    );
    expect(html).toContain('<span class="hl-keyword">const</span>');
    expect(await previewOf(':::highlight lang="js"\nconst a\n:::')).toContain(
      'class="language-js"',
    );
  });

  test('youtube shows a link, and the player when the site permits the host', async () => {
    expect(await previewOf('{{< youtube 0RKpf3rK57I >}}')).toBe(
      '<a href="https://www.youtube.com/watch?v=0RKpf3rK57I" rel="noopener">YouTube</a>\n',
    );
    const { settings } = site;
    onTestFinished(() => void (site.settings = settings));
    site.settings = {
      ...settings,
      html: { ...settings.html, embeds: ['www.youtube-nocookie.com'] },
    };
    expect(await previewOf('{{youtube id="x"}}')).toMatch(
      /^<iframe\s+src="https:\/\/www\.youtube-nocookie\.com\/embed\/x"\s+title="YouTube"\s[^<]*><\/iframe>\n$/,
    );
  });

  test('can be replaced by the site', async () => {
    expect(await previewOf('{{ref "a"}}', { ref: 'own {{ args[0] }}' })).toBe('own a\n');
  });
});
