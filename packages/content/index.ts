export type { SealedReceipt } from './history/approvals/approval-receipt.ts';
export { compareTexts, type Comparison } from './history/comparison.ts';
export { ContentService, type ChangeTerms } from './workflow/content-service.ts';
export { changesText, makesPublic, type DocumentGate } from './store/document-gate.ts';
export type { Change } from './store/change.ts';
export { DocumentLocks } from './store/document-locks.ts';
export { ContentTree } from './tree/content-tree.ts';
export { requireDocumentPath } from './document/content-path.ts';
export type {
  DocumentPage,
  DocumentQuery,
  ListedDocument,
} from './lists/document-list-read-model.ts';
export type {
  DocumentLocation,
  IndexedDocument,
  RetainedEntry,
  SummarizedDocument,
} from './document/document.ts';
export { OwnDocumentsReadModel, type KnownFile } from './lists/own-documents-read-model.ts';
export { lineOfField, readWithFaults, type DocumentFault } from './document/document-faults.ts';
export type { ReadDocument } from './document/document.ts';
export { LinkTargetsReadModel } from './store/link-targets-read-model.ts';
export { DocumentStore } from './workflow/document-store.ts';
export type { EditLock } from './store/edit-lock.ts';
export { EditLockService } from './workflow/edit-lock-service.ts';
export { Indexer } from './sync/indexer.ts';
export type { TextChange } from './document/text-change.ts';
export { findUnwritten } from './sync/find-unwritten.ts';
export { StampConfirmer } from './sync/stamp-confirmer.ts';
export { UnwrittenFiles } from './sync/unwritten-files.ts';
export { UnwrittenReadModel } from './store/unwritten-read-model.ts';
export { OwnershipService } from './workflow/ownership-service.ts';
export { contentProblems, documentNotFound } from './document/problems.ts';
export { DocumentReadModel } from './store/document-read-model.ts';
export { mayRead, type OwnedDocument } from './workflow/document-access.ts';
export {
  EditorialService,
  type EditorialState,
  type StatusInput,
} from './workflow/editorial-service.ts';
export { AddressService } from './workflow/address-service.ts';
export { ColleagueService, type Colleague, type Directory } from './workflow/colleague-service.ts';
export {
  ContentChangesReadModel,
  type DocumentEvent,
  type HeldLock,
} from './changes/content-changes-read-model.ts';
export type { Audience } from './notifications/audience.ts';
export {
  notificationTypes,
  type DocumentAnnouncement,
  type DocumentNotice,
  type Notification,
} from './notifications/notification.ts';
export { PersonalWorkReadModel } from './lists/personal-work-read-model.ts';
export { NoticeDocumentsReadModel } from './notifications/notice-documents-read-model.ts';
export { NotificationService } from './notifications/notification-service.ts';
export { NotificationRepository } from './notifications/notification-repository.ts';
export { announceNewDevices } from './notifications/announce-new-devices.ts';
export { Notifier } from './notifications/notifier.ts';
export { anchorSavedPassages } from './comments/anchor-saved.ts';
export {
  listExportedComments,
  type ExportedThread,
} from './comments/exported-comments-read-model.ts';
export { GuestCommentService, guestLimits } from './comments/guest-comment-service.ts';
export { SuggestionService } from './comments/suggestion-service.ts';
export { CommentService, type FoundThread } from './comments/comment-service.ts';
export { guestAuthor, type Comment, type LocatedThread } from './comments/thread.ts';
export { rolesOf } from './comments/comment-access.ts';
export { PreviewLinkService } from './previews/preview-link-service.ts';
export type { PreviewLink } from './previews/preview-link-repository.ts';
export { PreviewService, type Preview } from './previews/preview-service.ts';
export type {
  FoundPublished,
  Neighbours,
  PublishedAddress,
  PublishedDocument,
  PublishedOpening,
  PublishedPage,
  PublishedQuery,
  PublishedReader,
  PublishedSearch,
  PublishedSummary,
  TermCount,
} from './published/published.ts';
export {
  publicFacts,
  type PublicChange,
  type PublicFacts,
  type PublicNotification,
} from './published/changes/public-change.ts';
export { PublicChangeFeed } from './published/changes/public-change-feed.ts';
export {
  takePublishedSnapshot,
  SnapshotReadModel,
  type PublishedSnapshot,
} from './published/published-snapshot-read-model.ts';
export { PublishedReadModel } from './published/published-read-model.ts';
export { chooseLocation } from './document/new-location.ts';
export { findNotPublic } from './document/not-public.ts';
export { parseDocumentTime } from './document/document-times.ts';
export { locateDocument, readSource } from './document/read-document.ts';
export { isClientKey } from './document/revision.ts';
export { finishPendingWrites, noteNewTree } from './sync/restored-tree.ts';
export { TermService } from './workflow/term-service.ts';
export { termSlug } from './document/term-slug.ts';
export { ProjectFactsRepository } from './store/project-facts-repository.ts';
export { findRestoredSettings, forgetRestoredSettings } from './store/restored-settings.ts';
export {
  RevisionService,
  type RevisionComparison,
  type RevisionSide,
  type Snapshot,
} from './workflow/revision-service.ts';
export { DeadlineService, maxCalendarEntries } from './workflow/schedule/deadline-service.ts';
export type { CalendarEntry } from './workflow/schedule/calendar-read-model.ts';
export type { Deadline } from './workflow/schedule/deadline-repository.ts';
export { RoomService, type JoinedRoom } from './rooms/room-service.ts';
export { roomClosings, type RoomClosing, type RoomMember } from './rooms/room-member.ts';
export { ScheduleReadModel } from './workflow/schedule/schedule-read-model.ts';
export { ScheduleService } from './workflow/schedule/schedule-service.ts';
export { scheduleRunner } from './workflow/schedule/scheduler.ts';
export { MeasuresReadModel } from './workflow/measures-read-model.ts';
export { TrashService, type DeleteDocument } from './workflow/trash-service.ts';
export { WorkingCopyService } from './workflow/working-copy-service.ts';
export type {
  WorkingCopy,
  WorkingCopyOf,
  WorkingCopyState,
  WorkingCopySummary,
} from './store/working-copy.ts';
export type { NotedDocument } from './history/history-read-model.ts';
export type { RecordChange } from './store/change.ts';
export type { DetailedDocument } from './history/document-details-read-model.ts';
export type { ReconciledDocument } from './store/reconciled-document.ts';
export { TreeReconciler } from './sync/tree-reconciler.ts';
export { examineTree } from './verification/examine-tree.ts';
export type { Finding } from './verification/finding.ts';
export { verifyHistory } from './verification/verify-history.ts';
export { wasTouchedSince } from './tree/touched-file.ts';
export { FolderWatcher, type FolderWatcherOptions } from './sync/folder-watcher.ts';
export { watchTree } from './sync/tree-watcher.ts';
