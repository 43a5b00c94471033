import type { SiteSettings } from '@galley/settings';
import { stringify } from 'smol-toml';

type Menu = SiteSettings['menu'];

export function hugoConfig(settings: SiteSettings): string {
  const { languages, language, taxonomies, timeZone, html, feed, paging } = settings;
  const isFed = feed.formats.includes('rss');
  return stringify({
    baseURL: `${settings.url}/`,
    title: settings.title,
    defaultContentLanguage: language,
    timeZone,
    paginate: paging.pageSize,
    // Galley publishes documents with future dates, too.
    buildFuture: true,
    disableKinds: isFed ? [] : ['RSS'],
    enableRobotsTXT: true,
    taxonomies: Object.fromEntries(Object.keys(taxonomies).map((name) => [name, name])),
    outputFormats: { rss: { mediaType: 'application/rss+xml', baseName: 'rss' } },
    markup: {
      goldmark: {
        extensions: { typographer: false },
        parser: { wrapStandAloneImageWithinParagraph: false },
        renderer: { unsafe: html.raw },
      },
    },
    languages: Object.fromEntries(
      Object.keys(languages).map((lang, index) => [lang, languageTable(settings, lang, index)]),
    ),
  });
}

function languageTable(settings: SiteSettings, lang: string, index: number): object {
  const { name, title, description, menu, menus } = settings.languages[lang]!;
  const all = { main: menu ?? settings.menu, ...settings.menus, ...menus };
  return {
    languageName: name,
    weight: index + 1,
    title: title ?? settings.title,
    params: { description: description ?? settings.description },
    menus: Object.fromEntries(
      Object.entries(all).map(([key, entries]) => [key, menuEntries(entries)]),
    ),
  };
}

function menuEntries(menu: Menu): readonly object[] {
  return menu.flatMap(({ title, url, children = [] }, index) => {
    const identifier = `m${index + 1}`;
    const parts = children.map((child, at) => ({
      identifier: `${identifier}-${at + 1}`,
      parent: identifier,
      name: child.title,
      url: child.url,
      weight: at + 1,
    }));
    return [{ identifier, name: title, url, weight: index + 1 }, ...parts];
  });
}
