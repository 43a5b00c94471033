export {
  ContentService,
  type ContentServiceOptions,
  type CreateDocument,
  type SaveDocument,
} from './content-service.ts';
export { DocumentLocks } from './document-locks.ts';
export { ContentTree } from './content-tree.ts';
export { requireDocumentPath } from './content-path.ts';
export type { DocumentQuery } from './document-read-model.ts';
export {
  documentStatuses,
  type DocumentMetadata,
  type DocumentPlace,
  type DocumentStatus,
  type HistoryEntry,
  type HistoryKind,
  type IndexedDocument,
  type ReadDocument,
} from './document.ts';
export { Indexer, type IndexerOptions, type ScanReport } from './indexer.ts';
export { OwnershipService } from './ownership-service.ts';
export { contentProblems } from './problems.ts';
export { decideTransfer, type Decision, type TransferQuestion } from './publication.ts';
export type {
  PublishedDocument,
  PublishedPage,
  PublishedQuery,
  PublishedReader,
  PublishedSummary,
  TermCount,
} from './published.ts';
export { PublishedReadModel } from './published-read-model.ts';
export { isClientKey } from './revision.ts';
export { termSlug } from './term-slug.ts';
export { TreeReconciler, type ReconcilerOptions, type Settled } from './tree-reconciler.ts';
export { TreeWatcher, type TreeWatcherOptions } from './tree-watcher.ts';
