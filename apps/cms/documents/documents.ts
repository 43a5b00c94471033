import type { RecordChange } from '@galley/content';
import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import { presentPage, presentSaved } from './present-document.ts';
import { detailFrom, type DetailSources } from './document-detail.ts';
import { paging } from '../paging.ts';

export function documentsHandlers(
  sources: DetailSources,
): Pick<Module<typeof contract.documents>, 'list' | 'get' | 'create' | 'save'> {
  const { content, auditInsertion } = sources;
  const { present, presentChanged } = detailFrom(sources);

  return {
    list: async ({ actor, query: { page, limit, total, ...asked } }) => {
      const { pageSize } = paging(page, limit, { default: 50, max: 200 });
      const exactTotal = total === 'exact';
      const { dated_from: datedFrom, dated_until: datedUntil, ...filter } = asked;
      const query = { ...filter, datedFrom, datedUntil, page, pageSize, exactTotal };
      const found = await content.list(actor, query);
      return presentPage(found, pageSize);
    },

    get: async ({ actor, query: { path, id, include } }) =>
      present(await content.getDetailed(actor, path, id), include),

    create: async ({ actor, body, entryWith, isMinimal, leavesPublic }) => {
      const { draft_key: draftKey, include, ...input } = body;
      const record: RecordChange = ({ path, revision }) =>
        auditInsertion(entryWith({ target: path, details: { revision } }));
      const made = await content.create(actor, { ...input, draftKey, record });
      if (made.indexed.publicHash === null) leavesPublic();
      return isMinimal ? presentSaved(made.indexed) : presentChanged(actor, made, include);
    },

    save: async ({ actor, body, request, note, entryWith, isMinimal, leavesPublic }) => {
      const { expected_revision, lock_token, include, ...input } = body;
      const ifMatch = request.get('if-match')?.replace(/^"(.*)"$/, '$1');
      const expectedRevision = expected_revision ?? ifMatch;
      const saved = await content.save(actor, {
        ...input,
        expectedRevision,
        lockToken: lock_token,
        record: ({ revision, status }) =>
          auditInsertion(entryWith({ details: { revision, status } })),
      });
      if (!saved.change || saved.change.decision.publication === 'keep') leavesPublic();
      const { revision, status } = saved.indexed;
      note({ details: { revision, status } });
      return isMinimal ? presentSaved(saved.indexed) : presentChanged(actor, saved, include);
    },
  };
}
