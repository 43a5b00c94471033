import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { blankPicture, documentFile, SiteHarness } from '../../fixtures.ts';
import { builtInThemeNames, loadBuiltInTheme } from '../load-theme.ts';
import { Theme } from '../theme.ts';
import { RenderComparison } from './both-ways.fixtures.ts';

const content = fileURLToPath(
  new URL('../../../../apps/cms/example-project/content/', import.meta.url),
);

class ComparedTheme extends Theme {
  readonly layouts = new Set<string>();
  readonly #liquid: RenderComparison;

  constructor(theme: Theme) {
    super(theme.parts);
    this.#liquid = new RenderComparison(theme.parts.templates, {
      asset: (path) => `/assets/${this.findAsset(String(path))!.hashedPath}`,
    });
  }

  override render(layout: string, view: object): string {
    const text = super.render(layout, view);
    expect(text).toBe(this.#liquid.byLiquid({ layout, view: () => view, theme: this.values }));
    this.layouts.add(layout);
    return text;
  }
}

test.each(await builtInThemeNames())(
  'every kind of page of the theme %s is what Liquid makes of it, to the byte',
  async (name) => {
    const theme = new ComparedTheme(await loadBuiltInTheme(name));
    await using kiosk = await SiteHarness.open(
      await readFile(join(content, 'config/site.yaml'), 'utf8'),
    );
    kiosk.theme = () => Promise.resolve(theme);
    await kiosk.publishTree(content);
    await kiosk.print({
      'media/press.png': blankPicture,
      ...Object.fromEntries(
        Array.from({ length: 12 }, (_, number) => [
          `posts/many-${number}.md`,
          documentFile(
            {
              title: `<b>${number} & "more"</b>`,
              tags: ['Ink'],
              image: '../media/press.png',
              toc: true,
            },
            '## One\n\n### Two\n\n```ts\nconst a = 1;\n```\n',
          ),
        ]),
      ),
      'pages/404.md': documentFile({ title: 'Lost' }, 'Nothing.'),
    });
    const pages = await kiosk.published.addresses({ page: 1, pageSize: 100 });
    const others = [
      '/posts/',
      '/posts/page/2/',
      '/tags/',
      '/tags/ink/',
      '/search/',
      '/no/',
      '/%zz/',
    ];
    for (const address of [...pages.map(({ url }) => url), ...others, '/es/', '/es/no/']) {
      await kiosk.get(address);
    }
    await kiosk.site.preview((await kiosk.published.findByPath('posts/many-1.md'))!);
    expect(kiosk.errors).toEqual([]);
    expect([...theme.layouts].sort()).toEqual([
      '404',
      'error',
      'home',
      'list',
      'page',
      'post',
      'search',
      'term',
      'terms',
    ]);
  },
);
