import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { themesDirectoryWith } from '../fixtures.ts';
import { builtInThemeNames, loadBuiltInTheme, loadTheme } from '../load-theme.ts';
import { checkTheme } from './check-theme.ts';

async function findingsIn(files: Readonly<Record<string, string>>) {
  const themesDirectory = await themesDirectoryWith('mine', files);
  const theme = await loadTheme({ themesDirectory, name: 'mine' });
  return (await checkTheme(theme)).map(
    ({ file, line, message }) => `${join(file)}:${line}: ${message}`,
  );
}

describe('ADD-THM-7: the check of a theme', async () => {
  test.each(await builtInThemeNames())('accepts the included theme %s', async (name) => {
    expect(await checkTheme(await loadBuiltInTheme(name))).toEqual([]);
  });

  test('names unknown variables of layouts, loops and partials with file and line, all at once', async () => {
    expect(
      await findingsIn({
        'layouts/page.liquid':
          '{{ document.titel }}\n{{ page.title }}\n{{ absent }}{% render "p", a: 1 %}',
        'layouts/list.liquid': '{% for one in list.items %}\n{{ one.titel }}{% endfor %}',
        'partials/p.liquid': '\n{{ a }}{{ b }}',
      }),
    ).toEqual([
      'layouts/list.liquid:2: the variable one.titel does not exist',
      'layouts/page.liquid:1: the variable document.titel does not exist',
      'layouts/page.liquid:3: the variable absent does not exist',
      'partials/p.liquid:2: the variable b does not exist',
    ]);
  });

  test('names errors, and accepts conditions and keys that sites choose', async () => {
    expect(
      await findingsIn({
        'layouts/page.liquid':
          '{% if document.other %}x{% endif %}{{ document.params.x }}{{ data.team.a }}',
        'layouts/term.liquid': '\n\n{{ "none.css" | asset }}',
        'shortcodes/box.html': '{{ params.a }}{{ args[1] }}{{ absent }}',
        'layouts/own.liquid': '{{ document.titel }}',
      }),
    ).toEqual([
      'layouts/own.liquid:1: the variable document.titel does not exist',
      'layouts/term.liquid:3: The theme has no assets/none.css',
      'shortcodes/box.html:1: the variable absent does not exist',
    ]);
  });
});
