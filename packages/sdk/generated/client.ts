// Written by `npm run docs:reference` from packages/contract. Change it there.

import type {
  CallOptions,
  IdempotentCallOptions,
  UploadOptions,
  Download,
  Followed,
  ItemOf,
  NoInput,
  Paged,
  Streamed,
  UploadFile,
} from '../call.ts';
import type {
  Agent,
  AiGenerateResponse,
  AiUsage,
  AiWriterSettings,
  ApiToken,
  ApprovalReceipt,
  ApprovalRequest,
  AuditEntry,
  AuthSession,
  BackupInfo,
  Build,
  BulkDeleteResponse,
  BulkMediaResponse,
  BulkRestoreResponse,
  BulkStatusResponse,
  CapabilitiesResponse,
  ChangedSetting,
  Colleague,
  CollectionResponse,
  ContentItem,
  CustomFields,
  DateTime,
  Deliberation,
  DocumentComparison,
  DocumentDetail,
  DocumentHistoryEntry,
  DocumentRevision,
  DocumentSchedule,
  DocumentStatus,
  DocumentTypes,
  EditorialState,
  FilledPluginPanel,
  GitLogEntry,
  GitSnapshot,
  HealthResponse,
  KeptWorkingCopy,
  LiveResponse,
  LockResponse,
  LogoutResponse,
  MediaDetail,
  MediaFolder,
  MediaItem,
  MediaMetadataChanges,
  MediaTrashEntry,
  MediaUsage,
  NewApiToken,
  NewWorkerToken,
  NotificationsResponse,
  OkResponse,
  OperationStatus,
  PagedDocumentsResponse,
  PagedMediaResponse,
  PasswordChanged,
  PasswordReset,
  PendingMedia,
  PluginInfo,
  PluginJob,
  PreviewLink,
  PreviewLinkResponse,
  PreviewResponse,
  Proposal,
  ProposalDetail,
  ReadyResponse,
  RecoveryCodes,
  ResetLink,
  ResourceClaim,
  RevokeResponse,
  Role,
  Run,
  RunDetail,
  RunEvent,
  RunEventsPage,
  RunStatus,
  RunTransition,
  SessionRecord,
  SettingsForm,
  SettingsSection,
  SiteInfo,
  StatusResponse,
  Task,
  ThemeInfo,
  TotpSetupResponse,
  TrashEntry,
  UploadedMedia,
  UserInfo,
  WorkerToken,
  WorkingCopyResponse,
  WorkingCopySummary,
} from './shapes.ts';

export interface AuthLoginInput {
  username: string;
  password: string;
  totp_code?: string;
}

export interface AuthSetupInput {
  token: string;
  username: string;
  name?: string;
  email?: string;
  password: string;
}

export interface SessionsConfirmInput {
  password: string;
}

export interface SessionsListInput {
  username?: string;
}

export type SessionsListAnswer = SessionRecord[];

export interface SessionsRevokeInput {
  username?: string;
  session_id?: string;
  all?: boolean;
  keep_current?: boolean;
}

export interface TotpSetupInput {
  username?: string;
}

export interface TotpEnableInput {
  code: string;
  username?: string;
}

export interface TotpDisableInput {
  username?: string;
}

export interface PasswordChangeInput {
  current_password: string;
  new_password: string;
  /** Ends one’s API tokens, and the tokens that one made for agents; true when absent. */
  revoke_tokens?: boolean;
}

export interface PasswordResetInput {
  token: string;
  new_password: string;
}

export interface TokensListInput {
  username?: string;
}

export type TokensListAnswer = ApiToken[];

export interface TokensCreateInput {
  name: string;
  scopes: string[];
  /** 90 when absent */
  expires_in_days?: number;
}

export interface TokensRevokeInput {
  id: string;
}

export type UsersListAnswer = UserInfo[];

export interface UsersSaveInput {
  username: string;
  name: string;
  email: string;
  role: string;
  password?: string;
  enabled?: boolean;
}

export interface UsersDeleteInput {
  username: string;
  reassign_to?: string;
}

export interface UsersResetLinkInput {
  username: string;
}

export type RolesListAnswer = Role[];

export interface RolesSaveInput {
  name: string;
  capabilities: string[];
}

export interface RolesDeleteInput {
  name: string;
}

export interface AuditListInput {
  limit?: number;
  offset?: number;
  actor?: string;
  action?: string;
  target?: string;
  outcome?: 'success' | 'denied';
  /** At this time or later */
  from?: string;
  /** Before this time */
  to?: string;
}

export type AuditListAnswer = AuditEntry[];

export interface AuditExportInput {
  format: 'csv' | 'ndjson';
  actor?: string;
  action?: string;
  target?: string;
  outcome?: 'success' | 'denied';
  /** At this time or later */
  from?: string;
  /** Before this time */
  to?: string;
}

export type BackupsListAnswer = BackupInfo[];

export interface BackupsCreateInput {
  /** The file is called after it. */
  name: string;
  /** True when it is left out. */
  include_media?: boolean;
  /** Also what people wrote, decided and did, from the database; nothing that anybody signs in with. */
  include_database?: boolean;
}

export interface BackupsDownloadInput {
  /** Of a backup that `/backups` lists. */
  id: string;
}

export interface BackupsDeleteInput {
  /** Of a backup that `/backups` lists. */
  id: string;
}

export interface BackupsRestoreInput {
  /** Of a backup that `/backups` lists. */
  id: string;
  /** Restore also where the backup has other security settings; without it, such a restore is refused and lists them. */
  confirm_security_changes?: boolean;
}

export interface BackupsRestoreAnswer {
  ok: boolean;
  restored: BackupInfo;
  /** Of the content as it was before. */
  snapshot: BackupInfo;
  /** In the content now. */
  documents: number;
  changed_settings: ChangedSetting[];
}

export interface BackupsVerifyInput {
  /** Of a backup that `/backups` lists. */
  id: string;
}

export interface BackupsVerifyAnswer {
  ok: boolean;
  /** That were compared. */
  files: number;
  /** Of the archive, in bytes. */
  size: number;
}

export interface BackupsGitSnapshotInput {
  message: string;
}

export interface BackupsGitLogInput {
  /** How many, 20 unless said, at most 200. */
  count?: number;
}

export type BackupsGitLogAnswer = GitLogEntry[];

export interface OperationsRebuildInput {
  /** Renders every page, including unchanged ones. */
  full?: boolean;
}

export type OperationsBuildsAnswer = Build[];

export interface OperationsBuildInput {
  id: string;
}

export interface OperationsBuildAnswer {
  id: string;
  status: 'queued' | 'building' | 'done' | 'failed';
  reason: 'request' | 'publish' | 'settings' | 'start' | 'command';
  requested_by: string | null;
  full: boolean;
  requested_at: DateTime;
  started_at: DateTime | null;
  finished_at: DateTime | null;
  result: {
    /** Of the whole output. */
    files: number;
    rendered: number;
    /** Files that are new or another than before. */
    written: number;
    removed: number;
    /** Links and pictures that lead nowhere. */
    findings: number;
  } | null;
  error: string | null;
  log: {
    at: DateTime;
    level: 'info' | 'warning' | 'error';
    message: string;
  }[];
}

export type PluginsListAnswer = PluginInfo[];

export interface PluginsEnableInput {
  name: string;
  /** You agree to what its permissions let it do. */
  approve_risk?: boolean;
}

export interface PluginsDisableInput {
  name: string;
}

export interface PluginsPanelInput {
  name: string;
}

export interface PluginsJobsInput {
  name?: string;
}

export type PluginsJobsAnswer = PluginJob[];

export type ThemesListAnswer = ThemeInfo[];

export interface ThemesInstallInput {
  /** An `https://` address of a ZIP, or the path of a ZIP or a folder, from the project’s folder. */
  source: string;
  /** What it is called here; without it, what its `theme.yaml` says. */
  name?: string;
}

export interface ThemesSwitchInput {
  name: string;
}

export type SettingsSectionsAnswer = SettingsSection[];

export interface SettingsFormInput {
  /** As `/settings/sections` lists it. */
  section: string;
}

export interface SettingsSaveInput {
  /** As `/settings/sections` lists it. */
  section: string;
  /** Those that are left out stay as they are; null gives the default back. */
  values: Record<string, unknown>;
  /** Refuse the save when the file is at another one. */
  expected_revision?: string;
}

export interface SettingsSaveAnswer {
  ok: boolean;
  /** What was changed and counts only once the server starts anew. */
  restart_required: string[];
}

export interface CustomFieldsSaveInput {
  /** By content type, a list of fields: `name type label required default help options multiple min max whole to fields`. */
  types?: Record<string, unknown>;
  /** `fields`, as of a content type, and `values`, which all documents share. */
  shared?: Record<string, unknown>;
  /** As `expected_revision`. */
  revision?: string;
  /** Refuse the save when the file is at another one. */
  expected_revision?: string;
}

export interface DocumentsListInput {
  /** Words that all have to be there, the last of which may be the beginning of one; "…" for words in this order, a minus sign before a word for its absence, `or` between two for either. */
  q?: string;
  type?: string;
  lang?: string;
  status?: DocumentStatus;
  author?: string;
  assignee?: string;
  reviewer?: string;
  sort?: 'updated_at' | 'date' | 'title' | 'path' | 'relevance';
  order?: 'asc' | 'desc';
  page?: number;
  limit?: number;
  /** The `next_cursor` of the page before, instead of `page`. */
  cursor?: string;
}

export interface DocumentsGetInput {
  path: string;
  id?: string;
}

export interface DocumentsCreateInput {
  type: string;
  lang: string;
  title: string;
  content: string;
  slug?: string;
  frontmatter?: Record<string, unknown>;
  /** Under which the caller kept the text until now; that is cleared. */
  draft_key?: string;
}

export interface DocumentsSaveInput {
  path: string;
  content: string;
  frontmatter?: Record<string, unknown>;
  expected_revision?: string;
  lock_token?: string;
  message?: string;
}

export interface DocumentsPeopleInput {
  path: string;
  /** A part of a name or of a user name. */
  q?: string;
}

export type DocumentsPeopleAnswer = Colleague[];

export interface DocumentsLockInput {
  path: string;
  lock_token?: string;
}

export interface DocumentsUnlockInput {
  path: string;
  lock_token?: string;
  force?: boolean;
}

export interface DocumentsKeepWorkingCopyInput {
  path?: string;
  /** Instead of `path`: of a document that is not there yet, under a key of the client’s choice. */
  draft_key?: string;
  content: string;
  frontmatter?: Record<string, unknown>;
  /** With `path`: the revision that the text was begun on. */
  base_revision?: string;
}

export interface DocumentsWorkingCopyInput {
  path?: string;
  /** Instead of `path`: of a document that is not there yet, under a key of the client’s choice. */
  draft_key?: string;
}

export type DocumentsWorkingCopiesAnswer = WorkingCopySummary[];

export interface DocumentsDiscardWorkingCopyInput {
  path?: string;
  /** Instead of `path`: of a document that is not there yet, under a key of the client’s choice. */
  draft_key?: string;
}

export interface DocumentsHistoryInput {
  path: string;
  limit?: number;
  /** Only what came before this entry, named by its `seq` or `hash`. */
  before?: string;
}

export type DocumentsHistoryAnswer = DocumentHistoryEntry[];

export interface DocumentsRevisionInput {
  path: string;
  hash: string;
}

export interface DocumentsDiffInput {
  path?: string;
  /** A history hash, or `current`. */
  left?: string;
  /** A history hash, or `current`. */
  right?: string;
  left_path?: string;
  right_path?: string;
}

export interface DocumentsApprovalsInput {
  path: string;
}

export type DocumentsApprovalsAnswer = ApprovalReceipt[];

export interface DocumentsEditorialInput {
  source_path: string;
  action: 'assign' | 'approve' | 'request_changes';
  /** The revision that was read; approve and request_changes need it. */
  expected_revision?: string;
  note?: string;
  /** Only with `assign`. An empty string keeps the owner. */
  owner?: string;
  /** Only with `assign`. An empty string clears it. */
  assignee?: string;
  /** Only with `assign`. An empty string clears it. */
  reviewer?: string;
  /** May be sent, and is not needed: a lock guards the text alone. */
  lock_token?: string;
}

export interface DocumentsStatusInput {
  status: DocumentStatus;
  /** With `scheduled`: a future time, as RFC 3339, or `YYYY-MM-DD[ HH:MM]` in the site’s time zone. Absent keeps the time that there is, null takes it away. */
  scheduled_publish_at?: string | null;
  /** When it goes off the public again: after it is published, and in the future. */
  scheduled_unpublish_at?: string | null;
  note?: string;
  path: string;
  expected_revision?: string;
  /** Only with `in_review`: the reviewer to notify, who must be allowed to review the document. Nobody is assigned, so others may decide too. */
  ask?: string;
}

export type DocumentsTrashAnswer = TrashEntry[];

export interface DocumentsDeleteInput {
  path: string;
  expected_revision?: string;
  lock_token?: string;
}

export interface DocumentsRestoreInput {
  /** The path of a trash entry, or where the document was: then the one that was deleted last. With `hash`, that of a living document. */
  path: string;
  /** Of a snapshot in its history. */
  hash?: string;
  /** With `hash` only. */
  lock_token?: string;
}

export interface DocumentsRestoreAnswer {
  ok: boolean;
  path: string;
  revision: string;
}

export interface DocumentsBulkStatusInput {
  status: DocumentStatus;
  /** With `scheduled`: a future time, as RFC 3339, or `YYYY-MM-DD[ HH:MM]` in the site’s time zone. Absent keeps the time that there is, null takes it away. */
  scheduled_publish_at?: string | null;
  /** When it goes off the public again: after it is published, and in the future. */
  scheduled_unpublish_at?: string | null;
  note?: string;
  paths: string[];
}

export interface DocumentsBulkDeleteInput {
  paths: string[];
}

export interface DocumentsBulkRestoreInput {
  paths: string[];
}

export interface DocumentsPreviewInput {
  /** Of a document, whose text and frontmatter this is instead. */
  path?: string;
  /** Of a new document, without `path`. */
  type?: string;
  /** Of a new document, without `path`. */
  lang?: string;
  content: string;
  frontmatter?: Record<string, unknown>;
  /** Of a new document; without one, the title serves. */
  slug?: string;
}

export interface DocumentsPreviewLinkInput {
  path: string;
  expires_in_hours?: number;
  /** Of a snapshot in its history, which is shown then. Absent, the document is shown as it is whenever the link is opened. */
  hash?: string;
}

export interface DocumentsPreviewLinksInput {
  path: string;
}

export type DocumentsPreviewLinksAnswer = PreviewLink[];

export interface DocumentsRevokePreviewLinkInput {
  id: string;
}

export interface MediaListInput {
  /** Parts of words, all of which are in the name or the metadata. */
  q?: string;
  type?: 'image' | 'video' | 'audio' | 'document';
  /** `media/2026`: with what is below it. */
  folder?: string;
  uploaded_by?: string;
  missing_alt?: 'true' | 'false';
  /** What is there more than once, byte for byte. */
  duplicates?: 'true';
  sort?: 'name' | 'size' | 'uploaded_at';
  order?: 'asc' | 'desc';
  page?: number;
  limit?: number;
}

export interface MediaGetInput {
  path: string;
  /** With `true`, `exif` also tells where the camera was: `latitude longitude altitude`. */
  location?: 'true' | 'false';
}

export type MediaFoldersAnswer = MediaFolder[];

export interface MediaUploadInput {
  /** The file, with the name that it is to have or has had. */
  file: UploadFile;
  /** The folder, `media/press`; or, with the ending of a file, the whole path. Without it, the folder of this month. */
  path?: string;
}

export interface MediaReplaceInput {
  /** The file, with the name that it is to have or has had. */
  file: UploadFile;
  path: string;
  /** The `hash` of the file that is to be replaced. */
  expected_hash?: string;
}

export interface MediaMetadataInput {
  path: string;
  metadata: MediaMetadataChanges;
  /** Its `metadata_revision`. */
  expected_revision?: string;
}

export interface MediaMoveInput {
  path: string;
  /** The new path; a folder, when it ends with /. */
  to: string;
  /** Also when documents use it, which then show nothing there. */
  force?: boolean;
}

export interface MediaDeleteInput {
  path: string;
  /** Also when documents use it, which then show nothing there. */
  force?: boolean;
}

export interface MediaDeleteAnswer {
  ok: boolean;
  trash_path: string;
  /** `pending`: a change awaits approval, and the public sees the version before it (ADD-MED-1). */
  state: 'public' | 'pending';
}

export interface MediaRestoreInput {
  /** The path of a trash entry, or where the file was: then the one that was deleted last. */
  path: string;
}

export type MediaTrashAnswer = MediaTrashEntry[];

export interface MediaPurgeInput {
  /** Of the trash entry. */
  path: string;
}

export interface MediaUsageInput {
  path: string;
}

export interface MediaBulkInput {
  action: 'delete' | 'restore' | 'tag' | 'move';
  paths: string[];
  /** With `tag`. */
  add_tags?: string[];
  /** With `tag`. */
  remove_tags?: string[];
  /** With `move`: the folder. */
  to?: string;
  /** With `delete` and `move`: also when documents use it. */
  force?: boolean;
}

export type MediaPendingAnswer = PendingMedia[];

export interface MediaReviewInput {
  path: string;
  action: 'approve' | 'request_changes';
  /** The `hash` of the pending version that was looked at. */
  expected_hash: string;
  /** For the people who changed it. */
  note?: string;
}

export interface MediaReviewAnswer {
  ok: boolean;
  /** `public` after an approval. */
  state: 'public' | 'pending';
}

export interface MediaFileInput {
  path: string;
  version: 'public' | 'pending';
  /** Any text; with another one, a browser fetches the file again. */
  v?: string;
}

export interface NotificationsListInput {
  /** `true`: those alone that are unread. */
  unread?: 'true' | 'false';
  limit?: number;
  /** The `next_cursor` of the page before. */
  before?: string;
}

export interface NotificationsReadInput {
  /** These; ids of others change nothing. */
  ids?: string[];
  /** Instead of `ids`. */
  all?: true;
  /** With `all`: those alone that came up to this one. */
  up_to?: string;
}

export interface NotificationsReadAnswer {
  ok: boolean;
  /** How many are unread, on whatever page. */
  unread: number;
}

export interface AiwriterGenerateInput {
  prompt: string;
  /** The kind of text. */
  type?: string;
  title?: string;
  style?: string;
  /** How many characters the text has at most. */
  max_length?: number;
}

/** By its event: `text`, a piece of the text, to be joined to those before; `done`, once, an AiGenerateResponse; or in its place `problem`, once, a Problem. Comments in between say that all is well. */
export type AiwriterGenerateEvent =
  | {
      text: string;
    }
  | AiGenerateResponse;

export interface PlatformContentInput {
  path?: string;
  id?: string;
  type?: string;
  lang?: string;
}

export interface PlatformCollectionsInput {
  type?: string;
  lang?: string;
  /** `tags`, or `tags:letterpress` */
  taxonomy?: string;
  sort?: 'updated_at' | 'date' | 'title' | 'path';
  order?: 'asc' | 'desc';
  page?: number;
  page_size?: number;
}

export interface RunsStatusInput {
  /** Of the workspace. */
  id: string;
}

export interface RunsControlInput {
  /** Of the workspace. */
  id: string;
  action: 'start' | 'pause' | 'resume' | 'stop' | 'force-stop';
  /** Selects nothing: the newest run is meant. */
  run_id?: string;
  /** Of a run that `start` creates; 4,000 characters. */
  goal?: string;
  /** For the audit log; 1,000 characters. */
  reason?: string;
}

export interface RunsListInput {
  /** Of the workspace. */
  id: string;
  /** 50, and 200 at most. */
  limit?: number;
  /** The `next` of the page before. */
  after?: string;
  /** Of this status alone. */
  status?: string;
}

export interface RunsListAnswer {
  items: Run[];
  /** Where the next page begins; null on the last. */
  next: string | null;
}

export interface RunsGetInput {
  /** Of the workspace. */
  id: string;
  /** Id of the run. */
  run: string;
}

export interface RunsEventsInput {
  /** Of the workspace. */
  id: string;
  /** Id of the run. */
  run: string;
  /** Only what came behind this event. */
  after?: string;
  /** 50, and 200 at most. */
  limit?: number;
  /** How long to wait for an event when there is none; a stream always waits. */
  wait?: string;
}

export interface TasksListInput {
  /** Of the workspace. */
  id: string;
  /** 50, and 200 at most. */
  limit?: number;
  /** The `next` of the page before. */
  after?: string;
  /** Of this status alone. */
  status?: string;
  /** Of this run alone. */
  run_id?: string;
}

export interface TasksListAnswer {
  items: Task[];
  /** Where the next page begins; null on the last. */
  next: string | null;
}

export interface ProposalsListInput {
  /** Of the workspace. */
  id: string;
  /** 50, and 200 at most. */
  limit?: number;
  /** The `next` of the page before. */
  after?: string;
  /** Of this status alone. */
  status?: string;
  /** Of this run alone. */
  run_id?: string;
}

export interface ProposalsListAnswer {
  items: Proposal[];
  /** Where the next page begins; null on the last. */
  next: string | null;
}

export interface ProposalsGetInput {
  /** Of the workspace. */
  id: string;
  /** Id of the proposal. */
  proposal: string;
}

export interface ProposalsAcceptInput {
  /** Of the workspace. */
  id: string;
  /** Id of the proposal. */
  proposal: string;
  /** Of the patch that was read, the newest. Null, or left out, exactly when the proposal has none. */
  patch_sha256?: string | null;
  /** Of the patch that was read; refused when it is another by now. */
  base_revision?: string;
  /** Kept with the decision, without what looks like a secret. */
  note?: string;
}

export interface ProposalsRejectInput {
  /** Of the workspace. */
  id: string;
  /** Id of the proposal. */
  proposal: string;
  /** Of the patch that was read, the newest. Null, or left out, exactly when the proposal has none. */
  patch_sha256?: string | null;
  /** Of the patch that was read; refused when it is another by now. */
  base_revision?: string;
  /** Kept with the decision, without what looks like a secret. */
  note?: string;
}

export interface ProposalsRequestRevisionInput {
  /** Of the workspace. */
  id: string;
  /** Id of the proposal. */
  proposal: string;
  /** Of the patch that was read, the newest. Null, or left out, exactly when the proposal has none. */
  patch_sha256?: string | null;
  /** Of the patch that was read; refused when it is another by now. */
  base_revision?: string;
  /** Kept with the decision, without what looks like a secret. */
  note: string;
}

export interface ProposalsRollbackInput {
  /** Of the workspace. */
  id: string;
  /** Id of the proposal. */
  proposal: string;
  /** Kept with the decision, without what looks like a secret. */
  note?: string;
}

export interface DeliberationsListInput {
  /** Of the workspace. */
  id: string;
  /** 50, and 200 at most. */
  limit?: number;
  /** The `next` of the page before. */
  after?: string;
  /** Of this status alone. */
  status?: string;
  /** Of this run alone. */
  run_id?: string;
}

export interface DeliberationsListAnswer {
  items: Deliberation[];
  /** Where the next page begins; null on the last. */
  next: string | null;
}

export interface ApprovalsListInput {
  /** Of the workspace. */
  id: string;
  /** 50, and 200 at most. */
  limit?: number;
  /** The `next` of the page before. */
  after?: string;
  /** Of this status alone. */
  status?: string;
  /** Of this run alone. */
  run_id?: string;
}

export interface ApprovalsListAnswer {
  items: ApprovalRequest[];
  /** Where the next page begins; null on the last. */
  next: string | null;
}

export interface ApprovalsApproveInput {
  /** Of the workspace. */
  id: string;
  /** Id of the request. */
  approval: string;
  /** Of the patch that was read: the newest of the proposal. Null, or left out, exactly when it has none, or the request is about no proposal. */
  patch_sha256?: string | null;
  /** Kept with the decision, without what looks like a secret. */
  note?: string;
}

export interface ApprovalsRejectInput {
  /** Of the workspace. */
  id: string;
  /** Id of the request. */
  approval: string;
  /** Of the patch that was read: the newest of the proposal. Null, or left out, exactly when it has none, or the request is about no proposal. */
  patch_sha256?: string | null;
  /** Kept with the decision, without what looks like a secret. */
  note?: string;
}

export interface AgentsListInput {
  /** Of the workspace. */
  id: string;
  /** 50, and 200 at most. */
  limit?: number;
  /** The `next` of the page before. */
  after?: string;
}

export interface AgentsListAnswer {
  items: Agent[];
  /** Where the next page begins; null on the last. */
  next: string | null;
}

export interface ClaimsListInput {
  /** Of the workspace. */
  id: string;
  /** 50, and 200 at most. */
  limit?: number;
  /** The `next` of the page before. */
  after?: string;
  /** Of this run alone. */
  run_id?: string;
}

export interface ClaimsListAnswer {
  items: ResourceClaim[];
  /** Where the next page begins; null on the last. */
  next: string | null;
}

export interface WorkerTokensListInput {
  /** Of the workspace. */
  id: string;
  /** 50, and 200 at most. */
  limit?: number;
  /** The `next` of the page before. */
  after?: string;
  /** Of this run alone. */
  run_id?: string;
}

export interface WorkerTokensListAnswer {
  items: WorkerToken[];
  /** Where the next page begins; null on the last. */
  next: string | null;
}

export interface WorkerTokensCreateInput {
  /** Of the workspace. */
  id: string;
  run_id: string;
  agent_id: string;
  scopes: (
    | 'tasks:read'
    | 'tasks:write'
    | 'proposals:write'
    | 'reviews:write'
    | 'turns:write'
    | 'repo:read'
    | 'memory:read'
    | 'memory:write'
  )[];
  /** How long it is good for: 28,800 (eight hours) when absent. */
  ttl_seconds?: number;
}

export interface WorkerTokensRevokeInput {
  /** Of the workspace. */
  id: string;
  /** Id of the token, not the token. */
  token: string;
}

export interface AuthApi {
  /**
   * Sign in and get a session cookie; `totp_code` takes a code or a recovery code.
   *
   * Problems of its own: `invalid_credentials`, `totp_required`, `totp_invalid`, `csrf_failed`, `rate_limited`, `unavailable`.
   */
  login(input: AuthLoginInput, options?: CallOptions): Promise<AuthSession>;
  /**
   * End the session; without one, nothing happens.
   *
   * Problems of its own: `csrf_failed`.
   */
  logout(input?: NoInput, options?: CallOptions): Promise<LogoutResponse>;
  /**
   * Who is signed in.
   *
   * Needs a session: a token cannot do this.
   */
  session(input?: NoInput, options?: CallOptions): Promise<AuthSession>;
  /**
   * Create the first administrator with the single-use token of the set-up link, and sign in.
   *
   * Problems of its own: `setup_link_invalid`, `invalid_fields`, `csrf_failed`.
   */
  setup(input: AuthSetupInput, options?: CallOptions): Promise<AuthSession>;
}

export interface SessionsApi {
  /**
   * Prove once more that it is you, by password; for the next ten minutes it is believed.
   *
   * Needs a session: a token cannot do this.
   *
   * Problems of its own: `invalid_credentials`, `rate_limited`, `unavailable`.
   */
  confirm(input: SessionsConfirmInput, options?: CallOptions): Promise<OkResponse>;
  /**
   * Living sessions, last used first: of one user, or all that the caller may see, which are their own without `users.manage`.
   *
   * Needs a session: a token cannot do this.
   *
   * Problems of its own: `forbidden`.
   */
  list(input?: SessionsListInput, options?: CallOptions): Promise<SessionsListAnswer>;
  /**
   * End one session by its id, every session of a user, or all that the caller may see; `keep_current` spares the caller’s own.
   *
   * Needs a session: a token cannot do this. Needs a session that was confirmed with the password lately.
   *
   * Problems of its own: `forbidden`, `reauthentication_required`.
   */
  revoke(input?: SessionsRevokeInput, options?: CallOptions): Promise<RevokeResponse>;
}

export interface TotpApi {
  /**
   * Begin to set up a second factor; one that is enabled stays until the new one is confirmed.
   *
   * Needs a session: a token cannot do this. Needs a session that was confirmed with the password lately.
   *
   * Problems of its own: `forbidden`, `not_found`, `reauthentication_required`.
   */
  setup(input?: TotpSetupInput, options?: CallOptions): Promise<TotpSetupResponse>;
  /**
   * Confirm the second factor with a code; ends the user’s other sessions.
   *
   * Needs a session: a token cannot do this. Needs a session that was confirmed with the password lately.
   *
   * Problems of its own: `totp_invalid`, `forbidden`, `not_found`, `reauthentication_required`, `rate_limited`.
   */
  enable(input: TotpEnableInput, options?: CallOptions): Promise<RecoveryCodes>;
  /**
   * Turn the second factor off; ends the user’s other sessions.
   *
   * Needs a session: a token cannot do this. Needs a session that was confirmed with the password lately.
   *
   * Problems of its own: `forbidden`, `not_found`, `reauthentication_required`.
   */
  disable(input?: TotpDisableInput, options?: CallOptions): Promise<OkResponse>;
  /**
   * New recovery codes in place of the old ones.
   *
   * Needs a session: a token cannot do this. Needs a session that was confirmed with the password lately.
   *
   * Problems of its own: `totp_not_enabled`, `reauthentication_required`.
   */
  recoveryCodes(input?: NoInput, options?: CallOptions): Promise<RecoveryCodes>;
}

export interface PasswordApi {
  /**
   * Change one’s own password; ends one’s other sessions, and one’s tokens.
   *
   * Needs a session: a token cannot do this.
   *
   * Problems of its own: `invalid_credentials`, `invalid_fields`, `rate_limited`, `unavailable`.
   */
  change(input: PasswordChangeInput, options?: CallOptions): Promise<PasswordChanged>;
  /**
   * Set a password with the single-use token of a reset link; ends all sessions and tokens of the user.
   *
   * Problems of its own: `reset_link_invalid`, `invalid_fields`, `csrf_failed`, `rate_limited`, `unavailable`.
   */
  reset(input: PasswordResetInput, options?: CallOptions): Promise<PasswordReset>;
}

export interface TokensApi {
  /**
   * Personal API tokens: one’s own, or with `users.manage` those of a user.
   *
   * Needs a session: a token cannot do this.
   *
   * Problems of its own: `forbidden`.
   */
  list(input?: TokensListInput, options?: CallOptions): Promise<TokensListAnswer>;
  /**
   * Make a token for `Authorization: Bearer`; it is shown this once, and does what its scopes and one’s role both allow.
   *
   * Needs a session: a token cannot do this. Needs a session that was confirmed with the password lately.
   *
   * Problems of its own: `invalid_fields`, `reauthentication_required`.
   */
  create(input: TokensCreateInput, options?: CallOptions): Promise<NewApiToken>;
  /**
   * End a token of one’s own, or with `users.manage` of anybody; it is refused from then on.
   *
   * Needs a session: a token cannot do this.
   *
   * Problems of its own: `not_found`, `forbidden`.
   */
  revoke(input: TokensRevokeInput, options?: CallOptions): Promise<OkResponse>;
}

export interface UsersApi {
  /**
   * Everybody who has an account, by user name.
   *
   * Needs `users.manage`.
   */
  list(input?: NoInput, options?: CallOptions): Promise<UsersListAnswer>;
  /**
   * Create a user, or change one: `password` and `enabled` stay when absent. A change of role, password or `enabled` ends the user’s other sessions.
   *
   * Needs `users.manage`. Needs a session that was confirmed with the password lately.
   *
   * Problems of its own: `invalid_fields`, `forbidden`, `last_admin`, `unavailable`, `reauthentication_required`.
   */
  save(input: UsersSaveInput, options?: CallOptions): Promise<UserInfo>;
  /**
   * Delete a user; one who owns documents only with `reassign_to`, who then owns them (GAP-SET-3).
   *
   * Needs `users.manage`. Needs a session that was confirmed with the password lately.
   *
   * Problems of its own: `not_found`, `forbidden`, `last_admin`, `in_use`, `invalid_fields`, `reauthentication_required`.
   */
  delete(input: UsersDeleteInput, options?: CallOptions): Promise<OkResponse>;
  /**
   * A link that lets a user set a password, once and within 24 hours; earlier ones end.
   *
   * Needs `users.manage`. Needs a session that was confirmed with the password lately.
   *
   * Problems of its own: `not_found`, `forbidden`, `reauthentication_required`.
   */
  resetLink(input: UsersResetLinkInput, options?: CallOptions): Promise<ResetLink>;
}

export interface RolesApi {
  /**
   * Roles: the built-in ones first, then those of this site, and how many users have each.
   *
   * Needs `users.manage`.
   */
  list(input?: NoInput, options?: CallOptions): Promise<RolesListAnswer>;
  /**
   * Create or change a role of this site; holds for its users from their next request on.
   *
   * Needs `users.manage`. Needs a session that was confirmed with the password lately.
   *
   * Problems of its own: `invalid_fields`, `forbidden`, `reauthentication_required`.
   */
  save(input: RolesSaveInput, options?: CallOptions): Promise<Role>;
  /**
   * Delete a role that nobody has; the built-in ones stay.
   *
   * Needs `users.manage`. Needs a session that was confirmed with the password lately.
   *
   * Problems of its own: `not_found`, `in_use`, `forbidden`, `reauthentication_required`.
   */
  delete(input: RolesDeleteInput, options?: CallOptions): Promise<OkResponse>;
}

export interface AuditApi {
  /**
   * What was done, and what was refused: newest first.
   *
   * Needs `audit.read`.
   */
  readonly list: Paged<
    (input?: AuditListInput, options?: CallOptions) => Promise<AuditListAnswer>,
    ItemOf<AuditListAnswer>
  >;
  /**
   * Everything that the filters leave, as one file, newest first.
   *
   * Needs `audit.read`.
   */
  export(input: AuditExportInput, options?: CallOptions): Promise<Download>;
}

export interface BackupsApi {
  /**
   * The backups that are kept, the newest first.
   *
   * Needs `operations.manage`.
   */
  list(input?: NoInput, options?: CallOptions): Promise<BackupsListAnswer>;
  /**
   * Make a backup of the content; answers when it is written, and read back without a fault.
   *
   * Needs `operations.manage`.
   *
   * Problems of its own: `backup_running`, `backup_failed`, `insufficient_storage`.
   */
  create(input: BackupsCreateInput, options?: CallOptions): Promise<BackupInfo>;
  /**
   * The archive of a backup, or ranges of it.
   *
   * Needs `operations.manage`. Needs a session that was confirmed with the password lately.
   *
   * Problems of its own: `not_found`, `reauthentication_required`.
   */
  download(input: BackupsDownloadInput, options?: CallOptions): Promise<Download>;
  /**
   * Delete a backup for good.
   *
   * Needs `operations.manage`. Needs a session that was confirmed with the password lately.
   *
   * Problems of its own: `not_found`, `reauthentication_required`.
   */
  delete(input: BackupsDeleteInput, options?: CallOptions): Promise<OkResponse>;
  /**
   * Put the content of a backup in the place of the content that there is, of which a backup is made before.
   *
   * Needs `operations.manage`. Needs a session that was confirmed with the password lately.
   *
   * Problems of its own: `not_found`, `invalid_archive`, `insufficient_storage`, `backup_failed`, `restore_running`, `restore_failed`, `tree_fixed`, `security_settings_change`, `reauthentication_required`.
   */
  restore(input: BackupsRestoreInput, options?: CallOptions): Promise<BackupsRestoreAnswer>;
  /**
   * Read all of a backup and compare it with its manifest.
   *
   * Needs `operations.manage`.
   *
   * Problems of its own: `not_found`, `invalid_archive`.
   */
  verify(input: BackupsVerifyInput, options?: CallOptions): Promise<BackupsVerifyAnswer>;
  /**
   * Commit the content tree as it is to its own git repository, signed by who asks.
   *
   * Needs `operations.manage`.
   *
   * Problems of its own: `git_unusable`, `backup_failed`, `insufficient_storage`.
   */
  gitSnapshot(input: BackupsGitSnapshotInput, options?: CallOptions): Promise<GitSnapshot>;
  /**
   * The newest commits of the content tree, newest first; none where there is no repository.
   *
   * Needs `operations.manage`.
   *
   * Problems of its own: `git_unusable`.
   */
  gitLog(input?: BackupsGitLogInput, options?: CallOptions): Promise<BackupsGitLogAnswer>;
}

export interface OperationsApi {
  /**
   * How the static output, the schedule and the cache of public pages stand.
   *
   * Needs `operations.manage`.
   */
  status(input?: NoInput, options?: CallOptions): Promise<OperationStatus>;
  /**
   * Ask for a build of the static output; all that ask before it begins get one.
   *
   * Needs `operations.manage`.
   */
  rebuild(input?: OperationsRebuildInput, options?: CallOptions): Promise<OkResponse>;
  /**
   * The last hundred builds of the static output, the newest first.
   *
   * Needs `operations.manage`.
   */
  builds(input?: NoInput, options?: CallOptions): Promise<OperationsBuildsAnswer>;
  /**
   * One build of the static output, with its log.
   *
   * Needs `operations.manage`.
   *
   * Problems of its own: `not_found`.
   */
  build(input: OperationsBuildInput, options?: CallOptions): Promise<OperationsBuildAnswer>;
}

export interface PluginsApi {
  /**
   * Every plugin, by name, the broken ones among them.
   *
   * Needs `plugins.manage`.
   */
  list(input?: NoInput, options?: CallOptions): Promise<PluginsListAnswer>;
  /**
   * Switch a plugin on. It is loaded first: what is broken stays off.
   *
   * Needs `plugins.manage`. Needs a session that was confirmed with the password lately.
   *
   * Problems of its own: `plugin_not_found`, `invalid_plugin`, `approval_of_risk_required`, `reauthentication_required`.
   */
  enable(input: PluginsEnableInput, options?: CallOptions): Promise<OkResponse>;
  /**
   * Stop a plugin, and leave it off.
   *
   * Needs `plugins.manage`.
   *
   * Problems of its own: `plugin_not_found`.
   */
  disable(input: PluginsDisableInput, options?: CallOptions): Promise<OkResponse>;
  /**
   * The page of a running plugin, filled from its route, for whoever may call that.
   *
   * Problems of its own: `plugin_not_running`, `plugin_failed`, `plugin_timeout`.
   */
  panel(input: PluginsPanelInput, options?: CallOptions): Promise<FilledPluginPanel>;
  /**
   * What running plugins do at set times, and how it went the last time.
   *
   * Needs `plugins.manage`.
   */
  jobs(input?: PluginsJobsInput, options?: CallOptions): Promise<PluginsJobsAnswer>;
}

export interface ThemesApi {
  /**
   * Every theme that the site can be shown with, by name, the broken ones among them.
   *
   * Needs `themes.manage`.
   */
  list(input?: NoInput, options?: CallOptions): Promise<ThemesListAnswer>;
  /**
   * Install a theme, or another version of one. It is whole and usable, or nothing of it is kept.
   *
   * Needs `themes.manage`. Needs a session that was confirmed with the password lately.
   *
   * Problems of its own: `already_exists`, `theme_install_running`, `invalid_archive`, `invalid_theme`, `invalid_theme_source`, `themes_not_written`, `upstream_failed`, `upstream_timeout`, `reauthentication_required`.
   */
  install(input: ThemesInstallInput, options?: CallOptions): Promise<ThemeInfo>;
  /**
   * Show the site with another theme, from now on; written into `config/site.yaml`.
   *
   * Needs `themes.manage`. Needs a session that was confirmed with the password lately.
   *
   * Problems of its own: `theme_not_found`, `invalid_theme`, `invalid_theme_settings`, `invalid_site_settings`, `settings_not_written`, `reauthentication_required`.
   */
  switch(input: ThemesSwitchInput, options?: CallOptions): Promise<OkResponse>;
}

export interface SettingsApi {
  /**
   * The groups of settings that forms show, among them one a theme and one a plugin with settings.
   *
   * Needs `config.manage`.
   *
   * Problems of its own: `invalid_site_settings`, `invalid_configuration`, `invalid_plugin_settings`.
   */
  sections(input?: NoInput, options?: CallOptions): Promise<SettingsSectionsAnswer>;
  /**
   * The fields of a section and their values, those that nobody has set with their defaults.
   *
   * Needs `config.manage`.
   *
   * Problems of its own: `not_found`, `invalid_site_settings`, `invalid_configuration`, `invalid_plugin_settings`.
   */
  form(input: SettingsFormInput, options?: CallOptions): Promise<SettingsForm>;
  /**
   * Change settings of a section, all of them or none; comments in the file stay.
   *
   * Needs `config.manage`. Needs a session that was confirmed with the password lately.
   *
   * Problems of its own: `not_found`, `invalid_fields`, `stale_revision`, `settings_not_editable`, `settings_not_written`, `invalid_site_settings`, `invalid_configuration`, `invalid_plugin_settings`, `reauthentication_required`.
   */
  save(input: SettingsSaveInput, options?: CallOptions): Promise<SettingsSaveAnswer>;
}

export interface CustomFieldsApi {
  /**
   * The fields that documents have beside their text, and the values that all of them share.
   *
   * Needs `config.manage`.
   *
   * Problems of its own: `invalid_custom_fields`.
   */
  get(input?: NoInput, options?: CallOptions): Promise<CustomFields>;
  /**
   * Define other fields, or share other values; what `/custom-fields` answers may be sent back.
   *
   * Needs `config.manage`.
   *
   * Problems of its own: `invalid_fields`, `stale_revision`, `settings_not_editable`, `settings_not_written`, `invalid_custom_fields`.
   */
  save(input?: CustomFieldsSaveInput, options?: CallOptions): Promise<OkResponse>;
}

export interface SystemApi {
  /** Version, database, memory and disk. */
  status(input?: NoInput, options?: CallOptions): Promise<StatusResponse>;
  /** What this server can do, and what the caller may. */
  capabilities(input?: NoInput, options?: CallOptions): Promise<CapabilitiesResponse>;
  /** Health: 200 when every check passes, 503 when one fails or the server is starting. */
  health(input?: NoInput, options?: CallOptions): Promise<HealthResponse>;
  /** Liveness: 200 while the process responds, whatever else fails. */
  live(input?: NoInput, options?: CallOptions): Promise<LiveResponse>;
  /** Readiness for load balancers: 200 while this server answers visitors, if need be without the database. */
  ready(input?: NoInput, options?: CallOptions): Promise<ReadyResponse>;
}

export interface DocumentsApi {
  /**
   * Documents that the caller may read: newest change first, or, of a search, what fits best. For all of them, follow `next_cursor`.
   *
   * Needs `documents.read`.
   */
  readonly list: Paged<
    (input?: DocumentsListInput, options?: CallOptions) => Promise<PagedDocumentsResponse>,
    ItemOf<PagedDocumentsResponse>
  >;
  /**
   * One document, with its text.
   *
   * Needs `documents.read`.
   *
   * Problems of its own: `invalid_path`, `not_found`.
   */
  get(input: DocumentsGetInput, options?: CallOptions): Promise<DocumentDetail>;
  /**
   * Create a draft.
   *
   * Needs `documents.create`.
   *
   * Problems of its own: `invalid_path`, `already_exists`, `invalid_fields`, `approval_required`, `illegal_transition`, `invalid_schedule`, `storage_failed`, `insufficient_storage`.
   */
  create(input: DocumentsCreateInput, options?: CallOptions): Promise<DocumentDetail>;
  /**
   * Save a document: its body, its frontmatter, its state, or the whole file as it is.
   *
   * Needs `documents.write`.
   *
   * Problems of its own: `invalid_path`, `not_found`, `stale_revision`, `document_locked`, `approval_required`, `illegal_transition`, `invalid_schedule`, `invalid_fields`, `frontmatter_broken`, `frontmatter_not_editable`.
   */
  save(input: DocumentsSaveInput, options?: CallOptions): Promise<DocumentDetail>;
  /**
   * What somebody who writes has to know of the site: its types of documents and its clocks.
   *
   * Needs `documents.read`.
   */
  types(input?: NoInput, options?: CallOptions): Promise<DocumentTypes>;
  /**
   * Whom a document may be given to, by name, those first who have a part in it: everybody, for who may assign; for others who may write it, those who may review it. 50 at most.
   *
   * Needs `documents.read`.
   *
   * Problems of its own: `invalid_path`, `not_found`.
   */
  people(input: DocumentsPeopleInput, options?: CallOptions): Promise<DocumentsPeopleAnswer>;
  /**
   * Keep a document for oneself for two minutes, or go on keeping it.
   *
   * Needs `documents.write`.
   *
   * Problems of its own: `invalid_path`, `not_found`, `document_locked`.
   */
  lock(input: DocumentsLockInput, options?: CallOptions): Promise<LockResponse>;
  /**
   * Release a lock, or, as an administrator with `force`, break somebody else’s.
   *
   * Needs `documents.write`.
   *
   * Problems of its own: `invalid_path`, `not_found`, `document_locked`.
   */
  unlock(input: DocumentsUnlockInput, options?: CallOptions): Promise<OkResponse>;
  /**
   * Keep unsaved text for oneself, beside the document: it touches neither file, history nor lock.
   *
   * Needs `documents.read`.
   *
   * Problems of its own: `invalid_path`, `not_found`.
   */
  keepWorkingCopy(
    input: DocumentsKeepWorkingCopyInput,
    options?: CallOptions,
  ): Promise<KeptWorkingCopy>;
  /**
   * The unsaved text that the caller has of a document, or of one that is not there yet.
   *
   * Needs `documents.read`.
   *
   * Problems of its own: `invalid_path`, `not_found`.
   */
  workingCopy(
    input?: DocumentsWorkingCopyInput,
    options?: CallOptions,
  ): Promise<WorkingCopyResponse>;
  /**
   * The unsaved texts of the caller, newest first; they have 200 at most.
   *
   * Needs `documents.read`.
   */
  workingCopies(input?: NoInput, options?: CallOptions): Promise<DocumentsWorkingCopiesAnswer>;
  /**
   * Throw unsaved text of one’s own away; where there is none, there is nothing to do.
   *
   * Needs `documents.read`.
   *
   * Problems of its own: `invalid_path`, `not_found`.
   */
  discardWorkingCopy(
    input?: DocumentsDiscardWorkingCopyInput,
    options?: CallOptions,
  ): Promise<OkResponse>;
  /**
   * Retained snapshots of a document, newest first, 200 at a time unless asked otherwise.
   *
   * Needs `documents.history`.
   *
   * Problems of its own: `invalid_path`, `not_found`.
   */
  readonly history: Paged<
    (input: DocumentsHistoryInput, options?: CallOptions) => Promise<DocumentsHistoryAnswer>,
    ItemOf<DocumentsHistoryAnswer>
  >;
  /**
   * One retained snapshot of a document, with its text.
   *
   * Needs `documents.history`.
   *
   * Problems of its own: `invalid_path`, `not_found`.
   */
  revision(input: DocumentsRevisionInput, options?: CallOptions): Promise<DocumentRevision>;
  /**
   * Compare two revisions of a document, by default the last two, or two documents as they are now.
   *
   * Needs `documents.diff`.
   *
   * Problems of its own: `invalid_path`, `not_found`, `comparison_too_large`.
   */
  diff(input?: DocumentsDiffInput, options?: CallOptions): Promise<DocumentComparison>;
  /**
   * Receipts of the approvals of a document, newest first, 1,000 at most.
   *
   * Needs `documents.history`.
   *
   * Problems of its own: `invalid_path`, `not_found`.
   */
  approvals(
    input: DocumentsApprovalsInput,
    options?: CallOptions,
  ): Promise<DocumentsApprovalsAnswer>;
  /**
   * Assign a document, approve a revision of it, or request changes.
   *
   * Needs `documents.read`.
   *
   * Problems of its own: `invalid_path`, `not_found`, `not_independent`, `not_assigned_reviewer`, `stale_revision`, `illegal_transition`, `invalid_assignee`, `frontmatter_broken`, `frontmatter_not_editable`.
   */
  editorial(input: DocumentsEditorialInput, options?: CallOptions): Promise<EditorialState>;
  /**
   * Bring a document to another state, or plan when it is public, without touching its text.
   *
   * Needs `documents.read`.
   *
   * Problems of its own: `invalid_path`, `not_found`, `stale_revision`, `approval_required`, `illegal_transition`, `invalid_assignee`, `invalid_fields`, `invalid_schedule`, `frontmatter_broken`, `frontmatter_not_editable`.
   */
  status(input: DocumentsStatusInput, options?: CallOptions): Promise<DocumentDetail>;
  /**
   * What is to be published and to go off the public, and when: the next 200.
   *
   * Needs `documents.read`.
   */
  schedule(input?: NoInput, options?: CallOptions): Promise<DocumentSchedule>;
  /**
   * What the caller may read of the trash, newest first, 1,000 entries at most.
   *
   * Needs `documents.lifecycle`.
   */
  trash(input?: NoInput, options?: CallOptions): Promise<DocumentsTrashAnswer>;
  /**
   * Move a document to the trash, off the public.
   *
   * Needs `documents.lifecycle`.
   *
   * Problems of its own: `invalid_path`, `not_found`, `stale_revision`, `document_locked`, `storage_failed`, `insufficient_storage`.
   */
  delete(input: DocumentsDeleteInput, options?: CallOptions): Promise<OkResponse>;
  /**
   * Put a document back from the trash, or bring back an earlier snapshot of a living one.
   *
   * Needs `documents.lifecycle`.
   *
   * Problems of its own: `invalid_path`, `not_found`, `already_exists`, `document_locked`, `frontmatter_broken`, `frontmatter_not_editable`, `storage_failed`, `insufficient_storage`.
   */
  restore(input: DocumentsRestoreInput, options?: CallOptions): Promise<DocumentsRestoreAnswer>;
  /**
   * Bring documents to another state, one after the other; 200 also when some of them are refused.
   *
   * Needs `documents.read`.
   */
  bulkStatus(input: DocumentsBulkStatusInput, options?: CallOptions): Promise<BulkStatusResponse>;
  /**
   * Move documents to the trash, one after the other; 200 also when some of them are refused.
   *
   * Needs `documents.lifecycle`.
   */
  bulkDelete(input: DocumentsBulkDeleteInput, options?: CallOptions): Promise<BulkDeleteResponse>;
  /**
   * Put documents back from the trash, by their paths there or where they were; 200 also when some of them are refused.
   *
   * Needs `documents.lifecycle`.
   */
  bulkRestore(
    input: DocumentsBulkRestoreInput,
    options?: CallOptions,
  ): Promise<BulkRestoreResponse>;
  /**
   * The page of a text that is not saved, of a document or of a new one; nothing is stored.
   *
   * Needs `documents.read`.
   *
   * Problems of its own: `invalid_path`, `not_found`, `invalid_fields`, `frontmatter_broken`, `frontmatter_not_editable`.
   */
  preview(input: DocumentsPreviewInput, options?: CallOptions): Promise<PreviewResponse>;
  /**
   * An address under which people without an account see a document, until it expires.
   *
   * Needs `documents.read`.
   *
   * Problems of its own: `invalid_path`, `not_found`.
   */
  previewLink(
    input: DocumentsPreviewLinkInput,
    options?: CallOptions,
  ): Promise<PreviewLinkResponse>;
  /**
   * The preview links of a document, newest first, 1,000 at most; those that expired more than 30 days ago are gone.
   *
   * Needs `documents.read`.
   *
   * Problems of its own: `invalid_path`, `not_found`.
   */
  previewLinks(
    input: DocumentsPreviewLinksInput,
    options?: CallOptions,
  ): Promise<DocumentsPreviewLinksAnswer>;
  /**
   * End a preview link.
   *
   * Needs `documents.read`.
   *
   * Problems of its own: `not_found`.
   */
  revokePreviewLink(
    input: DocumentsRevokePreviewLinkInput,
    options?: CallOptions,
  ): Promise<OkResponse>;
}

export interface MediaApi {
  /**
   * Files of the media library, the newest first unless `sort` says otherwise.
   *
   * Needs `media.read`.
   *
   * Problems of its own: `invalid_path`.
   */
  readonly list: Paged<
    (input?: MediaListInput, options?: CallOptions) => Promise<PagedMediaResponse>,
    ItemOf<PagedMediaResponse>
  >;
  /**
   * One file of the media library, and the others with the same bytes.
   *
   * Needs `media.read`.
   *
   * Problems of its own: `invalid_path`, `not_found`.
   */
  get(input: MediaGetInput, options?: CallOptions): Promise<MediaDetail>;
  /**
   * The folders of the media library, and how many files are in them.
   *
   * Needs `media.read`.
   */
  folders(input?: NoInput, options?: CallOptions): Promise<MediaFoldersAnswer>;
  /**
   * Bring a file into the media library; a name that is taken gets a number.
   *
   * Needs `media.write`.
   *
   * Problems of its own: `invalid_path`, `unsupported_media_type`, `invalid_media`, `storage_failed`, `insufficient_storage`.
   */
  upload(input: MediaUploadInput, options?: UploadOptions): Promise<UploadedMedia>;
  /**
   * Put another file in the place of one, at the same address and with its metadata.
   *
   * Needs `media.write`.
   *
   * Problems of its own: `invalid_path`, `unsupported_media_type`, `invalid_media`, `storage_failed`, `insufficient_storage`, `not_found`, `stale_revision`.
   */
  replace(input: MediaReplaceInput, options?: UploadOptions): Promise<UploadedMedia>;
  /**
   * Change what is said about a file.
   *
   * Needs `media.write`.
   *
   * Problems of its own: `invalid_path`, `not_found`, `stale_revision`, `invalid_metadata`, `storage_failed`, `insufficient_storage`.
   */
  metadata(input: MediaMetadataInput, options?: CallOptions): Promise<MediaItem>;
  /**
   * Give a file another name or folder, and so another address.
   *
   * Needs `media.lifecycle`.
   *
   * Problems of its own: `invalid_path`, `not_found`, `already_exists`, `in_use`, `unsupported_media_type`, `storage_failed`, `insufficient_storage`.
   */
  move(input: MediaMoveInput, options?: CallOptions): Promise<MediaItem>;
  /**
   * Move a file to the trash, with what is said about it.
   *
   * Needs `media.lifecycle`.
   *
   * Problems of its own: `invalid_path`, `not_found`, `in_use`, `storage_failed`, `insufficient_storage`.
   */
  delete(input: MediaDeleteInput, options?: CallOptions): Promise<MediaDeleteAnswer>;
  /**
   * Put a file back from the trash, to where it was.
   *
   * Needs `media.lifecycle`.
   *
   * Problems of its own: `invalid_path`, `not_found`, `already_exists`, `storage_failed`, `insufficient_storage`.
   */
  restore(input: MediaRestoreInput, options?: CallOptions): Promise<MediaItem>;
  /**
   * Files in the trash, newest first, 1,000 entries at most.
   *
   * Needs `media.lifecycle`.
   */
  trash(input?: NoInput, options?: CallOptions): Promise<MediaTrashAnswer>;
  /**
   * Delete a file in the trash for good.
   *
   * Needs `media.lifecycle`.
   *
   * Problems of its own: `invalid_path`, `not_found`, `storage_failed`, `insufficient_storage`.
   */
  purge(input: MediaPurgeInput, options?: CallOptions): Promise<OkResponse>;
  /**
   * Documents that name a file, of those that the caller may read.
   *
   * Needs `media.read`.
   *
   * Problems of its own: `invalid_path`.
   */
  usage(input: MediaUsageInput, options?: CallOptions): Promise<MediaUsage>;
  /**
   * Do something to many files, one after the other; 200 also when some of them are refused.
   *
   * Needs `media.read`.
   */
  bulk(input: MediaBulkInput, options?: CallOptions): Promise<BulkMediaResponse>;
  /**
   * Changes of media files that await approval, the oldest first.
   *
   * Needs `media.review`.
   */
  pending(input?: NoInput, options?: CallOptions): Promise<MediaPendingAnswer>;
  /**
   * Approve a pending change of a media file, or request changes.
   *
   * Needs `media.review`.
   *
   * Problems of its own: `invalid_path`, `not_found`, `not_independent`, `stale_revision`, `storage_failed`, `insufficient_storage`.
   */
  review(input: MediaReviewInput, options?: CallOptions): Promise<MediaReviewAnswer>;
  /**
   * The bytes of a media file: as the public sees it, or as it is after a pending change.
   *
   * Needs `media.read`.
   *
   * Problems of its own: `invalid_path`, `not_found`.
   */
  file(input: MediaFileInput, options?: CallOptions): Promise<Download>;
}

export interface NotificationsApi {
  /** What the caller was told of documents that they may read now, newest first: 50, unless `limit` says otherwise, and 200 at most. */
  readonly list: Paged<
    (input?: NotificationsListInput, options?: CallOptions) => Promise<NotificationsResponse>,
    ItemOf<NotificationsResponse>
  >;
  /** Mark notifications of the caller’s as read. */
  read(input?: NotificationsReadInput, options?: CallOptions): Promise<NotificationsReadAnswer>;
}

export interface AiwriterApi {
  /**
   * How the AI writer is set up. Its key is never told, only whether there is one.
   *
   * Needs `documents.create`.
   *
   * Problems of its own: `not_found`.
   */
  settings(input?: NoInput, options?: CallOptions): Promise<AiWriterSettings>;
  /**
   * Have a text written, all at once or, for who accepts `text/event-stream`, as it comes. Nothing is saved.
   *
   * Needs `documents.create`.
   *
   * Problems of its own: `not_found`, `not_configured`, `rate_limited`, `upstream_failed`, `upstream_timeout`.
   */
  readonly generate: Streamed<
    (input: AiwriterGenerateInput, options?: CallOptions) => Promise<AiGenerateResponse>,
    AiwriterGenerateEvent
  >;
  /**
   * What the caller has used of the AI writer today, and what is left; a day ends at midnight UTC.
   *
   * Needs `documents.create`.
   *
   * Problems of its own: `not_found`.
   */
  usage(input?: NoInput, options?: CallOptions): Promise<AiUsage>;
}

export interface PlatformApi {
  /** The site: title, address, language, version. */
  site(input?: NoInput, options?: CallOptions): Promise<SiteInfo>;
  /**
   * One published document, by `path` or by `id`; `type` and `lang` must match when given.
   *
   * Problems of its own: `not_found`, `invalid_path`.
   */
  content(input?: PlatformContentInput, options?: CallOptions): Promise<ContentItem>;
  /** Published documents, page by page. */
  readonly collections: Paged<
    (input?: PlatformCollectionsInput, options?: CallOptions) => Promise<CollectionResponse>,
    ItemOf<CollectionResponse>
  >;
}

export interface RunsApi {
  /**
   * The newest run of a workspace; the header X-Galley-Degraded names what could not be read.
   *
   * Needs `runs.read`.
   *
   * Problems of its own: `store_unavailable`.
   */
  status(input: RunsStatusInput, options?: CallOptions): Promise<RunStatus>;
  /**
   * Start, pause, resume or stop the newest run of a workspace.
   *
   * Needs `runs.control`.
   *
   * Problems of its own: `idempotency_key_required`, `idempotency_key_reuse`, `idempotency_in_progress`, `workspace_not_found`, `store_unavailable`, `invalid_run_action`, `run_not_found`, `illegal_run_transition`, `run_transition_failed`.
   */
  control(input: RunsControlInput, options?: IdempotentCallOptions): Promise<RunTransition>;
  /**
   * The runs of a workspace, newest first.
   *
   * Needs `runs.read`.
   *
   * Problems of its own: `workspace_not_found`, `store_unavailable`.
   */
  readonly list: Paged<
    (input: RunsListInput, options?: CallOptions) => Promise<RunsListAnswer>,
    ItemOf<RunsListAnswer>
  >;
  /**
   * One run, and how much there is to do in its workspace.
   *
   * Needs `runs.read`.
   *
   * Problems of its own: `workspace_not_found`, `store_unavailable`, `run_not_found`.
   */
  get(input: RunsGetInput, options?: CallOptions): Promise<RunDetail>;
  /**
   * What has happened in a run, oldest first: a page, a page that is waited for, or, for who accepts `text/event-stream`, all of it as it happens.
   *
   * Needs `runs.read`.
   *
   * Problems of its own: `workspace_not_found`, `run_not_found`, `too_many_waiting`, `unauthenticated`, `store_unavailable`.
   */
  readonly events: Followed<
    Paged<
      (input: RunsEventsInput, options?: CallOptions) => Promise<RunEventsPage>,
      ItemOf<RunEventsPage>
    >,
    RunEvent
  >;
}

export interface TasksApi {
  /**
   * The tasks of a workspace, in the order in which they are assigned.
   *
   * Needs `runs.read`.
   *
   * Problems of its own: `workspace_not_found`, `store_unavailable`.
   */
  readonly list: Paged<
    (input: TasksListInput, options?: CallOptions) => Promise<TasksListAnswer>,
    ItemOf<TasksListAnswer>
  >;
}

export interface ProposalsApi {
  /**
   * The proposals of a workspace with their newest patches, in the order of the database.
   *
   * Needs `runs.read`.
   *
   * Problems of its own: `workspace_not_found`, `store_unavailable`.
   */
  readonly list: Paged<
    (input: ProposalsListInput, options?: CallOptions) => Promise<ProposalsListAnswer>,
    ItemOf<ProposalsListAnswer>
  >;
  /**
   * One proposal, with its text and that of its newest patch.
   *
   * Needs `runs.read`.
   *
   * Problems of its own: `workspace_not_found`, `store_unavailable`, `proposal_not_found`.
   */
  get(input: ProposalsGetInput, options?: CallOptions): Promise<ProposalDetail>;
  /**
   * Accept exactly the patch that was read, and bring it into the repository as one commit.
   *
   * Needs `runs.approve`.
   *
   * Problems of its own: `idempotency_key_required`, `idempotency_key_reuse`, `idempotency_in_progress`, `workspace_not_found`, `proposal_not_found`, `store_unavailable`, `own_request`, `illegal_proposal_decision`, `patch_changed`, `proposal_applying`, `repository_missing`, `repository_unusable`, `no_branch`, `uncommitted_changes`, `decision_undone`, `base_not_found`, `patch_does_not_apply`, `invalid_patch`, `base_moved`.
   */
  accept(input: ProposalsAcceptInput, options?: IdempotentCallOptions): Promise<ProposalDetail>;
  /**
   * Reject a proposal, for good.
   *
   * Needs `runs.approve`.
   *
   * Problems of its own: `idempotency_key_required`, `idempotency_key_reuse`, `idempotency_in_progress`, `workspace_not_found`, `proposal_not_found`, `store_unavailable`, `own_request`, `illegal_proposal_decision`, `patch_changed`, `proposal_applying`.
   */
  reject(input: ProposalsRejectInput, options?: IdempotentCallOptions): Promise<ProposalDetail>;
  /**
   * Send a proposal back to its agent, with what is to be revised.
   *
   * Needs `runs.approve`.
   *
   * Problems of its own: `idempotency_key_required`, `idempotency_key_reuse`, `idempotency_in_progress`, `workspace_not_found`, `proposal_not_found`, `store_unavailable`, `own_request`, `illegal_proposal_decision`, `patch_changed`, `proposal_applying`, `note_required`.
   */
  requestRevision(
    input: ProposalsRequestRevisionInput,
    options?: IdempotentCallOptions,
  ): Promise<ProposalDetail>;
  /**
   * Take an accepted proposal back out of the repository, as a second commit.
   *
   * Needs `runs.control`.
   *
   * Problems of its own: `idempotency_key_required`, `idempotency_key_reuse`, `idempotency_in_progress`, `workspace_not_found`, `proposal_not_found`, `store_unavailable`, `repository_missing`, `repository_unusable`, `no_branch`, `uncommitted_changes`, `decision_undone`, `not_applied`, `changed_since`.
   */
  rollback(input: ProposalsRollbackInput, options?: IdempotentCallOptions): Promise<ProposalDetail>;
}

export interface DeliberationsApi {
  /**
   * The deliberations of a workspace, newest first.
   *
   * Needs `runs.read`.
   *
   * Problems of its own: `workspace_not_found`, `store_unavailable`.
   */
  readonly list: Paged<
    (input: DeliberationsListInput, options?: CallOptions) => Promise<DeliberationsListAnswer>,
    ItemOf<DeliberationsListAnswer>
  >;
}

export interface ApprovalsApi {
  /**
   * What people were asked to approve in a workspace, newest first.
   *
   * Needs `runs.read`.
   *
   * Problems of its own: `workspace_not_found`, `store_unavailable`.
   */
  readonly list: Paged<
    (input: ApprovalsListInput, options?: CallOptions) => Promise<ApprovalsListAnswer>,
    ItemOf<ApprovalsListAnswer>
  >;
  /**
   * Approve what was asked for, and exactly the patch that was read.
   *
   * Needs `runs.approve`.
   *
   * Problems of its own: `idempotency_key_required`, `idempotency_key_reuse`, `idempotency_in_progress`, `workspace_not_found`, `approval_not_found`, `own_request`, `already_decided`, `patch_changed`, `store_unavailable`.
   */
  approve(input: ApprovalsApproveInput, options?: IdempotentCallOptions): Promise<ApprovalRequest>;
  /**
   * Reject what was asked for, and exactly the patch that was read.
   *
   * Needs `runs.approve`.
   *
   * Problems of its own: `idempotency_key_required`, `idempotency_key_reuse`, `idempotency_in_progress`, `workspace_not_found`, `approval_not_found`, `own_request`, `already_decided`, `patch_changed`, `store_unavailable`.
   */
  reject(input: ApprovalsRejectInput, options?: IdempotentCallOptions): Promise<ApprovalRequest>;
}

export interface AgentsApi {
  /**
   * The agents that work here, by id; all workspaces have the same.
   *
   * Needs `runs.read`.
   *
   * Problems of its own: `workspace_not_found`, `store_unavailable`.
   */
  readonly list: Paged<
    (input: AgentsListInput, options?: CallOptions) => Promise<AgentsListAnswer>,
    ItemOf<AgentsListAnswer>
  >;
}

export interface ClaimsApi {
  /**
   * What agents have for themselves alone at the moment, in runs of a workspace.
   *
   * Needs `runs.read`.
   *
   * Problems of its own: `workspace_not_found`, `store_unavailable`.
   */
  readonly list: Paged<
    (input: ClaimsListInput, options?: CallOptions) => Promise<ClaimsListAnswer>,
    ItemOf<ClaimsListAnswer>
  >;
}

export interface WorkerTokensApi {
  /**
   * Tokens of workers in a workspace, newest first, with those that ended within a month.
   *
   * Needs `runs.control`.
   *
   * Problems of its own: `workspace_not_found`, `store_unavailable`.
   */
  readonly list: Paged<
    (input: WorkerTokensListInput, options?: CallOptions) => Promise<WorkerTokensListAnswer>,
    ItemOf<WorkerTokensListAnswer>
  >;
  /**
   * Make a token with which one agent works in one run over MCP; it is shown this once.
   *
   * Needs `runs.control`. Needs a session that was confirmed with the password lately.
   *
   * Problems of its own: `workspace_not_found`, `store_unavailable`, `run_not_found`, `agent_not_found`, `reauthentication_required`.
   */
  create(input: WorkerTokensCreateInput, options?: CallOptions): Promise<NewWorkerToken>;
  /**
   * End a worker’s token; it is refused from then on, and one that has ended stays so.
   *
   * Needs `runs.control`.
   *
   * Problems of its own: `workspace_not_found`, `store_unavailable`, `worker_token_not_found`.
   */
  revoke(input: WorkerTokensRevokeInput, options?: CallOptions): Promise<WorkerToken>;
}

/** Every operation of both services, by noun. */
export interface Operations {
  readonly auth: AuthApi;
  readonly sessions: SessionsApi;
  readonly totp: TotpApi;
  readonly password: PasswordApi;
  readonly tokens: TokensApi;
  readonly users: UsersApi;
  readonly roles: RolesApi;
  readonly audit: AuditApi;
  readonly backups: BackupsApi;
  readonly operations: OperationsApi;
  readonly plugins: PluginsApi;
  readonly themes: ThemesApi;
  readonly settings: SettingsApi;
  readonly customFields: CustomFieldsApi;
  readonly system: SystemApi;
  readonly documents: DocumentsApi;
  readonly media: MediaApi;
  readonly notifications: NotificationsApi;
  readonly aiwriter: AiwriterApi;
  readonly platform: PlatformApi;
  readonly runs: RunsApi;
  readonly tasks: TasksApi;
  readonly proposals: ProposalsApi;
  readonly deliberations: DeliberationsApi;
  readonly approvals: ApprovalsApi;
  readonly agents: AgentsApi;
  readonly claims: ClaimsApi;
  readonly workerTokens: WorkerTokensApi;
}
