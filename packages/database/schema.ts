import type { ColumnType, Generated, Selectable } from 'kysely';
import type { FieldColumns } from './document-columns.ts';
import type { MediaSchema } from './media-schema.ts';
import type { PluginSchema } from './plugin-schema.ts';
import type { PublishingSchema } from './publishing-schema.ts';
import type { RunSchema } from './run-schema.ts';

/** A `jsonb` column: any JSON value out, JSON text in. */
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
  /** Counts what ends sessions: a sign-in that began before such a change makes no session after it. */
  security_version: Generated<number>;
}

/**
 * One row for each thing that somebody proves who they are with; `data` belongs to the kind: `password`, `totp`,
 * `totp_setup` (not confirmed yet), `recovery_code`. Another way to sign in is another kind, not another column.
 */
export interface CredentialsTable {
  id: string;
  username: string;
  kind: string;
  data: Json<Record<string, unknown>>;
  created_at: Date;
  updated_at: Date;
}

export interface SessionsTable {
  /** Shown to people in session lists; opens nothing. */
  id: string;
  /** SHA-256 of what the cookie carries: a stolen database opens no session. */
  token_hash: string;
  username: string;
  csrf_token: string;
  /** A second factor was verified in this session. Whether one is due is asked anew each time. */
  factor_verified: boolean;
  remote_addr: string;
  user_agent: string;
  issued_at: Date;
  /** When the person last proved that it is they: at sign-in, or since. */
  confirmed_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  absolute_expires_at: Date;
}

/** Links that work once: `setup` makes the first administrator, `password` sets a user's password. */
export interface OneTimeTokensTable {
  token_hash: string;
  purpose: string;
  username: string | null;
  created_at: Date;
  expires_at: Date;
}

/** What programs act with for a person, as `Authorization: Bearer`. */
export interface ApiTokensTable {
  id: string;
  /** SHA-256 of the token. */
  token_hash: string;
  username: string;
  name: string;
  /** Capabilities; the token may do what these and its user's role both allow. */
  scopes: string[];
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
  last_used_addr: string | null;
}

/** Failed sign-ins of a user from an address, of a user, and of an address (GAP-SES-3). */
export interface SignInThrottlesTable {
  scope: 'pair' | 'user' | 'address';
  /** Empty in the scope `address`. */
  username: string;
  /** Empty in the scope `user`. */
  address: string;
  /** When they failed, oldest first. */
  failures: Date[];
  locked_until: Date | null;
  updated_at: Date;
}

/** Append-only: a trigger refuses changes, and the application's role has no right to them. */
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
  /** `notice`: the file can be read. Rows of earlier versions have no severity and are errors. */
  severity?: 'error' | 'notice';
}

/** The working state of every document in the tree. */
export interface DocumentsTable extends FieldColumns {
  id: Generated<number>;
  path: string;
  public_id: string;
  type: string;
  lang: string;
  status: string;
  revision: string;
  /** Newest history entry; its bytes are what the file must hold. */
  head_hash: string;
  /** History entry whose bytes are public, or null. */
  public_hash: string | null;
  published_revision: string | null;
  published_at: Date | null;
  problem: Json<SourceProblemColumn | null> | null;
  /** SHA-256 of the bytes that the file was last known to hold; an edit on disk shows as a difference. */
  file_hash: string | null;
  file_size: number | null;
  /** Null when the file was written too recently to trust its time; then it is read again. */
  file_mtime_ms: number | null;
  /** False between the commit of a save and the file's being in place. */
  materialised: boolean;
  /** Set when the file has gone from the tree; the history stays. */
  deleted_at: Date | null;
  assignee: string | null;
  reviewer: string | null;
  /** The three of an approval are there together, and hold while `approved_revision` is the present one. */
  approved_by: string | null;
  approved_at: Date | null;
  approved_revision: string | null;
  /** The first of two approvals by contributors; void unless `first_approval_head` is the head (ADD-IND-3). */
  first_approved_by: Generated<string | null>;
  first_approved_at: Generated<Date | null>;
  first_approved_revision: Generated<string | null>;
  first_approval_head: Generated<string | null>;
  /** Who replaced the tree, until the rows have followed what that did to the file. */
  restored_by: string | null;
}

/** What was done about a document: assignments, requests for a review, and decisions. */
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

/**
 * What proves an approval, one row each (GAP-DOC-12). Append-only: a trigger refuses changes, and the application's
 * role has no right to them.
 */
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
  /** The entry of the history that the approval made. */
  hash: string;
  /** `receipt_hash` of the receipt before. */
  previous: string | null;
  /** `hash` of the receipt before. */
  base_hash: string | null;
  diff_method: string;
  diff_sha256: string;
  diff_added: number | null;
  diff_removed: number | null;
  receipt_hash: string;
  /** The three are null in receipts of releases before 1.1, whose hash does not cover them (ADD-IND-6). */
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
  /** The owner from this entry on, as the index had it. */
  owner: Generated<string | null>;
  /** Null in entries of releases before 1.1, and where nobody can tell (ADD-IND-1). */
  on_behalf_of: Generated<string[] | null>;
}

/** The words of every living document: of all its text, and of its `head`, which is title, terms and summary. */
export interface DocumentSearchTable {
  document_id: number;
  /** Of the way of putting texts into words. */
  version: Generated<number>;
  /** The text search configuration that the words' stems are of. */
  config: string;
  head: string;
  everything: string;
}

/** Who is editing which document; a row whose time is over counts as none. */
export interface DocumentLocksTable {
  document_id: number;
  holder: string;
  /** Tells the holder's windows apart. */
  token: string;
  acquired_at: Date;
  expires_at: Date;
}

/** Documents in the trash: their rows in `documents` have `deleted_at`, and still say where they were. */
export interface TrashTable {
  /** Of the file, in the content tree. */
  path: string;
  document_id: number;
  /** Whether the file is where the rows have it: still to be moved, there, or to be taken out after a restore. */
  state: 'moving' | 'kept' | 'leaving';
  deleted_by: string;
  deleted_at: Date;
}

/** What people have written and not saved: of a document, or under a key of their own of one that is yet to be made. */
export interface WorkingCopiesTable {
  id: Generated<number>;
  username: string;
  document_id: number | null;
  draft_key: string | null;
  /** What the frontmatter says, for lists. */
  title: string | null;
  content: string;
  /** `json`, in the order of its keys. */
  frontmatter: Json<Record<string, unknown>> | null;
  /** The revision of the document that the text was begun on. */
  base_revision: string | null;
  saved_at: Date;
}

/** What happened, in the order of the commits; written in the transaction that it tells of. */
export interface DomainEventsTable {
  id: Generated<number>;
  type: string;
  at: Date;
  actor: string;
  subject: string;
  data: Json<Record<string, unknown>>;
}

/** How far each of those who follow the events has come. */
export interface EventCursorsTable {
  consumer: string;
  last_id: number;
}

/** What people are told of: a row each, for every event of the stream that concerns them. */
export interface NotificationsTable {
  /** In the order of the commits, as those of events. */
  id: Generated<number>;
  username: string;
  event_id: number;
  type: string;
  document_id: number;
  actor: string;
  note: string | null;
  revision: string | null;
  at: Date;
  read_at: Date | null;
}

/** Documents whose time has come without its being possible to do what was planned; see `ScheduleService`. */
export interface MissedSchedulesTable {
  document_id: number;
  act: 'publish' | 'unpublish';
  due_at: Date;
  reason: string;
  noticed_at: Date;
  tried_at: Date;
}

/** Signed addresses under which people without an account see a document. What opens one is in no table. */
export interface PreviewLinksTable {
  id: string;
  document_id: number;
  /** The snapshot that it shows; null for the document as it is. */
  hash: string | null;
  created_by: string;
  created_at: Date;
  expires_at: Date;
  last_opened_at: Date | null;
  opened: Generated<number>;
  revoked_at: Date | null;
}

/** One row a text that somebody had the AI writer write; `tokens` are what it may use at most until it has ended. */
export interface AiUsageTable {
  id: Generated<number>;
  username: string;
  started_at: Date;
  tokens: number;
}

/** Facts about the project as a whole, such as when its first index was complete. */
export interface ProjectFactsTable {
  name: string;
  value: Json<unknown>;
}

export interface Schema extends RunSchema, PublishingSchema, MediaSchema, PluginSchema {
  roles: RolesTable;
  users: UsersTable;
  credentials: CredentialsTable;
  sessions: SessionsTable;
  one_time_tokens: OneTimeTokensTable;
  api_tokens: ApiTokensTable;
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
