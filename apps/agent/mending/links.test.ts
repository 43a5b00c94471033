import { describe, expect, test } from 'vitest';
import { faultsIn, mendedLine } from '../fixtures.ts';

const site = 'language: en\nlanguages: { es: {} }\n';

const tree = {
  'config/site.yaml': `${site}redirects: [{ from: /gone/, to: /posts/ink/ }]\n`,
  'posts/ink.md': '---\naliases: [/posts/old-ink/]\n---\n# Ink\n',
  'posts/press.md': '---\nslug: the-press\n---\n# Press\n',
  'posts/es/quoins.md': '# Cuñas\n',
  'posts/año nuevo (1).md': '# Año\n',
  'pages/about.md': '# About\n',
  'pages/docs/index.md': '# Docs\n',
  'pages/es/about.md': '# Nosotros\n',
  'media/2026/press.jpg': '',
  'media/2026/type.svg': '',
  'media/old/harbour.png': '',
};

describe('a broken link', () => {
  test.each([
    ['by its case', 'Ink.md', 'ink.md'],
    ['without its ending', 'ink', 'ink.md'],
    ['with a slash at its end', './ink/', 'ink.md'],
    ['with the ending of a page', 'ink.html', 'ink.md'],
    ['with another ending', 'ink.markdown', 'ink.md'],
    ['with a slip', 'inkk.md', 'ink.md'],
    ['in another folder', 'about.md', '../pages/about.md'],
    ['to a folder', '../pages/docs', '../pages/docs/index.md'],
    ['to where it was before', 'old-ink.md', 'ink.md'],
    ['in another language', 'quoins.md', 'es/quoins.md'],
    ['by its slug', 'the-press.md', 'press.md'],
    ['with what stands behind it', 'Ink.md?a=b#black', 'ink.md?a=b#black'],
    ['to a name that has to be encoded', 'Año%20nuevo%20%281%29.md', 'año%20nuevo%20%281%29.md'],
    ['as a public address, by its case', '/posts/Ink/', '/posts/ink/'],
    ['as a public address, with an ending', '/posts/ink.html', '/posts/ink/'],
    ['as a public address, as a file', '/posts/ink.md', '/posts/ink/'],
    ['as a public address, with a slip', '/posts/inks/#x', '/posts/ink/#x'],
    ['as a public address, in an unknown folder', '/blog/ink/', '/posts/ink/'],
    ['as a public address, in another language', '/es/posts/ink/', '/posts/ink/'],
    ['to a picture, by its case', '/media/2026/PRESS.jpg', '/media/2026/press.jpg'],
    ['to a picture, with another ending', '../media/2026/press.jpeg', '../media/2026/press.jpg'],
    ['to a picture in another folder', '/media/2026/harbour.png', '/media/old/harbour.png'],
    ['to a picture by its name alone', 'harbour.png', '../media/old/harbour.png'],
  ])('%s is fixed: %s → %s', async (_what, broken, mended) => {
    expect(await mendedLine(`See [this](${broken} "Title").\n`, tree)).toBe(
      `See [this](${mended} "Title").\n`,
    );
  });

  test.each([
    ['that is there', 'ink.md'],
    ['that is there, with a place in it', 'ink.md#anything'],
    ['of a public address', '/posts/ink/'],
    ['of a public address without its slash', '/about'],
    ['of an address by its slug or path', '/es/about/'],
    ['of an old address', '/posts/old-ink/'],
    ['of an address that is redirected', '/gone/'],
    ['of a list', '/posts/page/2/'],
    ['of a term', '/tags/anything/'],
    ['of a feed', '/feed.xml'],
    ['of the home page', '/es/'],
    ['of this text', '#above'],
    ['elsewhere', 'https://example.org/inkk.md'],
    ['elsewhere, without a scheme', '//example.org/inkk.md'],
    ['of a letter', 'mailto:ada@example.org'],
  ])('%s is not broken: %s', async (_what, address) => {
    expect(
      await faultsIn({ ...tree, 'posts/page.md': `[x](${address})` }, 'posts/page.md'),
    ).toEqual([]);
  });

  test.each([
    ['that nothing is like', 'nowhere-at-all.md'],
    ['that leads out of the tree', '../../../../etc/passwd.md'],
    ['that would lead to the text itself', 'Page.md'],
    ['without a name', '../posts/.md'],
  ])('%s stays unchanged and is reported: %s', async (_what, address) => {
    const faults = await faultsIn(
      { ...tree, 'posts/page.md': `\n[x](${address})` },
      'posts/page.md',
    );
    expect(faults).toMatchObject([{ kind: 'broken_link', line: 2, address, candidates: [] }]);
    expect(faults[0]!.mend).toBeUndefined();
  });

  test('with several possible targets stays unchanged, and the targets are reported', async () => {
    const files = { ...tree, 'pages/a/ink.md': '', 'posts/page.md': '[x](lost/ink.md)' };
    expect(await faultsIn(files, 'posts/page.md')).toMatchObject([
      { mend: undefined, candidates: ['ink.md', '../pages/a/ink.md'] },
    ]);
  });

  test('prefers the target in the language of the document', async () => {
    const files = { ...tree, 'posts/es/page.md': '[x](lost/about.md)' };
    const [fault] = await faultsIn(files, 'posts/es/page.md');
    expect(fault!.mend?.text).toBe('../../pages/es/about.md');
  });

  test('is not reported if only a part of the tree was read', async () => {
    const { indexOf } = await import('../fixtures.ts');
    const { ContentIndex } = await import('../content/content-index.ts');
    const { isThere, readTarget } = await import('./link-target.ts');
    const { site: found, documents, media } = indexOf({ 'posts/page.md': '' });
    const part = new ContentIndex({
      site: found,
      documents: [...documents.values()],
      media,
      isWhole: false,
    });
    expect(isThere(readTarget('inkk.md', part.documents.get('posts/page.md')!)!, part)).toBe(true);
  });
});

describe('the change', () => {
  const [broken, mended] = ['(inkk.md)', '(ink.md)'];

  test.each([
    ['in a quote over two lines', '> a [b\n> c](inkk.md) d\n', '> a [b\n> c](ink.md) d\n'],
    ['in a list', '1. x\n   - [a](inkk.md)\n', '1. x\n   - [a](ink.md)\n'],
    ['in a table', '| a |\n|---|\n| [b](inkk.md) |\n', '| a |\n|---|\n| [b](ink.md) |\n'],
    ['in angle brackets', '[a](<inkk.md>)', '[a](ink.md)'],
    ['in a definition', '[a][r] [r]\n\n[r]: inkk.md "T"\n', '[a][r] [r]\n\n[r]: ink.md "T"\n'],
    ['behind the same in code', '`[a](inkk.md)` [a](inkk.md)', '`[a](inkk.md)` [a](ink.md)'],
    ['after an escaped link', '\\[a](inkk.md) [a](inkk.md)', '\\[a](inkk.md) [a](ink.md)'],
    [
      'around a picture',
      '[![x](/media/2026/type.svg)](inkk.md)',
      '[![x](/media/2026/type.svg)](ink.md)',
    ],
    ['with brackets in its words', '[a [b] c](inkk.md)', '[a [b] c](ink.md)'],
    ['several times', `[a]${broken} [a]${broken}`, `[a]${mended} [a]${mended}`],
    [
      'with line ends of Windows',
      '---\r\nx: 1\r\n---\r\na\r\n\r\n[a](inkk.md)\r\n',
      '---\r\nx: 1\r\n---\r\na\r\n\r\n[a](ink.md)\r\n',
    ],
    ['behind a byte order mark', '\uFEFF[a](inkk.md)', '\uFEFF[a](ink.md)'],
  ])('covers only the address, %s', async (_where, before, after) => {
    expect(await mendedLine(before, tree)).toBe(after);
  });

  test.each([
    ['code', '```\n[a](inkk.md)\n```\n'],
    ['indented code', 'a\n\n    [a](inkk.md)\n'],
    ['code in a line', '``[a](inkk.md)``'],
    ['HTML', '<p>\n[a](inkk.md)\n<a href="inkk.md">x</a>\n</p>\n'],
    ['the frontmatter', '---\nx: "[a](inkk.md)"\n---\ntext\n'],
    ['a footnote that looks like a definition', 'a[^n]\n\n[^n]: inkk.md\n'],
    ['an address over two lines', '[a](inkk\n.md)'],
    ['an escaped link', '\\[a](inkk.md)'],
  ])('never touches %s', async (_where, text) => {
    expect(await mendedLine(text, tree)).toBe(text);
  });
});
