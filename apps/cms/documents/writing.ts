import type { ColleagueService } from '@galley/content';
import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import { listFields, type SiteSettings } from '@galley/settings';

export interface WritingServices {
  readonly settings: () => SiteSettings;
  readonly colleagues: ColleagueService;
}

export function writingHandlers({
  settings,
  colleagues,
}: WritingServices): Pick<Module<typeof contract.documents>, 'types' | 'people'> {
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
  };
}
