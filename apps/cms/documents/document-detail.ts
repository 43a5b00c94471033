import type {
  ContentService,
  DetailedDocument,
  EditorialService,
  ReconciledDocument,
} from '@galley/content';
import type { contract, QueryOf } from '@galley/contract';
import type { Write } from '@galley/database';
import type { Actor, AuditEvent } from '@galley/kernel';
import { presentDetail } from './present-document.ts';

export interface DetailSources {
  readonly content: ContentService;
  readonly editorial: EditorialService;
  readonly renderBody: (document: ReconciledDocument) => Promise<string>;
  readonly auditInsertion: (event: AuditEvent | undefined) => Write | undefined;
}

type Include = QueryOf<typeof contract.documents.get>['include'];

export function detailFrom({ content, editorial, renderBody }: DetailSources) {
  const present = async (document: DetailedDocument, include: Include) =>
    presentDetail(document, {
      htmlBody: include === 'raw' ? undefined : await renderBody(document),
      editorial: await editorial.stateOf(document),
    });
  return {
    present,
    presentChanged: async (actor: Actor, document: ReconciledDocument, include: Include) =>
      present(await content.withDetails(actor, document), include),
  };
}
