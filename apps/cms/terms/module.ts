import type { TermService } from '@galley/content';
import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import type { SiteSettings, TermRenames } from '@galley/settings';

const maxTerms = 2_000;

export interface TermServices {
  readonly terms: TermService;
  readonly termRenames: TermRenames;
  readonly settings: () => SiteSettings;
}

export function termsModule({
  terms,
  termRenames,
  settings,
}: TermServices): Module<typeof contract.terms> {
  return {
    list: async ({ actor, query: { taxonomy = 'tags', q } }) => {
      const found = await terms.list(actor, { taxonomy, q, limit: maxTerms });
      const { taxonomies, editorial, language } = settings();
      return {
        taxonomy,
        taxonomies: Object.entries(taxonomies).map(([name, { label }]) => ({
          name,
          label: label ?? null,
        })),
        terms: found.terms.map((term) => ({
          ...term,
          spellings: [...term.spellings],
          pages: [...term.pages],
          descriptions: term.descriptions.map(({ isPublic, ...description }) => ({
            ...description,
            is_public: isPublic,
          })),
        })),
        total: found.total,
        described_by: found.describedBy,
        base: taxonomies[taxonomy]!.permalink.slice(0, -':term/'.length),
        language,
        require_approval: editorial.requireApproval,
      };
    },

    redirect: async ({ body, note }) => {
      await termRenames.record(body);
      note({ target: 'taxonomies', details: body });
      return { ok: true };
    },
  };
}
