import type { UserNamesReadModel, UserPictureRepository } from '@galley/auth';
import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import type { Clock } from '@galley/kernel';
import type { PluginBlock } from '@galley/plugins';
import type { PluginFieldTypes, SiteSettings } from '@galley/settings';
import type { PublicSite, RenderableDocument, Theme } from '@galley/site';
import type { ProposedPages } from '../agents/proposed-pages.ts';
import { bulkHandlers } from './bulk.ts';
import { calendarHandlers } from './calendar.ts';
import type { ComposedDocuments } from './compose.ts';
import type { DetailSources } from './document-detail.ts';
import { documentsHandlers } from './documents.ts';
import { editorialHandlers } from './editorial.ts';
import { locksHandlers } from './locks.ts';
import { previewsHandlers } from './previews.ts';
import { revisionsHandlers } from './revisions.ts';
import { scheduleHandlers } from './schedule.ts';
import { trashHandlers } from './trash.ts';
import { workingCopiesHandlers } from './working-copies.ts';
import { writingHandlers } from './writing.ts';

export interface DocumentsModuleOptions extends ComposedDocuments {
  readonly clock: Clock;
  readonly settings: () => SiteSettings;
  readonly userNames: UserNamesReadModel;
  readonly pictures: UserPictureRepository;
  readonly auditInsertion: DetailSources['auditInsertion'];
  readonly site: PublicSite;
  readonly theme: () => Pick<Theme, 'documentLayouts' | 'addressOfAsset' | 'shortcodes'>;
  readonly listBlocks: () => readonly PluginBlock[];
  readonly fieldTypes: () => PluginFieldTypes;
  readonly proposedPages: ProposedPages;
  readonly renderBody: (document: RenderableDocument) => Promise<string>;
}

export function documentsModule(
  options: DocumentsModuleOptions,
): Module<typeof contract.documents> {
  const { renderBody } = options;
  const detailSources = {
    ...options,
    renderBody: ({ indexed, current }) =>
      renderBody({
        hash: indexed.headHash,
        path: indexed.place.path,
        lang: indexed.place.lang,
        body: current.body,
      }),
  } satisfies DetailSources;
  return {
    ...documentsHandlers(detailSources),
    ...writingHandlers(options),
    ...editorialHandlers(detailSources),
    ...locksHandlers(options),
    ...revisionsHandlers(options),
    ...trashHandlers(options),
    ...bulkHandlers(options),
    ...previewsHandlers(options),
    ...scheduleHandlers(options),
    ...calendarHandlers(options),
    ...workingCopiesHandlers(options),
  };
}
