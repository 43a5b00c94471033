import type { ColleagueService, PublishedReadModel } from '@galley/content';
import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import { listFields, type SiteSettings } from '@galley/settings';

const maxLinkTargets = 20;

export interface WritingServices {
  readonly settings: () => SiteSettings;
  readonly colleagues: ColleagueService;
  readonly published: PublishedReadModel;
}

export function writingHandlers({
  settings,
  colleagues,
  published,
}: WritingServices): Pick<Module<typeof contract.documents>, 'types' | 'people' | 'linkTargets'> {
  return {
    types: () => {
      const { content, customFields, languages, timeZone } = settings();
      return Promise.resolve({
        types: Object.entries(content.types).map(([name, { label = null }]) => ({
          name,
          label,
          fields: listFields(customFields, name).map((field) => ({ ...field })),
        })),
        languages: Object.keys(languages),
        time_zone: timeZone,
      });
    },

    people: async ({ actor, query: { path, q } }) =>
      (await colleagues.list(actor, path, q)).map(({ username, name, mayReview }) => ({
        username,
        name,
        may_review: mayReview,
      })),

    linkTargets: ({ query: { q = '' } }) =>
      published.findByTitle(q.split(/\s+/).filter(Boolean), maxLinkTargets),
  };
}
