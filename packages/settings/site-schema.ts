import type { z } from 'zod';
import { choice, integer, yesOrNo } from './config-values.ts';
import { contentTypes } from './content-type-schema.ts';
import { htmlRules, ownHostsAmong } from './html-rules.ts';
import { termPermalinkPattern } from './permalink-pattern.ts';
import { addressKey, faultsOfRedirects, redirects } from './redirect-schema.ts';
import {
  listOf,
  mapOf,
  mapValues,
  optional,
  sameShape,
  section,
  struct,
  withDefault,
} from './shape.ts';
import {
  accountName,
  freeMap,
  languageTag,
  linkUrl,
  name,
  pageUrl,
  robotsPath,
  siteUrl,
  text,
  timeZone,
  title,
} from './site-values.ts';

const entry = { title: title(), url: linkUrl() };
const menu = () =>
  listOf(
    struct({ ...entry, children: optional(listOf(struct(entry), 'a list of title and url')) }),
    'a list of title and url',
  );
const menus = () => mapOf(name(), menu());

const languageMap = mapOf(
  languageTag(),
  section({
    name: optional(title()),
    title: optional(title()),
    description: optional(text()),
    menu: optional(menu()),
    menus: withDefault(menus(), {}),
  }),
);

const taxonomyMap = mapOf(
  name(),
  section({ label: optional(text()), permalink: optional(termPermalinkPattern()) }),
);

const taxonomies = sameShape(
  taxonomyMap.transform((found) =>
    mapValues(found, ({ label, permalink }, key) => ({
      label,
      permalink: permalink ?? `/${key}/:term/`,
    })),
  ),
  taxonomyMap,
);

const feed = section({
  limit: withDefault(integer(1, 1_000), 20),
  formats: withDefault(listOf(choice('atom', 'rss', 'json'), 'a list of atom, rss and json'), [
    'atom',
    'rss',
    'json',
  ]),
  content: withDefault(choice('full', 'summary'), 'full'),
});

const seo = section({
  image: optional(pageUrl()),
  title_separator: withDefault(title(), '–'),
  twitter: optional(accountName()),
  organization: optional(
    struct({
      name: title(),
      logo: optional(pageUrl()),
      same_as: withDefault(listOf(pageUrl(), 'a list of addresses'), []),
    }),
  ),
});

const keys = section({
  title: withDefault(title(), 'Galley'),
  description: withDefault(text(), ''),
  url: withDefault(siteUrl(), 'http://localhost:8080'),
  language: withDefault(languageTag(), 'en'),
  languages: withDefault(languageMap, {}),
  time_zone: withDefault(timeZone(), 'UTC'),
  theme: withDefault(name(), 'default'),
  theme_settings: withDefault(mapOf(name(), freeMap()), {}),
  menu: withDefault(menu(), []),
  menus: withDefault(menus(), {}),
  redirects: withDefault(redirects, []),
  content: section({ types: withDefault(contentTypes, { page: {}, post: {} }) }),
  taxonomies: withDefault(taxonomies, { tags: {}, categories: {} }),
  editorial: section({ require_approval: withDefault(yesOrNo(), false) }),
  feed,
  search: section({ enabled: withDefault(yesOrNo(), true) }),
  seo,
  robots: section({
    disallow: withDefault(listOf(robotsPath(), 'a list of paths'), []),
    extra: withDefault(text(), ''),
  }),
  paging: section({ page_size: withDefault(integer(1, 1_000), 10) }),
  html: htmlRules,
  params: withDefault(freeMap(), {}),
});

type Keys = z.output<typeof keys>;

/** Everything that `content/config/site.yaml` may say. */
export const siteSchema = sameShape(
  keys
    .superRefine(refuseTwinLanguages)
    .superRefine(refuseOwnFrames)
    .superRefine(refuseFutileRedirects)
    .transform((site) => ({ ...site, languages: languagesOf(site) })),
  keys,
);

/** Two spellings of one tag would share a folder on many computers, and not on others. */
function refuseTwinLanguages({ language, languages }: Keys, context: z.core.$RefinementCtx): void {
  const spellings = new Map([[language.toLowerCase(), language]]);
  for (const tag of Object.keys(languages)) {
    const known = spellings.get(tag.toLowerCase()) ?? tag;
    spellings.set(tag.toLowerCase(), known);
    if (known === tag) continue;
    const message = `is the language ${known} in another spelling; write it the same everywhere`;
    context.addIssue({ code: 'custom', path: ['languages', tag], message });
  }
}

function refuseFutileRedirects(site: Keys, context: z.core.$RefinementCtx): void {
  const ownAddresses = new Set(ownPaths(site).map(addressKey));
  for (const { index, key, message } of faultsOfRedirects(site.redirects, {
    url: site.url,
    ownAddresses,
  })) {
    context.addIssue({ code: 'custom', path: ['redirects', index, key], message });
  }
}

/** Where there is a page or a file whatever has been written. */
function ownPaths({ language, languages, content, search, taxonomies: found }: Keys): string[] {
  const lists = [
    ...Object.values(content.types).map(({ folder }) => `/${folder}/`),
    ...Object.values(found).map(({ permalink }) => permalink.slice(0, -':term/'.length)),
    ...(search.enabled ? ['/search/'] : []),
  ];
  const prefixes = [
    '',
    ...Object.keys(languages)
      .filter((tag) => tag !== language)
      .map((tag) => `/${tag}`),
  ];
  return [
    '/robots.txt',
    '/sitemap.xml',
    ...prefixes.flatMap((prefix) => ['/', ...lists].map((path) => prefix + path)),
  ];
}

function refuseOwnFrames({ html, url }: Keys, context: z.core.$RefinementCtx): void {
  for (const index of ownHostsAmong(html.embeds, url)) {
    const message = `is the host of this site; a frame of it could act in the reader's name`;
    context.addIssue({ code: 'custom', path: ['html', 'embeds', index], message });
  }
}

/** The site's own language is always among them, and each has a name. */
function languagesOf({ language, languages }: Keys) {
  const own = languages[language] ?? {
    name: undefined,
    title: undefined,
    description: undefined,
    menu: undefined,
    menus: {},
  };
  return mapValues({ [language]: own, ...languages }, (found, tag) => ({
    ...found,
    name: found.name ?? nameOf(tag),
  }));
}

/** What a language calls itself: `Español`. */
function nameOf(tag: string): string {
  const found = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  return found.charAt(0).toLocaleUpperCase(tag) + found.slice(1);
}
