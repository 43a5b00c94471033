import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import { presentPage } from './present-document.ts';
import { detailFrom, type DetailSources } from './document-detail.ts';
import { paging } from '../paging.ts';

export function documentsHandlers(
  sources: DetailSources,
): Pick<Module<typeof contract.documents>, 'list' | 'get' | 'create' | 'save'> {
  const { content } = sources;
  const { present, presentChanged } = detailFrom(sources);

  return {
    list: async ({ actor, query: { page, limit, ...filter } }) => {
      const { pageSize } = paging(page, limit, { default: 50, max: 200 });
      const found = await content.list(actor, { ...filter, page, pageSize });
      return presentPage(found, pageSize);
    },

    get: async ({ actor, query: { path, id } }) =>
      present(await content.getDetailed(actor, path, id)),

    create: async ({ actor, body, note }) => {
      const { draft_key: draftKey, ...input } = body;
      const created = await content.create(actor, { ...input, draftKey });
      const { place, revision } = created.indexed;
      note({ target: place.path, details: { revision } });
      return presentChanged(actor, created);
    },

    save: async ({ actor, body: { expected_revision, lock_token, ...input }, request, note }) => {
      const ifMatch = request.get('if-match')?.replace(/^"(.*)"$/, '$1');
      const expectedRevision = expected_revision ?? ifMatch;
      const saved = await content.save(actor, {
        ...input,
        expectedRevision,
        lockToken: lock_token,
      });
      const { revision, status } = saved.indexed;
      note({ details: { revision, status } });
      return presentChanged(actor, saved);
    },
  };
}
