import type { z } from 'zod';
import { fieldFault } from '@galley/kernel';
import { contentPolicy, snippets } from './csp-schema.ts';
import { choice, integer, yesOrNo } from './config-values.ts';
import { contentTypes } from './content-type-schema.ts';
import { forms } from './form-schema.ts';
import { htmlRules, findOwnHosts } from './html-rules.ts';
import { markdownSyntax } from './markdown-schema.ts';
import { termPermalinkPattern } from './permalink-pattern.ts';
import { addressKey } from './redirect-pattern.ts';
import { findRedirectFaults, redirects } from './redirect-schema.ts';
import { securityTxt } from './security-txt-schema.ts';
import {
  addFaults,
  described,
  listOf,
  mapOf,
  mapValues,
  optional,
  copyShape,
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
  presentTermName,
  robotsPath,
  siteUrl,
  termName,
  text,
  timeZone,
  title,
} from './site-values.ts';

const entry = {
  title: described(title(), { help: 'Text of the link.' }),
  url: described(linkUrl(), { label: 'Address', help: 'Target of the link, such as /about/.' }),
};
const menu = () =>
  listOf(
    struct({
      ...entry,
      children: described(optional(listOf(struct(entry), '[{ title, url }]')), {
        help: 'Links below this one.',
      }),
    }),
    '[{ title, url }]',
  );
const menus = () => mapOf(name(), menu());

const languageMap = mapOf(
  languageTag(),
  section({
    name: described(optional(title()), { help: 'Name of the language in the language itself.' }),
    title: described(optional(title()), { help: 'Title of the site in this language.' }),
    description: described(optional(text()), { help: 'Description of the site in this language.' }),
    menu: described(optional(menu()), { help: 'Main menu in this language.' }),
    menus: described(withDefault(menus(), {}), { help: 'Further menus in this language.' }),
  }),
);

const taxonomyMap = mapOf(
  name(),
  section({
    label: described(optional(text()), { help: 'Displayed name.' }),
    permalink: described(optional(termPermalinkPattern()), {
      help: 'Address pattern of its terms, such as /tags/:term/.',
    }),
    renamed: described(withDefault(mapOf(termName(), presentTermName()), {}), {
      help: 'Former terms and their present names; their pages redirect while no document has them.',
    }),
  }),
);

const taxonomies = copyShape(
  taxonomyMap.transform((found) =>
    mapValues(found, ({ label, permalink, renamed }, key) => ({
      label,
      renamed,
      permalink: permalink ?? `/${key}/:term/`,
    })),
  ),
  taxonomyMap,
);

const feed = section({
  limit: described(withDefault(integer(1, 1_000), 20), {
    help: 'Number of documents in a feed, newest first.',
  }),
  formats: described(
    withDefault(listOf(choice('atom', 'rss', 'json'), '[atom, rss, json]'), [
      'atom',
      'rss',
      'json',
    ]),
    { help: 'Feed formats.' },
  ),
  content: described(withDefault(choice('full', 'summary'), 'full'), {
    help: 'Whole texts or summaries in feeds.',
  }),
});

const seo = section({
  image: described(optional(pageUrl()), {
    help: 'Default picture for shared links.',
  }),
  title_separator: described(withDefault(title(), '–'), {
    help: 'Separator between page title and site title.',
  }),
  twitter: described(optional(accountName()), {
    label: 'Account',
    help: 'X (Twitter) account for link cards, such as @galley.',
  }),
  organization: described(
    optional(
      struct({
        name: described(title(), { help: 'Name of the publisher.' }),
        logo: described(optional(pageUrl()), { help: 'Logo of the publisher.' }),
        same_as: described(withDefault(listOf(pageUrl(), '[https://example.org/]'), []), {
          help: 'Other profiles of the publisher.',
        }),
      }),
    ),
    { help: 'Publisher of the site, for search engines.' },
  ),
});

const robots = section({
  disallow: described(withDefault(listOf(robotsPath(), '[/drafts/]'), []), {
    help: 'Paths excluded from robots, such as /drafts/.',
  }),
  extra: described(withDefault(text(), ''), { help: 'Additional lines of robots.txt.' }),
});

const keys = section({
  title: described(withDefault(title(), 'Galley'), { help: 'Title of the site.' }),
  description: described(withDefault(text(), ''), { help: 'Description of the site.' }),
  url: described(withDefault(siteUrl(), 'http://localhost:8080'), {
    label: 'Address',
    help: 'Public address of the site, used in feeds, the sitemap and shared links.',
  }),
  language: described(withDefault(languageTag(), 'en'), {
    help: 'Default language, for documents outside language folders.',
  }),
  languages: described(withDefault(languageMap, {}), {
    help: 'Languages of the site, with their titles and menus.',
  }),
  time_zone: described(withDefault(timeZone(), 'UTC'), {
    help: 'Time zone of times without one, such as Europe/Berlin.',
  }),
  theme: withDefault(name(), 'default'),
  theme_settings: withDefault(mapOf(name(), freeMap()), {}),
  menu: described(withDefault(menu(), []), { help: 'Main menu.' }),
  menus: described(withDefault(menus(), {}), {
    help: 'Additional menus, by the names that the theme uses.',
  }),
  redirects: described(withDefault(redirects, []), {
    help: 'Old addresses and their targets.',
  }),
  content: section({
    types: described(withDefault(contentTypes, { page: {}, post: {} }), {
      help: 'Content types, each with its own folder.',
    }),
  }),
  taxonomies: described(withDefault(taxonomies, { tags: {}, categories: {} }), {
    help: 'Taxonomies, such as tags and categories.',
  }),
  editorial: section({
    require_approval: described(withDefault(yesOrNo(), false), {
      help: 'Require approval by a second person before publication.',
    }),
    independence: described(withDefault(choice('contributors', 'last_editor'), 'contributors'), {
      label: 'Independence',
      help: 'With `contributors`, an approval needs one person who neither changed nor owned the text since its last approval, or two who did. With `last_editor`, anyone except owner, assignee and last editor can approve.',
    }),
    rooms: described(withDefault(yesOrNo(), true), {
      label: 'Writing together',
      help: 'Several people can write in the same document at the same time. Without it, the first one who types locks the document for others.',
    }),
  }),
  feed,
  search: section({
    enabled: described(withDefault(yesOrNo(), true), {
      label: 'Search',
      help: 'Provide a search page.',
    }),
  }),
  seo,
  robots,
  security_txt: securityTxt,
  paging: section({
    page_size: described(withDefault(integer(1, 1_000), 10), {
      help: 'Documents per page of a list.',
    }),
  }),
  html: htmlRules,
  forms: described(withDefault(forms, {}), {
    help: 'Forms for visitors, by the names that documents use.',
  }),
  form_server: described(optional(siteUrl()), {
    help: 'Address of this Galley server, for forms in the static output.',
  }),
  markdown: markdownSyntax,
  csp: contentPolicy,
  snippets,
  params: withDefault(freeMap(), {}),
});

type Keys = z.output<typeof keys>;

export const siteSchema = copyShape(
  keys
    .superRefine(refuseDuplicateLanguages)
    .superRefine(refuseOwnFrames)
    .superRefine(refuseIneffectiveRedirects)
    .superRefine(requireExpiry)
    .transform((site) => ({ ...site, languages: completeLanguages(site) })),
  keys,
);

/** Two spellings of a tag would share a folder on case-insensitive file systems. */
function refuseDuplicateLanguages(
  { language, languages }: Keys,
  context: z.core.$RefinementCtx,
): void {
  const spellings = new Map([[language.toLowerCase(), language]]);
  for (const tag of Object.keys(languages)) {
    const known = spellings.get(tag.toLowerCase()) ?? tag;
    spellings.set(tag.toLowerCase(), known);
    if (known === tag) continue;
    addFaults(context, [
      { path: ['languages', tag], ...fieldFault('other_case', { value: known }) },
    ]);
  }
}

function refuseIneffectiveRedirects(site: Keys, context: z.core.$RefinementCtx): void {
  const ownAddresses = new Set(listReservedPaths(site).map(addressKey));
  const faults = findRedirectFaults(site.redirects, { url: site.url, ownAddresses });
  addFaults(
    context,
    faults.map((fault) => ({ ...fault, path: ['redirects', ...fault.path] })),
  );
}

/** Paths of pages and files that always exist. */
function listReservedPaths({
  language,
  languages,
  content,
  search,
  taxonomies: found,
  securityTxt: security,
}: Keys): string[] {
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
    ...(security.contacts.length > 0 ? ['/.well-known/security.txt'] : []),
    ...prefixes.flatMap((prefix) => ['/', ...lists].map((path) => prefix + path)),
  ];
}

function requireExpiry({ securityTxt: file }: Keys, context: z.core.$RefinementCtx): void {
  if (file.contacts.length === 0 || file.expires !== undefined) return;
  addFaults(context, [
    { path: ['security_txt', 'expires'], ...fieldFault('required', { label: 'Expires' }) },
  ]);
}

function refuseOwnFrames({ html, url }: Keys, context: z.core.$RefinementCtx): void {
  for (const index of findOwnHosts(html.embeds, url)) {
    addFaults(context, [{ path: ['html', 'embeds', index], ...fieldFault('own_host') }]);
  }
}

function completeLanguages({ language, languages }: Keys) {
  const own = languages[language] ?? {
    name: undefined,
    title: undefined,
    description: undefined,
    menu: undefined,
    menus: {},
  };
  return mapValues({ [language]: own, ...languages }, (found, tag) => ({
    ...found,
    name: found.name ?? getNativeLanguageName(tag),
  }));
}

/** Such as `Español`. */
function getNativeLanguageName(tag: string): string {
  const found = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  return found.charAt(0).toLocaleUpperCase(tag) + found.slice(1);
}
