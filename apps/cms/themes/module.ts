import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import { valueChanges } from '@galley/kernel';
import type { ListedTheme, ThemeService } from '@galley/site';

export function themesModule(themes: ThemeService): Module<typeof contract.themes> {
  return {
    list: async () => (await themes.list()).map(presentTheme),

    screenshot: async ({ query: { name, scheme } }) => {
      const { directory, file, size, modifiedMs } = await themes.screenshot(name, scheme);
      return {
        contentType: 'image/webp',
        directory,
        name: file,
        etag: `"${size}-${modifiedMs}"`,
        filename: `${name}-${file}`,
      };
    },

    install: async ({ body, note }) => {
      // The query may contain an access key to the archive.
      const source = body.source.split(/[?#]/, 1)[0]!;
      note({ target: body.name ?? '', details: { source } });
      const theme = await themes.install(body);
      note({ target: theme.name, details: { version: theme.version } });
      return presentTheme(theme);
    },

    switch: async ({ body, note }) => {
      const previous = await themes.switchTo(body.name);
      note({ details: { changes: valueChanges({ theme: previous }, { theme: body.name }) } });
      return { ok: true };
    },
  };
}

function presentTheme({ values, problem, settings, screenshots, ...theme }: ListedTheme) {
  return {
    ...theme,
    screenshots: screenshots.map(({ scheme }) => scheme),
    problem: problem ?? null,
    settings: settings.map(({ options, ...setting }) => ({
      ...setting,
      options: [...options],
      value: values[setting.name]!,
    })),
  };
}
