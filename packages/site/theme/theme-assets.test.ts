import { describe, expect, test } from 'vitest';
import { themesDirectoryWith } from './fixtures.ts';
import { loadTheme } from './load-theme.ts';
import type { Theme } from './theme.ts';

type Given = Readonly<Record<string, unknown>>;

async function themeWith(files: Record<string, string>, given: Given = {}): Promise<Theme> {
  const themesDirectory = await themesDirectoryWith('mine', files);
  return loadTheme({ themesDirectory, name: 'mine', given });
}

function textOf(theme: Theme, path: string): string {
  return Buffer.from(theme.findAsset(path)!.bytes).toString();
}

const settings = (lines: string): string => `name: mine\nversion: 1\nsettings:\n${lines}\n`;

describe('an asset', () => {
  test('has a name with 16 digits of its hash, which changes with its bytes alone', async () => {
    const [first, same, other] = await Promise.all(
      ['a{}', 'a{}', 'b{}'].map((css) => themeWith({ 'assets/x/theme.css': css })),
    );
    const nameOf = (theme: Theme | undefined) => theme!.findAsset('x/theme.css')!.hashedPath;
    expect(nameOf(first)).toMatch(/^x\/theme\.[0-9a-f]{16}\.css$/);
    expect(nameOf(same)).toBe(nameOf(first));
    expect(nameOf(other)).not.toBe(nameOf(first));
  });

  test('is found by its name, by that of its bytes, and by that of the bytes that it had before', async () => {
    const theme = await themeWith({ 'assets/theme.css': 'a{}' });
    const asset = theme.findAsset('theme.css')!;
    expect(theme.findNamed('theme.css')).toEqual({ asset, naming: 'plain' });
    expect(theme.findNamed(asset.hashedPath)).toEqual({ asset, naming: 'hashed' });
    expect(theme.findNamed('theme.0123456789abcdef.css')).toEqual({ asset, naming: 'outdated' });
    expect(theme.findNamed('theme.0123456789abcdef.js')).toBeUndefined();
    expect(theme.findNamed('theme.0123456789abcde.css')).toBeUndefined();
    expect(theme.findNamed('constructor')).toBeUndefined();
  });

  test('with a name that looks like a hash is itself first', async () => {
    const theme = await themeWith({
      'assets/a.css': 'a{}',
      'assets/a.0123456789abcdef.css': 'b{}',
    });
    expect(theme.findNamed('a.0123456789abcdef.css')?.naming).toBe('plain');
  });

  test('is listed with both of its addresses', async () => {
    const theme = await themeWith({ 'assets/a b.css': 'a{}' });
    const { hashedPath } = theme.findAsset('a b.css')!;
    const own = theme.assetAddresses().filter((address) => address.startsWith('/assets/a'));
    expect(own).toEqual([`/assets/${encodeURIComponent(hashedPath)}`, '/assets/a%20b.css']);
  });
});

describe('a style sheet names the files of the theme by their hashes', () => {
  const files = {
    'assets/fonts/a b.woff2': 'font',
    'assets/icons.svg': '<svg/>',
    'assets/css/more.css': 'b{}',
  };

  test.each([
    ['url(../fonts/a%20b.woff2)', /^url\(\.\.\/fonts\/a%20b\.[0-9a-f]{16}\.woff2\)$/],
    ["url( '../icons.svg#pen' )", /^url\( '\.\.\/icons\.[0-9a-f]{16}\.svg#pen' \)$/],
    ['url("../icons.svg?v=2")', /^url\("\.\.\/icons\.[0-9a-f]{16}\.svg\?v=2"\)$/],
    ['url(/assets/icons.svg)', /^url\(\/assets\/icons\.[0-9a-f]{16}\.svg\)$/],
    ['@import "more.css";', /^@import "more\.[0-9a-f]{16}\.css";$/],
    ['@import url(more.css);', /^@import url\(more\.[0-9a-f]{16}\.css\);$/],
    ['url(data:image/svg+xml,<svg/>)', /^url\(data:image\/svg\+xml,<svg\/>\)$/],
    ['url(https://example.org/icons.svg)', /^url\(https:\/\/example\.org\/icons\.svg\)$/],
    ['url(//assets/icons.svg)', /^url\(\/\/assets\/icons\.svg\)$/],
    ['url(../nothing.svg)', /^url\(\.\.\/nothing\.svg\)$/],
    ['url(%)', /^url\(%\)$/],
  ])('%s', async (css, expected) => {
    const theme = await themeWith({ ...files, 'assets/css/theme.css': css });
    expect(textOf(theme, 'css/theme.css')).toMatch(expected);
  });

  test('so that its own name changes with theirs', async () => {
    const css = {
      'assets/theme.css': '@import "b.css";',
      'assets/b.css': 'b{background:url(c.svg)}',
    };
    const one = await themeWith({ ...css, 'assets/c.svg': '<svg/>' });
    const two = await themeWith({ ...css, 'assets/c.svg': '<svg></svg>' });
    expect(one.findAsset('theme.css')!.hashedPath).not.toBe(two.findAsset('theme.css')!.hashedPath);
  });

  test('even where style sheets import each other in a circle', async () => {
    const theme = await themeWith({
      'assets/a.css': '@import "b.css";',
      'assets/b.css': '@import "a.css";',
    });
    expect(textOf(theme, 'b.css')).toBe('@import "a.css";');
    expect(textOf(theme, 'a.css')).toMatch(/^@import "b\.[0-9a-f]{16}\.css";$/);
  });
});

describe('a style sheet that is a template', () => {
  const yaml = settings(`  - { name: accent, type: color, default: teal }
  - { name: width, type: number, default: 40.5 }
  - { name: font, type: text, default: Georgia }
  - { name: wide, type: boolean, default: false }`);
  const files = (css: string) => ({ 'theme.yaml': yaml, 'assets/theme.css.liquid': css });

  test("reads the theme's settings, and is served as the style sheet", async () => {
    const css =
      'a{color:{{ theme.accent }};width:{{ theme.width }}rem}{% if theme.wide %}b{}{% endif %}';
    const theme = await themeWith(files(css), { accent: '#F00', wide: true });
    expect(textOf(theme, 'theme.css')).toBe('a{color:#F00;width:40.5rem}b{}');
    expect(theme.findAsset('theme.css.liquid')).toBeUndefined();
    expect(theme.findAsset('theme.css')!.contentType).toBe('text/css; charset=utf-8');
  });

  test('gets another name with other settings', async () => {
    const [one, two] = await Promise.all(
      ['red', 'blue'].map((accent) => themeWith(files('a{color:{{ theme.accent }}}'), { accent })),
    );
    expect(one!.findAsset('theme.css')!.hash).not.toBe(two!.findAsset('theme.css')!.hash);
    expect(one!.fingerprint).not.toBe(two!.fingerprint);
  });

  test('lets no value out of the place where it stands', async () => {
    const css = 'a::before{content:"{{ theme.font }}";font:{{ theme.font }}}';
    const font = '"}body{background:url(//evil.example)}\\/*é';
    const theme = await themeWith(files(css), { font });
    const written =
      '\\22 \\7d body\\7b background\\3a url\\28 \\2f \\2f evil\\2e example\\29 \\7d \\5c \\2f \\2a é';
    expect(textOf(theme, 'theme.css')).toBe(`a::before{content:"${written}";font:${written}}`);
  });

  test.each([
    ['a\n{% nope %}', { line: 2, column: 1 }],
    ['a\n\n {{ "x" | asset }}', { line: 3, column: 2 }],
    ['{% render "x" %}', { line: 1, column: 1 }],
  ])('that is broken is refused with its place: %j', async (css, place) => {
    await expect(themeWith(files(css))).rejects.toMatchObject({
      code: 'invalid_theme',
      details: { file: 'assets/theme.css.liquid', ...place },
    });
  });

  test('beside one of the same name is refused', async () => {
    const both = { ...files('a{}'), 'assets/theme.css': 'b{}' };
    await expect(themeWith(both)).rejects.toThrow('Remove one of them');
  });

  test.each(['assets/a.js.liquid', 'assets/a', 'assets/a.php'])('%s is none', async (path) => {
    await expect(themeWith({ [path]: 'x' })).rejects.toThrow('has a type that themes cannot serve');
  });
});

test('templates and all partials of them have the settings as theme.<name>, escaped', async () => {
  const theme = await themeWith(
    {
      'theme.yaml': settings('  - { name: motto, type: text, default: "" }'),
      'layouts/page.liquid': '{% render "p" %}|{{ theme.motto }}|{{ theme.unknown }}',
      'partials/p.liquid': '{{ theme.motto }}',
    },
    { motto: '<b>' },
  );
  expect(theme.render('page', {})).toBe('&lt;b&gt;|&lt;b&gt;|');
});
