import type { AddressService, ColleagueService, PublishedReadModel } from '@galley/content';
import type { contract, AnswerOf } from '@galley/contract';
import type { Module } from '@galley/http';
import { listFields, pageKeysInForce, type SiteSettings } from '@galley/settings';
import type { Theme } from '@galley/site';

const maxLinkTargets = 20;

export interface WritingServices {
  readonly settings: () => SiteSettings;
  readonly theme: () => Pick<Theme, 'documentLayouts'>;
  readonly addresses: AddressService;
  readonly colleagues: ColleagueService;
  readonly published: PublishedReadModel;
}

type WritingHandlers = Pick<
  Module<typeof contract.documents>,
  'types' | 'people' | 'address' | 'translations' | 'linkTargets'
>;

export function writingHandlers({
  settings,
  theme,
  addresses,
  colleagues,
  published,
}: WritingServices): WritingHandlers {
  return {
    types: () => Promise.resolve(presentTypes(settings(), theme().documentLayouts)),

    people: async ({ actor, query: { path, q, for: purpose } }) => {
      if (purpose === 'byline') {
        const authors = await colleagues.listAuthors(actor, path, q);
        return authors.map(({ username, name }) => ({ username, name, may_review: false }));
      }
      const found = await colleagues.list(actor, path, q);
      return found.map(({ username, name, mayReview }) => ({
        username,
        name,
        may_review: mayReview,
      }));
    },

    address: async ({ actor, query }) => {
      const { url, publicUrl, isTaken, takenBy } = await addresses.address(actor, query);
      return {
        url,
        public_url: publicUrl,
        is_taken: isTaken,
        taken_by: takenBy && { path: takenBy.place.path, title: takenBy.metadata.title },
      };
    },

    translations: async ({ actor, query: { path } }) => {
      const found = await addresses.translations(actor, path);
      return found.map(({ place, metadata, status }) => ({
        lang: place.lang,
        path: place.path,
        title: metadata.title,
        status,
      }));
    },

    linkTargets: ({ query: { q = '' } }) =>
      published.findByTitle(q.split(/\s+/).filter(Boolean), maxLinkTargets),
  };
}

function presentTypes(
  settings: SiteSettings,
  layouts: readonly string[],
): AnswerOf<typeof contract.documents.types> {
  const { content, customFields, languages, timeZone, taxonomies, title, seo, url } = settings;
  const types = Object.entries(content.types);
  return {
    types: types.map(([name, { label = null }]) => ({
      name,
      label,
      fields: listFields(customFields, name).map((field) => ({ ...field })),
    })),
    languages: Object.keys(languages),
    layouts: layouts.map((name) => ({
      name,
      types: types.filter(([, { layout }]) => layout === name).map(([type]) => type),
    })),
    taxonomies: Object.entries(taxonomies).map(([name, { label = null }]) => ({ name, label })),
    page_keys: [...pageKeysInForce(customFields)],
    site: {
      url,
      titles: Object.fromEntries(
        Object.entries(languages).map(([lang, { title: own }]) => [lang, own ?? title]),
      ),
      title_separator: seo.titleSeparator,
      image: seo.image ?? null,
    },
    time_zone: timeZone,
  };
}
