import type { contract } from '@galley/contract';
import { receiving, type Module } from '@galley/http';
import { valueChanges } from '@galley/kernel';
import type { Media } from '@galley/media';
import type { ListedTheme, ThemeService } from '@galley/site';

export interface ThemeServices {
  readonly themes: ThemeService;
  readonly media: Pick<Media['service'], 'receive' | 'discard'>;
}

export function themesModule({ themes, media }: ThemeServices): Module<typeof contract.themes> {
  const receiver = { receive: media.receive.bind(media), discard: media.discard.bind(media) };
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

    upload: receiving(receiver, async ({ body, upload, note }) => {
      note({ details: { source: upload.name } });
      const replaces = body.replace === 'true';
      const theme = await themes.installArchive({ archive: upload.file.file, replaces });
      note({ target: theme.name, details: { version: theme.version } });
      return presentTheme(theme);
    }),

    rollback: async ({ body, note }) => {
      const theme = await themes.rollBack(body.name);
      note({ details: { version: theme.version, previous_version: theme.previousVersion } });
      return presentTheme(theme);
    },

    delete: async ({ body }) => {
      await themes.delete(body.name);
      return { ok: true };
    },

    switch: async ({ body, note }) => {
      const previous = await themes.switchTo(body.name);
      note({ details: { changes: valueChanges({ theme: previous }, { theme: body.name }) } });
      return { ok: true };
    },
  };
}

function presentTheme({
  values,
  problem,
  settings,
  screenshots,
  previousVersion,
  ...theme
}: ListedTheme) {
  return {
    ...theme,
    previous_version: previousVersion,
    screenshots: screenshots.map(({ scheme }) => scheme),
    problem: problem ?? null,
    settings: settings.map(({ options, ...setting }) => ({
      ...setting,
      options: [...options],
      value: values[setting.name]!,
    })),
  };
}
