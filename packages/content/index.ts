export type { SealedReceipt } from './approvals/approval-receipt.ts';
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
export type { TextChange, TextChangeCause } from './text-change.ts';
export { findUnwritten } from './find-unwritten.ts';
export { UnwrittenFiles, type UnwrittenFilesOptions } from './unwritten-files.ts';
export { UnwrittenReadModel } from './unwritten-read-model.ts';
export { OwnershipService } from './ownership-service.ts';
export { contentProblems, documentNotFound } from './problems.ts';
export type { Decision } from './editorial/decision.ts';
export { decideAssignment } from './editorial/decide-assignment.ts';
export { decideReview } from './editorial/decide-review.ts';
export { moves, stateAfterEdit } from './editorial/moves.ts';
export { DocumentReadModel } from './document-read-model.ts';
export { mayRead } from './document-access.ts';
export { decideExternal } from './publication.ts';
export { decideDue } from './schedule/decide-due.ts';
export {
  EditorialService,
  type EditorialInput,
  type EditorialServiceOptions,
  type EditorialState,
  type StatusInput,
} from './editorial/editorial-service.ts';
export {
  ColleagueService,
  type Colleague,
  type Directory,
  type DirectoryQuery,
} from './editorial/colleague-service.ts';
export type { EditorialEvent, EditorialFacts } from './editorial/editorial.ts';
export type { People, Person } from './editorial/people.ts';
export type { Audience } from './notifications/audience.ts';
export { notificationTypes, type Notification } from './notifications/notification.ts';
export { NotificationService } from './notifications/notification-service.ts';
export { Notifier } from './notifications/notifier.ts';
export {
  PreviewLinkService,
  type NewPreview,
  type PreviewLinkOptions,
} from './previews/preview-link-service.ts';
export type { PreviewLink } from './previews/preview-link-repository.ts';
export { PreviewService, type Preview, type PreviewInput } from './previews/preview-service.ts';
export type {
  Neighbours,
  PublishedAddress,
  PublishedDocument,
  PublishedOpening,
  PublishedPage,
  PublishedQuery,
  PublishedReader,
  PublishedSummary,
  TermCount,
} from './published.ts';
export {
  publicFacts,
  type PublicChange,
  type PublicFacts,
  type PublicNews,
} from './changes/public-change.ts';
export { PublicChangeFeed } from './changes/public-change-feed.ts';
export { PublishedSnapshot } from './published-snapshot.ts';
export { PublishedSnapshots } from './published-snapshot-read-model.ts';
export { PublishedReadModel } from './published-read-model.ts';
export { newPlace } from './new-place.ts';
export { placeOf, readSource } from './read-document.ts';
export { isClientKey } from './revision.ts';
export {
  currentApproval,
  currentApprovals,
  nobodyAssigned,
  type Approval,
} from './editorial/editorial.ts';
export { externalAuthor } from './external-change.ts';
export { ProjectFactsRepository } from './project-facts-repository.ts';
export { findRestoredSettings, forgetRestoredSettings } from './restored-settings.ts';
export {
  finishBeforeLeaving,
  noteNewTree,
  type NewTree,
  type TreeToLeave,
} from './restored-tree.ts';
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
  ScheduleReadModel,
  type ListedAct,
  type ScheduledAct,
} from './schedule/schedule-read-model.ts';
export {
  ScheduleService,
  type ScheduleReport,
  type ScheduleServiceOptions,
} from './schedule/schedule-service.ts';
export { Scheduler } from './schedule/scheduler.ts';
export {
  MeasuresReadModel,
  type ConsumerMeasures,
  type ContentMeasures,
} from './measures-read-model.ts';
export {
  TrashService,
  type DeleteDocument,
  type RestoreSnapshot,
  type TrashServiceOptions,
} from './trash-service.ts';
export { WorkingCopyService, type KeepWorkingCopy } from './working-copy-service.ts';
export type {
  WorkingCopy,
  WorkingCopyOf,
  WorkingCopyState,
  WorkingCopySummary,
} from './working-copy.ts';
export type { ReconcilerOptions } from './reconciler-options.ts';
export type { Settled } from './settled.ts';
export { TreeReconciler } from './tree-reconciler.ts';
export { examineTree, type ExamineOptions } from './verification/examine-tree.ts';
export type { Finding } from './verification/finding.ts';
export { verifyHistory, type VerifyOptions } from './verification/verify-history.ts';
export { wasTouchedSince } from './touched-file.ts';
export { TreeWatcher, type TreeWatcherOptions } from './tree-watcher.ts';
