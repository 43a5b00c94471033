export { compareTexts, type ComparedText, type Comparison } from './comparison.ts';
export {
  ContentService,
  type ContentServiceOptions,
  type CreateDocument,
  type SaveDocument,
} from './content-service.ts';
export { DocumentLocks } from './document-locks.ts';
export { ContentTree } from './content-tree.ts';
export { requireDocumentPath } from './content-path.ts';
export type { DocumentPage, DocumentQuery, ListedDocument } from './document-list-read-model.ts';
export {
  documentStatuses,
  type DocumentMetadata,
  type DocumentPlace,
  type DocumentStatus,
  type HistoryEntry,
  type HistoryKind,
  type IndexedDocument,
  type ReadDocument,
  type RetainedEntry,
} from './document.ts';
export type { EditLock } from './edit-lock.ts';
export { EditLockService, type LockDocument, type UnlockDocument } from './edit-lock-service.ts';
export { Indexer, type IndexerOptions, type ScanReport } from './indexer.ts';
export { OwnershipService } from './ownership-service.ts';
export { contentProblems } from './problems.ts';
export type { Decision } from './editorial/decision.ts';
export {
  EditorialService,
  type EditorialInput,
  type EditorialServiceOptions,
  type EditorialState,
  type StatusInput,
} from './editorial/editorial-service.ts';
export type { EditorialEvent, EditorialFacts } from './editorial/editorial.ts';
export type { People, Person } from './editorial/people.ts';
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
export type { Highlight } from './search/highlight.ts';
export { termSlug } from './term-slug.ts';
export {
  RevisionService,
  type RevisionComparison,
  type RevisionSide,
  type Snapshot,
} from './revision-service.ts';
export type { TrashEntry } from './trash-repository.ts';
export {
  TrashService,
  type DeleteDocument,
  type RestoreSnapshot,
  type TrashServiceOptions,
} from './trash-service.ts';
export { TreeReconciler, type ReconcilerOptions, type Settled } from './tree-reconciler.ts';
export { TreeWatcher, type TreeWatcherOptions } from './tree-watcher.ts';
