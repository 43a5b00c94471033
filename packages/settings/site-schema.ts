import type { z } from 'zod';
import { choice, integer, yesOrNo } from './config-values.ts';
import { contentTypes } from './content-type-schema.ts';
import { htmlRules, ownHostsAmong } from './html-rules.ts';
import { termPermalinkPattern } from './permalink-pattern.ts';
import { addressKey, faultsOfRedirects, redirects } from './redirect-schema.ts';
import {
  described,
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

const entry = {
  title: described(title(), { help: 'What the link says.' }),
  url: described(linkUrl(), { label: 'Address', help: 'Where it leads, such as /about/.' }),
};
const menu = () =>
  listOf(
    struct({
      ...entry,
      children: described(optional(listOf(struct(entry), 'a list of title and url')), {
        help: 'Links below this one.',
      }),
    }),
    'a list of title and url',
  );
const menus = () => mapOf(name(), menu());

const languageMap = mapOf(
  languageTag(),
  section({
    name: described(optional(title()), { help: 'What the language calls itself.' }),
    title: described(optional(title()), { help: 'The title of the site in this language.' }),
    description: described(optional(text()), { help: 'What the site is about, in this language.' }),
    menu: described(optional(menu()), { help: 'The main menu in this language.' }),
    menus: described(withDefault(menus(), {}), { help: 'Further menus in this language.' }),
  }),
);

const taxonomyMap = mapOf(
  name(),
  section({
    label: described(optional(text()), { help: 'What people call it.' }),
    permalink: described(optional(termPermalinkPattern()), {
      help: 'The pattern of the addresses of its terms, such as /tags/:term/.',
    }),
  }),
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
  limit: described(withDefault(integer(1, 1_000), 20), {
    help: 'How many documents a feed holds, the newest ones.',
  }),
  formats: described(
    withDefault(listOf(choice('atom', 'rss', 'json'), 'a list of atom, rss and json'), [
      'atom',
      'rss',
      'json',
    ]),
    { help: 'Which kinds of feeds there are.' },
  ),
  content: described(withDefault(choice('full', 'summary'), 'full'), {
    help: 'Whether a feed holds whole texts or summaries.',
  }),
});

const seo = section({
  image: described(optional(pageUrl()), {
    help: 'The picture that is shown where a page without one of its own is shared.',
  }),
  title_separator: described(withDefault(title(), '–'), {
    help: 'What stands between the title of a page and that of the site.',
  }),
  twitter: described(optional(accountName()), {
    label: 'Account',
    help: 'The account that cards on X (Twitter) name, such as @galley.',
  }),
  organization: described(
    optional(
      struct({
        name: described(title(), { help: 'The name of who publishes the site.' }),
        logo: described(optional(pageUrl()), { help: 'Its logo.' }),
        same_as: described(withDefault(listOf(pageUrl(), 'a list of addresses'), []), {
          help: 'Where else it is to be found.',
        }),
      }),
    ),
    { help: 'Who publishes the site, for search engines.' },
  ),
});

const robots = section({
  disallow: described(withDefault(listOf(robotsPath(), 'a list of paths'), []), {
    help: 'What robots are to leave alone, such as /drafts/.',
  }),
  extra: described(withDefault(text(), ''), { help: 'Further lines of robots.txt.' }),
});

const keys = section({
  title: described(withDefault(title(), 'Galley'), { help: 'What the site is called.' }),
  description: described(withDefault(text(), ''), { help: 'What the site is about.' }),
  url: described(withDefault(siteUrl(), 'http://localhost:8080'), {
    label: 'Address',
    help: 'Where readers find the site; feeds, the sitemap and shared links name it.',
  }),
  language: described(withDefault(languageTag(), 'en'), {
    help: 'The language of documents that lie in no folder of a language.',
  }),
  languages: described(withDefault(languageMap, {}), {
    help: 'The languages of the site, and what is said otherwise in each.',
  }),
  time_zone: described(withDefault(timeZone(), 'UTC'), {
    help: 'The zone of times that name none, such as Europe/Berlin.',
  }),
  theme: withDefault(name(), 'default'),
  theme_settings: withDefault(mapOf(name(), freeMap()), {}),
  menu: described(withDefault(menu(), []), { help: 'The main menu.' }),
  menus: described(withDefault(menus(), {}), {
    help: 'Further menus, by the names that the theme knows them by.',
  }),
  redirects: described(withDefault(redirects, []), {
    help: 'Old addresses, and where they lead now.',
  }),
  content: section({
    types: described(withDefault(contentTypes, { page: {}, post: {} }), {
      help: 'The kinds of documents there are, each with a folder of its own.',
    }),
  }),
  taxonomies: described(withDefault(taxonomies, { tags: {}, categories: {} }), {
    help: 'What documents are ordered by.',
  }),
  editorial: section({
    require_approval: described(withDefault(yesOrNo(), false), {
      help: 'Whether only what a second person has approved becomes public.',
    }),
    independence: described(withDefault(choice('contributors', 'last_editor'), 'contributors'), {
      label: 'Independence',
      help: 'With `contributors`, an approval counts by somebody who neither changed nor owned the text since its last approval, or by two who did. With `last_editor`, by anybody but its owner, its assignee and its last editor.',
    }),
  }),
  feed,
  search: section({
    enabled: described(withDefault(yesOrNo(), true), {
      label: 'Search',
      help: 'Whether the site has a page for searching.',
    }),
  }),
  seo,
  robots,
  paging: section({
    page_size: described(withDefault(integer(1, 1_000), 10), {
      help: 'How many documents a page of a list shows.',
    }),
  }),
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
