import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { DomainError } from '@galley/kernel';
import { describe, expect, test } from 'vitest';
import { listThemes, loadTheme } from './load-theme.ts';
import { themesDirectoryWith } from './fixtures.ts';
import { ThemeRenderError } from './template-place.ts';

const view = { page: { full_title: '<b> & "c"' } };

async function refusal(files: Record<string, string | undefined>): Promise<DomainError> {
  const themesDirectory = await themesDirectoryWith('mine', files);
  return loadTheme({ themesDirectory, name: 'mine' }).then(
    () => expect.unreachable('the theme was accepted'),
    (error: DomainError) => error,
  );
}

async function rendered(layout: string, extra: object = {}): Promise<string> {
  const themesDirectory = await themesDirectoryWith('mine', { 'layouts/page.liquid': layout });
  const theme = await loadTheme({ themesDirectory, name: 'mine' });
  return theme.render('page', { ...view, ...extra });
}

describe('finding a theme', () => {
  test('the built-in theme needs no themes folder', async () => {
    const theme = await loadTheme({ themesDirectory: '/nowhere', name: 'default' });
    expect(theme.manifest).toMatchObject({ name: 'default', author: 'Galley' });
    expect(theme.hasLayout('post')).toBe(true);
  });

  test("the project's own theme comes before a built-in one of the same name", async () => {
    const themesDirectory = await themesDirectoryWith('default');
    const theme = await loadTheme({ themesDirectory, name: 'default' });
    expect(theme.manifest.version).toBe('1.2.0');
  });

  test.each(['absent', '../default', '', '.', 'default/..', '/etc'])(
    'no theme %j: the answer names those that exist',
    async (name) => {
      const themesDirectory = await themesDirectoryWith('mine');
      await expect(loadTheme({ themesDirectory, name })).rejects.toMatchObject({
        code: 'theme_not_found',
        message: `The theme ${name} does not exist. Available themes: default, documentation, magazine, mine, portfolio.`,
      });
    },
  );

  test('all themes are listed with what their theme.yaml says', async () => {
    const themesDirectory = await themesDirectoryWith('mine');
    expect(await listThemes(themesDirectory)).toMatchObject([
      { name: 'default', builtin: true },
      { name: 'documentation', builtin: true },
      { name: 'magazine', builtin: true },
      { name: 'mine', version: '1.2.0', author: 'Me', description: 'Plain.', builtin: false },
      { name: 'portfolio', builtin: true },
    ]);
  });
});

describe('a broken theme is refused with file, line and column', () => {
  test.each([
    { text: 'a\n  {% if x %}', at: [2, 3], message: 'tag {% if x %} not closed' },
    { text: '\n\n{% foo %}', at: [3, 1], message: 'tag "foo" not found' },
    { text: 'a\n {{ x | shout }}', at: [2, 2], message: 'undefined filter: shout' },
    { text: 'a {{ x', at: [1, 3], message: 'not closed' },
    {
      text: 'a\n b {% render "nope" %}',
      at: [2, 4],
      message: 'the theme has no partials/nope.liquid',
    },
    { text: '{% layout "nope" %}', at: [1, 1], message: 'the theme has no layouts/nope.liquid' },
    {
      text: '{% render "../../a" %}',
      at: [1, 1],
      message: 'the theme has no partials/../../a.liquid',
    },
    {
      text: '{% layout "/etc/passwd" %}',
      at: [1, 1],
      message: 'the theme has no layouts//etc/passwd',
    },
  ])('$text', async ({ text, at: [line, column], message }) => {
    const error = await refusal({ 'layouts/list.liquid': text });
    expect(error).toMatchObject({
      code: 'invalid_theme',
      kind: 'unprocessable',
      details: { file: 'layouts/list.liquid', line, column },
    });
    expect(error.message).toContain(`layouts/list.liquid, line ${line}, column ${column}: `);
    expect(error.message).toContain(message);
  });

  test('in a partial that no layout uses, too', async () => {
    const error = await refusal({ 'partials/x/unused.liquid': '{% endif %}' });
    expect(error.message).toMatch(/^partials\/x\/unused\.liquid, line 1, column 1: /);
  });

  test('but a reference in a comment is none', async () => {
    expect(await rendered('{% comment %}{% render "nope" %}{% endcomment %}x')).toBe('x');
  });

  test.each([
    ['name: a\nversion: [\n', 'theme.yaml, line 3, column 1: '],
    ['name: a\nversion: 1\nauthr: b\n', 'theme.yaml, line 3, column 1: authr is not known; '],
    ['name: a\n', 'theme.yaml, line 1, column 1: version must be given, as text.'],
    ['- a\n', 'theme.yaml, line 1, column 1: must be a mapping with name, version'],
    ['name: a\nversion: {}\n', 'version must be given, as text'],
  ])('theme.yaml %j', async (yaml, message) => {
    const error = await refusal({ 'theme.yaml': yaml });
    expect(error.code).toBe('invalid_theme');
    expect(error.message).toContain(message);
  });

  test('missing layouts are named', async () => {
    const error = await refusal({
      'layouts/term.liquid': undefined,
      'layouts/404.liquid': undefined,
    });
    expect(error.message).toBe('The theme lacks layouts/term.liquid, layouts/404.liquid.');
  });

  test('an asset of a type that would run as a page is refused', async () => {
    const error = await refusal({ 'assets/x.html': '<script></script>' });
    expect(error.message).toContain('assets/x.html has a type that themes cannot serve');
  });
});

describe('templates', () => {
  test('escape what they put out unless they say raw', async () => {
    expect(await rendered('{{ page.full_title }}|{{ page.full_title | raw }}')).toBe(
      '&lt;b&gt; &amp; &#34;c&#34;|<b> & "c"',
    );
  });

  test('see own properties only', async () => {
    const probes = [
      'constructor',
      '__proto__',
      'constructor.name',
      'toString',
      'a.constructor',
      'list.map',
    ];
    const template = probes.map((probe) => `[{{ page.${probe} }}]`).join('');
    expect(await rendered(template)).toBe('[]'.repeat(probes.length));
  });

  test('reach no file, even by a name made at run time', async () => {
    await expect(
      rendered('{% assign x = "../../../../etc/passwd" %}{% render x %}'),
    ).rejects.toThrow(ThemeRenderError);
  });

  test('that loop without end are stopped', { timeout: 30_000 }, async () => {
    const endless = '{% for i in (1..1000000000) %}x{% endfor %}';
    await expect(rendered(endless)).rejects.toThrow(ThemeRenderError);
    const nested =
      '{% for i in (1..9999) %}{% for j in (1..9999) %}{{ j }}{% endfor %}{% endfor %}';
    await expect(rendered(nested)).rejects.toThrow(ThemeRenderError);
  });

  test('that fail tell where', async () => {
    const failure = await rendered('a\n{{ "nope.css" | asset }}').catch((error: unknown) => error);
    expect(failure).toMatchObject({ file: 'layouts/page.liquid', line: 2, column: 1 });
    expect((failure as Error).message).toContain('The theme has no assets/nope.css');
  });
});

describe('assets', () => {
  test('are linked with their hash, from folders too', async () => {
    const themesDirectory = await themesDirectoryWith('mine', {
      'assets/fonts/a b.woff2': 'font',
      'assets/.hidden/x.css': 'a',
      'assets/.notes.php': 'a',
      'layouts/page.liquid': '{{ "fonts/a b.woff2" | asset }}',
    });
    const theme = await loadTheme({ themesDirectory, name: 'mine' });
    const hash = theme.findAsset('fonts/a b.woff2')!.hash;
    const name = `a%20b.${hash.slice(0, 16)}.woff2`;
    expect(theme.render('page', view)).toBe(`/assets/fonts/${name}`);
    const own = theme.assetAddresses().filter((address) => address.startsWith('/assets/fonts/'));
    expect(own).toHaveLength(2);
    expect(theme.assetAddresses().join()).not.toMatch(/hidden|notes/);
  });

  test('behind a symbolic link are not part of the theme', async () => {
    const themesDirectory = await themesDirectoryWith('mine', { 'assets/a.css': 'a' });
    await symlink('/etc/hostname', join(themesDirectory, 'mine/assets/b.txt'));
    const theme = await loadTheme({ themesDirectory, name: 'mine' });
    expect([theme.findAsset('a.css')?.contentType, theme.findAsset('b.txt')]).toEqual([
      'text/css; charset=utf-8',
      undefined,
    ]);
  });
});
