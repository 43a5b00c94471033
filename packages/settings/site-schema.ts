import type { z } from 'zod';
import { integer, yesOrNo } from './config-values.ts';
import { contentTypes } from './content-type-schema.ts';
import { termPermalinkPattern } from './permalink-pattern.ts';
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
  freeMap,
  languageTag,
  linkUrl,
  name,
  siteUrl,
  text,
  timeZone,
  title,
} from './site-values.ts';

const menu = () => listOf(struct({ title: title(), url: linkUrl() }), 'a list of title and url');

const languageMap = mapOf(
  languageTag(),
  section({
    name: optional(title()),
    title: optional(title()),
    description: optional(text()),
    menu: optional(menu()),
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

const keys = section({
  title: withDefault(title(), 'Galley'),
  description: withDefault(text(), ''),
  url: withDefault(siteUrl(), 'http://localhost:8080'),
  language: withDefault(languageTag(), 'en'),
  languages: withDefault(languageMap, {}),
  time_zone: withDefault(timeZone(), 'UTC'),
  theme: withDefault(name(), 'default'),
  menu: withDefault(menu(), []),
  content: section({ types: withDefault(contentTypes, { page: {}, post: {} }) }),
  taxonomies: withDefault(taxonomies, { tags: {}, categories: {} }),
  editorial: section({ require_approval: withDefault(yesOrNo(), false) }),
  feed: section({ limit: withDefault(integer(1, 1_000), 20) }),
  paging: section({ page_size: withDefault(integer(1, 1_000), 10) }),
  params: withDefault(freeMap(), {}),
});

type Keys = z.output<typeof keys>;

/** Everything that `content/config/site.yaml` may say. */
export const siteSchema = sameShape(
  keys
    .superRefine(refuseTwinLanguages)
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

/** The site's own language is always among them, and each has a name. */
function languagesOf({ language, languages }: Keys) {
  const own = languages[language] ?? {
    name: undefined,
    title: undefined,
    description: undefined,
    menu: undefined,
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
