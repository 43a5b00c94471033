import {
  createDocumentOperation,
  documentHistoryOperation,
  getDocumentOperation,
  listDocumentsOperation,
  saveDocumentOperation,
} from '@galley/contract';
import type { ContentService, Settled } from '@galley/content';
import type { OperationRouter } from '@galley/http';
import { presentDetail, presentHistoryEntry, presentSummary } from '../present-document.ts';
import { pageOf, paging } from './paging.ts';

export interface DocumentRoutes {
  readonly content: ContentService;
  /** The document's body as HTML. */
  readonly renderBody: (document: Settled) => Promise<string>;
}

export function mountDocuments(
  router: OperationRouter,
  { content, renderBody }: DocumentRoutes,
): void {
  const detail = async (document: Settled) => presentDetail(document, await renderBody(document));

  router.mount(listDocumentsOperation, async ({ actor, query: { page, limit, ...filter } }) => {
    const asked = paging(page, limit, { default: 50, max: 200 });
    const { items, total } = await content.list(actor, { ...filter, ...asked });
    return pageOf(items.map(presentSummary), asked, total);
  });

  router.mount(getDocumentOperation, async ({ actor, query: { path, id } }) =>
    detail(await content.get(actor, path, id)),
  );

  router.mount(createDocumentOperation, async ({ actor, body, note }) => {
    const created = await content.create(actor, body);
    const { place, revision } = created.indexed;
    note({ target: place.path, details: { revision } });
    return detail(created);
  });

  router.mount(
    saveDocumentOperation,
    async ({ actor, body: { expected_revision, ...input }, request, note }) => {
      const ifMatch = request.get('if-match')?.replace(/^"(.*)"$/, '$1');
      const expectedRevision = expected_revision ?? ifMatch;
      const saved = await content.save(actor, { ...input, expectedRevision });
      const { revision, status } = saved.indexed;
      note({ details: { revision, status } });
      return detail(saved);
    },
  );

  router.mount(documentHistoryOperation, async ({ actor, query: { path } }) =>
    (await content.history(actor, path)).map(presentHistoryEntry),
  );
}
