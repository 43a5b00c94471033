// Written by `npm run docs:reference` from packages/contract. Change it there.

import type {
  CallOptions,
  MinimalOptions,
  OnceOptions,
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
  AddedPasskey,
  Agent,
  AgentMessage,
  AgentSession,
  AgentSessionEvent,
  AgentSessionEventsPage,
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
  BulkAssignResponse,
  BulkDeleteResponse,
  BulkMediaResponse,
  BulkRestoreResponse,
  BulkStatusResponse,
  BulkTermsResponse,
  Calendar,
  CalendarFeed,
  CapabilitiesResponse,
  Change,
  ChangedSetting,
  ChangesPage,
  Colleague,
  CollectionResponse,
  CommentThreadResponse,
  CommentsResponse,
  ConfirmedEmail,
  ContentItem,
  CreatedCalendarFeed,
  CurrentImport,
  CustomFields,
  DateTime,
  DecidedSuggestions,
  DeletedFormEntries,
  DeletedMemory,
  Deliberation,
  DeliberationPost,
  DocumentAddress,
  DocumentComparison,
  DocumentDeadline,
  DocumentDetail,
  DocumentHistoryEntry,
  DocumentRevision,
  DocumentSchedule,
  DocumentStatus,
  DocumentTypes,
  EarlierMediaVersion,
  EditorialState,
  FilledPluginPanel,
  FormEntriesResponse,
  FormOverview,
  GitLogEntry,
  GitSnapshot,
  HealthResponse,
  Identity,
  IdentityChange,
  KeptEmail,
  KeptWorkingCopy,
  LinkTarget,
  LiveResponse,
  LockResponse,
  LogoutResponse,
  MailMessage,
  MailResponse,
  McpClient,
  McpClientDecision,
  McpClientRequest,
  MediaDetail,
  MediaFolder,
  MediaItem,
  MediaMetadataChanges,
  MediaTrashEntry,
  MediaUsage,
  Memory,
  NewApiToken,
  NewRunBudget,
  NewWebhook,
  NewWorkerToken,
  NotificationsResponse,
  OkResponse,
  OnboardingSteps,
  OperationStatus,
  OwnAccount,
  OwnPicture,
  PagedDocumentsResponse,
  PagedImportRows,
  PagedMediaResponse,
  Passkey,
  PasskeyAddition,
  PasskeyAssertion,
  PasskeyOptions,
  PasswordChanged,
  PasswordReset,
  PendingMedia,
  PluginInfo,
  PluginJob,
  PluginReview,
  PreviewLink,
  PreviewLinkResponse,
  PreviewResponse,
  Proposal,
  ProposalDetail,
  ProposedDocument,
  ProviderAddress,
  Question,
  ReadyResponse,
  RecipeRequest,
  Recipes,
  RecoveryCodes,
  RejectedSuggestions,
  RemovedExample,
  ResetLink,
  ResourceClaim,
  RestoredTokens,
  RevokeResponse,
  RevokedTokens,
  Role,
  Run,
  RunDetail,
  RunEvent,
  RunEventsPage,
  RunMessage,
  RunStatus,
  RunTransition,
  SavedDocument,
  SentEmailLink,
  SentLink,
  ServiceAccount,
  SessionRecord,
  SettingsForm,
  SettingsSection,
  SetupChoices,
  SignInOptions,
  SiteImport,
  SiteInfo,
  StatusResponse,
  StoppedTurn,
  Task,
  TermsResponse,
  ThemeInfo,
  TokenLimits,
  TokenOverview,
  TotpSetupResponse,
  Translation,
  TrashEntry,
  Unsubscribed,
  UploadedMedia,
  UserInfo,
  Webhook,
  WebhookDeliveriesResponse,
  WebhookDelivery,
  WebhookSecret,
  WorkerToken,
  WorkingCopyResponse,
  WorkingCopySummary,
} from './shapes.ts';

export interface AuthLoginInput {
  username: string;
  password: string;
  totp_code?: string;
  passkey?: PasskeyAssertion;
}

export interface AuthBeginAtProviderInput {
  provider: string;
  /** Path in the admin, with its query; other addresses are ignored. */
  return_to?: string;
  /** Token of a link for an account without password, which the sign-in is linked to. */
  invitation?: string;
}

export interface AuthUseLinkInput {
  token: string;
}

export interface AuthVerifyFactorInput {
  totp_code?: string;
  passkey?: PasskeyAssertion;
}

export interface AuthSetupInput {
  token: string;
  username: string;
  name?: string;
  email?: string;
  password: string;
}

export interface SessionsConfirmInput {
  password?: string;
  passkey?: PasskeyAssertion;
}

export interface SessionsConfirmAtProviderInput {
  provider: string;
  /** Path in the admin, with its query; other addresses are ignored. */
  return_to?: string;
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

export interface IdentitiesListInput {
  username?: string;
}

export type IdentitiesListAnswer = Identity[];

export interface IdentitiesLinkInput {
  provider: string;
  /** Path in the admin, with its query; other addresses are ignored. */
  return_to?: string;
}

export interface IdentitiesUnlinkInput {
  id: string;
  username?: string;
}

export interface IdentitiesChangesInput {
  /** User names, separated by commas; at most 100. */
  usernames: string;
  since: DateTime;
}

export type IdentitiesChangesAnswer = IdentityChange[];

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

export interface PasskeysListInput {
  username?: string;
}

export type PasskeysListAnswer = Passkey[];

export interface PasskeysAddInput {
  name: string;
  passkey: PasskeyAddition;
}

export interface PasskeysRenameInput {
  id: string;
  name: string;
}

export interface PasskeysRemoveInput {
  id: string;
  username?: string;
}

export interface PasskeysSignInInput {
  passkey: PasskeyAssertion;
  /** Refuses passkeys of other people; default: the owner of the passkey. */
  username?: string;
}

export interface PasswordChangeInput {
  current_password: string;
  new_password: string;
  /** Revoke the caller’s API tokens and the agent tokens they created; default true. */
  revoke_tokens?: boolean;
}

export interface PasswordForgottenInput {
  /** User name or e-mail address. */
  user: string;
}

export interface PasswordResetInput {
  token: string;
  new_password: string;
}

export interface TokensListInput {
  username?: string;
}

export type TokensListAnswer = ApiToken[];

export interface TokensOverviewInput {
  owner?: string;
  kind?: 'person' | 'service';
  created_by?: string;
  expires_within_days?: string;
  /** Neither used, created nor rotated for this number of days. */
  unused_days?: string;
  /** Tokens with this scope, or with `*`. */
  scope?: string;
  /** `next_cursor` of the previous page. */
  before?: string;
}

export interface TokensCreateInput {
  name: string;
  scopes: string[];
  /** Default 90, at most `security.token_max_lifetime`. */
  expires_in_days?: number;
  /** IP addresses and networks such as `10.0.0.0/8`; absent for any. */
  address_ranges?: string[];
  /** User name of a service account, which then owns the token. */
  service?: string;
}

export interface TokensRotateInput {
  id: string;
  /** 0 ends the secret so far at once. */
  overlap_hours: number;
  /** Default: the lifetime so far. */
  expires_in_days?: number;
}

export interface TokensEndOverlapInput {
  id: string;
}

export interface TokensRevokeInput {
  id: string;
}

export interface TokensRevokeManyInput {
  ids: string[];
}

export interface TokensRestoreInput {
  ids: string[];
}

export type ServiceAccountsListAnswer = ServiceAccount[];

export interface ServiceAccountsSaveInput {
  /** With or without `service:`. */
  username: string;
  /** Default: the user name without `service:`. */
  name?: string;
  description: string;
  role: string;
  responsible?: string | null;
  responsible_role?: string | null;
  enabled?: boolean;
}

export interface ServiceAccountsDeleteInput {
  username: string;
  reassign_to?: string;
}

export interface AccountSaveInput {
  time_zone?: string;
  notices?: {
    kind:
      | 'review_requested'
      | 'assigned'
      | 'approved'
      | 'changes_requested'
      | 'schedule_missed'
      | 'published'
      | 'due_soon'
      | 'overdue'
      | 'mentioned'
      | 'commented';
    /** Shown among the notifications in the admin. */
    inbox: boolean;
    /** Sent to the confirmed e-mail address. */
    mail: boolean;
  }[];
}

export interface AccountConfirmEmailInput {
  token: string;
}

export interface AccountKeepEmailInput {
  token: string;
}

export interface AccountUnsubscribeInput {
  token: string;
}

export interface AccountDeleteInput {
  /** The caller’s own user name, as a confirmation. */
  username: string;
  reassign_to?: string;
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

export interface UsersSaveOwnInput {
  name: string;
  email: string;
}

export interface UsersSaveOwnPictureInput {
  /** The file, with its name. */
  file: UploadFile;
}

export interface UsersSaveOwnLanguageInput {
  /** Language tag, or empty for the language of the site. */
  language: string;
}

export interface UsersApprovePictureInput {
  username: string;
  /** Display name, as the caller has seen it. */
  name: string;
  /** Address of the picture that the caller has seen. */
  picture: string;
}

export interface UsersDeletePictureInput {
  username: string;
}

export interface UsersDeleteInput {
  username: string;
  reassign_to?: string;
}

export interface UsersResetLinkInput {
  username: string;
}

export interface UsersSendLinkInput {
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
  /** Earliest time, inclusive */
  from?: string;
  /** Latest time, exclusive */
  to?: string;
}

export type AuditListAnswer = AuditEntry[];

export interface AuditExportInput {
  format: 'csv' | 'ndjson';
  actor?: string;
  action?: string;
  target?: string;
  outcome?: 'success' | 'denied';
  /** Earliest time, inclusive */
  from?: string;
  /** Latest time, exclusive */
  to?: string;
}

export type BackupsListAnswer = BackupInfo[];

export interface BackupsCreateInput {
  /** Name of the backup; the file name is derived from it. */
  name: string;
  /** Include media files; default true. */
  include_media?: boolean;
  /** Include database records of what people wrote, decided and did. Passwords, tokens and other credentials are never included. */
  include_database?: boolean;
}

export interface BackupsDownloadInput {
  /** Id of a backup, as listed by `/backups`. */
  id: string;
}

export interface BackupsDeleteInput {
  /** Id of a backup, as listed by `/backups`. */
  id: string;
}

export interface BackupsRestoreInput {
  /** Id of a backup, as listed by `/backups`. */
  id: string;
  /** Private key for an encrypted backup: a line that begins with `AGE-SECRET-KEY-1`, or the whole file with it. Used for this request only; never stored or logged. */
  identity?: string;
  /** Restore even if the backup contains different security settings. Without it, such a restore is refused and the response lists the differences. */
  confirm_security_changes?: boolean;
}

export interface BackupsRestoreAnswer {
  ok: boolean;
  restored: BackupInfo;
  /** Backup of the content before the restore. */
  snapshot: BackupInfo;
  /** Number of documents after the restore. */
  documents: number;
  changed_settings: ChangedSetting[];
}

export interface BackupsVerifyInput {
  /** Id of a backup, as listed by `/backups`. */
  id: string;
  /** Private key for an encrypted backup: a line that begins with `AGE-SECRET-KEY-1`, or the whole file with it. Used for this request only; never stored or logged. */
  identity?: string;
}

export interface BackupsVerifyAnswer {
  ok: boolean;
  /** Number of verified files. */
  files: number;
  /** Size of the archive in bytes. */
  size: number;
}

export interface BackupsGitSnapshotInput {
  message: string;
}

export interface BackupsGitLogInput {
  /** Number of commits; default 20, at most 200. */
  count?: number;
}

export type BackupsGitLogAnswer = GitLogEntry[];

export interface ImportsUploadInput {
  /** The file, with its name. */
  file: UploadFile;
  /** Recognised by the files of the source if missing. */
  format?:
    | 'markdown'
    | 'hugo'
    | 'jekyll'
    | 'eleventy'
    | 'astro'
    | 'docusaurus'
    | 'obsidian'
    | 'ghost'
    | 'wordpress'
    | 'substack'
    | 'medium';
}

export interface ImportsRowsInput {
  id: string;
  /** `new`, `changed` and `unchanged` show documents. */
  show?: 'new' | 'changed' | 'unchanged' | 'media' | 'skipped' | 'warning';
  /** Part of the title, the path or the source. */
  q?: string;
  page?: number;
  limit?: number;
}

export interface ImportsStartInput {
  id: string;
  /** Publish pages that the source has published; where approval is required, they are put into review. Without it, everything arrives as a draft. */
  publish?: boolean;
}

export interface ImportsCancelInput {
  id: string;
}

export interface OperationsRebuildInput {
  /** Render every page, including unchanged ones. */
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
    /** Number of files in the whole output. */
    files: number;
    rendered: number;
    /** Number of new or changed files. */
    written: number;
    removed: number;
    /** Number of broken links and missing pictures. */
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
  /** Approve the permissions of the plugin. */
  approve_risk?: boolean;
}

export interface PluginsDisableInput {
  name: string;
}

export interface PluginsReviewInput {
  /** The file, with its name. */
  file: UploadFile;
}

export interface PluginsInstallInput {
  /** The file, with its name. */
  file: UploadFile;
}

export interface PluginsUpdateInput {
  /** The file, with its name. */
  file: UploadFile;
  /** `confirmation` of the review of this change. */
  confirmation: string;
  /** Approve the permissions and hosts of an enabled plugin. */
  approve_risk?: 'true' | 'false';
}

export interface PluginsPreviousInput {
  name: string;
}

export interface PluginsRollbackInput {
  name: string;
  /** `confirmation` of the review of this change. */
  confirmation: string;
  /** Approve the permissions and hosts of an enabled plugin. */
  approve_risk?: boolean;
}

export interface PluginsDeleteInput {
  name: string;
  /** Also delete what the plugin stored in the database. Otherwise a plugin of the same name gets it. */
  remove_data?: boolean;
}

export interface PluginsPanelInput {
  name: string;
}

export interface PluginsJobsInput {
  name?: string;
}

export type PluginsJobsAnswer = PluginJob[];

export type ThemesListAnswer = ThemeInfo[];

export interface ThemesScreenshotInput {
  name: string;
  scheme?: 'light' | 'dark';
}

export interface ThemesInstallInput {
  /** `https://` address of a ZIP, or path of a ZIP or folder, relative to the project folder. */
  source: string;
  /** Name of the theme in this project; default: the name in its `theme.yaml`. */
  name?: string;
}

export interface ThemesSwitchInput {
  name: string;
}

export interface ThemesUploadInput {
  /** The file, with its name. */
  file: UploadFile;
  /** Replace a theme of the same name. */
  replace?: 'true' | 'false';
}

export interface ThemesRollbackInput {
  name: string;
}

export interface ThemesDeleteInput {
  name: string;
}

export type SettingsSectionsAnswer = SettingsSection[];

export interface SettingsFormInput {
  /** Section name, as listed by `/settings/sections`. */
  section: string;
}

export interface SettingsSaveInput {
  /** Section name, as listed by `/settings/sections`. */
  section: string;
  /** New values. Omitted settings stay unchanged; null restores the default. */
  values: Record<string, unknown>;
  /** Refuse the save if the file has a different revision. */
  expected_revision?: string;
}

export interface SettingsSaveAnswer {
  ok: boolean;
  /** Changed settings that take effect after a restart. */
  restart_required: string[];
}

export interface CustomFieldsSaveInput {
  /** Fields by content type. Each field has `name label type required default help options multiple min max whole to fields group input format`. */
  types?: Record<string, unknown>;
  /** `fields`, as for a content type, and `values`, which all documents share. */
  shared?: Record<string, unknown>;
  /** As `expected_revision`. */
  revision?: string;
  /** Refuse the save if the file has a different revision. */
  expected_revision?: string;
}

export interface DocumentsListInput {
  /** Words that must all occur; the last one can be a prefix. Use "…" for a phrase, a minus sign to exclude a word, and `or` between alternatives. */
  q?: string;
  type?: string;
  lang?: string;
  status?: DocumentStatus;
  author?: string;
  assignee?: string;
  reviewer?: string;
  /** Taxonomy and term, such as `tags:Ink`. */
  term?: string;
  /** Earliest day of `date`, in the site’s time zone. */
  dated_from?: string;
  /** Latest day of `date`, inclusive. */
  dated_until?: string;
  sort?: 'updated_at' | 'date' | 'title' | 'path' | 'relevance';
  order?: 'asc' | 'desc';
  page?: number;
  limit?: number;
  /** `next_cursor` of the previous page; replaces `page`. */
  cursor?: string;
  /** Count more than 10,000 matches instead of estimating their number. */
  total?: 'exact';
}

export interface DocumentsGetInput {
  path: string;
  id?: string;
  /** Form of the text beside `raw_body`: `html_body` (default), the rendered text, or `raw`, the whole file. */
  include?: 'html_body' | 'raw';
}

export interface DocumentsCreateInput {
  type: string;
  lang: string;
  title: string;
  content: string;
  slug?: string;
  /** Folder below that of the type and language, such as `tags`. */
  folder?: string;
  frontmatter?: Record<string, unknown>;
  /** Key of the caller’s unsaved text, which is deleted. */
  draft_key?: string;
  /** Form of the text beside `raw_body`: `html_body` (default), the rendered text, or `raw`, the whole file. */
  include?: 'html_body' | 'raw';
}

export interface DocumentsSaveInput {
  path: string;
  content: string;
  frontmatter?: Record<string, unknown>;
  expected_revision?: string;
  lock_token?: string;
  message?: string;
  /** Form of the text beside `raw_body`: `html_body` (default), the rendered text, or `raw`, the whole file. */
  include?: 'html_body' | 'raw';
}

export interface DocumentsPeopleInput {
  path: string;
  /** Part of a display name or user name. */
  q?: string;
  /** Everyone with a display name, as possible authors. */
  for?: 'byline';
}

export type DocumentsPeopleAnswer = Colleague[];

export interface DocumentsAddressInput {
  path: string;
  /** Default: the name of the file. */
  slug?: string;
  /** As in the frontmatter. */
  date?: string;
}

export interface DocumentsTranslationsInput {
  path: string;
}

export type DocumentsTranslationsAnswer = Translation[];

export interface DocumentsLinkTargetsInput {
  /** Words of the title. */
  q?: string;
}

export type DocumentsLinkTargetsAnswer = LinkTarget[];

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
  /** Replaces `path` for a new document; a key chosen by the client. */
  draft_key?: string;
  content: string;
  frontmatter?: Record<string, unknown>;
  /** With `path`: the revision that the text is based on. */
  base_revision?: string;
}

export interface DocumentsWorkingCopyInput {
  path?: string;
  /** Replaces `path` for a new document; a key chosen by the client. */
  draft_key?: string;
}

export type DocumentsWorkingCopiesAnswer = WorkingCopySummary[];

export interface DocumentsDiscardWorkingCopyInput {
  path?: string;
  /** Replaces `path` for a new document; a key chosen by the client. */
  draft_key?: string;
}

export interface DocumentsHistoryInput {
  path: string;
  limit?: number;
  /** Only snapshots before this entry, given by its `seq` or `hash`. */
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
  /** Reviewed revision; required by `approve` and `request_changes`. */
  expected_revision?: string;
  note?: string;
  /** Only with `assign`. An empty string keeps the owner. */
  owner?: string;
  /** Only with `assign`. An empty string clears it. */
  assignee?: string;
  /** Only with `assign`. An empty string clears it. */
  reviewer?: string;
  /** Optional: locks only protect the text. */
  lock_token?: string;
}

export interface DocumentsStatusInput {
  status: DocumentStatus;
  /** With `scheduled`: a future time, as RFC 3339, or `YYYY-MM-DD[ HH:MM]` in the site’s time zone. Absent keeps the current time; null clears it. */
  scheduled_publish_at?: string | null;
  /** When to unpublish the document: a future time after its publication. */
  scheduled_unpublish_at?: string | null;
  note?: string;
  path: string;
  expected_revision?: string;
  /** Only with `in_review`: the reviewer to notify, who must have permission to review the document. The document stays unassigned, so others can decide too. */
  ask?: string;
  /** Form of the text beside `raw_body`: `html_body` (default), the rendered text, or `raw`, the whole file. */
  include?: 'html_body' | 'raw';
}

export interface DocumentsCalendarInput {
  from: string;
  /** This day is included. */
  to: string;
}

export interface DocumentsDeadlineInput {
  path: string;
}

export interface DocumentsSetDeadlineInput {
  path: string;
  /** Null removes it. */
  due_on: string | null;
}

export type DocumentsTrashAnswer = TrashEntry[];

export interface DocumentsDeleteInput {
  path: string;
  expected_revision?: string;
  lock_token?: string;
}

export interface DocumentsRestoreInput {
  /** Path of a trash entry, or the original path of the document, which restores the latest deletion. With `hash`, the path of an existing document. */
  path: string;
  /** Hash of a snapshot in the history. */
  hash?: string;
  /** Only with `hash`. */
  lock_token?: string;
}

export interface DocumentsRestoreAnswer {
  ok: boolean;
  path: string;
  revision: string;
}

export interface DocumentsBulkStatusInput {
  status: DocumentStatus;
  /** With `scheduled`: a future time, as RFC 3339, or `YYYY-MM-DD[ HH:MM]` in the site’s time zone. Absent keeps the current time; null clears it. */
  scheduled_publish_at?: string | null;
  /** When to unpublish the document: a future time after its publication. */
  scheduled_unpublish_at?: string | null;
  note?: string;
  paths: string[];
}

export interface DocumentsBulkAssignInput {
  paths: string[];
  /** Only with `assign`. An empty string keeps the owner. */
  owner?: string;
  /** Only with `assign`. An empty string clears it. */
  assignee?: string;
  /** Only with `assign`. An empty string clears it. */
  reviewer?: string;
  note?: string;
}

export interface DocumentsBulkTermsInput {
  paths: string[];
  /** Name of a taxonomy in the settings. */
  taxonomy?: string;
  /** Terms as written in the frontmatter. */
  add?: string[];
  /** Terms as written in the frontmatter. */
  remove?: string[];
  /** `to` takes the place of the first of `from`, and the others are removed. Documents without any of them stay unchanged. */
  rename?: {
    from: string[];
    to: string;
  };
}

export interface DocumentsBulkDeleteInput {
  paths: string[];
}

export interface DocumentsBulkRestoreInput {
  paths: string[];
}

export interface DocumentsPreviewInput {
  /** Path of the document to preview with this text and frontmatter. */
  path?: string;
  /** Type of a new document; only without `path`. */
  type?: string;
  /** Language of a new document; only without `path`. */
  lang?: string;
  content: string;
  frontmatter?: Record<string, unknown>;
  /** Slug of a new document; default: derived from the title. */
  slug?: string;
}

export interface DocumentsProposedInput {
  /** Id of the proposal. */
  proposal: string;
}

export type DocumentsProposedAnswer = ProposedDocument[];

export interface DocumentsProposedPreviewInput {
  /** Id of the proposal. */
  proposal: string;
  path: string;
}

export interface DocumentsPreviewLinkInput {
  path: string;
  expires_in_hours?: number;
  /** Lets readers of the link comment, as guests with a name (ADD-CMT-11). */
  guest_comments?: boolean;
  /** Hash of a snapshot to show. Without it, the link shows the current document each time it is opened. */
  hash?: string;
}

export interface DocumentsPreviewLinksInput {
  path: string;
}

export type DocumentsPreviewLinksAnswer = PreviewLink[];

export interface DocumentsRevokePreviewLinkInput {
  id: string;
}

export interface TermsListInput {
  /** Name of a taxonomy in the settings. Default: `tags`. */
  taxonomy?: string;
  /** Part of a name. */
  q?: string;
}

export interface TermsRedirectInput {
  /** Name of a taxonomy in the settings. Default: `tags`. */
  taxonomy?: string;
  /** Slugs of the former terms. */
  from: string[];
  /** Slug; null removes the redirects. */
  to: string | null;
}

export interface MediaListInput {
  /** Parts of words that must all occur in the name or the metadata. */
  q?: string;
  type?: 'image' | 'video' | 'audio' | 'document';
  /** Folder, including its subfolders, such as `media/2026`. */
  folder?: string;
  uploaded_by?: string;
  missing_alt?: 'true' | 'false';
  /** Only files that exist more than once, byte for byte. */
  duplicates?: 'true';
  sort?: 'name' | 'size' | 'uploaded_at';
  order?: 'asc' | 'desc';
  page?: number;
  limit?: number;
}

export interface MediaGetInput {
  path: string;
  /** `true` includes the camera location in `exif`: `latitude longitude altitude`. */
  location?: 'true' | 'false';
}

export type MediaFoldersAnswer = MediaFolder[];

export interface MediaUploadInput {
  /** The file, with its name. */
  file: UploadFile;
  /** A folder such as `media/press`, or a whole path with a file extension. Default: the folder of the current month. */
  path?: string;
}

export interface MediaReplaceInput {
  /** The file, with its name. */
  file: UploadFile;
  path: string;
  /** `hash` of the file to replace. */
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
  /** New path; a path that ends with / is a folder. */
  to: string;
  /** Proceed even if documents use the file; they then show nothing in its place. */
  force?: boolean;
}

export interface MediaDeleteInput {
  path: string;
  /** Proceed even if documents use the file; they then show nothing in its place. */
  force?: boolean;
}

export interface MediaDeleteAnswer {
  ok: boolean;
  trash_path: string;
  /** `pending`: a change awaits approval, and the public sees the previous version (ADD-MED-1). */
  state: 'public' | 'pending';
}

export interface MediaRestoreInput {
  /** Path of a trash entry, or the original path of the file, which restores the latest deletion. */
  path: string;
}

export type MediaTrashAnswer = MediaTrashEntry[];

export interface MediaPurgeInput {
  /** Path of the trash entry. */
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
  /** With `move`: the target folder. */
  to?: string;
  /** With `delete` and `move`: proceed even if documents use the file. */
  force?: boolean;
}

export type MediaPendingAnswer = PendingMedia[];

export interface MediaReviewInput {
  path: string;
  action: 'approve' | 'request_changes';
  /** `hash` of the reviewed pending version. */
  expected_hash: string;
  /** Note for the people who changed the file. */
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
  /** Any text; a new value bypasses the browser cache. */
  v?: string;
}

export interface MediaVersionsInput {
  path: string;
}

export type MediaVersionsAnswer = EarlierMediaVersion[];

export interface MediaRevertInput {
  path: string;
  /** Path of the version in the trash. */
  version: string;
  /** `hash` of the file to replace. */
  expected_hash?: string;
}

export interface NotificationsListInput {
  /** `true`: unread notifications only. */
  unread?: 'true' | 'false';
  limit?: number;
  /** `next_cursor` of the previous page. */
  before?: string;
}

export interface NotificationsReadInput {
  /** Ids of notifications; ids of other users are ignored. */
  ids?: string[];
  /** Mark all notifications; replaces `ids`. */
  all?: true;
  /** With `all`: only notifications up to this id. */
  up_to?: string;
}

export interface NotificationsReadAnswer {
  ok: boolean;
  /** Number of unread notifications on all pages. */
  unread: number;
}

export interface ChangesListInput {
  /** Only changes after this one. Without it, changes from now on. */
  after?: string;
  /** How long to wait if there are no changes yet; a stream always waits. */
  wait?: string;
}

export interface CommentsListInput {
  path: string;
  /** Default `open`. */
  state?: 'open' | 'closed' | 'all';
  page?: number;
  limit?: number;
}

export interface CommentsThreadInput {
  /** Id of a thread. */
  thread: string;
}

export interface CommentsAddInput {
  path: string;
  /** May be empty for a suggestion. */
  body: string;
  /** Words of the text of the caller, which may have unsaved changes. Without it, the thread is about the whole document. */
  passage?: {
    /** Revision that the text of the caller is based on. */
    revision: string;
    from: number;
    to: number;
    /** Empty for a suggestion to insert text. */
    quote: string;
    /** Text right before the quote. */
    prefix: string;
    /** Text right after the quote. */
    suffix: string;
  };
  /** Makes it a suggestion, which needs a passage; empty to delete the passage. */
  replacement?: string;
}

export interface CommentsReplyInput {
  /** Id of a thread. */
  thread: string;
  body: string;
}

export interface CommentsEditInput {
  id: string;
  body: string;
}

export interface CommentsRemoveInput {
  id: string;
}

export interface CommentsRemoveThreadInput {
  /** Id of a thread. */
  thread: string;
}

export interface CommentsResolveInput {
  /** Id of a thread. */
  thread: string;
  resolved: boolean;
}

export interface CommentsAcceptInput {
  path: string;
  threads: string[];
  lock_token?: string;
}

export interface CommentsRejectInput {
  path: string;
  threads: string[];
}

export type FormsListAnswer = FormOverview[];

export interface FormsEntriesInput {
  form: string;
  /** `next_cursor` of the previous page. */
  before?: string;
}

export interface FormsExportInput {
  form: string;
}

export interface FormsDeleteEntryInput {
  form: string;
  id: string;
}

export interface FormsDeleteEntriesInput {
  form: string;
  /** Entries that arrived after this one stay. */
  newest: string;
}

export type WebhooksListAnswer = Webhook[];

export interface WebhooksCreateInput {
  name: string;
  /** An https:// address; http:// only for a host in `webhooks.private_hosts`. No user and password. */
  url: string;
  events: (
    | 'document.saved'
    | 'document.status_changed'
    | 'document.published'
    | 'media.uploaded'
    | 'build.finished'
    | 'form.submitted'
  )[];
}

export interface WebhooksSaveInput {
  id: string;
  name: string;
  /** An https:// address; http:// only for a host in `webhooks.private_hosts`. No user and password. */
  url: string;
  events: (
    | 'document.saved'
    | 'document.status_changed'
    | 'document.published'
    | 'media.uploaded'
    | 'build.finished'
    | 'form.submitted'
  )[];
  enabled: boolean;
}

export interface WebhooksReplaceSecretInput {
  id: string;
}

export interface WebhooksDeleteInput {
  id: string;
}

export interface WebhooksTestInput {
  id: string;
}

export interface WebhooksDeliveriesInput {
  id: string;
  /** `next_cursor` of the previous page. */
  before?: string;
}

export interface WebhooksResendInput {
  delivery: string;
}

export interface MailListInput {
  /** `next_cursor` of the previous page. */
  before?: string;
}

export interface MailTestInput {
  to: string;
}

export interface MailResendInput {
  id: string;
}

export interface AiwriterGenerateInput {
  prompt: string;
  /** Kind of text. */
  type?: string;
  title?: string;
  style?: string;
  /** Maximum length of the text in characters. */
  max_length?: number;
}

/** Events: `text` carries the next piece of the text; `done` ends the stream with an AiGenerateResponse; `problem` ends it with a Problem. Comments between events keep the connection alive. */
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
  /** Words of title, terms, summary and body, which all must match; the last may be the beginning of a word. `"…"` requires their order, `-` excludes, `or` allows either. The best matches come first, unless `sort` is given. */
  q?: string;
  type?: string;
  lang?: string;
  /** Taxonomy, or taxonomy and term: `tags`, `tags:letterpress`. */
  taxonomy?: string;
  sort?: 'updated_at' | 'date' | 'title' | 'path';
  order?: 'asc' | 'desc';
  page?: number;
  page_size?: number;
}

export interface RunsStatusInput {
  /** Id of the workspace. */
  id: string;
}

export interface RunsControlInput {
  /** Id of the workspace. */
  id: string;
  action: 'start' | 'pause' | 'resume' | 'stop' | 'force-stop';
  /** Ignored; the newest run is used. */
  run_id?: string;
  /** For a run created by `start`; at most 4,000 characters. */
  goal?: string;
  /** For the audit log; at most 1,000 characters. */
  reason?: string;
}

export interface RunsCreateInput {
  /** Id of the workspace. */
  id: string;
  goal?: string;
  /** Instead of a goal. */
  recipe?: string;
  /** Values by the names of the parameters of the recipe. */
  parameters?: Record<string, string>;
  /** Missing limits come from the recipe, then from `coordinator.budget`. */
  budget?: NewRunBudget;
}

export interface RunsStartInput {
  /** Id of the workspace. */
  id: string;
  /** Id of the run. */
  run: string;
  /** For the audit log. */
  reason?: string;
}

export interface RunsPauseInput {
  /** Id of the workspace. */
  id: string;
  /** Id of the run. */
  run: string;
  /** For the audit log. */
  reason?: string;
}

export interface RunsResumeInput {
  /** Id of the workspace. */
  id: string;
  /** Id of the run. */
  run: string;
  /** For the audit log. */
  reason?: string;
}

export interface RunsStopInput {
  /** Id of the workspace. */
  id: string;
  /** Id of the run. */
  run: string;
  /** For the audit log. */
  reason?: string;
}

export interface RunsForceStopInput {
  /** Id of the workspace. */
  id: string;
  /** Id of the run. */
  run: string;
  /** For the audit log. */
  reason?: string;
}

export interface RunsReopenInput {
  /** Id of the workspace. */
  id: string;
  /** Id of the run. */
  run: string;
  /** For the audit log. */
  reason?: string;
}

export interface RunsBudgetInput {
  /** Id of the workspace. */
  id: string;
  /** Id of the run. */
  run: string;
  turns?: number | null;
  minutes?: number | null;
  tokens?: number | null;
  usd?: number | null;
  /** Sets the limits of this agent in the run instead of those of the run. */
  agent_id?: string;
}

export interface RunsListInput {
  /** Id of the workspace. */
  id: string;
  /** Default 50, at most 200. */
  limit?: number;
  /** `next` of the previous page. */
  after?: string;
  /** Only entries with this status. */
  status?: string;
}

export interface RunsListAnswer {
  items: Run[];
  /** Cursor of the next page; null on the last page. */
  next: string | null;
}

export interface RunsGetInput {
  /** Id of the workspace. */
  id: string;
  /** Id of the run. */
  run: string;
}

export interface RunsEventsInput {
  /** Id of the workspace. */
  id: string;
  /** Id of the run. */
  run: string;
  /** Only events after this one. */
  after?: string;
  /** Default 50, at most 200. */
  limit?: number;
  /** How long to wait if there are no events yet; a stream always waits. */
  wait?: string;
}

export interface RunsMessagesInput {
  /** Id of the workspace. */
  id: string;
  /** Id of the run. */
  run: string;
  /** Default 50, at most 200. */
  limit?: number;
  /** `next` of the previous page. */
  after?: string;
}

export interface RunsMessagesAnswer {
  items: RunMessage[];
  /** Cursor of the next page; null on the last page. */
  next: string | null;
}

export interface RecipesListInput {
  /** Id of the workspace. */
  id: string;
}

export interface RecipesTriggerInput {
  /** Id of the workspace. */
  id: string;
  /** Name of the recipe. */
  recipe: string;
  /** Values by the names of the parameters of the recipe. */
  parameters?: Record<string, string>;
}

export interface TasksListInput {
  /** Id of the workspace. */
  id: string;
  /** Default 50, at most 200. */
  limit?: number;
  /** `next` of the previous page. */
  after?: string;
  /** Only entries with this status. */
  status?: string;
  /** Only entries of this run. */
  run_id?: string;
}

export interface TasksListAnswer {
  items: Task[];
  /** Cursor of the next page; null on the last page. */
  next: string | null;
}

export interface TasksCreateInput {
  /** Id of the workspace. */
  id: string;
  run_id: string;
  title: string;
  description?: string;
  /** Shown at the task. */
  note?: string;
  /** Ids of tasks of the run to be done first. */
  depends_on?: string[];
  /** Paths in the repository, such as content/posts/**, that its proposals may change. */
  paths?: string[];
  /** Checks of its proposals. */
  checks?: string[];
}

export interface TasksUpdateInput {
  /** Id of the workspace. */
  id: string;
  /** Id of the task. */
  task: string;
  title?: string;
  description?: string;
  /** `open`, `in_progress`, `blocked`, `completed`, `cancelled` or `failed`; other values count as work in progress. */
  status?: string;
  /** Why it has its status; null removes it. */
  note?: string | null;
  /** Ids of tasks of the run to be done first. */
  depends_on?: string[];
  /** Paths in the repository, such as content/posts/**, that its proposals may change. */
  paths?: string[];
  /** Checks of its proposals. */
  checks?: string[];
}

export interface TasksCancelInput {
  /** Id of the workspace. */
  id: string;
  /** Id of the task. */
  task: string;
}

export interface TasksReopenInput {
  /** Id of the workspace. */
  id: string;
  /** Id of the task. */
  task: string;
}

export interface TasksTakeOverInput {
  /** Id of the workspace. */
  id: string;
  /** Id of the task. */
  task: string;
}

export interface TasksAssignInput {
  /** Id of the workspace. */
  id: string;
  /** Id of the task. */
  task: string;
  /** Null: the coordinator assigns it. */
  agent_id: string | null;
}

export interface QuestionsListInput {
  /** Id of the workspace. */
  id: string;
  /** Default 50, at most 200. */
  limit?: number;
  /** `next` of the previous page. */
  after?: string;
  status?: 'open' | 'answered';
  /** Only entries of this run. */
  run_id?: string;
}

export interface QuestionsListAnswer {
  items: Question[];
  /** Cursor of the next page; null on the last page. */
  next: string | null;
}

export interface QuestionsAnswerInput {
  /** Id of the workspace. */
  id: string;
  /** Id of the question. */
  question: string;
  text: string;
}

export interface MemoriesListInput {
  /** Id of the workspace. */
  id: string;
  /** Default 50, at most 200. */
  limit?: number;
  /** `next` of the previous page. */
  after?: string;
  /** Only entries of this run. */
  run_id?: string;
  /** Only notes of this agent. */
  agent_id?: string;
  /** Only notes with at least one of these words. */
  q?: string;
}

export interface MemoriesListAnswer {
  items: Memory[];
  /** Cursor of the next page; null on the last page. */
  next: string | null;
}

export interface MemoriesDeleteInput {
  /** Id of the workspace. */
  id: string;
  /** Id of the note. */
  memory: string;
}

export interface TurnsStopInput {
  /** Id of the workspace. */
  id: string;
  /** `turn` of a session or an agent. */
  turn: string;
  /** For the task and the audit log; secrets are redacted. */
  reason?: string;
}

export interface ProposalsListInput {
  /** Id of the workspace. */
  id: string;
  /** Default 50, at most 200. */
  limit?: number;
  /** `next` of the previous page. */
  after?: string;
  /** Only entries with this status. */
  status?: string;
  /** Only entries of this run. */
  run_id?: string;
}

export interface ProposalsListAnswer {
  items: Proposal[];
  /** Cursor of the next page; null on the last page. */
  next: string | null;
}

export interface ProposalsGetInput {
  /** Id of the workspace. */
  id: string;
  /** Id of the proposal. */
  proposal: string;
}

export interface ProposalsAcceptInput {
  /** Id of the workspace. */
  id: string;
  /** Id of the proposal. */
  proposal: string;
  /** SHA-256 of the reviewed patch, the newest one. Null or absent if the proposal has no patch. */
  patch_sha256?: string | null;
  /** Base revision of the reviewed patch; the request is refused if it has changed. */
  base_revision?: string;
  /** Stored with the decision; secrets are redacted. */
  note?: string;
  /** Ids of the hunks to accept; all if absent. At least one. */
  hunks?: string[];
}

export interface ProposalsRejectInput {
  /** Id of the workspace. */
  id: string;
  /** Id of the proposal. */
  proposal: string;
  /** SHA-256 of the reviewed patch, the newest one. Null or absent if the proposal has no patch. */
  patch_sha256?: string | null;
  /** Base revision of the reviewed patch; the request is refused if it has changed. */
  base_revision?: string;
  /** Stored with the decision; secrets are redacted. */
  note?: string;
}

export interface ProposalsRequestRevisionInput {
  /** Id of the workspace. */
  id: string;
  /** Id of the proposal. */
  proposal: string;
  /** SHA-256 of the reviewed patch, the newest one. Null or absent if the proposal has no patch. */
  patch_sha256?: string | null;
  /** Base revision of the reviewed patch; the request is refused if it has changed. */
  base_revision?: string;
  /** Stored with the decision; secrets are redacted. */
  note?: string;
  /** On lines of the patch. Without any, a note is required. */
  comments?: {
    /** Path of the file in the patch. */
    path: string;
    /** Side of the diff whose line numbers count: `old` for removed lines. */
    side: 'old' | 'new';
    line: number;
    /** Secrets are redacted. */
    body: string;
  }[];
}

export interface ProposalsCommentInput {
  /** Id of the workspace. */
  id: string;
  /** Id of the proposal. */
  proposal: string;
  /** Path of the file in the patch. */
  path: string;
  /** Side of the diff whose line numbers count: `old` for removed lines. */
  side: 'old' | 'new';
  line: number;
  /** Secrets are redacted. */
  body: string;
  /** SHA-256 of the patch, the newest one. */
  patch_sha256: string;
}

export interface ProposalsRollbackInput {
  /** Id of the workspace. */
  id: string;
  /** Id of the proposal. */
  proposal: string;
  /** Stored with the decision; secrets are redacted. */
  note?: string;
}

export interface DeliberationsListInput {
  /** Id of the workspace. */
  id: string;
  /** Default 50, at most 200. */
  limit?: number;
  /** `next` of the previous page. */
  after?: string;
  /** Only entries with this status. */
  status?: string;
  /** Only entries of this run. */
  run_id?: string;
}

export interface DeliberationsListAnswer {
  items: Deliberation[];
  /** Cursor of the next page; null on the last page. */
  next: string | null;
}

export interface DeliberationsPostsInput {
  /** Id of the workspace. */
  id: string;
  /** Id of the deliberation. */
  deliberation: string;
  /** Default 50, at most 200. */
  limit?: number;
  /** `next` of the previous page. */
  after?: string;
}

export interface DeliberationsPostsAnswer {
  items: DeliberationPost[];
  /** Cursor of the next page; null on the last page. */
  next: string | null;
}

export interface ApprovalsListInput {
  /** Id of the workspace. */
  id: string;
  /** Default 50, at most 200. */
  limit?: number;
  /** `next` of the previous page. */
  after?: string;
  /** Only requests with this status. */
  status?: string;
  /** Only requests of this run. */
  run_id?: string;
}

export interface ApprovalsListAnswer {
  items: ApprovalRequest[];
  /** Cursor of the next page; null on the last page. */
  next: string | null;
}

export interface ApprovalsApproveInput {
  /** Id of the workspace. */
  id: string;
  /** Id of the request. */
  approval: string;
  /** SHA-256 of the reviewed patch, the newest of the proposal. Null or absent if the proposal has no patch, or the request concerns no proposal. */
  patch_sha256?: string | null;
  /** Stored with the decision; secrets are redacted. */
  note?: string;
}

export interface ApprovalsRejectInput {
  /** Id of the workspace. */
  id: string;
  /** Id of the request. */
  approval: string;
  /** SHA-256 of the reviewed patch, the newest of the proposal. Null or absent if the proposal has no patch, or the request concerns no proposal. */
  patch_sha256?: string | null;
  /** Stored with the decision; secrets are redacted. */
  note?: string;
}

export interface AgentsListInput {
  /** Id of the workspace. */
  id: string;
  /** Default 50, at most 200. */
  limit?: number;
  /** `next` of the previous page. */
  after?: string;
}

export interface AgentsListAnswer {
  items: Agent[];
  /** Cursor of the next page; null on the last page. */
  next: string | null;
}

export interface AgentsMessageInput {
  /** Id of the workspace. */
  id: string;
  /** Id of the agent. */
  agent: string;
  run_id: string;
  text: string;
}

export interface ClaimsListInput {
  /** Id of the workspace. */
  id: string;
  /** Default 50, at most 200. */
  limit?: number;
  /** `next` of the previous page. */
  after?: string;
  /** Only entries of this run. */
  run_id?: string;
}

export interface ClaimsListAnswer {
  items: ResourceClaim[];
  /** Cursor of the next page; null on the last page. */
  next: string | null;
}

export interface AgentSessionsListInput {
  /** Id of the workspace. */
  id: string;
  /** Default 50, at most 200. */
  limit?: number;
  /** `next` of the previous page. */
  after?: string;
  /** Only sessions of this run. */
  run_id?: string;
  /** Only sessions of this agent. */
  agent_id?: string;
  /** Only sessions with this status. */
  status?: string;
  /** Only sessions with this text in an event, in any case; needs `run_id`. */
  q?: string;
}

export interface AgentSessionsListAnswer {
  items: AgentSession[];
  /** Cursor of the next page; null on the last page. */
  next: string | null;
}

export interface AgentSessionsGetInput {
  /** Id of the workspace. */
  id: string;
  /** Id of the session. */
  session: string;
}

export interface AgentSessionsEventsInput {
  /** Id of the workspace. */
  id: string;
  /** Id of the session. */
  session: string;
  /** Only events after this one. */
  after?: string;
  /** Default 50, at most 200. */
  limit?: number;
  /** How long to wait for the first event or the end of the session; a stream always waits. */
  wait?: string;
}

export interface AgentSessionsExportInput {
  /** Id of the workspace. */
  id: string;
  /** Id of the session. */
  session: string;
}

export interface WorkerTokensListInput {
  /** Id of the workspace. */
  id: string;
  /** Default 50, at most 200. */
  limit?: number;
  /** `next` of the previous page. */
  after?: string;
  /** Only tokens of this run. */
  run_id?: string;
}

export interface WorkerTokensListAnswer {
  items: WorkerToken[];
  /** Cursor of the next page; null on the last page. */
  next: string | null;
}

export interface WorkerTokensCreateInput {
  /** Id of the workspace. */
  id: string;
  run_id: string;
  agent_id: string;
  /** Default: the scopes of the agent’s role. */
  scopes?: (
    | 'tasks:read'
    | 'tasks:write'
    | 'proposals:write'
    | 'reviews:write'
    | 'turns:write'
    | 'repo:read'
    | 'memory:read'
    | 'memory:write'
  )[];
  /** Lifetime in seconds; default 28,800 (eight hours). */
  ttl_seconds?: number;
}

export interface WorkerTokensRevokeInput {
  /** Id of the workspace. */
  id: string;
  /** Id of the token, not the token itself. */
  token: string;
}

export interface McpClientsListInput {
  /** Id of the workspace. */
  id: string;
  /** Default 50, at most 200. */
  limit?: number;
  /** `next` of the previous page. */
  after?: string;
}

export interface McpClientsListAnswer {
  items: McpClient[];
  /** Cursor of the next page; null on the last page. */
  next: string | null;
}

export interface McpClientsRequestInput {
  /** Id of the workspace. */
  id: string;
  client_id: string;
  redirect_uri: string;
  response_type: string;
  code_challenge: string;
  code_challenge_method: string;
  resource: string;
  scope?: string;
  state?: string;
}

export interface McpClientsConnectInput {
  /** Id of the workspace. */
  id: string;
  client_id: string;
  redirect_uri: string;
  response_type: string;
  code_challenge: string;
  code_challenge_method: string;
  resource: string;
  scope?: string;
  state?: string;
  /** Null to decline the request. */
  agent_id: string | null;
}

export interface McpClientsRevokeInput {
  /** Id of the workspace. */
  id: string;
  /** Id of the connection, as in the list. */
  client: string;
}

export interface AuthApi {
  /**
   * Sign in and receive a session cookie; `totp_code` accepts a TOTP code or a recovery code. With `totp_required`, `second_factors` lists what is accepted, and `passkey_options` is for a passkey, whose answer goes into `passkey`.
   *
   * Specific problems: `password_sign_in_disabled`, `invalid_credentials`, `totp_required`, `totp_invalid`, `passkey_invalid`, `passkey_copied`, `csrf_failed`, `rate_limited`, `unavailable`.
   */
  login(input: AuthLoginInput, options?: CallOptions): Promise<AuthSession>;
  /**
   * End the session; succeeds without one.
   *
   * Specific problems: `csrf_failed`.
   */
  logout(input?: NoInput, options?: CallOptions): Promise<LogoutResponse>;
  /**
   * The signed-in user.
   *
   * Requires a session; tokens are refused.
   */
  session(input?: NoInput, options?: CallOptions): Promise<AuthSession>;
  /** Ways to sign in that the sign-in page offers. */
  options(input?: NoInput, options?: CallOptions): Promise<SignInOptions>;
  /**
   * Address at which the browser signs in at a provider (ADD-SSO-2).
   *
   * Specific problems: `not_found`, `forbidden`, `reset_link_invalid`, `provider_unavailable`, `csrf_failed`, `rate_limited`.
   */
  beginAtProvider(input: AuthBeginAtProviderInput, options?: CallOptions): Promise<ProviderAddress>;
  /**
   * Sign in with the single-use token of `galley users sign-in-link` (ADD-SSO-8).
   *
   * Specific problems: `sign_in_link_invalid`, `csrf_failed`, `rate_limited`.
   */
  useLink(input: AuthUseLinkInput, options?: CallOptions): Promise<AuthSession>;
  /**
   * Complete a sign-in at a provider with the second factor: a TOTP code, a recovery code or a passkey, with the options of `/passkeys/confirm-options`.
   *
   * Requires a session; tokens are refused.
   *
   * Specific problems: `totp_required`, `totp_invalid`, `passkey_invalid`, `passkey_copied`, `totp_not_enabled`, `rate_limited`, `unavailable`.
   */
  verifyFactor(input?: AuthVerifyFactorInput, options?: CallOptions): Promise<AuthSession>;
  /** Choices for the first administrator; none once an administrator exists. */
  setupChoices(input?: NoInput, options?: CallOptions): Promise<SetupChoices>;
  /**
   * Create the first administrator with the single-use token of the setup link, and sign in.
   *
   * Specific problems: `setup_link_invalid`, `invalid_fields`, `csrf_failed`.
   */
  setup(input: AuthSetupInput, options?: CallOptions): Promise<AuthSession>;
}

export interface SessionsApi {
  /**
   * Confirm the session with the password or a passkey, for the next ten minutes.
   *
   * Requires a session; tokens are refused.
   *
   * Specific problems: `invalid_credentials`, `passkey_invalid`, `passkey_unverified`, `passkey_copied`, `rate_limited`, `unavailable`.
   */
  confirm(input?: SessionsConfirmInput, options?: CallOptions): Promise<OkResponse>;
  /**
   * Address at which the caller signs in again, instead of entering the password; the callback confirms the session.
   *
   * Requires a session; tokens are refused.
   *
   * Specific problems: `not_found`, `provider_unavailable`.
   */
  confirmAtProvider(
    input: SessionsConfirmAtProviderInput,
    options?: CallOptions,
  ): Promise<ProviderAddress>;
  /**
   * Active sessions, last used first: those of one user, or all that the caller can see; without `users.manage`, only the caller’s own.
   *
   * Requires a session; tokens are refused.
   *
   * Specific problems: `forbidden`.
   */
  list(input?: SessionsListInput, options?: CallOptions): Promise<SessionsListAnswer>;
  /**
   * End one session by id, all sessions of a user, or all that the caller can see; `keep_current` keeps the caller’s own.
   *
   * Requires a session; tokens are refused. Requires a session with a recent password confirmation.
   *
   * Specific problems: `forbidden`, `reauthentication_required`.
   */
  revoke(input?: SessionsRevokeInput, options?: CallOptions): Promise<RevokeResponse>;
}

export interface IdentitiesApi {
  /**
   * Linked sign-ins of the caller, or of another user with `users.manage`.
   *
   * Requires a session; tokens are refused.
   *
   * Specific problems: `forbidden`, `not_found`.
   */
  list(input?: IdentitiesListInput, options?: CallOptions): Promise<IdentitiesListAnswer>;
  /**
   * Address at which the caller signs in to link a provider to their account; the callback records the link.
   *
   * Requires a session; tokens are refused. Requires a session with a recent password confirmation.
   *
   * Specific problems: `not_found`, `provider_unavailable`, `reauthentication_required`.
   */
  link(input: IdentitiesLinkInput, options?: CallOptions): Promise<ProviderAddress>;
  /**
   * Remove a linked sign-in of the caller, or of another user with `users.manage`; ends the user’s other sessions.
   *
   * Requires a session; tokens are refused. Requires a session with a recent password confirmation.
   *
   * Specific problems: `forbidden`, `not_found`, `last_way_in`, `reauthentication_required`.
   */
  unlink(input: IdentitiesUnlinkInput, options?: CallOptions): Promise<OkResponse>;
  /**
   * Links and removals of sign-ins of these users since a time, newest first, at most 100.
   *
   * Needs `documents.review`.
   */
  changes(input: IdentitiesChangesInput, options?: CallOptions): Promise<IdentitiesChangesAnswer>;
}

export interface TotpApi {
  /**
   * Start the setup of a second factor; an enabled one stays active until the new one is confirmed.
   *
   * Requires a session; tokens are refused. Requires a session with a recent password confirmation.
   *
   * Specific problems: `forbidden`, `not_found`, `reauthentication_required`.
   */
  setup(input?: TotpSetupInput, options?: CallOptions): Promise<TotpSetupResponse>;
  /**
   * Confirm the second factor with a code; ends the user’s other sessions.
   *
   * Requires a session; tokens are refused. Requires a session with a recent password confirmation.
   *
   * Specific problems: `totp_invalid`, `forbidden`, `not_found`, `reauthentication_required`, `rate_limited`.
   */
  enable(input: TotpEnableInput, options?: CallOptions): Promise<RecoveryCodes>;
  /**
   * Turn off the authenticator app; ends the user’s other sessions.
   *
   * Requires a session; tokens are refused. Requires a session with a recent password confirmation.
   *
   * Specific problems: `forbidden`, `not_found`, `reauthentication_required`.
   */
  disable(input?: TotpDisableInput, options?: CallOptions): Promise<OkResponse>;
  /**
   * Replace the recovery codes with new ones.
   *
   * Requires a session; tokens are refused. Requires a session with a recent password confirmation.
   *
   * Specific problems: `totp_not_enabled`, `reauthentication_required`.
   */
  recoveryCodes(input?: NoInput, options?: CallOptions): Promise<RecoveryCodes>;
}

export interface PasskeysApi {
  /**
   * Passkeys of the caller, or with `users.manage` of another user; oldest first.
   *
   * Requires a session; tokens are refused.
   *
   * Specific problems: `forbidden`, `not_found`.
   */
  list(input?: PasskeysListInput, options?: CallOptions): Promise<PasskeysListAnswer>;
  /**
   * Options to create a passkey of the caller with.
   *
   * Requires a session; tokens are refused. Requires a session with a recent password confirmation.
   *
   * Specific problems: `forbidden`, `passkeys_unavailable`, `reauthentication_required`.
   */
  begin(input?: NoInput, options?: CallOptions): Promise<PasskeyOptions>;
  /**
   * Add a passkey of the caller; ends their other sessions. The first second factor comes with recovery codes.
   *
   * Requires a session; tokens are refused. Requires a session with a recent password confirmation.
   *
   * Specific problems: `passkey_invalid`, `passkeys_unavailable`, `invalid_fields`, `forbidden`, `reauthentication_required`.
   */
  add(input: PasskeysAddInput, options?: CallOptions): Promise<AddedPasskey>;
  /**
   * Rename a passkey of the caller.
   *
   * Requires a session; tokens are refused.
   *
   * Specific problems: `not_found`, `invalid_fields`.
   */
  rename(input: PasskeysRenameInput, options?: CallOptions): Promise<Passkey>;
  /**
   * Remove a passkey of the caller, or with `users.manage` of another user; ends the other sessions of the user.
   *
   * Requires a session; tokens are refused. Requires a session with a recent password confirmation.
   *
   * Specific problems: `not_found`, `forbidden`, `last_way_in`, `reauthentication_required`.
   */
  remove(input: PasskeysRemoveInput, options?: CallOptions): Promise<OkResponse>;
  /**
   * Options to sign in with a passkey; the same for everyone.
   *
   * Specific problems: `passkeys_unavailable`, `csrf_failed`.
   */
  signInOptions(input?: NoInput, options?: CallOptions): Promise<PasskeyOptions>;
  /**
   * Sign in with a passkey that checks a PIN, fingerprint or face, without password and second factor.
   *
   * Specific problems: `passkey_invalid`, `passkey_unverified`, `passkey_copied`, `passkeys_unavailable`, `csrf_failed`, `rate_limited`, `unavailable`.
   */
  signIn(input: PasskeysSignInInput, options?: CallOptions): Promise<AuthSession>;
  /**
   * Options to confirm the session with a passkey of the caller (`/session/confirm`).
   *
   * Requires a session; tokens are refused.
   *
   * Specific problems: `not_found`, `passkeys_unavailable`.
   */
  confirmOptions(input?: NoInput, options?: CallOptions): Promise<PasskeyOptions>;
}

export interface PasswordApi {
  /**
   * Change the caller’s password; ends their other sessions and revokes their tokens.
   *
   * Requires a session; tokens are refused.
   *
   * Specific problems: `invalid_credentials`, `invalid_fields`, `rate_limited`, `unavailable`.
   */
  change(input: PasswordChangeInput, options?: CallOptions): Promise<PasswordChanged>;
  /**
   * Ask for a link to set a new password by e-mail; the answer is the same for unknown accounts (ADD-MAIL-4).
   *
   * Specific problems: `mail_not_configured`, `csrf_failed`, `rate_limited`.
   */
  forgotten(input: PasswordForgottenInput, options?: CallOptions): Promise<OkResponse>;
  /**
   * Set a password with the single-use token of a reset link; ends all sessions and revokes all tokens of the user.
   *
   * Specific problems: `reset_link_invalid`, `invalid_fields`, `csrf_failed`, `rate_limited`, `unavailable`.
   */
  reset(input: PasswordResetInput, options?: CallOptions): Promise<PasswordReset>;
}

export interface TokensApi {
  /**
   * API tokens of the caller, or with `users.manage` of another user or a service account.
   *
   * Requires a session; tokens are refused.
   *
   * Specific problems: `forbidden`.
   */
  list(input?: TokensListInput, options?: CallOptions): Promise<TokensListAnswer>;
  /**
   * Valid API tokens of all people and service accounts, newest first, in pages of 50 (ADD-SVC-7).
   *
   * Needs `users.manage`.
   *
   * Specific problems: `forbidden`.
   */
  readonly overview: Paged<
    (input?: TokensOverviewInput, options?: CallOptions) => Promise<TokenOverview>,
    ItemOf<TokenOverview>
  >;
  /**
   * Maximum lifetime of new tokens.
   *
   * Requires a session; tokens are refused.
   */
  limits(input?: NoInput, options?: CallOptions): Promise<TokenLimits>;
  /**
   * Create a token for `Authorization: Bearer`, for the caller or with `users.manage` for a service account; shown once, and limited to its scopes and the role of its owner.
   *
   * Requires a session; tokens are refused. Requires a session with a recent password confirmation.
   *
   * Specific problems: `invalid_fields`, `not_found`, `forbidden`, `reauthentication_required`.
   */
  create(input: TokensCreateInput, options?: CallOptions): Promise<NewApiToken>;
  /**
   * Issue another secret for a token of the caller or of a service account; the secret so far stays valid for the overlap (ADD-SVC-6).
   *
   * Requires a session; tokens are refused. Requires a session with a recent password confirmation.
   *
   * Specific problems: `invalid_fields`, `not_found`, `forbidden`, `reauthentication_required`.
   */
  rotate(input: TokensRotateInput, options?: CallOptions): Promise<NewApiToken>;
  /**
   * End the secret before the last rotation at once.
   *
   * Requires a session; tokens are refused.
   *
   * Specific problems: `not_found`, `forbidden`.
   */
  endOverlap(input: TokensEndOverlapInput, options?: CallOptions): Promise<OkResponse>;
  /**
   * Revoke an API token of the caller, or with `users.manage` of any owner.
   *
   * Requires a session; tokens are refused.
   *
   * Specific problems: `not_found`, `forbidden`.
   */
  revoke(input: TokensRevokeInput, options?: CallOptions): Promise<OkResponse>;
  /**
   * Revoke API tokens of any owners, all or none; unknown ids are skipped.
   *
   * Needs `users.manage`. Requires a session with a recent password confirmation.
   *
   * Specific problems: `forbidden`, `reauthentication_required`.
   */
  revokeMany(input: TokensRevokeManyInput, options?: CallOptions): Promise<RevokedTokens>;
  /**
   * Undo revocations by the caller in the last ten minutes; other ids are skipped.
   *
   * Requires a session; tokens are refused.
   *
   * Specific problems: `forbidden`.
   */
  restore(input: TokensRestoreInput, options?: CallOptions): Promise<RestoredTokens>;
}

export interface ServiceAccountsApi {
  /**
   * Accounts of programs, by user name (ADD-SVC-1).
   *
   * Needs `users.manage`.
   */
  list(input?: NoInput, options?: CallOptions): Promise<ServiceAccountsListAnswer>;
  /**
   * Create or change a service account; an absent `enabled` stays unchanged. Changes take effect with the next request of its tokens.
   *
   * Needs `users.manage`. Requires a session with a recent password confirmation.
   *
   * Specific problems: `invalid_fields`, `forbidden`, `in_use`, `reauthentication_required`.
   */
  save(input: ServiceAccountsSaveInput, options?: CallOptions): Promise<ServiceAccount>;
  /**
   * Delete a service account with its tokens; `reassign_to` names the person who gets its documents and is required if it owns any.
   *
   * Needs `users.manage`. Requires a session with a recent password confirmation.
   *
   * Specific problems: `not_found`, `forbidden`, `in_use`, `invalid_fields`, `reauthentication_required`.
   */
  delete(input: ServiceAccountsDeleteInput, options?: CallOptions): Promise<OkResponse>;
}

export interface AccountApi {
  /**
   * Settings of the caller’s own account.
   *
   * Requires a session; tokens are refused.
   */
  get(input?: NoInput, options?: CallOptions): Promise<OwnAccount>;
  /**
   * Change the caller’s time zone, or how they receive notices; what is absent stays.
   *
   * Requires a session; tokens are refused.
   */
  save(input?: AccountSaveInput, options?: CallOptions): Promise<OwnAccount>;
  /**
   * Send another link to confirm the caller’s pending or present e-mail address, at most five an hour (ADD-ACC-4).
   *
   * Requires a session; tokens are refused.
   *
   * Specific problems: `mail_not_configured`, `invalid_fields`, `rate_limited`.
   */
  sendEmailLink(input?: NoInput, options?: CallOptions): Promise<SentEmailLink>;
  /**
   * Confirm an e-mail address of the caller with the token of the link sent to it.
   *
   * Requires a session; tokens are refused.
   *
   * Specific problems: `email_link_invalid`.
   */
  confirmEmail(input: AccountConfirmEmailInput, options?: CallOptions): Promise<ConfirmedEmail>;
  /**
   * Withdraw the caller’s pending e-mail address, if any.
   *
   * Requires a session; tokens are refused.
   */
  cancelEmail(input?: NoInput, options?: CallOptions): Promise<OwnAccount>;
  /**
   * Keep the earlier e-mail address, with the token of the link sent to it within seven days; if the new one has been confirmed, all sessions of the person end.
   *
   * Specific problems: `email_link_invalid`, `csrf_failed`, `rate_limited`.
   */
  keepEmail(input: AccountKeepEmailInput, options?: CallOptions): Promise<KeptEmail>;
  /**
   * Turn off e-mail of one kind, with the token of a message.
   *
   * Specific problems: `email_link_invalid`, `csrf_failed`, `rate_limited`.
   */
  unsubscribe(input: AccountUnsubscribeInput, options?: CallOptions): Promise<Unsubscribed>;
  /**
   * The caller’s own data as a ZIP file, without data about other people (ADD-ACC-9).
   *
   * Requires a session; tokens are refused. Requires a session with a recent password confirmation.
   *
   * Specific problems: `reauthentication_required`.
   */
  export(input?: NoInput, options?: CallOptions): Promise<Download>;
  /**
   * Delete the caller’s own account; `reassign_to` names the new owner of their documents and is required if they have any (ADD-ACC-10).
   *
   * Requires a session; tokens are refused. Requires a session with a recent password confirmation.
   *
   * Specific problems: `invalid_fields`, `last_admin`, `in_use`, `reauthentication_required`.
   */
  delete(input: AccountDeleteInput, options?: CallOptions): Promise<OkResponse>;
  /**
   * Whether the caller has a secret address for calendar programs.
   *
   * Requires a session; tokens are refused.
   */
  calendarFeed(input?: NoInput, options?: CallOptions): Promise<CalendarFeed>;
  /**
   * Create the caller’s secret address for calendar programs; it is answered only once, and an earlier one stops working.
   *
   * Requires a session; tokens are refused.
   */
  createCalendarFeed(input?: NoInput, options?: CallOptions): Promise<CreatedCalendarFeed>;
  /**
   * Make the caller’s secret address for calendar programs stop working.
   *
   * Requires a session; tokens are refused.
   */
  deleteCalendarFeed(input?: NoInput, options?: CallOptions): Promise<OkResponse>;
}

export interface UsersApi {
  /**
   * All users, by user name.
   *
   * Needs `users.manage`.
   */
  list(input?: NoInput, options?: CallOptions): Promise<UsersListAnswer>;
  /**
   * Create or update a user; an absent `password` or `enabled` stays unchanged. Changes of role, password or `enabled` end the user’s other sessions.
   *
   * Needs `users.manage`. Requires a session with a recent password confirmation.
   *
   * Specific problems: `invalid_fields`, `forbidden`, `last_admin`, `unavailable`, `reauthentication_required`.
   */
  save(input: UsersSaveInput, options?: CallOptions): Promise<UserInfo>;
  /**
   * Change the caller’s own display name and e-mail address; if Galley can send mail, a new address is pending until its link is opened (ADD-ACC-4).
   *
   * Requires a session; tokens are refused. Requires a session with a recent password confirmation.
   *
   * Specific problems: `invalid_fields`, `rate_limited`, `reauthentication_required`.
   */
  saveOwn(input: UsersSaveOwnInput, options?: CallOptions): Promise<UserInfo>;
  /**
   * Set the caller’s own profile picture: a JPEG, PNG, WebP, AVIF or GIF file, stored as a square WebP without metadata (ADD-ACC-1).
   *
   * Requires a session; tokens are refused.
   *
   * Specific problems: `unsupported_media_type`, `invalid_media`, `payload_too_large`, `storage_failed`, `insufficient_storage`.
   */
  saveOwnPicture(input: UsersSaveOwnPictureInput, options?: UploadOptions): Promise<OwnPicture>;
  /**
   * Remove the caller’s own profile picture, if any.
   *
   * Requires a session; tokens are refused.
   */
  deleteOwnPicture(input?: NoInput, options?: CallOptions): Promise<OwnPicture>;
  /**
   * Set the language of messages to the caller.
   *
   * Requires a session; tokens are refused.
   */
  saveOwnLanguage(input: UsersSaveOwnLanguageInput, options?: CallOptions): Promise<OkResponse>;
  /**
   * Allow a user’s profile picture on public pages, beside the current display name; with `editorial.require_approval`, not the caller’s own (ADD-ACC-2).
   *
   * Needs `users.manage`.
   *
   * Specific problems: `not_found`, `forbidden`.
   */
  approvePicture(input: UsersApprovePictureInput, options?: CallOptions): Promise<UserInfo>;
  /**
   * Remove a user’s profile picture, if any (ADD-ACC-3).
   *
   * Needs `users.manage`.
   *
   * Specific problems: `not_found`.
   */
  deletePicture(input: UsersDeletePictureInput, options?: CallOptions): Promise<UserInfo>;
  /**
   * Delete a user; `reassign_to` names the new owner of their documents and is required if they own any (GAP-SET-3).
   *
   * Needs `users.manage`. Requires a session with a recent password confirmation.
   *
   * Specific problems: `not_found`, `forbidden`, `last_admin`, `in_use`, `invalid_fields`, `reauthentication_required`.
   */
  delete(input: UsersDeleteInput, options?: CallOptions): Promise<OkResponse>;
  /**
   * Create a password reset link for a user, valid once within 24 hours; revokes earlier links.
   *
   * Needs `users.manage`. Requires a session with a recent password confirmation.
   *
   * Specific problems: `not_found`, `forbidden`, `reauthentication_required`.
   */
  resetLink(input: UsersResetLinkInput, options?: CallOptions): Promise<ResetLink>;
  /**
   * Send a user a link by e-mail: an invitation, valid for 7 days, or for accounts with a password a reset link, valid for 24 hours (ADD-MAIL-3).
   *
   * Needs `users.manage`. Requires a session with a recent password confirmation.
   *
   * Specific problems: `not_found`, `forbidden`, `invalid_fields`, `mail_not_configured`, `reauthentication_required`.
   */
  sendLink(input: UsersSendLinkInput, options?: CallOptions): Promise<SentLink>;
}

export interface RolesApi {
  /**
   * Built-in roles first, then custom roles, with their numbers of users.
   *
   * Needs `users.manage`.
   */
  list(input?: NoInput, options?: CallOptions): Promise<RolesListAnswer>;
  /**
   * Create or update a custom role; takes effect with the next request of its users.
   *
   * Needs `users.manage`. Requires a session with a recent password confirmation.
   *
   * Specific problems: `invalid_fields`, `forbidden`, `reauthentication_required`.
   */
  save(input: RolesSaveInput, options?: CallOptions): Promise<Role>;
  /**
   * Delete an unused custom role; built-in roles stay.
   *
   * Needs `users.manage`. Requires a session with a recent password confirmation.
   *
   * Specific problems: `not_found`, `in_use`, `forbidden`, `reauthentication_required`.
   */
  delete(input: RolesDeleteInput, options?: CallOptions): Promise<OkResponse>;
}

export interface AuditApi {
  /**
   * Audit entries of successful and denied actions, newest first.
   *
   * Needs `audit.read`.
   */
  readonly list: Paged<
    (input?: AuditListInput, options?: CallOptions) => Promise<AuditListAnswer>,
    ItemOf<AuditListAnswer>
  >;
  /**
   * Export the audit entries that match the filters as one file, newest first.
   *
   * Needs `audit.read`.
   */
  export(input: AuditExportInput, options?: CallOptions): Promise<Download>;
}

export interface BackupsApi {
  /**
   * Available backups, newest first.
   *
   * Needs `operations.manage`.
   */
  list(input?: NoInput, options?: CallOptions): Promise<BackupsListAnswer>;
  /**
   * Create a backup of the content; the response follows once the archive is written and verified.
   *
   * Needs `operations.manage`.
   *
   * Specific problems: `backup_running`, `backup_failed`, `insufficient_storage`.
   */
  create(input: BackupsCreateInput, options?: CallOptions): Promise<BackupInfo>;
  /**
   * Download the archive of a backup; supports ranges.
   *
   * Needs `operations.manage`. Requires a session with a recent password confirmation.
   *
   * Specific problems: `not_found`, `reauthentication_required`.
   */
  download(input: BackupsDownloadInput, options?: CallOptions): Promise<Download>;
  /**
   * Delete a backup permanently.
   *
   * Needs `operations.manage`. Requires a session with a recent password confirmation.
   *
   * Specific problems: `not_found`, `reauthentication_required`.
   */
  delete(input: BackupsDeleteInput, options?: CallOptions): Promise<OkResponse>;
  /**
   * Replace the current content with the content of a backup; the current content is backed up first.
   *
   * Needs `operations.manage`. Requires a session with a recent password confirmation.
   *
   * Specific problems: `not_found`, `invalid_archive`, `identity_required`, `invalid_identity`, `insufficient_storage`, `backup_failed`, `backup_running`, `restore_running`, `restore_failed`, `tree_fixed`, `security_settings_change`, `reauthentication_required`.
   */
  restore(input: BackupsRestoreInput, options?: CallOptions): Promise<BackupsRestoreAnswer>;
  /**
   * Read a whole backup and compare it with its manifest.
   *
   * Needs `operations.manage`.
   *
   * Specific problems: `not_found`, `invalid_archive`, `identity_required`, `invalid_identity`, `insufficient_storage`, `backup_running`.
   */
  verify(input: BackupsVerifyInput, options?: CallOptions): Promise<BackupsVerifyAnswer>;
  /**
   * Commit the current content tree to its git repository, with the caller as author.
   *
   * Needs `operations.manage`.
   *
   * Specific problems: `git_unusable`, `backup_failed`, `insufficient_storage`.
   */
  gitSnapshot(input: BackupsGitSnapshotInput, options?: CallOptions): Promise<GitSnapshot>;
  /**
   * Latest commits of the content tree, newest first; empty without a repository.
   *
   * Needs `operations.manage`.
   *
   * Specific problems: `git_unusable`.
   */
  gitLog(input?: BackupsGitLogInput, options?: CallOptions): Promise<BackupsGitLogAnswer>;
}

export interface ImportsApi {
  /**
   * The last import of the site with its progress, also of the command line; kept for a day.
   *
   * Needs `operations.manage`.
   */
  current(input?: NoInput, options?: CallOptions): Promise<CurrentImport>;
  /**
   * Upload a source and start its dry run, which changes nothing. Poll `/imports` until the state is `ready`. The upload takes the place of the import before, and is deleted after the import or a day.
   *
   * Needs `operations.manage`.
   *
   * Specific problems: `import_source_unreadable`, `import_format_unclear`, `import_running`, `storage_failed`, `insufficient_storage`.
   */
  upload(input: ImportsUploadInput, options?: UploadOptions): Promise<SiteImport>;
  /**
   * Table of a dry run or an import: skipped pages, warnings, documents, media files.
   *
   * Needs `operations.manage`.
   *
   * Specific problems: `not_found`.
   */
  readonly rows: Paged<
    (input: ImportsRowsInput, options?: CallOptions) => Promise<PagedImportRows>,
    ItemOf<PagedImportRows>
  >;
  /**
   * Start an import whose dry run is ready. It also needs `documents.create`, `documents.write` and `media.write`, with `publish` also `documents.publish`.
   *
   * Needs `operations.manage`. Requires a session with a recent password confirmation.
   *
   * Specific problems: `not_found`, `import_not_ready`, `import_running`, `reauthentication_required`.
   */
  start(input: ImportsStartInput, options?: CallOptions): Promise<SiteImport>;
  /**
   * Stop a running import, which keeps the pages imported so far, or discard an upload.
   *
   * Needs `operations.manage`.
   *
   * Specific problems: `not_found`, `import_running`.
   */
  cancel(input: ImportsCancelInput, options?: CallOptions): Promise<OkResponse>;
}

export interface OperationsApi {
  /**
   * Status of the static output, the schedule and the cache of public pages.
   *
   * Needs `operations.manage`.
   */
  status(input?: NoInput, options?: CallOptions): Promise<OperationStatus>;
  /**
   * Request a build of the static output; requests made while a build is queued share that build.
   *
   * Needs `operations.manage`.
   */
  rebuild(input?: OperationsRebuildInput, options?: CallOptions): Promise<OkResponse>;
  /**
   * The last 100 builds of the static output, newest first.
   *
   * Needs `operations.manage`.
   */
  builds(input?: NoInput, options?: CallOptions): Promise<OperationsBuildsAnswer>;
  /**
   * One build of the static output, with its log.
   *
   * Needs `operations.manage`.
   *
   * Specific problems: `not_found`.
   */
  build(input: OperationsBuildInput, options?: CallOptions): Promise<OperationsBuildAnswer>;
}

export interface PluginsApi {
  /**
   * All plugins by name, including broken ones.
   *
   * Needs `plugins.manage`.
   */
  list(input?: NoInput, options?: CallOptions): Promise<PluginsListAnswer>;
  /**
   * Enable a plugin; a plugin that fails to load stays disabled.
   *
   * Needs `plugins.manage`. Requires a session with a recent password confirmation.
   *
   * Specific problems: `plugin_not_found`, `invalid_plugin`, `approval_of_risk_required`, `reauthentication_required`.
   */
  enable(input: PluginsEnableInput, options?: CallOptions): Promise<OkResponse>;
  /**
   * Stop and disable a plugin.
   *
   * Needs `plugins.manage`.
   *
   * Specific problems: `plugin_not_found`.
   */
  disable(input: PluginsDisableInput, options?: CallOptions): Promise<OkResponse>;
  /**
   * Describe the plugin in a ZIP: its permissions, and its differences from the installed version.
   *
   * Needs `plugins.manage`.
   *
   * Specific problems: `invalid_archive`, `invalid_plugin`, `plugin_built_in`, `payload_too_large`, `unsupported_media_type`.
   */
  review(input: PluginsReviewInput, options?: UploadOptions): Promise<PluginReview>;
  /**
   * Install a plugin from a ZIP; it stays disabled.
   *
   * Needs `plugins.manage`. Requires a session with a recent password confirmation.
   *
   * Specific problems: `invalid_archive`, `invalid_plugin`, `plugin_built_in`, `payload_too_large`, `unsupported_media_type`, `plugin_exists`, `plugin_change_running`, `plugins_not_written`, `reauthentication_required`.
   */
  install(input: PluginsInstallInput, options?: UploadOptions): Promise<PluginReview>;
  /**
   * Replace an installed plugin with the reviewed ZIP; the previous version is kept, and an enabled plugin stays enabled.
   *
   * Needs `plugins.manage`. Requires a session with a recent password confirmation.
   *
   * Specific problems: `invalid_archive`, `invalid_plugin`, `plugin_built_in`, `payload_too_large`, `unsupported_media_type`, `plugin_not_found`, `plugin_changes_not_confirmed`, `approval_of_risk_required`, `plugin_change_running`, `plugins_not_written`, `reauthentication_required`.
   */
  update(input: PluginsUpdateInput, options?: UploadOptions): Promise<PluginReview>;
  /**
   * Differences that a rollback brings.
   *
   * Needs `plugins.manage`.
   *
   * Specific problems: `plugin_not_found`, `plugin_built_in`, `no_previous_version`, `invalid_plugin`.
   */
  previous(input: PluginsPreviousInput, options?: CallOptions): Promise<PluginReview>;
  /**
   * Exchange the installed version of a plugin and the previous one.
   *
   * Needs `plugins.manage`. Requires a session with a recent password confirmation.
   *
   * Specific problems: `plugin_built_in`, `no_previous_version`, `invalid_plugin`, `plugin_not_found`, `plugin_changes_not_confirmed`, `approval_of_risk_required`, `plugin_change_running`, `plugins_not_written`, `reauthentication_required`.
   */
  rollback(input: PluginsRollbackInput, options?: CallOptions): Promise<PluginReview>;
  /**
   * Delete a disabled plugin with its previous version; its settings are kept.
   *
   * Needs `plugins.manage`. Requires a session with a recent password confirmation.
   *
   * Specific problems: `plugin_not_found`, `plugin_built_in`, `plugin_enabled`, `plugin_change_running`, `plugins_not_written`, `reauthentication_required`.
   */
  delete(input: PluginsDeleteInput, options?: CallOptions): Promise<OkResponse>;
  /**
   * The panel of a running plugin, filled from its route; requires access to that route.
   *
   * Specific problems: `plugin_not_running`, `plugin_failed`, `plugin_timeout`.
   */
  panel(input: PluginsPanelInput, options?: CallOptions): Promise<FilledPluginPanel>;
  /**
   * Scheduled jobs of running plugins, with their last results.
   *
   * Needs `plugins.manage`.
   */
  jobs(input?: PluginsJobsInput, options?: CallOptions): Promise<PluginsJobsAnswer>;
}

export interface ThemesApi {
  /**
   * All themes by name, including broken ones.
   *
   * Needs `themes.manage`.
   */
  list(input?: NoInput, options?: CallOptions): Promise<ThemesListAnswer>;
  /**
   * Picture of a theme, from its folder.
   *
   * Needs `themes.manage`.
   *
   * Specific problems: `theme_not_found`.
   */
  screenshot(input: ThemesScreenshotInput, options?: CallOptions): Promise<Download>;
  /**
   * Install or update a theme; an invalid theme is rejected as a whole.
   *
   * Needs `themes.manage`. Requires a session with a recent password confirmation.
   *
   * Specific problems: `already_exists`, `theme_install_running`, `invalid_archive`, `invalid_theme`, `invalid_theme_source`, `themes_not_written`, `upstream_failed`, `upstream_timeout`, `reauthentication_required`.
   */
  install(input: ThemesInstallInput, options?: CallOptions): Promise<ThemeInfo>;
  /**
   * Switch the site to another theme and save the choice in `config/site.yaml`.
   *
   * Needs `themes.manage`. Requires a session with a recent password confirmation.
   *
   * Specific problems: `theme_not_found`, `invalid_theme`, `invalid_theme_settings`, `invalid_site_settings`, `settings_not_written`, `reauthentication_required`.
   */
  switch(input: ThemesSwitchInput, options?: CallOptions): Promise<OkResponse>;
  /**
   * Install or update a theme from an uploaded ZIP; the replaced version is kept.
   *
   * Needs `themes.manage`. Requires a session with a recent password confirmation.
   *
   * Specific problems: `already_exists`, `theme_install_running`, `invalid_archive`, `invalid_theme`, `themes_not_written`, `payload_too_large`, `unsupported_media_type`, `storage_failed`, `insufficient_storage`, `reauthentication_required`.
   */
  upload(input: ThemesUploadInput, options?: UploadOptions): Promise<ThemeInfo>;
  /**
   * Exchange the installed version of a theme and the previous one.
   *
   * Needs `themes.manage`. Requires a session with a recent password confirmation.
   *
   * Specific problems: `theme_not_found`, `theme_built_in`, `no_previous_version`, `invalid_theme`, `theme_install_running`, `themes_not_written`, `reauthentication_required`.
   */
  rollback(input: ThemesRollbackInput, options?: CallOptions): Promise<ThemeInfo>;
  /**
   * Delete a theme that neither the site nor another theme uses; its settings are kept.
   *
   * Needs `themes.manage`. Requires a session with a recent password confirmation.
   *
   * Specific problems: `theme_not_found`, `theme_built_in`, `theme_in_use`, `theme_install_running`, `themes_not_written`, `reauthentication_required`.
   */
  delete(input: ThemesDeleteInput, options?: CallOptions): Promise<OkResponse>;
}

export interface SettingsApi {
  /**
   * Sections of settings with a form, including one per theme and per plugin with settings.
   *
   * Needs `config.manage`.
   *
   * Specific problems: `invalid_site_settings`, `invalid_configuration`, `invalid_plugin_settings`.
   */
  sections(input?: NoInput, options?: CallOptions): Promise<SettingsSectionsAnswer>;
  /**
   * Fields and values of a section; unset fields have their default values.
   *
   * Needs `config.manage`.
   *
   * Specific problems: `not_found`, `invalid_site_settings`, `invalid_configuration`, `invalid_plugin_settings`.
   */
  form(input: SettingsFormInput, options?: CallOptions): Promise<SettingsForm>;
  /**
   * Change settings of a section, all or none; comments in the file are preserved.
   *
   * Needs `config.manage`. Requires a session with a recent password confirmation.
   *
   * Specific problems: `not_found`, `invalid_fields`, `stale_revision`, `settings_not_editable`, `settings_not_written`, `invalid_site_settings`, `invalid_configuration`, `invalid_plugin_settings`, `reauthentication_required`.
   */
  save(input: SettingsSaveInput, options?: CallOptions): Promise<SettingsSaveAnswer>;
}

export interface CustomFieldsApi {
  /**
   * Custom fields of documents, and the values that all documents share.
   *
   * Needs `config.manage`.
   *
   * Specific problems: `invalid_custom_fields`.
   */
  get(input?: NoInput, options?: CallOptions): Promise<CustomFields>;
  /**
   * Replace the custom fields or the shared values; accepts the response of `GET /custom-fields`.
   *
   * Needs `config.manage`.
   *
   * Specific problems: `invalid_fields`, `stale_revision`, `settings_not_editable`, `settings_not_written`, `invalid_custom_fields`.
   */
  save(input?: CustomFieldsSaveInput, options?: CallOptions): Promise<OkResponse>;
}

export interface OnboardingApi {
  /**
   * First steps of a new site, as far as they are done.
   *
   * Needs `config.manage`.
   */
  steps(input?: NoInput, options?: CallOptions): Promise<OnboardingSteps>;
  /**
   * Move unchanged documents and images of the example site to the trash, and reset its unchanged settings.
   *
   * Needs `config.manage`.
   *
   * Specific problems: `forbidden`, `settings_not_written`, `stale_revision`, `invalid_site_settings`.
   */
  removeExample(input?: NoInput, options?: CallOptions): Promise<RemovedExample>;
}

export interface SystemApi {
  /** Version, database, memory and disk. */
  status(input?: NoInput, options?: CallOptions): Promise<StatusResponse>;
  /** Features of this server, and capabilities of the caller. */
  capabilities(input?: NoInput, options?: CallOptions): Promise<CapabilitiesResponse>;
  /** Health: 200 if every check passes, 503 if one fails or the server is starting. */
  health(input?: NoInput, options?: CallOptions): Promise<HealthResponse>;
  /** Liveness: 200 while the process responds, regardless of failed checks. */
  live(input?: NoInput, options?: CallOptions): Promise<LiveResponse>;
  /** Readiness for load balancers: 200 while this server can answer visitors, even without the database. */
  ready(input?: NoInput, options?: CallOptions): Promise<ReadyResponse>;
}

export interface DocumentsApi {
  /**
   * Documents that the caller can read, latest change first; search results are sorted by relevance. Follow `next_cursor` to read all of them.
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
   * Specific problems: `invalid_path`, `not_found`.
   */
  get(input: DocumentsGetInput, options?: CallOptions): Promise<DocumentDetail>;
  /**
   * Create a draft.
   *
   * Needs `documents.create`.
   *
   * Specific problems: `invalid_path`, `already_exists`, `invalid_fields`, `check_failed`, `approval_required`, `illegal_transition`, `invalid_schedule`, `storage_failed`, `insufficient_storage`.
   */
  create(input: DocumentsCreateInput, options: MinimalOptions): Promise<SavedDocument>;
  create(input: DocumentsCreateInput, options?: CallOptions): Promise<DocumentDetail>;
  /**
   * Save the body, frontmatter or status of a document, or its whole file.
   *
   * Needs `documents.write`.
   *
   * Specific problems: `invalid_path`, `not_found`, `stale_revision`, `document_locked`, `approval_required`, `illegal_transition`, `invalid_schedule`, `invalid_fields`, `check_failed`, `frontmatter_broken`, `frontmatter_not_editable`.
   */
  save(input: DocumentsSaveInput, options: MinimalOptions): Promise<SavedDocument>;
  save(input: DocumentsSaveInput, options?: CallOptions): Promise<DocumentDetail>;
  /**
   * Content types, layouts, taxonomies, languages and other facts of the site, for writing documents.
   *
   * Needs `documents.read`.
   */
  types(input?: NoInput, options?: CallOptions): Promise<DocumentTypes>;
  /**
   * People to whom a document can be assigned, by name, participants first. Callers who can assign see everyone; callers who can write see the possible reviewers, or, for a byline, everyone. At most 50.
   *
   * Needs `documents.read`.
   *
   * Specific problems: `invalid_path`, `not_found`.
   */
  people(input: DocumentsPeopleInput, options?: CallOptions): Promise<DocumentsPeopleAnswer>;
  /**
   * Public address that a document would have with another slug or date.
   *
   * Needs `documents.read`.
   *
   * Specific problems: `invalid_path`, `not_found`.
   */
  address(input: DocumentsAddressInput, options?: CallOptions): Promise<DocumentAddress>;
  /**
   * Translations of a document that the caller can read, by language, itself included.
   *
   * Needs `documents.read`.
   *
   * Specific problems: `invalid_path`, `not_found`.
   */
  translations(
    input: DocumentsTranslationsInput,
    options?: CallOptions,
  ): Promise<DocumentsTranslationsAnswer>;
  /**
   * Published documents to link to, newest first, also those that the caller may not read otherwise. At most 20.
   *
   * Needs `documents.read`.
   */
  linkTargets(
    input?: DocumentsLinkTargetsInput,
    options?: CallOptions,
  ): Promise<DocumentsLinkTargetsAnswer>;
  /**
   * Lock a document for two minutes, or renew the lock.
   *
   * Needs `documents.write`.
   *
   * Specific problems: `invalid_path`, `not_found`, `document_locked`.
   */
  lock(input: DocumentsLockInput, options?: CallOptions): Promise<LockResponse>;
  /**
   * Release a lock; administrators can break another user’s lock with `force`.
   *
   * Needs `documents.write`.
   *
   * Specific problems: `invalid_path`, `not_found`, `document_locked`.
   */
  unlock(input: DocumentsUnlockInput, options?: CallOptions): Promise<OkResponse>;
  /**
   * Back up unsaved text of the caller; the file, history and lock of the document stay unchanged.
   *
   * Needs `documents.read`.
   *
   * Specific problems: `invalid_path`, `not_found`.
   */
  keepWorkingCopy(
    input: DocumentsKeepWorkingCopyInput,
    options?: CallOptions,
  ): Promise<KeptWorkingCopy>;
  /**
   * The caller’s unsaved text of an existing or new document.
   *
   * Needs `documents.read`.
   *
   * Specific problems: `invalid_path`, `not_found`.
   */
  workingCopy(
    input?: DocumentsWorkingCopyInput,
    options?: CallOptions,
  ): Promise<WorkingCopyResponse>;
  /**
   * Unsaved texts of the caller, newest first; at most 200.
   *
   * Needs `documents.read`.
   */
  workingCopies(input?: NoInput, options?: CallOptions): Promise<DocumentsWorkingCopiesAnswer>;
  /**
   * Discard unsaved text of the caller; succeeds without one.
   *
   * Needs `documents.read`.
   *
   * Specific problems: `invalid_path`, `not_found`.
   */
  discardWorkingCopy(
    input?: DocumentsDiscardWorkingCopyInput,
    options?: CallOptions,
  ): Promise<OkResponse>;
  /**
   * Retained snapshots of a document, newest first; 200 by default.
   *
   * Needs `documents.history`.
   *
   * Specific problems: `invalid_path`, `not_found`.
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
   * Specific problems: `invalid_path`, `not_found`.
   */
  revision(input: DocumentsRevisionInput, options?: CallOptions): Promise<DocumentRevision>;
  /**
   * Compare two revisions of a document, by default the last two, or the current versions of two documents.
   *
   * Needs `documents.diff`.
   *
   * Specific problems: `invalid_path`, `not_found`, `comparison_too_large`.
   */
  diff(input?: DocumentsDiffInput, options?: CallOptions): Promise<DocumentComparison>;
  /**
   * Approval receipts of a document, newest first, at most 1,000.
   *
   * Needs `documents.history`.
   *
   * Specific problems: `invalid_path`, `not_found`.
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
   * Specific problems: `invalid_path`, `not_found`, `not_independent`, `not_assigned_reviewer`, `stale_revision`, `illegal_transition`, `invalid_assignee`, `frontmatter_broken`, `frontmatter_not_editable`.
   */
  editorial(input: DocumentsEditorialInput, options?: CallOptions): Promise<EditorialState>;
  /**
   * Change the status or the schedule of a document; the text stays unchanged.
   *
   * Needs `documents.read`.
   *
   * Specific problems: `invalid_path`, `not_found`, `stale_revision`, `approval_required`, `illegal_transition`, `invalid_assignee`, `invalid_fields`, `check_failed`, `invalid_schedule`, `frontmatter_broken`, `frontmatter_not_editable`.
   */
  status(input: DocumentsStatusInput, options: MinimalOptions): Promise<SavedDocument>;
  status(input: DocumentsStatusInput, options?: CallOptions): Promise<DocumentDetail>;
  /**
   * The next 200 scheduled publish and unpublish actions.
   *
   * Needs `documents.read`.
   */
  schedule(input?: NoInput, options?: CallOptions): Promise<DocumentSchedule>;
  /**
   * Deadlines and scheduled actions of at most 400 days, at most 1,000, of documents that the caller can read.
   *
   * Needs `documents.read`.
   */
  calendar(input: DocumentsCalendarInput, options?: CallOptions): Promise<Calendar>;
  /**
   * The day on which a document is due.
   *
   * Needs `documents.read`.
   *
   * Specific problems: `invalid_path`, `not_found`.
   */
  deadline(input: DocumentsDeadlineInput, options?: CallOptions): Promise<DocumentDeadline>;
  /**
   * Set or remove the day on which a document is due; text and approval stay unchanged.
   *
   * Needs `documents.read`.
   *
   * Specific problems: `invalid_path`, `not_found`, `frontmatter_broken`.
   */
  setDeadline(input: DocumentsSetDeadlineInput, options?: CallOptions): Promise<DocumentDeadline>;
  /**
   * Trash entries that the caller can read, newest first, at most 1,000.
   *
   * Needs `documents.lifecycle`.
   */
  trash(input?: NoInput, options?: CallOptions): Promise<DocumentsTrashAnswer>;
  /**
   * Move a document to the trash, which unpublishes it.
   *
   * Needs `documents.lifecycle`.
   *
   * Specific problems: `invalid_path`, `not_found`, `stale_revision`, `document_locked`, `storage_failed`, `insufficient_storage`.
   */
  delete(input: DocumentsDeleteInput, options?: CallOptions): Promise<OkResponse>;
  /**
   * Restore a document from the trash, or an earlier snapshot of an existing document.
   *
   * Needs `documents.lifecycle`.
   *
   * Specific problems: `invalid_path`, `not_found`, `already_exists`, `document_locked`, `frontmatter_broken`, `invalid_fields`, `frontmatter_not_editable`, `storage_failed`, `insufficient_storage`.
   */
  restore(input: DocumentsRestoreInput, options?: CallOptions): Promise<DocumentsRestoreAnswer>;
  /**
   * Change the status of several documents in order; answers 200 even if some are refused.
   *
   * Needs `documents.read`.
   */
  bulkStatus(input: DocumentsBulkStatusInput, options?: CallOptions): Promise<BulkStatusResponse>;
  /**
   * Assign several documents in order; answers 200 even if some are refused.
   *
   * Needs `documents.assign`.
   */
  bulkAssign(input: DocumentsBulkAssignInput, options?: CallOptions): Promise<BulkAssignResponse>;
  /**
   * Add and remove tags or other terms of several documents in order, as saving each would; answers 200 even if some are refused.
   *
   * Needs `documents.write`.
   */
  bulkTerms(input: DocumentsBulkTermsInput, options?: CallOptions): Promise<BulkTermsResponse>;
  /**
   * Move several documents to the trash in order; answers 200 even if some are refused.
   *
   * Needs `documents.lifecycle`.
   */
  bulkDelete(input: DocumentsBulkDeleteInput, options?: CallOptions): Promise<BulkDeleteResponse>;
  /**
   * Restore several documents from the trash in order, by their trash paths or original paths; answers 200 even if some are refused.
   *
   * Needs `documents.lifecycle`.
   */
  bulkRestore(
    input: DocumentsBulkRestoreInput,
    options?: CallOptions,
  ): Promise<BulkRestoreResponse>;
  /**
   * Preview an unsaved text of an existing or new document; nothing is stored.
   *
   * Needs `documents.read`.
   *
   * Specific problems: `invalid_path`, `not_found`, `invalid_fields`, `frontmatter_broken`, `frontmatter_not_editable`.
   */
  preview(input: DocumentsPreviewInput, options?: CallOptions): Promise<PreviewResponse>;
  /**
   * Documents that the newest patch of a proposal changes, in the order of the patch.
   *
   * Needs `runs.read`.
   *
   * Specific problems: `proposal_not_found`, `repository_unusable`.
   */
  proposed(input: DocumentsProposedInput, options?: CallOptions): Promise<DocumentsProposedAnswer>;
  /**
   * Preview a document as the newest patch of a proposal leaves it.
   *
   * Needs `runs.read`.
   *
   * Specific problems: `invalid_path`, `proposal_not_found`, `base_not_found`, `patch_does_not_apply`, `repository_unusable`, `not_found`.
   */
  proposedPreview(
    input: DocumentsProposedPreviewInput,
    options?: CallOptions,
  ): Promise<PreviewResponse>;
  /**
   * Create a link that shows a document to people without an account until it expires.
   *
   * Needs `documents.read`.
   *
   * Specific problems: `invalid_path`, `not_found`.
   */
  previewLink(
    input: DocumentsPreviewLinkInput,
    options?: CallOptions,
  ): Promise<PreviewLinkResponse>;
  /**
   * Preview links of a document, newest first, at most 1,000; links that expired more than 30 days ago are omitted.
   *
   * Needs `documents.read`.
   *
   * Specific problems: `invalid_path`, `not_found`.
   */
  previewLinks(
    input: DocumentsPreviewLinksInput,
    options?: CallOptions,
  ): Promise<DocumentsPreviewLinksAnswer>;
  /**
   * Revoke a preview link.
   *
   * Needs `documents.read`.
   *
   * Specific problems: `not_found`.
   */
  revokePreviewLink(
    input: DocumentsRevokePreviewLinkInput,
    options?: CallOptions,
  ): Promise<OkResponse>;
}

export interface TermsApi {
  /**
   * Terms of a taxonomy, such as tags, with their counts, pages and descriptions, the most frequent first.
   *
   * Needs `documents.read`.
   *
   * Specific problems: `invalid_fields`.
   */
  list(input?: TermsListInput, options?: CallOptions): Promise<TermsResponse>;
  /**
   * Redirect the pages of former terms to that of their present term, as long as no public document has them.
   *
   * Needs `documents.publish`.
   *
   * Specific problems: `invalid_fields`, `invalid_site_settings`, `settings_not_editable`, `settings_not_written`, `stale_revision`.
   */
  redirect(input: TermsRedirectInput, options?: CallOptions): Promise<OkResponse>;
}

export interface MediaApi {
  /**
   * Files of the media library, newest first unless `sort` is set.
   *
   * Needs `media.read`.
   *
   * Specific problems: `invalid_path`.
   */
  readonly list: Paged<
    (input?: MediaListInput, options?: CallOptions) => Promise<PagedMediaResponse>,
    ItemOf<PagedMediaResponse>
  >;
  /**
   * One file of the media library, with its duplicates.
   *
   * Needs `media.read`.
   *
   * Specific problems: `invalid_path`, `not_found`.
   */
  get(input: MediaGetInput, options?: CallOptions): Promise<MediaDetail>;
  /**
   * Folders of the media library, with their numbers of files.
   *
   * Needs `media.read`.
   */
  folders(input?: NoInput, options?: CallOptions): Promise<MediaFoldersAnswer>;
  /**
   * Upload a file to the media library; a number is added to a name that is taken.
   *
   * Needs `media.write`.
   *
   * Specific problems: `invalid_path`, `unsupported_media_type`, `invalid_media`, `storage_failed`, `insufficient_storage`.
   */
  upload(input: MediaUploadInput, options?: UploadOptions): Promise<UploadedMedia>;
  /**
   * Replace a file, keeping its address and metadata.
   *
   * Needs `media.write`.
   *
   * Specific problems: `invalid_path`, `unsupported_media_type`, `invalid_media`, `storage_failed`, `insufficient_storage`, `not_found`, `stale_revision`.
   */
  replace(input: MediaReplaceInput, options?: UploadOptions): Promise<UploadedMedia>;
  /**
   * Change the metadata of a file.
   *
   * Needs `media.write`.
   *
   * Specific problems: `invalid_path`, `not_found`, `stale_revision`, `invalid_metadata`, `storage_failed`, `insufficient_storage`.
   */
  metadata(input: MediaMetadataInput, options?: CallOptions): Promise<MediaItem>;
  /**
   * Rename or move a file, which changes its address.
   *
   * Needs `media.lifecycle`.
   *
   * Specific problems: `invalid_path`, `not_found`, `already_exists`, `in_use`, `unsupported_media_type`, `storage_failed`, `insufficient_storage`.
   */
  move(input: MediaMoveInput, options?: CallOptions): Promise<MediaItem>;
  /**
   * Move a file and its metadata to the trash.
   *
   * Needs `media.lifecycle`.
   *
   * Specific problems: `invalid_path`, `not_found`, `in_use`, `storage_failed`, `insufficient_storage`.
   */
  delete(input: MediaDeleteInput, options?: CallOptions): Promise<MediaDeleteAnswer>;
  /**
   * Restore a file from the trash to its original path.
   *
   * Needs `media.lifecycle`.
   *
   * Specific problems: `invalid_path`, `not_found`, `already_exists`, `storage_failed`, `insufficient_storage`.
   */
  restore(input: MediaRestoreInput, options?: CallOptions): Promise<MediaItem>;
  /**
   * Files in the trash, newest first, at most 1,000.
   *
   * Needs `media.lifecycle`.
   */
  trash(input?: NoInput, options?: CallOptions): Promise<MediaTrashAnswer>;
  /**
   * Delete a file in the trash permanently.
   *
   * Needs `media.lifecycle`.
   *
   * Specific problems: `invalid_path`, `not_found`, `storage_failed`, `insufficient_storage`.
   */
  purge(input: MediaPurgeInput, options?: CallOptions): Promise<OkResponse>;
  /**
   * Documents that use a file, limited to those the caller can read.
   *
   * Needs `media.read`.
   *
   * Specific problems: `invalid_path`.
   */
  usage(input: MediaUsageInput, options?: CallOptions): Promise<MediaUsage>;
  /**
   * Run one action on several files in order; answers 200 even if some are refused.
   *
   * Needs `media.read`.
   */
  bulk(input: MediaBulkInput, options?: CallOptions): Promise<BulkMediaResponse>;
  /**
   * Media changes that await approval, oldest first.
   *
   * Needs `media.review`.
   */
  pending(input?: NoInput, options?: CallOptions): Promise<MediaPendingAnswer>;
  /**
   * Approve a pending change of a media file, or request changes.
   *
   * Needs `media.review`.
   *
   * Specific problems: `invalid_path`, `not_found`, `not_independent`, `stale_revision`, `storage_failed`, `insufficient_storage`.
   */
  review(input: MediaReviewInput, options?: CallOptions): Promise<MediaReviewAnswer>;
  /**
   * Bytes of a media file, in its public or its pending version.
   *
   * Needs `media.read`.
   *
   * Specific problems: `invalid_path`, `not_found`.
   */
  file(input: MediaFileInput, options?: CallOptions): Promise<Download>;
  /**
   * Earlier versions of a file, which are in the trash, newest first.
   *
   * Needs `media.read`.
   *
   * Specific problems: `invalid_path`.
   */
  versions(input: MediaVersionsInput, options?: CallOptions): Promise<MediaVersionsAnswer>;
  /**
   * Replace a file by one of its earlier versions, keeping its address and metadata.
   *
   * Needs `media.write`.
   *
   * Specific problems: `invalid_path`, `not_found`, `stale_revision`, `unsupported_media_type`, `invalid_media`, `storage_failed`, `insufficient_storage`.
   */
  revert(input: MediaRevertInput, options?: CallOptions): Promise<MediaItem>;
}

export interface NotificationsApi {
  /** Notifications of the caller about documents they can read and tokens they answer for, newest first; `limit` defaults to 50, at most 200. */
  readonly list: Paged<
    (input?: NotificationsListInput, options?: CallOptions) => Promise<NotificationsResponse>,
    ItemOf<NotificationsResponse>
  >;
  /** Mark notifications of the caller as read. */
  read(input?: NotificationsReadInput, options?: CallOptions): Promise<NotificationsReadAnswer>;
}

export interface ChangesApi {
  /**
   * Changes as they happen, of documents the caller may read: a page, a long poll, or, with `Accept: text/event-stream`, a live stream.
   *
   * Specific problems: `too_many_waiting`, `unauthenticated`.
   */
  readonly list: Followed<
    Paged<
      (input?: ChangesListInput, options?: CallOptions) => Promise<ChangesPage>,
      ItemOf<ChangesPage>
    >,
    Change
  >;
}

export interface CommentsApi {
  /**
   * Comments and suggestions of a document, in the order of its text; `limit` defaults to 100, at most 200.
   *
   * Needs `documents.read`.
   *
   * Specific problems: `invalid_path`, `not_found`.
   */
  readonly list: Paged<
    (input: CommentsListInput, options?: CallOptions) => Promise<CommentsResponse>,
    ItemOf<CommentsResponse>
  >;
  /**
   * A thread with all its comments.
   *
   * Needs `documents.read`.
   *
   * Specific problems: `not_found`.
   */
  thread(input: CommentsThreadInput, options?: CallOptions): Promise<CommentThreadResponse>;
  /**
   * Comment on a passage or a whole document, or suggest other words for a passage.
   *
   * Needs `documents.comment`.
   *
   * Specific problems: `invalid_path`, `not_found`, `invalid_fields`, `too_many_comments`.
   */
  add(input: CommentsAddInput, options?: CallOptions): Promise<CommentThreadResponse>;
  /**
   * Reply in a thread.
   *
   * Needs `documents.comment`.
   *
   * Specific problems: `not_found`, `too_many_comments`.
   */
  reply(input: CommentsReplyInput, options?: CallOptions): Promise<CommentThreadResponse>;
  /**
   * Edit a comment of the caller.
   *
   * Needs `documents.comment`.
   *
   * Specific problems: `not_found`.
   */
  edit(input: CommentsEditInput, options?: CallOptions): Promise<CommentThreadResponse>;
  /**
   * Delete a comment of the caller; administrators delete all.
   *
   * Needs `documents.comment`.
   *
   * Specific problems: `not_found`.
   */
  remove(input: CommentsRemoveInput, options?: CallOptions): Promise<OkResponse>;
  /**
   * Delete a thread that the caller began, or withdraw a suggestion; administrators delete all.
   *
   * Needs `documents.comment`.
   *
   * Specific problems: `not_found`.
   */
  removeThread(input: CommentsRemoveThreadInput, options?: CallOptions): Promise<OkResponse>;
  /**
   * Resolve or reopen a thread; idempotent.
   *
   * Needs `documents.comment`.
   *
   * Specific problems: `not_found`, `invalid_request`.
   */
  resolve(input: CommentsResolveInput, options?: CallOptions): Promise<CommentThreadResponse>;
  /**
   * Save the current text with suggestions, all or none; the people who made them become contributors.
   *
   * Needs `documents.write`.
   *
   * Specific problems: `invalid_path`, `not_found`, `suggestion_outdated`, `stale_revision`, `document_locked`, `approval_required`, `illegal_transition`, `invalid_fields`, `check_failed`, `frontmatter_broken`, `frontmatter_not_editable`.
   */
  accept(input: CommentsAcceptInput, options?: CallOptions): Promise<DecidedSuggestions>;
  /**
   * Reject suggestions.
   *
   * Needs `documents.write`.
   *
   * Specific problems: `invalid_path`, `not_found`.
   */
  reject(input: CommentsRejectInput, options?: CallOptions): Promise<RejectedSuggestions>;
}

export interface FormsApi {
  /**
   * Forms of the site, and removed ones that have entries.
   *
   * Needs `config.manage`.
   */
  list(input?: NoInput, options?: CallOptions): Promise<FormsListAnswer>;
  /**
   * Entries of a form, newest first, in pages of 50.
   *
   * Needs `config.manage`.
   *
   * Specific problems: `form_not_found`.
   */
  readonly entries: Paged<
    (input: FormsEntriesInput, options?: CallOptions) => Promise<FormEntriesResponse>,
    ItemOf<FormEntriesResponse>
  >;
  /**
   * Export all entries of a form as CSV, newest first.
   *
   * Needs `config.manage`.
   *
   * Specific problems: `form_not_found`.
   */
  export(input: FormsExportInput, options?: CallOptions): Promise<Download>;
  /**
   * Delete an entry.
   *
   * Needs `config.manage`.
   *
   * Specific problems: `form_not_found`.
   */
  deleteEntry(input: FormsDeleteEntryInput, options?: CallOptions): Promise<DeletedFormEntries>;
  /**
   * Delete all entries of a form up to the newest one that was listed.
   *
   * Needs `config.manage`.
   *
   * Specific problems: `form_not_found`.
   */
  deleteEntries(input: FormsDeleteEntriesInput, options?: CallOptions): Promise<DeletedFormEntries>;
}

export interface WebhooksApi {
  /**
   * Webhooks, by name.
   *
   * Needs `operations.manage`.
   */
  list(input?: NoInput, options?: CallOptions): Promise<WebhooksListAnswer>;
  /**
   * Create a webhook; its secret is shown once.
   *
   * Needs `operations.manage`.
   *
   * Specific problems: `invalid_fields`, `too_many_webhooks`.
   */
  create(input: WebhooksCreateInput, options?: CallOptions): Promise<NewWebhook>;
  /**
   * Change a webhook.
   *
   * Needs `operations.manage`.
   *
   * Specific problems: `invalid_fields`, `webhook_not_found`.
   */
  save(input: WebhooksSaveInput, options?: CallOptions): Promise<Webhook>;
  /**
   * Create another secret; the earlier one also signs for 24 hours.
   *
   * Needs `operations.manage`.
   *
   * Specific problems: `webhook_not_found`.
   */
  replaceSecret(input: WebhooksReplaceSecretInput, options?: CallOptions): Promise<WebhookSecret>;
  /**
   * Delete a webhook and its deliveries.
   *
   * Needs `operations.manage`.
   *
   * Specific problems: `webhook_not_found`.
   */
  delete(input: WebhooksDeleteInput, options?: CallOptions): Promise<OkResponse>;
  /**
   * Send an event `webhook.test` at once, also to a disabled webhook.
   *
   * Needs `operations.manage`.
   *
   * Specific problems: `webhook_not_found`.
   */
  test(input: WebhooksTestInput, options?: CallOptions): Promise<WebhookDelivery>;
  /**
   * Deliveries of a webhook, newest first, in pages of 50; kept for 30 days.
   *
   * Needs `operations.manage`.
   *
   * Specific problems: `webhook_not_found`.
   */
  readonly deliveries: Paged<
    (input: WebhooksDeliveriesInput, options?: CallOptions) => Promise<WebhookDeliveriesResponse>,
    ItemOf<WebhookDeliveriesResponse>
  >;
  /**
   * Send a delivery again, with the same id and body.
   *
   * Needs `operations.manage`.
   *
   * Specific problems: `webhook_delivery_not_found`.
   */
  resend(input: WebhooksResendInput, options?: CallOptions): Promise<OkResponse>;
}

export interface MailApi {
  /**
   * Mail server and messages, newest first, in pages of 50; kept for 30 days.
   *
   * Needs `operations.manage`.
   */
  readonly list: Paged<
    (input?: MailListInput, options?: CallOptions) => Promise<MailResponse>,
    ItemOf<MailResponse>
  >;
  /**
   * Send a test message at once.
   *
   * Needs `operations.manage`.
   *
   * Specific problems: `mail_not_configured`, `invalid_fields`.
   */
  test(input: MailTestInput, options?: CallOptions): Promise<MailMessage>;
  /**
   * Try to send a failed or waiting message again.
   *
   * Needs `operations.manage`.
   *
   * Specific problems: `mail_not_configured`, `mail_not_found`, `mail_removed`.
   */
  resend(input: MailResendInput, options?: CallOptions): Promise<OkResponse>;
}

export interface AiwriterApi {
  /**
   * Settings of the AI writer. The API key is never returned, only whether one is configured.
   *
   * Needs `documents.create`.
   *
   * Specific problems: `not_found`.
   */
  settings(input?: NoInput, options?: CallOptions): Promise<AiWriterSettings>;
  /**
   * Generate a text, in one response or, with `Accept: text/event-stream`, as a stream. Nothing is saved.
   *
   * Needs `documents.create`.
   *
   * Specific problems: `not_found`, `not_configured`, `rate_limited`, `upstream_failed`, `upstream_timeout`.
   */
  readonly generate: Streamed<
    (input: AiwriterGenerateInput, options?: CallOptions) => Promise<AiGenerateResponse>,
    AiwriterGenerateEvent
  >;
  /**
   * AI writer usage and remaining quota of the caller; a day ends at midnight UTC.
   *
   * Needs `documents.create`.
   *
   * Specific problems: `not_found`.
   */
  usage(input?: NoInput, options?: CallOptions): Promise<AiUsage>;
}

export interface PlatformApi {
  /** Title, address, language and version of the site. */
  site(input?: NoInput, options?: CallOptions): Promise<SiteInfo>;
  /**
   * One published document, by `path` or `id`, optionally restricted by `type` and `lang`.
   *
   * Specific problems: `not_found`, `invalid_path`.
   */
  content(input?: PlatformContentInput, options?: CallOptions): Promise<ContentItem>;
  /** Published documents, in pages, or those that a search finds. */
  readonly collections: Paged<
    (input?: PlatformCollectionsInput, options?: CallOptions) => Promise<CollectionResponse>,
    ItemOf<CollectionResponse>
  >;
}

export interface RunsApi {
  /**
   * The newest run of a workspace; the header X-Galley-Degraded lists data that could not be read.
   *
   * Needs `runs.read`.
   *
   * Specific problems: `store_unavailable`.
   */
  status(input: RunsStatusInput, options?: CallOptions): Promise<RunStatus>;
  /**
   * Start, pause, resume or stop the newest run of a workspace.
   *
   * Needs `runs.control`.
   *
   * Specific problems: `idempotency_key_required`, `idempotency_key_reuse`, `idempotency_in_progress`, `workspace_not_found`, `store_unavailable`, `run_transition_failed`, `invalid_run_action`, `run_not_found`, `illegal_run_transition`.
   */
  control(input: RunsControlInput, options?: OnceOptions): Promise<RunTransition>;
  /**
   * Start another run of a workspace; runs in progress continue.
   *
   * Needs `runs.control`.
   *
   * Specific problems: `idempotency_key_required`, `idempotency_key_reuse`, `idempotency_in_progress`, `workspace_not_found`, `store_unavailable`, `run_transition_failed`, `recipe_not_found`, `invalid_recipe`.
   */
  create(input: RunsCreateInput, options?: OnceOptions): Promise<RunTransition>;
  /**
   * Start a stopped run again.
   *
   * Needs `runs.control`.
   *
   * Specific problems: `idempotency_key_required`, `idempotency_key_reuse`, `idempotency_in_progress`, `workspace_not_found`, `store_unavailable`, `run_transition_failed`, `run_not_found`, `illegal_run_transition`.
   */
  start(input: RunsStartInput, options?: OnceOptions): Promise<RunTransition>;
  /**
   * Pause a run: it starts no new work.
   *
   * Needs `runs.control`.
   *
   * Specific problems: `idempotency_key_required`, `idempotency_key_reuse`, `idempotency_in_progress`, `workspace_not_found`, `store_unavailable`, `run_transition_failed`, `run_not_found`, `illegal_run_transition`.
   */
  pause(input: RunsPauseInput, options?: OnceOptions): Promise<RunTransition>;
  /**
   * Resume a paused run.
   *
   * Needs `runs.control`.
   *
   * Specific problems: `idempotency_key_required`, `idempotency_key_reuse`, `idempotency_in_progress`, `workspace_not_found`, `store_unavailable`, `run_transition_failed`, `run_not_found`, `illegal_run_transition`.
   */
  resume(input: RunsResumeInput, options?: OnceOptions): Promise<RunTransition>;
  /**
   * Stop a run, after the turn in progress.
   *
   * Needs `runs.control`.
   *
   * Specific problems: `idempotency_key_required`, `idempotency_key_reuse`, `idempotency_in_progress`, `workspace_not_found`, `store_unavailable`, `run_transition_failed`, `run_not_found`, `illegal_run_transition`.
   */
  stop(input: RunsStopInput, options?: OnceOptions): Promise<RunTransition>;
  /**
   * Stop a run at once.
   *
   * Needs `runs.control`.
   *
   * Specific problems: `idempotency_key_required`, `idempotency_key_reuse`, `idempotency_in_progress`, `workspace_not_found`, `store_unavailable`, `run_transition_failed`, `run_not_found`, `illegal_run_transition`.
   */
  forceStop(input: RunsForceStopInput, options?: OnceOptions): Promise<RunTransition>;
  /**
   * Make a run that has ended active again.
   *
   * Needs `runs.control`.
   *
   * Specific problems: `idempotency_key_required`, `idempotency_key_reuse`, `idempotency_in_progress`, `workspace_not_found`, `store_unavailable`, `run_transition_failed`, `run_not_found`, `illegal_run_transition`.
   */
  reopen(input: RunsReopenInput, options?: OnceOptions): Promise<RunTransition>;
  /**
   * Set limits of a run; resumes it if it is paused because a budget is used up.
   *
   * Needs `runs.control`.
   *
   * Specific problems: `idempotency_key_required`, `idempotency_key_reuse`, `idempotency_in_progress`, `workspace_not_found`, `store_unavailable`, `run_transition_failed`, `run_not_found`, `agent_not_found`, `budget_too_low`.
   */
  budget(input: RunsBudgetInput, options?: OnceOptions): Promise<RunTransition>;
  /**
   * Runs of a workspace, newest first.
   *
   * Needs `runs.read`.
   *
   * Specific problems: `workspace_not_found`, `store_unavailable`.
   */
  readonly list: Paged<
    (input: RunsListInput, options?: CallOptions) => Promise<RunsListAnswer>,
    ItemOf<RunsListAnswer>
  >;
  /**
   * One run, with the amount of work in its workspace.
   *
   * Needs `runs.read`.
   *
   * Specific problems: `workspace_not_found`, `store_unavailable`, `run_not_found`.
   */
  get(input: RunsGetInput, options?: CallOptions): Promise<RunDetail>;
  /**
   * Events of a run, oldest first: a page, a long poll, or, with `Accept: text/event-stream`, a live stream.
   *
   * Needs `runs.read`.
   *
   * Specific problems: `workspace_not_found`, `run_not_found`, `too_many_waiting`, `unauthenticated`, `store_unavailable`.
   */
  readonly events: Followed<
    Paged<
      (input: RunsEventsInput, options?: CallOptions) => Promise<RunEventsPage>,
      ItemOf<RunEventsPage>
    >,
    RunEvent
  >;
  /**
   * Messages of people to agents in a run, newest first, each with the reply.
   *
   * Needs `runs.read`.
   *
   * Specific problems: `workspace_not_found`, `store_unavailable`, `run_not_found`.
   */
  readonly messages: Paged<
    (input: RunsMessagesInput, options?: CallOptions) => Promise<RunsMessagesAnswer>,
    ItemOf<RunsMessagesAnswer>
  >;
}

export interface RecipesApi {
  /**
   * Recipes of the project, with their schedules and last runs.
   *
   * Needs `runs.read`.
   *
   * Specific problems: `workspace_not_found`, `store_unavailable`.
   */
  list(input: RecipesListInput, options?: CallOptions): Promise<Recipes>;
  /**
   * Webhook of a recipe: requests a run; the header Authorization has the token of the recipe.
   *
   * Specific problems: `invalid_webhook_token`, `store_unavailable`.
   */
  trigger(input: RecipesTriggerInput, options?: CallOptions): Promise<RecipeRequest>;
}

export interface TasksApi {
  /**
   * Tasks of a workspace, in the order of assignment.
   *
   * Needs `runs.read`.
   *
   * Specific problems: `workspace_not_found`, `store_unavailable`.
   */
  readonly list: Paged<
    (input: TasksListInput, options?: CallOptions) => Promise<TasksListAnswer>,
    ItemOf<TasksListAnswer>
  >;
  /**
   * Create an open task in a run in progress.
   *
   * Needs `runs.control`.
   *
   * Specific problems: `idempotency_key_required`, `idempotency_key_reuse`, `idempotency_in_progress`, `workspace_not_found`, `store_unavailable`, `run_over`, `run_not_found`, `invalid_dependency`.
   */
  create(input: TasksCreateInput, options?: OnceOptions): Promise<Task>;
  /**
   * Edit a task; fields left out stay as they are.
   *
   * Needs `runs.control`.
   *
   * Specific problems: `idempotency_key_required`, `idempotency_key_reuse`, `idempotency_in_progress`, `workspace_not_found`, `store_unavailable`, `run_over`, `task_not_found`, `invalid_dependency`, `task_taken`.
   */
  update(input: TasksUpdateInput, options?: OnceOptions): Promise<Task>;
  /**
   * Cancel a task.
   *
   * Needs `runs.control`.
   *
   * Specific problems: `idempotency_key_required`, `idempotency_key_reuse`, `idempotency_in_progress`, `workspace_not_found`, `store_unavailable`, `run_over`, `task_not_found`.
   */
  cancel(input: TasksCancelInput, options?: OnceOptions): Promise<Task>;
  /**
   * Open a task again, without an agent and a note.
   *
   * Needs `runs.control`.
   *
   * Specific problems: `idempotency_key_required`, `idempotency_key_reuse`, `idempotency_in_progress`, `workspace_not_found`, `store_unavailable`, `run_over`, `task_not_found`.
   */
  reopen(input: TasksReopenInput, options?: OnceOptions): Promise<Task>;
  /**
   * Do an unfinished task yourself: agents are not offered it until it is open again.
   *
   * Needs `runs.control`.
   *
   * Specific problems: `idempotency_key_required`, `idempotency_key_reuse`, `idempotency_in_progress`, `workspace_not_found`, `store_unavailable`, `run_over`, `task_not_found`, `status_changed`.
   */
  takeOver(input: TasksTakeOverInput, options?: OnceOptions): Promise<Task>;
  /**
   * Assign an unfinished task to an agent, or leave it to the coordinator.
   *
   * Needs `runs.control`.
   *
   * Specific problems: `idempotency_key_required`, `idempotency_key_reuse`, `idempotency_in_progress`, `workspace_not_found`, `store_unavailable`, `run_over`, `task_not_found`, `agent_not_found`, `status_changed`, `task_waits`.
   */
  assign(input: TasksAssignInput, options?: OnceOptions): Promise<Task>;
}

export interface QuestionsApi {
  /**
   * Questions of agents to people, newest first.
   *
   * Needs `runs.read`.
   *
   * Specific problems: `workspace_not_found`, `store_unavailable`.
   */
  readonly list: Paged<
    (input: QuestionsListInput, options?: CallOptions) => Promise<QuestionsListAnswer>,
    ItemOf<QuestionsListAnswer>
  >;
  /**
   * Answer a question; the agent gets a turn with the answer.
   *
   * Needs `runs.approve`.
   *
   * Specific problems: `idempotency_key_required`, `idempotency_key_reuse`, `idempotency_in_progress`, `workspace_not_found`, `store_unavailable`, `question_not_found`, `already_decided`, `run_control_required`, `illegal_run_transition`.
   */
  answer(input: QuestionsAnswerInput, options?: OnceOptions): Promise<Question>;
}

export interface MemoriesApi {
  /**
   * Notes that agents keep for later turns and runs, newest first.
   *
   * Needs `runs.read`.
   *
   * Specific problems: `workspace_not_found`, `store_unavailable`.
   */
  readonly list: Paged<
    (input: MemoriesListInput, options?: CallOptions) => Promise<MemoriesListAnswer>,
    ItemOf<MemoriesListAnswer>
  >;
  /**
   * Delete a note, so that no agent finds it again.
   *
   * Needs `runs.control`.
   *
   * Specific problems: `workspace_not_found`, `store_unavailable`, `memory_not_found`.
   */
  delete(input: MemoriesDeleteInput, options?: CallOptions): Promise<DeletedMemory>;
}

export interface TurnsApi {
  /**
   * Stop one turn of an agent; its run continues, and its task is blocked.
   *
   * Needs `runs.control`.
   *
   * Specific problems: `idempotency_key_required`, `idempotency_key_reuse`, `idempotency_in_progress`, `workspace_not_found`, `store_unavailable`, `turn_not_found`, `turn_over`.
   */
  stop(input: TurnsStopInput, options?: OnceOptions): Promise<StoppedTurn>;
}

export interface ProposalsApi {
  /**
   * Proposals of a workspace with their newest patches, in database order.
   *
   * Needs `runs.read`.
   *
   * Specific problems: `workspace_not_found`, `store_unavailable`.
   */
  readonly list: Paged<
    (input: ProposalsListInput, options?: CallOptions) => Promise<ProposalsListAnswer>,
    ItemOf<ProposalsListAnswer>
  >;
  /**
   * One proposal, with its text and its newest patch.
   *
   * Needs `runs.read`.
   *
   * Specific problems: `workspace_not_found`, `store_unavailable`, `proposal_not_found`.
   */
  get(input: ProposalsGetInput, options?: CallOptions): Promise<ProposalDetail>;
  /**
   * Accept exactly the reviewed patch, or some of its hunks, and commit it to the repository.
   *
   * Needs `runs.approve`.
   *
   * Specific problems: `idempotency_key_required`, `idempotency_key_reuse`, `idempotency_in_progress`, `workspace_not_found`, `proposal_not_found`, `store_unavailable`, `own_request`, `illegal_proposal_decision`, `patch_changed`, `proposal_applying`, `repository_missing`, `repository_unusable`, `no_branch`, `uncommitted_changes`, `decision_undone`, `base_not_found`, `patch_does_not_apply`, `invalid_patch`, `base_moved`, `no_hunks_chosen`, `unknown_hunks`.
   */
  accept(input: ProposalsAcceptInput, options?: OnceOptions): Promise<ProposalDetail>;
  /**
   * Reject a proposal permanently.
   *
   * Needs `runs.approve`.
   *
   * Specific problems: `idempotency_key_required`, `idempotency_key_reuse`, `idempotency_in_progress`, `workspace_not_found`, `proposal_not_found`, `store_unavailable`, `own_request`, `illegal_proposal_decision`, `patch_changed`, `proposal_applying`.
   */
  reject(input: ProposalsRejectInput, options?: OnceOptions): Promise<ProposalDetail>;
  /**
   * Return a proposal to its agent with a revision note, and comments on lines.
   *
   * Needs `runs.approve`.
   *
   * Specific problems: `idempotency_key_required`, `idempotency_key_reuse`, `idempotency_in_progress`, `workspace_not_found`, `proposal_not_found`, `store_unavailable`, `own_request`, `illegal_proposal_decision`, `patch_changed`, `proposal_applying`, `note_required`, `line_not_in_patch`.
   */
  requestRevision(
    input: ProposalsRequestRevisionInput,
    options?: OnceOptions,
  ): Promise<ProposalDetail>;
  /**
   * Comment on a line of the newest patch of an undecided proposal.
   *
   * Needs `runs.approve`.
   *
   * Specific problems: `idempotency_key_required`, `idempotency_key_reuse`, `idempotency_in_progress`, `workspace_not_found`, `proposal_not_found`, `store_unavailable`, `proposal_closed`, `patch_changed`, `line_not_in_patch`.
   */
  comment(input: ProposalsCommentInput, options?: OnceOptions): Promise<ProposalDetail>;
  /**
   * Revert an accepted proposal in the repository with a second commit.
   *
   * Needs `runs.control`.
   *
   * Specific problems: `idempotency_key_required`, `idempotency_key_reuse`, `idempotency_in_progress`, `workspace_not_found`, `proposal_not_found`, `store_unavailable`, `repository_missing`, `repository_unusable`, `no_branch`, `uncommitted_changes`, `decision_undone`, `not_applied`, `changed_since`.
   */
  rollback(input: ProposalsRollbackInput, options?: OnceOptions): Promise<ProposalDetail>;
}

export interface DeliberationsApi {
  /**
   * Deliberations of a workspace, newest first.
   *
   * Needs `runs.read`.
   *
   * Specific problems: `workspace_not_found`, `store_unavailable`.
   */
  readonly list: Paged<
    (input: DeliberationsListInput, options?: CallOptions) => Promise<DeliberationsListAnswer>,
    ItemOf<DeliberationsListAnswer>
  >;
  /**
   * Posts of agents in a deliberation, oldest first.
   *
   * Needs `runs.read`.
   *
   * Specific problems: `workspace_not_found`, `store_unavailable`, `deliberation_not_found`.
   */
  readonly posts: Paged<
    (input: DeliberationsPostsInput, options?: CallOptions) => Promise<DeliberationsPostsAnswer>,
    ItemOf<DeliberationsPostsAnswer>
  >;
}

export interface ApprovalsApi {
  /**
   * Approval requests of a workspace, newest first.
   *
   * Needs `runs.read`.
   *
   * Specific problems: `workspace_not_found`, `store_unavailable`.
   */
  readonly list: Paged<
    (input: ApprovalsListInput, options?: CallOptions) => Promise<ApprovalsListAnswer>,
    ItemOf<ApprovalsListAnswer>
  >;
  /**
   * Approve a request, for exactly the reviewed patch.
   *
   * Needs `runs.approve`.
   *
   * Specific problems: `idempotency_key_required`, `idempotency_key_reuse`, `idempotency_in_progress`, `workspace_not_found`, `approval_not_found`, `own_request`, `already_decided`, `patch_changed`, `store_unavailable`.
   */
  approve(input: ApprovalsApproveInput, options?: OnceOptions): Promise<ApprovalRequest>;
  /**
   * Reject a request, for exactly the reviewed patch.
   *
   * Needs `runs.approve`.
   *
   * Specific problems: `idempotency_key_required`, `idempotency_key_reuse`, `idempotency_in_progress`, `workspace_not_found`, `approval_not_found`, `own_request`, `already_decided`, `patch_changed`, `store_unavailable`.
   */
  reject(input: ApprovalsRejectInput, options?: OnceOptions): Promise<ApprovalRequest>;
}

export interface AgentsApi {
  /**
   * Agents by id, the same for all workspaces.
   *
   * Needs `runs.read`.
   *
   * Specific problems: `workspace_not_found`, `store_unavailable`.
   */
  readonly list: Paged<
    (input: AgentsListInput, options?: CallOptions) => Promise<AgentsListAnswer>,
    ItemOf<AgentsListAnswer>
  >;
  /**
   * Give an agent a turn with your words, in a run in progress.
   *
   * Needs `runs.control`.
   *
   * Specific problems: `idempotency_key_required`, `idempotency_key_reuse`, `idempotency_in_progress`, `workspace_not_found`, `store_unavailable`, `run_not_found`, `run_over`, `agent_not_found`.
   */
  message(input: AgentsMessageInput, options?: OnceOptions): Promise<AgentMessage>;
}

export interface ClaimsApi {
  /**
   * Resources that agents currently hold exclusively, in runs of a workspace.
   *
   * Needs `runs.read`.
   *
   * Specific problems: `workspace_not_found`, `store_unavailable`.
   */
  readonly list: Paged<
    (input: ClaimsListInput, options?: CallOptions) => Promise<ClaimsListAnswer>,
    ItemOf<ClaimsListAnswer>
  >;
}

export interface AgentSessionsApi {
  /**
   * Sessions of agents, newest first: one for each started turn, with its cost.
   *
   * Needs `runs.read`.
   *
   * Specific problems: `workspace_not_found`, `store_unavailable`.
   */
  readonly list: Paged<
    (input: AgentSessionsListInput, options?: CallOptions) => Promise<AgentSessionsListAnswer>,
    ItemOf<AgentSessionsListAnswer>
  >;
  /**
   * One session of an agent.
   *
   * Needs `runs.read`.
   *
   * Specific problems: `workspace_not_found`, `store_unavailable`, `session_not_found`.
   */
  get(input: AgentSessionsGetInput, options?: CallOptions): Promise<AgentSession>;
  /**
   * Everything an agent said in a session, oldest first: a page, a long poll, or, with `Accept: text/event-stream`, a live stream until the end of the session.
   *
   * Needs `runs.read`.
   *
   * Specific problems: `workspace_not_found`, `store_unavailable`, `session_not_found`, `too_many_waiting`, `unauthenticated`.
   */
  readonly events: Followed<
    Paged<
      (input: AgentSessionsEventsInput, options?: CallOptions) => Promise<AgentSessionEventsPage>,
      ItemOf<AgentSessionEventsPage>
    >,
    AgentSessionEvent
  >;
  /**
   * The events of a session so far as JSON Lines, oldest first.
   *
   * Needs `runs.read`.
   *
   * Specific problems: `workspace_not_found`, `store_unavailable`, `session_not_found`.
   */
  export(input: AgentSessionsExportInput, options?: CallOptions): Promise<Download>;
}

export interface WorkerTokensApi {
  /**
   * Worker tokens of a workspace, newest first, including those that ended within the last month.
   *
   * Needs `runs.control`.
   *
   * Specific problems: `workspace_not_found`, `store_unavailable`.
   */
  readonly list: Paged<
    (input: WorkerTokensListInput, options?: CallOptions) => Promise<WorkerTokensListAnswer>,
    ItemOf<WorkerTokensListAnswer>
  >;
  /**
   * Create a token for one agent in one run over MCP; shown once.
   *
   * Needs `runs.control`. Requires a session with a recent password confirmation.
   *
   * Specific problems: `workspace_not_found`, `store_unavailable`, `run_not_found`, `agent_not_found`, `reauthentication_required`.
   */
  create(input: WorkerTokensCreateInput, options?: CallOptions): Promise<NewWorkerToken>;
  /**
   * Revoke a worker token; succeeds for tokens that have already ended.
   *
   * Needs `runs.control`.
   *
   * Specific problems: `workspace_not_found`, `store_unavailable`, `worker_token_not_found`.
   */
  revoke(input: WorkerTokensRevokeInput, options?: CallOptions): Promise<WorkerToken>;
}

export interface McpClientsApi {
  /**
   * Connected MCP clients, newest first, including those that ended within the last month.
   *
   * Needs `runs.control`.
   *
   * Specific problems: `workspace_not_found`, `store_unavailable`.
   */
  readonly list: Paged<
    (input: McpClientsListInput, options?: CallOptions) => Promise<McpClientsListAnswer>,
    ItemOf<McpClientsListAnswer>
  >;
  /**
   * Check an authorization request of an MCP client, and list the agents it can act as.
   *
   * Needs `runs.control`.
   *
   * Specific problems: `workspace_not_found`, `store_unavailable`, `invalid_authorization_request`.
   */
  request(input: McpClientsRequestInput, options?: CallOptions): Promise<McpClientRequest>;
  /**
   * Let an MCP client act as an agent, or decline; answers with the address to go to.
   *
   * Needs `runs.control`. Requires a session with a recent password confirmation.
   *
   * Specific problems: `workspace_not_found`, `store_unavailable`, `invalid_authorization_request`, `agent_not_found`, `run_not_found`, `reauthentication_required`.
   */
  connect(input: McpClientsConnectInput, options?: CallOptions): Promise<McpClientDecision>;
  /**
   * End the access of an MCP client; succeeds for clients whose access has already ended.
   *
   * Needs `runs.control`.
   *
   * Specific problems: `workspace_not_found`, `store_unavailable`, `mcp_client_not_found`.
   */
  revoke(input: McpClientsRevokeInput, options?: CallOptions): Promise<McpClient>;
}

/** Every operation of both services, by noun. */
export interface Operations {
  readonly auth: AuthApi;
  readonly sessions: SessionsApi;
  readonly identities: IdentitiesApi;
  readonly totp: TotpApi;
  readonly passkeys: PasskeysApi;
  readonly password: PasswordApi;
  readonly tokens: TokensApi;
  readonly serviceAccounts: ServiceAccountsApi;
  readonly account: AccountApi;
  readonly users: UsersApi;
  readonly roles: RolesApi;
  readonly audit: AuditApi;
  readonly backups: BackupsApi;
  readonly imports: ImportsApi;
  readonly operations: OperationsApi;
  readonly plugins: PluginsApi;
  readonly themes: ThemesApi;
  readonly settings: SettingsApi;
  readonly customFields: CustomFieldsApi;
  readonly onboarding: OnboardingApi;
  readonly system: SystemApi;
  readonly documents: DocumentsApi;
  readonly terms: TermsApi;
  readonly media: MediaApi;
  readonly notifications: NotificationsApi;
  readonly changes: ChangesApi;
  readonly comments: CommentsApi;
  readonly forms: FormsApi;
  readonly webhooks: WebhooksApi;
  readonly mail: MailApi;
  readonly aiwriter: AiwriterApi;
  readonly platform: PlatformApi;
  readonly runs: RunsApi;
  readonly recipes: RecipesApi;
  readonly tasks: TasksApi;
  readonly questions: QuestionsApi;
  readonly memories: MemoriesApi;
  readonly turns: TurnsApi;
  readonly proposals: ProposalsApi;
  readonly deliberations: DeliberationsApi;
  readonly approvals: ApprovalsApi;
  readonly agents: AgentsApi;
  readonly claims: ClaimsApi;
  readonly agentSessions: AgentSessionsApi;
  readonly workerTokens: WorkerTokensApi;
  readonly mcpClients: McpClientsApi;
}
