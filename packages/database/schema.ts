import type { ColumnType, Generated, Selectable } from 'kysely';
import type { AccountSchema } from './account-schema.ts';
import type { CalendarSchema } from './calendar-schema.ts';
import type { CommentSchema } from './comment-schema.ts';
import type { FieldColumns } from './document-columns.ts';
import type { MediaSchema } from './media-schema.ts';
import type { OutgoingSchema } from './outgoing-schema.ts';
import type { PasskeyChallengesTable } from './passkey-schema.ts';
import type { RoomSchema } from './room-schema.ts';
import type { PluginSchema } from './plugin-schema.ts';
import type { ProvisioningSchema } from './provisioning-schema.ts';
import type { PublishingSchema } from './publishing-schema.ts';
import type { RunSchema } from './run-schema.ts';
import type { TokenSchema } from './token-schema.ts';
import type { SignInSchema } from './sign-in-schema.ts';

/** `jsonb` column, written as JSON text. */
type Json<T> = ColumnType<T, string, string>;

export interface RolesTable {
  name: string;
  capabilities: string[];
  builtin: boolean;
}

export interface UsersTable {
  username: string;
  name: string;
  email: string;
  role: string;
  enabled: Generated<boolean>;
  created_at: Date;
  last_login_at: Date | null;
  /** Null until the person has opened a link sent to `email`. */
  email_verified_at: Generated<Date | null>;
  /** Empty for the language of the site. */
  language: Generated<string>;
  /** For directories (SCIM); never used again. */
  scim_id: Generated<string>;
  /** IANA name; empty for the zone of the browser, and in messages that of the site. */
  time_zone: Generated<string>;
  /** Choices that differ from the defaults, by kind of notice. */
  notices: ColumnType<NoticeChoices, string | undefined, string>;
  /** Incremented by changes that end sessions: a sign-in that began earlier creates no session afterwards. */
  security_version: Generated<number>;
}

export type NoticeChoices = Readonly<
  Record<string, { readonly inbox?: boolean; readonly mail?: boolean }>
>;

/** `data` depends on `kind`: `password`, `totp`, `totp_setup` (not confirmed yet), `recovery_code`. */
export interface CredentialsTable {
  id: string;
  username: string;
  kind: string;
  data: Json<Record<string, unknown>>;
  created_at: Date;
  updated_at: Date;
}

export interface SessionsTable {
  /** Shown in session lists; grants no access. */
  id: string;
  /** SHA-256 of the cookie's token: a stolen database opens no session. */
  token_hash: string;
  username: string;
  csrf_token: string;
  /** Whether a factor is required is checked on each request. */
  factor_verified: boolean;
  remote_addr: string;
  user_agent: string;
  issued_at: Date;
  /** Last time the person proved their identity: at sign-in or later. */
  confirmed_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  absolute_expires_at: Date;
  /** The sign-in at a provider that began it. */
  provider_sign_in: Generated<string | null>;
}

/** Single-use links: `setup` creates the first administrator, `password` sets a user's password, `sign_in` signs in. */
export interface OneTimeTokensTable {
  token_hash: string;
  purpose: string;
  username: string | null;
  /** Address that the link was sent to; null for a copied link. */
  email: Generated<string | null>;
  created_at: Date;
  expires_at: Date;
}

/** Sent with forms on public pages. */
export interface FormEntriesTable {
  id: string;
  form: string;
  submitted_at: Date;
  page: string;
  lang: string;
  /** Values by field. */
  fields: Json<Readonly<Record<string, string>>>;
  /** Size of `fields` as JSON. */
  bytes: number;
}

/** Failed sign-ins per pair of user and address, per user, and per address (GAP-SES-3). */
export interface SignInThrottlesTable {
  scope: 'pair' | 'user' | 'address';
  /** Empty in the scope `address`. */
  username: string;
  /** Empty in the scope `user`. */
  address: string;
  /** Times of the failures, oldest first. */
  failures: Date[];
  locked_until: Date | null;
  updated_at: Date;
}

/** Append-only: a trigger refuses changes, and the application's role lacks the right to them. */
export interface AuditEntriesTable {
  id: Generated<number>;
  at: Date;
  actor: string;
  action: string;
  target: string;
  outcome: 'success' | 'denied';
  address: string;
  request_id: string;
  details: Json<Record<string, unknown>>;
}

export interface SourceProblemColumn {
  message: string;
  line: number;
  column: number;
  /** `notice`: the file is still readable. Rows of earlier versions have no severity and count as errors. */
  severity?: 'error' | 'notice';
}

export interface DocumentsTable extends FieldColumns {
  id: Generated<number>;
  path: string;
  public_id: string;
  type: string;
  lang: string;
  status: string;
  revision: string;
  /** Newest history entry; the file must hold its bytes. */
  head_hash: string;
  /** Public history entry, or null. */
  public_hash: string | null;
  published_revision: string | null;
  published_at: Date | null;
  problem: Json<SourceProblemColumn | null> | null;
  /** SHA-256 of the bytes last seen in the file; a difference reveals an edit on disk. */
  file_hash: string | null;
  file_size: number | null;
  /** Null while the file is too new to trust its time; it is then read again. */
  file_mtime_ms: number | null;
  /** False from the commit of a save until the file is in place. */
  materialised: boolean;
  /** Set when the file is gone from the tree; the history stays. */
  deleted_at: Date | null;
  assignee: string | null;
  reviewer: string | null;
  /** The three `approved_…` columns are set together, and apply while `approved_revision` is the current revision. */
  approved_by: string | null;
  approved_at: Date | null;
  approved_revision: string | null;
  /** First of two approvals by contributors; void unless `first_approval_head` is the head (ADD-IND-3). */
  first_approved_by: Generated<string | null>;
  first_approved_at: Generated<Date | null>;
  first_approved_revision: Generated<string | null>;
  first_approval_head: Generated<string | null>;
  /** User who replaced the tree; null once the rows have been updated from the replaced file. */
  restored_by: string | null;
}

export interface EditorialEventsTable {
  id: string;
  document_id: number;
  at: Date;
  action: string;
  actor: string;
  revision: string;
  note: string | null;
  details: Json<Record<string, unknown>>;
}

/** Append-only, as `audit_entries` (GAP-DOC-12). */
export interface ApprovalReceiptsTable {
  id: string;
  document_id: number;
  /** 1, 2, 3 … within the document. */
  seq: number;
  event_id: string;
  approver: string;
  at: Date;
  revision: string;
  note: string | null;
  hash: string;
  previous: string | null;
  /** `hash` of the previous receipt. */
  base_hash: string | null;
  diff_method: string;
  diff_sha256: string;
  diff_added: number | null;
  diff_removed: number | null;
  receipt_hash: string;
  /** Null, like the next two, in receipts of releases before 1.1, whose hash does not cover them (ADD-IND-6). */
  contributors: Generated<string[] | null>;
  approvers: Generated<string[] | null>;
  independence: Generated<string | null>;
}

export interface DocumentHistoryTable {
  document_id: number;
  /** 1, 2, 3 … within the document. */
  seq: number;
  hash: string;
  parent_hash: string | null;
  author: string;
  message: string;
  kind: string;
  status: string;
  revision: string;
  at: Date;
  bytes: Buffer;
  owner: Generated<string | null>;
  /** Null in entries of releases before 1.1, and where the people are unknown (ADD-IND-1). */
  on_behalf_of: Generated<string[] | null>;
  /** Set when this entry records a rename: the path in the hashes of the entries up to here. */
  renamed_from: Generated<string | null>;
}

/** Search words of every existing document: of its whole text, and of `head` (title, terms, summary). */
export interface DocumentSearchTable {
  document_id: number;
  version: Generated<number>;
  config: string;
  head: string;
  everything: string;
}

/** Expired rows do not count. */
export interface DocumentLocksTable {
  document_id: number;
  holder: string;
  /** Identifies the holder's window. */
  token: string;
  acquired_at: Date;
  expires_at: Date;
}

/** Their rows in `documents` have `deleted_at` and still hold the former path. */
export interface TrashTable {
  path: string;
  document_id: number;
  /** `moving` into the trash; `leaving` it after a restore. */
  state: 'moving' | 'kept' | 'leaving';
  deleted_by: string;
  deleted_at: Date;
}

/** Unsaved text of a document, or of one yet to be created, under a key of the person's own. */
export interface WorkingCopiesTable {
  id: Generated<number>;
  username: string;
  document_id: number | null;
  draft_key: string | null;
  title: string | null;
  content: string;
  /** `json` keeps the order of keys. */
  frontmatter: Json<Record<string, unknown>> | null;
  base_revision: string | null;
  saved_at: Date;
}

/** Written in the transaction of their change. */
export interface DomainEventsTable {
  id: Generated<number>;
  type: string;
  at: Date;
  actor: string;
  subject: string;
  data: Json<Record<string, unknown>>;
}

export interface EventCursorsTable {
  consumer: string;
  read_id: number;
}

export interface NotificationsTable {
  /** In the order of commits. */
  id: Generated<number>;
  username: string;
  event_id: number;
  type: string;
  /** Null for a notification about an account or a token. */
  document_id: number | null;
  /** Name of the token. */
  subject: Generated<string | null>;
  actor: string;
  note: string | null;
  revision: string | null;
  at: Date;
  read_at: Date | null;
}

export interface MissedSchedulesTable {
  document_id: number;
  act: 'publish' | 'unpublish';
  due_at: Date;
  reason: string;
  noticed_at: Date;
  tried_at: Date;
}

/** The secret of a link is stored nowhere. */
export interface PreviewLinksTable {
  id: string;
  document_id: number;
  /** Null for the current document. */
  hash: string | null;
  created_by: string;
  created_at: Date;
  expires_at: Date;
  last_opened_at: Date | null;
  opened: Generated<number>;
  revoked_at: Date | null;
  guest_comments: Generated<boolean>;
}

/** Until the use ends, `tokens` is the maximum. */
export interface AiUsageTable {
  id: Generated<number>;
  username: string;
  started_at: Date;
  tokens: number;
}

export interface ProjectFactsTable {
  name: string;
  value: Json<unknown>;
}

export interface Schema
  extends
    RunSchema,
    TokenSchema,
    PublishingSchema,
    MediaSchema,
    PluginSchema,
    OutgoingSchema,
    CalendarSchema,
    ProvisioningSchema,
    AccountSchema,
    RoomSchema,
    CommentSchema,
    SignInSchema {
  roles: RolesTable;
  users: UsersTable;
  credentials: CredentialsTable;
  sessions: SessionsTable;
  one_time_tokens: OneTimeTokensTable;
  passkey_challenges: PasskeyChallengesTable;
  form_entries: FormEntriesTable;
  sign_in_throttles: SignInThrottlesTable;
  audit_entries: AuditEntriesTable;
  approval_receipts: ApprovalReceiptsTable;
  documents: DocumentsTable;
  document_history: DocumentHistoryTable;
  document_locks: DocumentLocksTable;
  document_search: DocumentSearchTable;
  project_facts: ProjectFactsTable;
  editorial_events: EditorialEventsTable;
  trash: TrashTable;
  working_copies: WorkingCopiesTable;
  domain_events: DomainEventsTable;
  event_cursors: EventCursorsTable;
  notifications: NotificationsTable;
  missed_schedules: MissedSchedulesTable;
  preview_links: PreviewLinksTable;
  ai_usage: AiUsageTable;
}

export type DocumentRow = Selectable<DocumentsTable>;
export type ApprovalReceiptsRow = Selectable<ApprovalReceiptsTable>;
