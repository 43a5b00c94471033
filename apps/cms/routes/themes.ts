import { contract } from '@galley/contract';
import type { OperationRouter } from '@galley/http';
import { valueChanges } from '@galley/kernel';
import type { ListedTheme, ThemeService } from '@galley/site';

export function mountThemes(
  router: OperationRouter,
  { themes }: { readonly themes: ThemeService },
): void {
  router.mount(contract.themes.list, async () => (await themes.list()).map(presentTheme));

  router.mount(contract.themes.install, async ({ body, note }) => {
    // What stands behind a `?` may be a key to the archive.
    const source = body.source.split(/[?#]/, 1)[0]!;
    note({ target: body.name ?? '', details: { source } });
    const theme = await themes.install(body);
    note({ target: theme.name, details: { version: theme.version } });
    return presentTheme(theme);
  });

  router.mount(contract.themes.switch, async ({ body, note }) => {
    const previous = await themes.switchTo(body.name);
    note({ details: { changes: valueChanges({ theme: previous }, { theme: body.name }) } });
    return { ok: true };
  });
}

function presentTheme({ values, problem, settings, ...theme }: ListedTheme) {
  return {
    ...theme,
    problem: problem ?? null,
    settings: settings.map(({ options, ...setting }) => ({
      ...setting,
      options: [...options],
      value: values[setting.name]!,
    })),
  };
}
