import type { RecordChange } from '@galley/content';
import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import { presentEditorial, presentSaved } from './present-document.ts';
import { changeStatus, statusIn } from './document-acts.ts';
import { detailFrom, type DetailSources } from './document-detail.ts';

export function editorialHandlers(
  sources: DetailSources,
): Pick<Module<typeof contract.documents>, 'editorial' | 'status'> {
  const { editorial, auditInsertion } = sources;
  const { presentChanged } = detailFrom(sources);

  return {
    editorial: async ({ actor, body, note }) => {
      const { source_path: path, expected_revision: expectedRevision, ...input } = body;
      note({ action: `document.${body.action}` });
      const state = await editorial.act(actor, { ...input, path, expectedRevision });
      const { revision, status } = state.document.indexed;
      const { owner, assignee, reviewer } = presentEditorial(state);
      const assigned = body.action === 'assign' ? { owner, assignee, reviewer } : {};
      note({ details: { revision, status, ...assigned } });
      return presentEditorial(state);
    },

    status: async ({ actor, body, note, entryWith, isMinimal }) => {
      const { path, expected_revision: expectedRevision, ask, include } = body;
      const input = { path, expectedRevision, ask, ...statusIn(body) };
      const record: RecordChange = ({ revision }) =>
        auditInsertion(entryWith({ details: { revision } }));
      const changed = await changeStatus(editorial, input, { actor, note, record });
      return isMinimal ? presentSaved(changed.indexed) : presentChanged(actor, changed, include);
    },
  };
}
