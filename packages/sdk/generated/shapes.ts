// Written by `npm run docs:reference` from packages/contract. Change it there.

export interface AddedPasskey {
  id: string;
  username: string;
  name: string;
  /** Whether a password manager copies it between devices; otherwise it stays on one device. */
  synced: boolean;
  created_at: DateTime;
  last_used_at: DateTime | null;
  /** Ten single-use codes, shown once; empty if the caller has some already. */
  recovery_codes: string[];
}

export interface Agent {
  id: string;
  role: string;
  name: string;
  adapter: string;
  /** Null: the adapter chooses. */
  model: string | null;
  /** Secrets are replaced by `[redacted]`. */
  command: string;
  /** For its turns in one run. */
  budget: RunBudget;
  /** `working`: has a session or has started its turn; `waiting`: its turn is requested or scheduled. */
  status: 'working' | 'waiting' | 'idle';
  enabled: boolean;
  /** Run in which it works or waits. */
  run_id: string | null;
  /** Null for an agent that no supervisor has started. */
  session_id: string | null;
  /** Id of the event that requested its turn. */
  turn: string | null;
}

export interface AgentMessage {
  run_id: string;
  agent_id: string;
}

export interface AgentSession {
  id: string;
  run_id: string;
  agent_id: string;
  /** Id of the event that requested the turn; null without a supervisor. */
  turn: string | null;
  /** Purpose of the turn: `plan`, `task …`, `review …` or `revise …`. */
  reason: string | null;
  /** `starting`, `running` or `ended`. */
  status: string;
  /** How the turn ended (`stopped`: by a person); null before its end. */
  outcome: 'completed' | 'failed' | 'expired' | 'stopped' | null;
  started_at: DateTime;
  ended_at: DateTime | null;
  exit_code: number | null;
  end_reason: string | null;
  /** Code of the last error event: `sign_in`, `quota` or `other`. */
  failure: string | null;
  model: string | null;
  input_tokens: number;
  output_tokens: number;
  /** Cost in US dollars; null if the program does not report it. */
  usd: number | null;
  event_count: number;
  /** When the events were removed (`coordinator.session_logs`); null before. */
  events_removed_at: DateTime | null;
}

export interface AgentSessionEvent {
  session_id: string;
  seq: string;
  kind:
    | 'prompt'
    | 'message'
    | 'thinking'
    | 'tool_call'
    | 'tool_result'
    | 'usage'
    | 'error'
    | 'resumable'
    | 'output';
  /** By kind: `prompt`, `message`, `thinking`, `output`: {text}; `tool_call`: {id, tool, input}; `tool_result`: {id, text, is_error}; `usage`: {model, input_tokens, output_tokens, usd}; `error`: {code, text}; `resumable`: {id}. Secrets are replaced by `[redacted]`. */
  payload: unknown;
  at: DateTime;
}

export interface AgentSessionEventsPage {
  items: AgentSessionEvent[];
  /** `after` of the next request, even without further events. */
  next: string;
  /** The session has ended, and no events follow these. */
  is_over: boolean;
}

export interface AiGenerateResponse {
  content: string;
  /** Tokens of the prompt and the text; an estimate if the endpoint reports none. */
  tokens_used: number;
  model: string;
  generated_at: DateTime;
  /** The text was cut off at `max_length` or at the token limit of the endpoint. */
  truncated: boolean;
}

/** Tokens of requests in progress count as used. */
export interface AiUsage {
  requests_today: number;
  tokens_today: number;
  tokens_last_30_days: number;
  /** null: no limit. */
  tokens_per_day: number | null;
  tokens_left: number | null;
  /** null: no limit. */
  requests_per_minute: number | null;
  /** Remaining requests in the current minute. */
  requests_left: number | null;
  /** Start of the next day. */
  resets_at: DateTime;
}

export interface AiWriterSettings {
  enabled: boolean;
  api_key_configured: boolean;
  model: string;
  max_tokens: number;
  temperature: number;
}

export interface ApiToken {
  id: string;
  /** Owner: a person or a service account. */
  username: string;
  name: string;
  scopes: string[];
  created_by: string;
  created_at: DateTime;
  expires_at: DateTime;
  last_used_at: DateTime | null;
  /** Network (/64) for IPv6 addresses. */
  last_used_addr: string | null;
  /** Addresses and networks from which it may be used; empty for any. */
  address_ranges: string[];
  rotated_at: DateTime | null;
  /** The secret before the last rotation, while it is valid. */
  previous: {
    expires_at: DateTime;
    last_used_at: DateTime | null;
  } | null;
}

export interface ApprovalReceipt {
  id: string;
  approver: string;
  at: DateTime;
  revision: string;
  /** Hash of the history entry that the approval created. */
  hash: string;
  /** `hash` of the previous approval; null for the first. */
  base_hash: string | null;
  /** `receipt_hash` of the previous receipt; null for the first. */
  previous: string | null;
  /** Changes since the previous approval. Line counts are null for texts of more than 1 MiB or 2,000 lines. */
  diff: {
    added: number | null;
    removed: number | null;
    sha256: string;
  };
  receipt_hash: string;
  /** Contributors to the text. Null in receipts of releases before 1.1. */
  contributors: string[] | null;
  /** One approver, or two contributors who approved together. */
  approvers: string[] | null;
  /** Independence rule in force at the approval. */
  independence: 'contributors' | 'last_editor' | null;
  note: string | null;
}

export interface ApprovalRequest {
  id: string;
  run_id: string | null;
  proposal_id: string | null;
  task_id: string | null;
  /** `requested`, then `approved` or `rejected`. */
  status: string;
  requested_by: string;
  requested_at: DateTime;
  decided_by: string | null;
  decided_at: DateTime | null;
  /** SHA-256 of the decided patch; null without one. */
  patch_sha256: string | null;
  /** What needs approval and why, as stated by the requester. */
  reason: string | null;
  /** Note of the person who decided. */
  note: string | null;
}

export interface AuditEntry {
  id: string;
  actor: string;
  action: string;
  target: string;
  outcome: 'success' | 'denied';
  address: string;
  request_id: string;
  details: Record<string, unknown>;
  timestamp: DateTime;
}

/** The fields after `mfa_complete` describe a session and are absent for tokens. */
export interface AuthSession {
  authenticated: boolean;
  username: string;
  name: string;
  email: string;
  role: string;
  capabilities: string[];
  mfa_complete: boolean;
  has_second_factor?: boolean;
  has_totp?: boolean;
  has_passkey?: boolean;
  /** The user has a second factor, and has not used it since signing in. */
  factor_due?: boolean;
  /** The role requires a passkey, and the user has none. */
  passkey_due?: boolean;
  csrf_token?: string;
  ttl_seconds?: number;
  /** Path of the profile picture on this server, which changes with the picture; null without one. */
  picture?: string | null;
  /** IANA name that the person chose; empty for that of the browser. */
  time_zone?: string;
}

export interface BackupInfo {
  id: string;
  name: string;
  created_by: string;
  type: 'content' | 'content+database' | 'git';
  /** Size of the archive in bytes. */
  size: number;
  created_at: DateTime;
  /** Whether the backup includes media files. */
  include_media: boolean;
  /** Whether the archive is encrypted with age. Reading it requires a private key. */
  encrypted: boolean;
}

/** A Markdown block of an enabled plugin, or a shortcode of the site (ADD-EDIT-11). */
export interface Block {
  name: string;
  /** Attributes of the block, described like custom fields. */
  parameters: Record<string, unknown>[];
  /** Written as `{{name}}`, without a text inside. */
  inline: boolean;
}

export interface Build {
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
}

export interface BulkAssignResponse {
  results: BulkAssignResult[];
  succeeded: number;
  failed: number;
}

export interface BulkAssignResult {
  path: string;
  ok: boolean;
  revision: string | null;
  status: DocumentStatus | null;
  problem: BulkProblem | null;
}

export interface BulkDeleteResponse {
  results: BulkDeleteResult[];
  succeeded: number;
  failed: number;
}

export interface BulkDeleteResult {
  path: string;
  ok: boolean;
  /** Path of the file in the trash; pass it to `bulk/restore`. */
  trash_path: string | null;
  problem: BulkProblem | null;
}

export interface BulkMediaResponse {
  results: BulkMediaResult[];
  succeeded: number;
  failed: number;
}

export interface BulkMediaResult {
  path: string;
  ok: boolean;
  /** Current path of the file; its trash path after a deletion. */
  new_path: string | null;
  state: 'public' | 'pending' | null;
  problem: MediaBulkProblem | null;
}

/** Response of the same operation on this document alone. */
export interface BulkProblem {
  code: string;
  title: string;
  status: number;
  detail: string;
}

export interface BulkRestoreResponse {
  results: BulkRestoreResult[];
  succeeded: number;
  failed: number;
}

export interface BulkRestoreResult {
  path: string;
  ok: boolean;
  /** Current path of the document. */
  restored_path: string | null;
  revision: string | null;
  status: DocumentStatus | null;
  problem: BulkProblem | null;
}

export interface BulkStatusResponse {
  results: BulkStatusResult[];
  succeeded: number;
  failed: number;
}

export interface BulkStatusResult {
  path: string;
  ok: boolean;
  revision: string | null;
  status: DocumentStatus | null;
  problem: BulkProblem | null;
}

export interface BulkTermsResponse {
  results: BulkTermsResult[];
  succeeded: number;
  failed: number;
}

export interface BulkTermsResult {
  path: string;
  ok: boolean;
  revision: string | null;
  status: DocumentStatus | null;
  problem: BulkProblem | null;
}

export interface Calendar {
  /** In the time zone of the site. */
  today: string;
  /** Time zone of the site. */
  time_zone: string;
  items: CalendarEntry[];
  is_complete: boolean;
}

export interface CalendarEntry {
  kind: 'publish' | 'unpublish' | 'due';
  path: string;
  title: string;
  status: DocumentStatus;
  revision: string;
  /** User name of the assignee, or else of the owner. */
  person: string | null;
  /** In the time zone of the site. */
  day: string;
  /** Null for `due`, which is a whole day. */
  at: DateTime | null;
  is_overdue: boolean;
}

export interface CalendarFeed {
  /** Null without an address. */
  created_at: DateTime | null;
}

export interface CapabilitiesResponse {
  sdk_version: string;
  modules: Record<string, boolean>;
  features: Record<string, boolean>;
  capabilities: string[];
  identity: AuthSession;
  /** Workspace of the runs of this project: `{id}` in `/api/v1/workspaces/{id}`. */
  workspace: string;
}

export interface Change {
  id: string;
  /** `document.…` as in webhooks, also `document.locked` and `document.unlocked`; `comment.…` for a thread of the document; `media.uploaded`, `build.finished`, `proposal.…`, `notification`; `reset`: changes before this one may be missing, so load again what is shown. */
  type: string;
  at: DateTime;
  /** Path of the document, when it changed. */
  path: string | null;
  /** User name, `galley`, or `external` for an edit on disk. */
  actor: string | null;
  revision: string | null;
  /** Status of the document after the change. */
  status: string | null;
  /** For `document.locked`, whose `actor` holds the lock. */
  lock_expires_at: DateTime | null;
}

/** A security setting that the restore changes. */
export interface ChangedSetting {
  section: string;
  name: string;
  before: unknown;
  after: unknown;
}

export interface ChangesPage {
  items: Change[];
  /** `after` of the next request, even without further changes. */
  next: string;
}

export interface Colleague {
  username: string;
  name: string;
  /** Path of the profile picture on this server, which changes with the picture; null without one. */
  picture: string | null;
  /** Whether the person can decide on the current document: they have `documents.review` and are independent of it (`editorial.independence`). */
  may_review: boolean;
}

export interface CollectionResponse {
  items: {
    id: string;
    path: string;
    type: string;
    lang: string;
    title: string;
    slug: string;
    url: string;
    layout: string | null;
    summary: string | null;
    author: string | null;
    last_editor: string | null;
    date: DateTime | null;
    taxonomies: Record<string, unknown>;
    revision: string;
    published_at: DateTime;
    /** With `q` only. */
    highlight?: Highlight;
  }[];
  page: number;
  page_size: number;
  total: number;
  has_more: boolean;
}

export interface Comment {
  id: string;
  /** User name; null for a guest. */
  author: string | null;
  /** Name that a reader of a preview link entered; shown with “Guest” before it. */
  guest_name: string | null;
  /** Plain text; `@name` mentions a person. */
  body: string;
  created_at: DateTime;
  edited_at: DateTime | null;
  may_edit: boolean;
  may_delete: boolean;
}

export interface CommentThread {
  id: string;
  kind: 'comment' | 'suggestion';
  state: 'open' | 'resolved' | 'accepted' | 'rejected';
  author: string | null;
  created_at: DateTime;
  /** The passage when the thread began; null for the whole document. */
  quote: string | null;
  /** Suggested text instead of the passage; empty to delete it; null for a comment. */
  replacement: string | null;
  /** `found`: as quoted. `edited`: with other words. `unsaved`: no saved text has it yet. `gone`: deleted, or ambiguous. */
  passage: 'document' | 'found' | 'edited' | 'unsaved' | 'gone';
  /** Where the passage begins in the body of the current revision, in UTF-16 units with `\n` as line ending. */
  from: number | null;
  to: number | null;
  /** Current words of the passage. */
  current_text: string | null;
  /** Oldest first. Lists have the first and the newest nine comments of a thread. */
  comments: Comment[];
  comment_count: number;
  decided_by: string | null;
  decided_at: DateTime | null;
  may_reply: boolean;
  may_resolve: boolean;
  may_delete: boolean;
  /** May accept and reject the suggestion. */
  may_decide: boolean;
}

export interface CommentThreadResponse {
  revision: string;
  thread: CommentThread;
  /** Display names by user name. */
  names: Record<string, string>;
}

export interface CommentsResponse {
  /** Revision that `from` and `to` refer to. */
  revision: string;
  items: CommentThread[];
  /** Display names by user name. */
  names: Record<string, string>;
  /** Number of open threads of the document. */
  open: number;
  page: number;
  page_size: number;
  total: number;
  has_more: boolean;
}

/** Compared snapshot; `problem` gives the reason if its frontmatter is not compared. */
export interface ComparedSide {
  hash: string;
  path: string;
  revision: string;
  author: string;
  timestamp: DateTime;
  problem: SourceProblem | null;
}

export interface ConfirmedEmail {
  email: string;
}

export interface ContentItem {
  id: string;
  path: string;
  type: string;
  lang: string;
  title: string;
  slug: string;
  url: string;
  layout: string | null;
  summary: string | null;
  author: string | null;
  last_editor: string | null;
  date: DateTime | null;
  taxonomies: Record<string, unknown>;
  revision: string;
  html_body: string;
  raw_body: string;
  fields: Record<string, unknown>;
  params: Record<string, unknown>;
  created_at: DateTime | null;
  updated_at: DateTime | null;
  published_at: DateTime;
}

export interface ContentType {
  name: string;
  label: string | null;
  /** Custom fields of documents of this type, in `fields`: `name label type required default help options multiple min max whole to fields group`. */
  fields: Record<string, unknown>[];
}

export interface CreatedCalendarFeed {
  /** Null without an address. */
  created_at: DateTime | null;
  /** Gives access to the calendar without signing in. */
  address: string;
}

export interface CurrentImport {
  import: SiteImport | null;
}

export interface CustomFields {
  /** Fields by content type. Each field has `name label type required default help options multiple min max whole to fields group input format`. */
  types: Record<string, unknown>;
  /** `fields`, as for a content type, and `values`, which all documents share. */
  shared: Record<string, unknown>;
  /** Of `config/custom-fields.yaml`. */
  revision: string;
}

export type DateTime = string;

export interface Deadline {
  /** In the time zone of the site. */
  due_on: string;
  set_by: string;
  set_at: DateTime;
}

export interface DecidedSuggestions {
  ok: boolean;
  revision: string;
}

export interface DeletedFormEntries {
  deleted: number;
}

export interface DeletedMemory {
  id: string;
}

export interface Deliberation {
  id: string;
  run_id: string | null;
  topic: string;
  status: string;
  created_by: string;
  created_at: DateTime;
  updated_at: DateTime;
}

export interface DeliberationPost {
  id: string;
  deliberation_id: string;
  agent_id: string;
  body: string;
  posted_at: DateTime;
}

export interface DocumentAddress {
  /** Path of the public address for the given values. */
  url: string;
  /** Path of the current public address, which redirects to the new one after publication. */
  public_url: string | null;
  /** Whether another document has this address. */
  is_taken: boolean;
  /** The other document, if the caller may read it. */
  taken_by: {
    path: string;
    title: string;
  } | null;
}

export interface DocumentComparison {
  diff: string;
  left_raw: string;
  right_raw: string;
  body_diff: {
    op: 'equal' | 'insert' | 'delete';
    left_line: number | null;
    right_line: number | null;
    /** The line, including its line ending. */
    text: string;
  }[];
  frontmatter_changes: {
    /** Path of the field, such as `fields.price` for a key in a mapping. */
    field: string;
    kind: 'added' | 'removed' | 'changed';
    before: unknown;
    after: unknown;
  }[];
  left: ComparedSide | null;
  right: ComparedSide;
}

export interface DocumentDeadline {
  path: string;
  deadline: Deadline | null;
}

export interface DocumentDetail {
  id: string;
  path: string;
  type: string;
  lang: string;
  title: string;
  slug: string;
  url: string;
  layout: string | null;
  summary: string | null;
  author: string | null;
  last_editor: string | null;
  date: DateTime | null;
  taxonomies: Record<string, unknown>;
  revision: string;
  status: DocumentStatus;
  scheduled_publish_at: DateTime | null;
  scheduled_unpublish_at: DateTime | null;
  created_at: DateTime | null;
  updated_at: DateTime | null;
  is_public: boolean;
  published_revision: string | null;
  published_at: DateTime | null;
  assignee: string | null;
  reviewer: string | null;
  /** User who approved the current revision. */
  approved_by: string | null;
  problem: DocumentProblem | null;
  /** False while the text is saved in the history but not yet in its file. The server writes the file as soon as the content folder is writable. */
  materialised: boolean;
  /** Reason why the last attempt to write or read the file failed. */
  storage_failure: StorageCause | null;
  last_change: TextChange | null;
  /** Absent with `include=raw`. */
  html_body?: string;
  raw_body: string;
  /** The whole file, with `include=raw`. */
  raw?: string;
  frontmatter: Record<string, unknown>;
  fields: Record<string, unknown>;
  params: Record<string, unknown>;
  lock: DocumentLock | null;
  /** Day on which the document is due, in the time zone of the site. */
  due_on: string | null;
  /** Display names of the people in this object, by user name; people without a name or an account are omitted. */
  names: Record<string, string>;
  editorial: EditorialState;
  /** Lock of the caller. */
  working_copy: WorkingCopyState | null;
}

export interface DocumentHistoryEntry {
  /** Sequence number within the document, starting at 1. */
  seq: number;
  hash: string;
  author: string;
  /** People for whom a plugin, an agent or an unsigned edit acted; absent without any. */
  on_behalf_of?: string[];
  message: string;
  timestamp: DateTime;
  revision: string;
  status: DocumentStatus;
  kind: string;
  parent_hash: string | null;
  /** Former path, in the entry that records a rename on disk; absent otherwise. */
  renamed_from?: string;
  /** Display name; null for people without a name or an account. */
  author_name: string | null;
}

/** Current editor of a document, and when their lock expires. */
export interface DocumentLock {
  holder: string;
  expires_at: DateTime;
}

/** A problem of a file, with its position. */
export interface DocumentProblem {
  message: string;
  line: number;
  column: number;
  /** `error`: the file cannot be read. `notice`: the file can be read, but counts as a draft for the given reason. */
  severity: 'error' | 'notice';
}

export interface DocumentRevision {
  /** Sequence number within the document, starting at 1. */
  seq: number;
  hash: string;
  author: string;
  /** People for whom a plugin, an agent or an unsigned edit acted; absent without any. */
  on_behalf_of?: string[];
  message: string;
  timestamp: DateTime;
  revision: string;
  status: DocumentStatus;
  kind: string;
  parent_hash: string | null;
  /** Former path, in the entry that records a rename on disk; absent otherwise. */
  renamed_from?: string;
  path: string;
  title: string;
  raw: string;
  raw_body: string;
  frontmatter: Record<string, unknown>;
  problem: SourceProblem | null;
}

export interface DocumentSchedule {
  items: ScheduledAct[];
  /** Documents that the caller can read. */
  next_due_at: DateTime | null;
  /** Time of the last scheduled publish or unpublish; null for callers who cannot read every document. */
  last_run_at: DateTime | null;
}

export type DocumentStatus = 'draft' | 'in_review' | 'scheduled' | 'published' | 'archived';

export interface DocumentSummary {
  id: string;
  path: string;
  type: string;
  lang: string;
  title: string;
  slug: string;
  url: string;
  layout: string | null;
  summary: string | null;
  author: string | null;
  last_editor: string | null;
  date: DateTime | null;
  taxonomies: Record<string, unknown>;
  revision: string;
  status: DocumentStatus;
  scheduled_publish_at: DateTime | null;
  scheduled_unpublish_at: DateTime | null;
  created_at: DateTime | null;
  updated_at: DateTime | null;
  is_public: boolean;
  published_revision: string | null;
  published_at: DateTime | null;
  assignee: string | null;
  reviewer: string | null;
  /** User who approved the current revision. */
  approved_by: string | null;
  problem: DocumentProblem | null;
  /** Display names of the people in this object, by user name; people without a name or an account are omitted. */
  names: Record<string, string>;
  last_change: TextChange | null;
  highlight: Highlight | null;
  review_request: ReviewRequest | null;
}

export interface DocumentTypes {
  types: ContentType[];
  /** Language codes, the default language first. */
  languages: string[];
  layouts: Layout[];
  /** In the order of the settings. */
  taxonomies: {
    name: string;
    label: string | null;
  }[];
  /** Frontmatter keys with a meaning of their own; without those that a custom field of the same name replaces. */
  page_keys: ('authors' | 'seo_title' | 'seo_description' | 'canonical')[];
  /** By name. */
  blocks: Block[];
  /** Types of custom fields from plugins. A field of the type `plugin` names one as its `format`. */
  field_types: {
    format: string;
    label: string;
    type: string;
  }[];
  /** Address of the theme's `editor.css`, whose properties set the typography of the editor. */
  editor_style: string | null;
  site: SiteFacts;
  /** Time zone of times without an offset. */
  time_zone: string;
}

export interface EarlierMediaVersion {
  /** Path in the trash; pass it to `revert`. */
  path: string;
  size: number | null;
  /** User who replaced or deleted it. */
  replaced_by: string;
  replaced_at: DateTime;
}

export interface EditorialEvent {
  id: string;
  action: 'assign' | 'request_review' | 'approve' | 'request_changes';
  actor: string;
  at: DateTime;
  revision: string;
  note: string | null;
  details: Record<string, unknown>;
}

export interface EditorialState {
  owner: string | null;
  assignee: string | null;
  reviewer: string | null;
  approved_by: string | null;
  approved_at: DateTime | null;
  approved_revision: string | null;
  revision: string;
  require_approval: boolean;
  /** Rule that decides which approvals count (`editorial.independence`). */
  independence: 'contributors' | 'last_editor';
  /** Everyone who changed the content or owned the document since the last approved revision, including plugins, agents and the people for whom they acted. */
  contributors: string[];
  /** Contributors with permission to review; two of them can approve together. Empty with fewer than two, or with an assigned reviewer. */
  joint_approvers: string[];
  /** Approvals of the current revision, oldest first. */
  approvals: {
    by: string;
    at: DateTime;
    revision: string;
  }[];
  /** 0 once the current revision is approved. */
  approvals_needed: 0 | 1;
  status: DocumentStatus;
  /** The newest 100 events, newest first. */
  events: EditorialEvent[];
}

export interface FieldError {
  /** Path of the field, such as `frontmatter.date`. */
  path: string;
  /** Stable code; the reference lists all of them. */
  code: string;
  /** Parameters of the text of the code. */
  params: Record<string, string | number | (string | number)[]>;
  /** English text of code and parameters. */
  message: string;
}

export interface FilledPluginPanel {
  name: string;
  title: string;
  help: string;
  columns: {
    name: string;
    label: string;
    type: string;
  }[];
  /** Values by column name; at most 1,000 rows. */
  rows: Record<string, unknown>[];
  /** Whether further rows exist. */
  has_more: boolean;
  /** Text of the plugin above the table. */
  summary: string | null;
  actions: {
    label: string;
    /** Address for the POST request, as a path of the server. */
    url: string;
    /** Confirmation question. */
    confirm: string | null;
  }[];
}

export interface FormEntriesResponse {
  items: FormEntry[];
  has_more: boolean;
  next_cursor: string | null;
}

export interface FormEntry {
  id: string;
  submitted_at: DateTime;
  /** Address of the page; empty if it is not public. */
  page: string;
  /** In the order of the form; without empty ones. */
  values: {
    name: string;
    label: string;
    value: string;
  }[];
}

export interface FormOverview {
  name: string;
  title: string;
  /** False for a form that is no longer in the settings and still has entries. */
  is_defined: boolean;
  entries: number;
  last_submitted_at: DateTime | null;
  /** Further entries are refused. */
  is_full: boolean;
  retention_days: number;
  fields: {
    name: string;
    label: string;
  }[];
}

export interface GitLogEntry {
  /** Commit hash: 40 hexadecimal digits. */
  hash: string;
  author: string;
  email: string;
  date: DateTime;
  message: string;
}

export interface GitSnapshot {
  /** Commit hash: 40 hexadecimal digits. */
  id: string;
  /** Commit message. */
  name: string;
  /** Name of the commit author. */
  created_by: string;
  type: 'git';
  /** Total size of the new and changed files in bytes. */
  size: number;
  created_at: DateTime;
  /** False if the content was unchanged; the response then describes the latest existing commit. */
  created: boolean;
  /** Number of new, changed and deleted files. */
  files_changed: number;
  /** Files that could not be committed; ignored files are not listed. */
  left_out: {
    path: string;
    reason: string;
  }[];
  /** Whether the commit was pushed to `backup.git.push_url`; null without that setting. */
  pushed: boolean | null;
  /** Reason why the push failed. */
  push_problem: string | null;
}

export interface HealthResponse {
  status: 'healthy' | 'degraded' | 'starting';
  version: string;
  commit: string;
  managed: boolean;
  instance_id?: string;
  admin_ready: boolean;
  generated_at: DateTime;
  checks: Record<
    string,
    {
      ok: boolean;
      error?: string;
    }
  >;
}

/** HTML: the escaped text with matches of `q` in `<mark>`. `body` is an excerpt of the body; null without a match in it. */
export interface Highlight {
  title: string;
  summary: string | null;
  body: string | null;
}

/** A sign-in at a provider that opens an account. */
export interface Identity {
  id: string;
  /** Name in the configuration; null if it is no longer configured. */
  provider: string | null;
  label: string;
  issuer: string;
  subject: string;
  email: string;
  linked_at: DateTime;
  last_used_at: DateTime | null;
}

export interface IdentityChange {
  username: string;
  action: 'linked' | 'unlinked';
  at: DateTime;
}

export interface ImportRow {
  kind: 'document' | 'media' | 'skipped' | 'warning';
  /** Path, or number, in the source. */
  source: string;
  /** Path in the content tree. */
  path: string | null;
  title: string | null;
  /** State of the document. */
  status: string | null;
  change: 'new' | 'changed' | 'unchanged' | null;
  /** Old addresses that redirect to the document. */
  redirects: string[];
  reason: string | null;
}

export interface KeptEmail {
  /** Whether the new address had been confirmed. */
  reverted: boolean;
}

export interface KeptWorkingCopy {
  saved_at: DateTime;
  /** Revision that the text is based on; null for a new document. */
  base_revision: string | null;
  /** Whether the current revision of the document differs from `base_revision`. */
  is_stale: boolean;
  path: string | null;
  draft_key: string | null;
}

/** A template for single documents, and the types that use it by default. */
export interface Layout {
  name: string;
  types: string[];
}

export interface LinkTarget {
  path: string;
  title: string;
  url: string;
}

export interface ListedApiToken {
  id: string;
  /** Owner: a person or a service account. */
  username: string;
  name: string;
  scopes: string[];
  created_by: string;
  created_at: DateTime;
  expires_at: DateTime;
  last_used_at: DateTime | null;
  /** Network (/64) for IPv6 addresses. */
  last_used_addr: string | null;
  /** Addresses and networks from which it may be used; empty for any. */
  address_ranges: string[];
  rotated_at: DateTime | null;
  /** The secret before the last rotation, while it is valid. */
  previous: {
    expires_at: DateTime;
    last_used_at: DateTime | null;
  } | null;
  owner_name: string;
  owner_enabled: boolean;
}

export interface LiveResponse {
  status: 'live';
}

export interface LockResponse {
  ok: boolean;
  lock_token: string;
  holder: string;
  expires_at: DateTime;
}

export interface LogoutResponse {
  authenticated: boolean;
  username: string;
  capabilities: string[];
  /** Address at which the browser also signs out at the provider. */
  provider_url?: string;
}

/** Without its text, which is removed once it is sent. */
export interface MailMessage {
  id: string;
  /** Such as `invitation`, `password_reset`, `test`. */
  kind: string;
  recipient: string;
  /** Account of the recipient. */
  username: string | null;
  status: 'pending' | 'sent' | 'failed';
  attempts: number;
  created_at: DateTime;
  last_attempt_at: DateTime | null;
  next_attempt_at: DateTime | null;
  /** Failure of the last attempt. */
  error: string | null;
}

export interface MailResponse {
  /** Null if sending mail is not set up. */
  server: MailServer | null;
  items: MailMessage[];
  has_more: boolean;
  next_cursor: string | null;
}

export interface MailServer {
  host: string;
  port: number;
  security: 'starttls' | 'tls' | 'none';
  from: string;
}

export interface McpClient {
  /** Id of the connection; grants no access. */
  id: string;
  /** Chosen by the client; proves nothing. */
  name: string;
  /** Host or app that received the access. */
  redirect_host: string;
  agent_id: string;
  scopes: string[];
  connected_by: string;
  connected_at: DateTime;
  /** Time of the last token. */
  last_used_at: DateTime | null;
  /** Moves 30 days on with each new token. */
  expires_at: DateTime;
  revoked_by: string | null;
  revoked_at: DateTime | null;
}

export interface McpClientDecision {
  /** Id of the connection; null if declined. */
  id: string | null;
  redirect_to: string;
}

export interface McpClientRequest {
  client_name: string;
  redirect_host: string;
  agents: {
    id: string;
    role: string;
    scopes: string[];
  }[];
}

/** Response of the same operation on this file alone. */
export interface MediaBulkProblem {
  code: string;
  title: string;
  status: number;
  detail: string;
}

export interface MediaChangesRequested {
  by: string;
  at: DateTime;
  note: string;
}

export interface MediaDetail {
  /** Path in the content tree, such as `media/2026/06/press.jpg`. */
  path: string;
  name: string;
  /** Media type, such as `image/jpeg`. */
  type: string;
  url: string;
  /** Address of a small version of the picture; null for other files. */
  thumbnail_url: string | null;
  uploaded_by: string;
  size: number;
  uploaded_at: DateTime;
  /** `title alt caption credit tags decorative focal_x focal_y` as entered by people, and `width height hash` of the file. */
  metadata: Record<string, unknown>;
  /** Camera data; the location is included only on request. */
  exif: Record<string, unknown>;
  /** Changes with every metadata update. */
  metadata_revision: string;
  missing_alt: boolean;
  /** `pending`: a change awaits approval, and the public sees the previous version (ADD-MED-1). */
  state: 'public' | 'pending';
  /** Reason why a file that was added outside Galley cannot be used. */
  problem: string | null;
  duplicates: string[];
  /** Whether a change needs approval, because a public page uses the file (ADD-MED-1). */
  needs_approval: boolean;
}

export interface MediaFolder {
  path: string;
  files: number;
  /** Number of files, including subfolders. */
  total: number;
  /** Size of these files in bytes. */
  size: number;
}

export interface MediaItem {
  /** Path in the content tree, such as `media/2026/06/press.jpg`. */
  path: string;
  name: string;
  /** Media type, such as `image/jpeg`. */
  type: string;
  url: string;
  /** Address of a small version of the picture; null for other files. */
  thumbnail_url: string | null;
  uploaded_by: string;
  size: number;
  uploaded_at: DateTime;
  /** `title alt caption credit tags decorative focal_x focal_y` as entered by people, and `width height hash` of the file. */
  metadata: Record<string, unknown>;
  /** Camera data; the location is included only on request. */
  exif: Record<string, unknown>;
  /** Changes with every metadata update. */
  metadata_revision: string;
  missing_alt: boolean;
  /** `pending`: a change awaits approval, and the public sees the previous version (ADD-MED-1). */
  state: 'public' | 'pending';
  /** Reason why a file that was added outside Galley cannot be used. */
  problem: string | null;
}

/** Absent keeps, null clears. */
export interface MediaMetadataChanges {
  title?: string | null;
  alt?: string | null;
  caption?: string | null;
  credit?: string | null;
  tags?: string[] | null;
  /** Decorative picture, which needs no `alt`. */
  decorative?: boolean | null;
  /** Horizontal focal point, from 0 (left) to 1. */
  focal_x?: number | null;
  /** Vertical focal point, from 0 (top) to 1. */
  focal_y?: number | null;
}

export interface MediaTrashEntry {
  /** Path of the file in the trash; pass it to `restore`. */
  path: string;
  original_path: string;
  type: string | null;
  size: number | null;
  deleted_by: string;
  deleted_at: DateTime;
}

export interface MediaUsage {
  path: string;
  /** Number of all documents, including those the caller cannot read. */
  total: number;
  documents: MediaUse[];
}

export interface MediaUse {
  path: string;
  title: string;
  type: string;
  lang: string;
  status: string;
  /** Whether the working version of the document uses the file. */
  in_text: boolean;
  /** Whether the public version of the document uses the file. */
  is_public: boolean;
}

export interface MediaVersion {
  type: string;
  size: number;
  /** SHA-256 of the bytes. */
  hash: string;
  width: number | null;
  height: number | null;
  /** `title alt caption credit tags decorative focal_x focal_y`. */
  metadata: Record<string, unknown>;
}

export interface Memory {
  id: string;
  run_id: string;
  agent_id: string;
  topic: string;
  body: string;
  recorded_at: DateTime;
}

export interface NewApiToken {
  id: string;
  /** Owner: a person or a service account. */
  username: string;
  name: string;
  scopes: string[];
  created_by: string;
  created_at: DateTime;
  expires_at: DateTime;
  last_used_at: DateTime | null;
  /** Network (/64) for IPv6 addresses. */
  last_used_addr: string | null;
  /** Addresses and networks from which it may be used; empty for any. */
  address_ranges: string[];
  rotated_at: DateTime | null;
  /** The secret before the last rotation, while it is valid. */
  previous: {
    expires_at: DateTime;
    last_used_at: DateTime | null;
  } | null;
  token: string;
}

/** Missing limits keep their value; null removes one. */
export interface NewRunBudget {
  turns?: number | null;
  minutes?: number | null;
  tokens?: number | null;
  usd?: number | null;
}

export interface NewWebhook {
  id: string;
  name: string;
  url: string;
  events: (
    | 'document.saved'
    | 'document.status_changed'
    | 'document.published'
    | 'media.uploaded'
    | 'build.finished'
    | 'form.submitted'
  )[];
  /** Events of a disabled webhook are not recorded; pending deliveries wait. */
  enabled: boolean;
  /** Time of the first failed attempt after the last successful one. */
  failing_since: DateTime | null;
  created_at: DateTime;
  created_by: string;
  /** Signing secret, shown only once. */
  secret: string;
}

export interface NewWorkerToken {
  id: string;
  token: string;
  expires_at: DateTime;
}

export interface Notification {
  id: string;
  type:
    | 'review_requested'
    | 'assigned'
    | 'approved'
    | 'changes_requested'
    | 'schedule_missed'
    | 'published'
    | 'due_soon'
    | 'overdue'
    | 'mentioned'
    | 'commented'
    | 'new_device'
    | 'token_expiring';
  /** Current path of the document; null for `new_device` and `token_expiring`. */
  path: string | null;
  /** Current title of the document, or name of the token; null for `new_device`. */
  title: string | null;
  /** Current status of the document, if any. */
  document_status: DocumentStatus | null;
  /** User name; `galley` for automatic actions. For a token, its owner. */
  actor: string;
  /** Display name; null for people without a name or an account. */
  actor_name: string | null;
  /** Note of the actor; for `schedule_missed`, the reason for the failure; for `new_device`, the device and its network; for `token_expiring`, the time at which the token ends; for `due_soon` and `overdue`, the day. */
  note: string | null;
  /** Revision that the notification is about. */
  revision: string | null;
  at: DateTime;
  read_at: DateTime | null;
}

export interface NotificationsResponse {
  items: Notification[];
  /** Number of unread notifications on all pages. */
  unread: number;
  has_more: boolean;
  next_cursor: string | null;
}

export interface OkResponse {
  ok: boolean;
}

export interface OnboardingSteps {
  site_name: {
    done: boolean;
    title: string;
  };
  /** `done`: `config/site.yaml` names a theme or has settings of a theme. */
  theme: {
    done: boolean;
    name: string;
  };
  document: {
    done: boolean;
    /** The newest document beyond the example that is not public, else the newest; null without any. */
    path: string | null;
    title: string;
  };
  people: {
    done: boolean;
    /** Other enabled users who can review all documents. */
    reviewers: number;
  };
  publish: {
    done: boolean;
    /** Address of the page published last, unless it is one of the example. */
    url: string | null;
    title: string;
  };
  require_approval: boolean;
  /** Unchanged documents and images of the example site. */
  example_files: number;
}

export interface OperationStatus {
  status: 'idle' | 'building' | 'failed';
  /** End of the last successful build. */
  last_build: DateTime | null;
  /** Duration of that build in milliseconds. */
  build_duration: number | null;
  /** Bytes of cached public responses in this process. */
  cache_size: number;
  queue_length: number;
  /** Time of the next scheduled publish or unpublish. */
  next_due_at: DateTime | null;
  /** Time of the last scheduled publish or unpublish. */
  last_run_at: DateTime | null;
  /** Number of overdue scheduled actions. */
  overdue: number;
}

export interface OwnAccount {
  email: string;
  /** When the person last opened a link sent to `email`; null if never. */
  email_verified_at: DateTime | null;
  /** Address whose link has not been opened yet. */
  pending_email: {
    email: string;
    requested_at: DateTime;
    expires_at: DateTime;
  } | null;
  /** Whether Galley can send e-mail. */
  mail: boolean;
  /** IANA name; empty for that of the browser, and in messages that of the site. */
  time_zone: string;
  site_time_zone: string;
  notices: {
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
  /** Documents that the person owns, is assigned or reviews. */
  documents: number;
}

export interface OwnPicture {
  /** Path of the profile picture on this server, which changes with the picture; null without one. */
  picture: string | null;
}

export interface PagedDocumentsResponse {
  items: DocumentSummary[];
  page: number;
  page_size: number;
  total: number;
  has_more: boolean;
  /** True for some totals above 10,000, never with `total=exact`, a search, or a page beyond the first 10,000 documents. */
  total_is_estimate: boolean;
  next_cursor: string | null;
}

export interface PagedImportRows {
  items: ImportRow[];
  page: number;
  page_size: number;
  total: number;
  has_more: boolean;
}

export interface PagedMediaResponse {
  items: MediaItem[];
  page: number;
  page_size: number;
  total: number;
  has_more: boolean;
}

export interface Passkey {
  id: string;
  username: string;
  name: string;
  /** Whether a password manager copies it between devices; otherwise it stays on one device. */
  synced: boolean;
  created_at: DateTime;
  last_used_at: DateTime | null;
}

/** The new passkey, as its `toJSON` writes it; further members are ignored. */
export interface PasskeyAddition {
  id: string;
  rawId: string;
  type: 'public-key';
  response: {
    clientDataJSON: string;
    attestationObject: string;
    transports?: string[];
  };
}

/** The answer of the browser, as its `toJSON` writes it; further members are ignored. */
export interface PasskeyAssertion {
  id: string;
  rawId: string;
  type: 'public-key';
  response: {
    clientDataJSON: string;
    authenticatorData: string;
    signature: string;
    userHandle?: string | null;
  };
}

/** Options of the browser, as JSON (WebAuthn, parseCreationOptionsFromJSON and parseRequestOptionsFromJSON). Their challenge works once, for five minutes, in this browser. */
export interface PasskeyOptions {
  options: Record<string, unknown>;
}

export interface PasswordChanged {
  ok: boolean;
  /** Number of revoked API tokens of the user. */
  tokens_revoked: number;
  /** Number of revoked agent tokens that the user created. */
  worker_tokens_revoked: number;
}

export interface PasswordReset {
  ok: boolean;
  username: string;
  /** Number of revoked API tokens of the user. */
  tokens_revoked: number;
  /** Number of revoked agent tokens that the user created. */
  worker_tokens_revoked: number;
}

export interface PatchHunk {
  /** The same as long as the hunk is the same. */
  id: string;
  path: string;
  /** All kinds but `change` stand for a whole file. */
  kind: 'change' | 'add' | 'delete' | 'rename' | 'copy';
  /** The @@ line; empty for a whole file. */
  header: string;
}

export interface PendingMedia {
  path: string;
  change: 'added' | 'replaced' | 'described' | 'deleted';
  /** Hash of the pending version; pass it as `expected_hash` to a review. */
  hash: string;
  /** Everyone who changed the file; they cannot decide on it. */
  contributors: string[];
  /** Whether the caller can decide on the change. */
  can_review: boolean;
  since: DateTime;
  changed_at: DateTime;
  changes_requested: MediaChangesRequested | null;
  /** Public version; null without one. */
  public: MediaVersion | null;
  /** Public version after an approval; null if the file becomes unavailable. */
  pending: MediaVersion | null;
}

export interface PluginChange {
  kind:
    | 'permission'
    | 'host'
    | 'hook'
    | 'filter'
    | 'block'
    | 'job'
    | 'route'
    | 'setting'
    | 'panel'
    | 'check'
    | 'field'
    | 'endpoint';
  /** `render`, `example.org`, `GET /report`. */
  name: string;
  /** `changed`: the definition differs, such as the interval of a job. */
  change: 'added' | 'removed' | 'changed';
}

export interface PluginInfo {
  name: string;
  version: string;
  author: string;
  description: string;
  enabled: boolean;
  /** The plugin is built into Galley. */
  builtin: boolean;
  /** `needs_approval`: the plugin requests unapproved permissions; `failed`: Galley disabled it after errors; `broken`: it cannot be loaded. */
  state: 'off' | 'running' | 'needs_approval' | 'failed' | 'broken';
  permissions: PluginPermission[];
  hosts: string[];
  /** Enabling the plugin requires `approve_risk: true`. */
  needs_approval: boolean;
  /** Reason for the failure, with file and line. */
  last_error: string | null;
  /** Events that the plugin receives. */
  hooks: string[];
  /** Parts of public pages that the plugin changes. */
  filters: string[];
  /** Content blocks that the plugin provides. */
  blocks: string[];
  /** Scheduled jobs, with their intervals in milliseconds. */
  jobs: {
    name: string;
    every: number;
  }[];
  routes: {
    method: string;
    path: string;
    access: string;
  }[];
  /** Events that the plugin can refuse. If it fails, saves go through and publications do not. */
  checks: ('document.save' | 'document.publish')[];
  /** Field types; the module checks the values of `validated` ones. */
  fields: {
    name: string;
    label: string;
    validated: boolean;
  }[];
  /** Answered for everybody, below `/_plugins/<name>`. */
  endpoints: {
    method: string;
    path: string;
  }[];
  /** Reason why the plugin cannot check publications. Nothing is published until it runs again, or is disabled. */
  blocks_publishing: string | null;
  /** Version that the last update replaced; `plugins/rollback` restores it. */
  previous_version: string | null;
  /** Whether the plugin has its own settings section, `plugin:<name>`. */
  has_settings: boolean;
  panel: PluginPanel | null;
}

export interface PluginJob {
  plugin: string;
  job: string;
  /** Duration in milliseconds. */
  every: number;
  last_run_at: DateTime | null;
  /** Null while the job runs, and after an interrupted run. */
  last_finished_at: DateTime | null;
  next_run_at: DateTime;
  last_error: string | null;
}

export interface PluginPanel {
  title: string;
  help: string;
  /** GET route of the plugin that provides the rows of the panel. */
  source: string | null;
  columns: {
    name: string;
    label: string;
    type: string;
  }[];
  /** Buttons that call POST routes of the plugin. */
  actions: {
    label: string;
    route: string;
    confirm: string | null;
  }[];
}

export interface PluginPermission {
  name: string;
  /** Description of the permission. */
  means: string;
  /** The permission allows more than reading. */
  risky: boolean;
}

export interface PluginReview {
  name: string;
  version: string;
  author: string;
  description: string;
  permissions: PluginPermission[];
  hosts: string[];
  /** Null unless the plugin is installed; empty if it cannot be read. */
  installed_version: string | null;
  /** Differences from the installed version; everything is `added` if there is none. */
  changes: PluginChange[];
  /** The plugin is enabled, and this version requests more than was approved: the change requires `approve_risk`. */
  needs_approval: boolean;
  /** Names exactly these changes; `plugins/update` and `plugins/rollback` need it. */
  confirmation: string;
}

export interface PreviewLink {
  id: string;
  path: string;
  hash: string | null;
  created_by: string;
  created_at: DateTime;
  expires_at: DateTime;
  last_opened_at: DateTime | null;
  /** Number of times the link was opened. */
  opened: number;
  revoked_at: DateTime | null;
  /** Whether readers of the link may comment. */
  guest_comments: boolean;
}

export interface PreviewLinkResponse {
  id: string;
  /** Secret link; shown once. */
  url: string;
  expires_at: DateTime;
}

export interface PreviewResponse {
  /** The whole page in the theme of the site. It contains user content and may load scripts of the theme, so show it only in a sandboxed frame (`<iframe sandbox srcdoc="…">`), never in your own page. */
  html: string;
  /** The rendered text alone. */
  html_body: string;
  title: string;
  /** Future address of the page. */
  url: string;
  /** Reason why the frontmatter cannot be read; the other fields are then a best effort. */
  problem: SourceProblem | null;
}

/** RFC 9457, with a stable `code`. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  request_id: string;
  errors?: FieldError[];
  [member: string]: unknown;
}

export interface Proposal {
  id: string;
  run_id: string | null;
  task_id: string | null;
  title: string;
  risk: string;
  status: string;
  proposed_by: string;
  created_at: DateTime;
  updated_at: DateTime;
  /** The person who last decided on the proposal. */
  decided_by: string | null;
  decided_at: DateTime | null;
  decision_note: string | null;
  /** Commit that applied the proposal to the repository. */
  applied_commit: string | null;
  rolled_back_by: string | null;
  rolled_back_at: DateTime | null;
  /** Checks of the newest patch. `error`: none fails, but some could not be carried out. */
  checks_state: 'none' | 'pending' | 'passed' | 'failed' | 'error';
  /** Pull or merge request on the remote; null unless the recipe of the run asks for one. */
  pull_request: PullRequest | null;
  patch: ProposalPatch | null;
}

export interface ProposalComment {
  id: string;
  patch_sha256: string;
  path: string;
  side: 'old' | 'new';
  line: number;
  /** The line as the patch has it. */
  quote: string;
  body: string;
  author: string;
  created_at: DateTime;
  /** The comment is on an earlier patch than the newest. */
  is_outdated: boolean;
}

export interface ProposalDetail {
  id: string;
  run_id: string | null;
  task_id: string | null;
  title: string;
  risk: string;
  status: string;
  proposed_by: string;
  created_at: DateTime;
  updated_at: DateTime;
  /** The person who last decided on the proposal. */
  decided_by: string | null;
  decided_at: DateTime | null;
  decision_note: string | null;
  /** Commit that applied the proposal to the repository. */
  applied_commit: string | null;
  rolled_back_by: string | null;
  rolled_back_at: DateTime | null;
  /** Checks of the newest patch. `error`: none fails, but some could not be carried out. */
  checks_state: 'none' | 'pending' | 'passed' | 'failed' | 'error';
  /** Pull or merge request on the remote; null unless the recipe of the run asks for one. */
  pull_request: PullRequest | null;
  body: string;
  patch: ProposalPatchText | null;
  /** Whether the files of the patch are unchanged on the branch since its base. Null for decided proposals and without a readable repository. */
  is_base_current: boolean | null;
  conflicts: {
    path: string;
    /** Change of the file since the base of the patch. */
    what: 'added' | 'changed' | 'removed' | 'in the way';
  }[];
  /** Votes of agents, sorted by agent. */
  votes: {
    agent_id: string;
    decision: 'approve' | 'reject' | 'abstain';
    comment: string;
    /** SHA-256 of the patch that was voted on. */
    patch_sha256: string | null;
    cast_at: DateTime;
  }[];
  /** Parts of the newest patch in its order, which can be accepted singly. Empty if the patch is not readable. */
  hunks: PatchHunk[];
  /** Parts of the patch that the acceptance omitted. */
  left_out_hunks: PatchHunk[];
  /** Comments of people on lines of patches, oldest first. */
  comments: ProposalComment[];
  /** Checks of the newest patch, sorted by name. */
  checks: {
    name: string;
    /** `error`: the check could not be carried out. */
    outcome: 'pass' | 'fail' | 'error';
    /** Findings, or the output of the command. */
    detail: string;
    at: DateTime;
  }[];
}

export interface ProposalPatch {
  /** SHA-256 of the patch bytes; approvals refer to it. */
  sha256: string;
  /** Revision that the patch applies to. */
  base_revision: string;
  bytes: number;
  attached_by: string;
  attached_at: DateTime;
}

export interface ProposalPatchText {
  /** SHA-256 of the patch bytes; approvals refer to it. */
  sha256: string;
  /** Revision that the patch applies to. */
  base_revision: string;
  bytes: number;
  attached_by: string;
  attached_at: DateTime;
  text: string;
}

export interface ProposedDocument {
  path: string;
  /** Path before a rename. */
  former_path: string | null;
  change: 'add' | 'change' | 'rename' | 'delete';
  /** Null for a deleted document. */
  title: string | null;
  /** Future address of the page; null for a deleted document. */
  url: string | null;
}

export interface ProviderAddress {
  /** Address at the provider for the browser. */
  url: string;
}

export interface PullRequest {
  state: 'opening' | 'open' | 'merged' | 'closed';
  /** Branch of the remote with the patch. */
  branch: string;
  number: number | null;
  /** Null until it is open. */
  url: string | null;
  /** Last failure, which is retried, or what is left to do, in one sentence. */
  problem: string | null;
}

export interface Question {
  id: string;
  run_id: string;
  agent_id: string;
  text: string;
  /** Suggested answers; any other is possible. */
  choices: string[];
  status: 'open' | 'answered';
  due_at: DateTime | null;
  asked_at: DateTime;
  answer: string | null;
  answered_by: string | null;
  answered_at: DateTime | null;
  /** Set if the coordinator asks: why it has paused the run. The answer resumes or stops it, which needs `runs.control`. */
  about: string | null;
}

export interface ReadyResponse {
  status: 'ready' | 'not-ready' | 'starting';
  version: string;
  checks: Record<
    string,
    {
      ok: boolean;
      error?: string;
    }
  >;
}

export interface Recipe {
  /** Name of its file in `runs`, without `.yaml`. */
  name: string;
  title: string;
  description: string | null;
  /** With `{{name}}` for each parameter. */
  goal: string;
  parameters: {
    name: string;
    title: string;
    kind: 'text' | 'choice' | 'document' | 'language';
    required: boolean;
    default: string | null;
    /** Possible values of the kinds `choice` and `language`. */
    choices: string[];
  }[];
  /** Ids of the agents that may get work; null: all. */
  team: string[] | null;
  /** Patterns of content paths that proposals may touch; null: all. */
  paths: string[] | null;
  budget: {
    turns?: number;
    minutes?: number;
    tokens?: number;
    usd?: number;
  } | null;
  schedule: {
    cron: string;
    time_zone: string;
    catch_up: 'skip' | 'once';
  } | null;
  triggers: ('published' | 'changed' | 'webhook')[];
  /** Null without a schedule, and until a coordinator has read it. */
  next_run_at: DateTime | null;
  last_run: {
    run_id: string;
    status: string;
    started_at: DateTime;
    tokens: number;
    /** Null if no agent reported a cost. */
    usd: number | null;
  } | null;
  /** The last time a schedule or trigger started a run, or did not. */
  last_firing: {
    at: DateTime;
    outcome: 'started' | 'skipped' | 'missed' | 'failed';
    detail: string | null;
  } | null;
}

export interface RecipeRequest {
  recipe: string;
  state: 'requested';
}

export interface Recipes {
  recipes: Recipe[];
  /** Files that cannot be used. */
  broken: {
    name: string;
    file: string;
    mistakes: string[];
  }[];
}

/** Ten single-use codes; shown once. */
export interface RecoveryCodes {
  ok: boolean;
  recovery_codes: string[];
}

export interface RejectedSuggestions {
  ok: boolean;
  revision: string;
}

export interface RemovedExample {
  removed: number;
  /** Files of the example that were changed, or that are in use. */
  kept: number;
}

export interface ResetLink {
  username: string;
  token: string;
  /** Path on this server; contains the token */
  path: string;
  expires_at: DateTime;
}

export interface ResourceClaim {
  id: string;
  run_id: string;
  agent_id: string;
  resource: string;
  claimed_at: DateTime;
  expires_at: DateTime;
}

export interface RestoredTokens {
  restored: string[];
}

/** Who requested the current review, with their note. */
export interface ReviewRequest {
  actor: string;
  at: DateTime;
  note: string | null;
}

export interface RevokeResponse {
  revoked: number;
}

export interface RevokedTokens {
  revoked: string[];
}

export interface Role {
  name: string;
  capabilities: string[];
  builtin: boolean;
  users: number;
}

export interface Run {
  id: string;
  workspace_id: string;
  /** Secrets are replaced by `[redacted]`. */
  goal: string;
  status: string;
  /** Result of the last tick; null before the first. */
  reason: string | null;
  /** Sentence about the reason, if the coordinator paused the run. */
  reason_detail: string | null;
  started_at: DateTime;
  ended_at: DateTime | null;
  /** Time of the last status change. */
  transitioned_at: DateTime;
  budget: RunBudget;
  use: RunUse;
  /** Recipe that started the run. */
  recipe: string | null;
  /** Parameters of the recipe. Secrets are replaced by `[redacted]`. */
  parameters: Record<string, string> | null;
}

/** Limits; null is none. */
export interface RunBudget {
  turns: number | null;
  minutes: number | null;
  tokens: number | null;
  usd: number | null;
}

export interface RunDetail {
  id: string;
  workspace_id: string;
  /** Secrets are replaced by `[redacted]`. */
  goal: string;
  status: string;
  /** Result of the last tick; null before the first. */
  reason: string | null;
  /** Sentence about the reason, if the coordinator paused the run. */
  reason_detail: string | null;
  started_at: DateTime;
  ended_at: DateTime | null;
  /** Time of the last status change. */
  transitioned_at: DateTime;
  budget: RunBudget;
  use: RunUse;
  /** Recipe that started the run. */
  recipe: string | null;
  /** Parameters of the recipe. Secrets are replaced by `[redacted]`. */
  parameters: Record<string, string> | null;
  /** The cause of the wait; null if it could not be read. */
  waiting: RunWaiting | null;
  /** Tasks of the workspace. */
  tasks: {
    active: number;
    blocked: number;
    terminal: number;
    /** Active tasks that are assigned to an agent. */
    assigned: number;
  };
  /** Proposals of the workspace. */
  proposals_active: number;
  /** Requests of the workspace. */
  approvals_requested: number;
  /** Agents of the run. */
  agents_active: number;
  /** Claims of the run. */
  claims_held: number;
  /** Agents that have a budget in the run or have used some. */
  agents: {
    agent_id: string;
    budget: RunBudget;
    use: RunUse;
  }[];
  /** Id of the latest event of the run; pass it as `after` to receive only newer events. */
  last_event_id: string | null;
}

export interface RunEvent {
  id: string;
  run_id: string;
  type: string;
  /** Payload, depending on the type; secrets are replaced by `[redacted]`. */
  payload: unknown;
  at: DateTime;
}

export interface RunEventsPage {
  items: RunEvent[];
  /** `after` of the next request, even without further events. */
  next: string;
}

export interface RunMessage {
  id: string;
  agent_id: string;
  sent_by: string;
  text: string;
  sent_at: DateTime;
  /** Null before its turn. */
  session_id: string | null;
  /** The last message of the agent in that turn. */
  reply: string | null;
}

export interface RunStatus {
  /** Empty without a run. */
  run_id: string;
  workspace_id: string;
  /** Secrets are replaced by `[redacted]`. */
  goal: string;
  state: string;
  /** Result of the last tick; for a run that the coordinator paused `budget_reached`, `awaiting_person`, `no_progress` or `agent_failed`. */
  reason: string | null;
  /** Sentence about such a reason. */
  reason_detail: string | null;
  /** The cause of the wait; null without a run, or if it could not be read. */
  waiting: RunWaiting | null;
  active_agent_count: number;
  /** Number in all workspaces. */
  active_deliberations: number;
  open_proposals: number;
  pending_approvals: number;
  blockers: number;
  /** Start of the run. */
  updated_at: DateTime;
  /** Last status change of the run. */
  transitioned_at: DateTime | null;
  enforcement: 'recorded' | 'enforced';
  budget: RunBudget;
  use: RunUse;
}

export interface RunTransition {
  run_id: string;
  state: string;
}

export interface RunUse {
  /** Turns, including those in progress. */
  turns: number;
  minutes: number;
  tokens: number;
  usd: number;
  /** Turns whose program has reported no cost, which counts as 0 in `usd`. */
  turns_without_cost: number;
}

export interface RunWaiting {
  kind:
    | 'agent'
    | 'turn'
    | 'supervisor'
    | 'coordinator'
    | 'question'
    | 'approval'
    | 'proposal'
    | 'revision'
    | 'person'
    | 'blocked'
    | 'agents'
    | 'work'
    | 'resume'
    | 'pause'
    | 'draining'
    | 'degraded'
    | 'ended'
    | 'dependency';
  /** The cause as a sentence in English. */
  text: string;
  /** Purpose of the turn that the run waits for; `other`: in the words of `subject`. */
  purpose: 'task' | 'review' | 'revise' | 'plan' | 'other' | null;
  /** The agent or person that the run waits for; for `blocked`, the note; for `dependency`, the title of the task that `subject` waits for. */
  who: string | null;
  /** Title or text of the task, proposal or question; for `agents`, a number. */
  subject: string | null;
  subject_id: string | null;
  /** Number of other agents at work. */
  others: number;
}

export interface SavedDocument {
  path: string;
  revision: string;
  status: DocumentStatus;
  is_public: boolean;
  updated_at: DateTime | null;
  /** False while the text is saved in the history but not yet in its file. The server writes the file as soon as the content folder is writable. */
  materialised: boolean;
}

export interface ScheduledAct {
  path: string;
  title: string;
  status: DocumentStatus;
  act: 'publish' | 'unpublish';
  due_at: DateTime;
  is_overdue: boolean;
  /** Reason why the action failed when it was due. */
  reason: string | null;
}

export interface SentEmailLink {
  sent_to: string;
}

export interface SentLink {
  username: string;
  sent_to: string;
}

export interface ServiceAccount {
  /** Begins with `service:`. */
  username: string;
  name: string;
  description: string;
  /** Its capabilities, except those to decide on the work of others. */
  role: string;
  enabled: boolean;
  /** Person who is notified before tokens end. */
  responsible: string | null;
  /** Role whose people are notified instead. */
  responsible_role: string | null;
  created_by: string;
  created_at: DateTime;
  /** Number of valid tokens. */
  tokens: number;
  last_used_at: DateTime | null;
  /** Everyone who has ever created or rotated a token of it: they are contributors to what it writes (ADD-SVC-3). */
  holders: string[];
}

export interface SessionRecord {
  id: string;
  username: string;
  name: string;
  email: string;
  role: string;
  remote_addr: string;
  user_agent: string;
  browser: string | null;
  system: string | null;
  is_handheld: boolean;
  /** Range of `remote_addr`. */
  network: string;
  mfa_complete: boolean;
  current: boolean;
  issued_at: DateTime;
  last_seen: DateTime;
  expires_at: DateTime;
}

export interface SettingsForm {
  section: string;
  /** `name label type required default help options`, and if applicable `multiple min max whole fields`; `source` is the origin of the value, `editable` whether the form can change it, `restart` whether a change requires a restart. */
  fields: Record<string, unknown>[];
  /** Values by field name. A map of names is a list of rows, each with its name in `key`. */
  values: Record<string, unknown>;
  /** Revision of the file that contains the section. */
  revision: string;
  /** Changed settings that take effect after a restart. */
  restart_required: string[];
}

export interface SettingsSection {
  id: string;
  name: string;
  description: string;
  /** `name label type required default help options`, and if applicable `multiple min max whole fields`; `source` is the origin of the value, `editable` whether the form can change it, `restart` whether a change requires a restart. */
  fields: Record<string, unknown>[];
}

export interface SetupChoices {
  /** Whether the site shows the example, which can be removed. */
  example_site: boolean;
}

export interface SignInOptions {
  /** Whether passwords sign in; not if one provider is required. */
  password: boolean;
  /** Whether people can ask for a link to set a new password by e-mail. */
  password_reset: boolean;
  /** Whether no account exists yet: the first one is created with the set-up link. */
  setup_due: boolean;
  /** Where passkeys work, such as `https://news.example.org`; null if the site has no such address. */
  passkey_origin: string | null;
  providers: {
    id: string;
    label: string;
  }[];
}

export interface SiteFacts {
  /** Address of the site, without a final slash. */
  url: string;
  /** Title by language. */
  titles: Record<string, string>;
  title_separator: string;
  /** Picture of shared links for documents without a cover image. */
  image: string | null;
}

export interface SiteImport {
  id: string;
  /** `reading`: the dry run is under way. `ready`: it can be started. `interrupted`: the server or the command ended in between; a repeated import completes it. */
  state: 'reading' | 'ready' | 'importing' | 'done' | 'failed' | 'cancelled' | 'interrupted';
  format:
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
  /** Files by which the format was recognised, such as `hugo.toml`; null when it was given. */
  signs: string[] | null;
  /** Name of the uploaded file, or path of the source. */
  source: string;
  /** Whether pages are published that the source has published; true before the start. */
  publish: boolean;
  /** `galley` for the command line. */
  requested_by: string;
  /** Name in the history of each document; null before the start. */
  batch: string | null;
  counts: {
    /** Documents, as `changed` and `unchanged`. */
    new: number;
    changed: number;
    unchanged: number;
    /** New and changed files. */
    media: number;
    redirects: number;
    menus: number;
    skipped: number;
    warnings: number;
  };
  /** Documents that the dry run has found. */
  total: number | null;
  /** Why the import failed, as a sentence. */
  error: string | null;
  requested_at: DateTime;
  updated_at: DateTime;
}

export interface SiteInfo {
  title: string;
  description: string;
  url: string;
  language: string;
  version: string;
  build_time: DateTime | null;
  languages: string[];
  /** Values of custom fields that all documents share. */
  fields: Record<string, unknown>;
}

/** Reason why a file cannot be read, with its position. */
export interface SourceProblem {
  message: string;
  line: number;
  column: number;
}

export interface StatusResponse {
  version: string;
  build_time: DateTime | null;
  git_commit: string;
  /** `tagged`: a published release; `snapshot`: a commit outside releases; `modified`: a commit with local changes; `unknown`: the origin could not be determined. */
  provenance: 'tagged' | 'snapshot' | 'modified' | 'unknown';
  /** Whether automatic updates to a newer release are possible, and why. */
  update: {
    eligible: boolean;
    reason: string;
  };
  database_status: string;
  uptime_seconds: number;
  memory_usage: {
    allocated: string;
    system: string;
  };
  disk_usage: {
    used: string;
    available: string;
  };
  /** Number of saved or deleted documents whose files are not yet updated, and the reason. */
  unwritten: {
    documents: number;
    cause: StorageCause | null;
  };
}

export interface StoppedTurn {
  turn: string;
  run_id: string;
  agent_id: string;
}

/** Reason why a file could not be written or read. */
export type StorageCause =
  'disk_full' | 'read_only' | 'not_permitted' | 'too_many_files' | 'in_the_way' | 'disk_error';

export interface Task {
  id: string;
  run_id: string | null;
  title: string;
  description: string;
  status: string;
  /** Why it has its status, as stated by its agent or a person. */
  note: string | null;
  assigned_agent_id: string | null;
  /** Person who does the task; agents are not offered it. */
  taken_over_by: string | null;
  /** Ids of tasks of the run that have to be done first. */
  depends_on: string[];
  /** Tasks of `depends_on` that are not done, or whose proposals wait. */
  waits_for: {
    id: string;
    title: string;
    status: string;
  }[];
  /** Paths in the repository that its proposals may change; empty: all. */
  paths: string[];
  /** Names of the checks of its proposals. */
  checks: string[];
  created_by: string;
  created_at: DateTime;
  updated_at: DateTime;
}

export interface Term {
  /** The most frequent spelling. */
  name: string;
  /** Last part of the address. Spellings with the same slug are one term. Empty for a term without letters and digits, which has no page. */
  slug: string;
  spellings: string[];
  /** Documents that the caller can read. */
  documents: number;
  /** Public versions with the term. */
  published: number;
  /** Public pages, one a language. */
  pages: {
    lang: string;
    url: string;
  }[];
  descriptions: TermDescription[];
}

/** Document at the address of the term, which the site shows above its list. */
export interface TermDescription {
  path: string;
  lang: string;
  url: string;
  title: string;
  summary: string | null;
  /** As written in the frontmatter. */
  image: string | null;
  status: DocumentStatus;
  is_public: boolean;
}

export interface TermsResponse {
  taxonomy: string;
  taxonomies: {
    name: string;
    label: string | null;
  }[];
  terms: Term[];
  /** Number of matching terms, of which at most 2,000 are listed. */
  total: number;
  /** Type, and folder below its folder, of documents with addresses of terms; null if no type has such addresses. */
  described_by: {
    type: string;
    folder: string;
  } | null;
  /** Address of the list of terms, such as `/tags/`. */
  base: string;
  /** Default language of the site. */
  language: string;
  require_approval: boolean;
}

/** Origin of the current text: a person who saved or restored it, an edit on disk, a restored backup, a plugin or an agent. */
export interface TextChange {
  cause: 'save' | 'restore' | 'status' | 'disk' | 'backup' | 'plugin' | 'agent';
  author: string;
  at: DateTime;
}

export interface ThemeInfo {
  name: string;
  version: string;
  author: string;
  description: string;
  /** Whether the site uses this theme. */
  enabled: boolean;
  /** Whether the theme is built into Galley. */
  builtin: boolean;
  /** Reason why the theme cannot be used, with file and line. */
  problem: string | null;
  /** Version that the last update replaced; `themes/rollback` restores it. */
  previous_version: string | null;
  /** Colour schemes with a picture: `light` for `screenshot.webp`, `dark` for `screenshot-dark.webp`. */
  screenshots: ('light' | 'dark')[];
  settings: ThemeSetting[];
}

export interface ThemeSetting {
  name: string;
  label: string;
  type: 'text' | 'textarea' | 'number' | 'boolean' | 'select' | 'color' | 'url';
  default: string | number | boolean;
  help: string;
  /** Options of a `select`. */
  options: string[];
  /** Value from `theme_settings` in `config/site.yaml`; the default if the value is missing or invalid. */
  value: string | number | boolean;
}

export interface TokenLimits {
  max_days: number;
}

export interface TokenOverview {
  items: ListedApiToken[];
  has_more: boolean;
  next_cursor: string | null;
}

export interface TotpSetupResponse {
  username: string;
  secret: string;
  provisioning_uri: string;
  qr_svg: string;
}

export interface Translation {
  lang: string;
  path: string;
  title: string;
  status: DocumentStatus;
}

export interface TrashEntry {
  /** Path of the file in the trash; pass it to `restore`. */
  path: string;
  type: string;
  title: string;
  deleted_by: string;
  /** Display name; null for people without a name or an account. */
  deleted_by_name: string | null;
  deleted_at: DateTime;
  original_path: string;
}

export interface Unsubscribed {
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
}

export interface UploadedMedia {
  /** Path in the content tree, such as `media/2026/06/press.jpg`. */
  path: string;
  name: string;
  /** Media type, such as `image/jpeg`. */
  type: string;
  url: string;
  /** Address of a small version of the picture; null for other files. */
  thumbnail_url: string | null;
  uploaded_by: string;
  size: number;
  uploaded_at: DateTime;
  /** `title alt caption credit tags decorative focal_x focal_y` as entered by people, and `width height hash` of the file. */
  metadata: Record<string, unknown>;
  /** Camera data; the location is included only on request. */
  exif: Record<string, unknown>;
  /** Changes with every metadata update. */
  metadata_revision: string;
  missing_alt: boolean;
  /** `pending`: a change awaits approval, and the public sees the previous version (ADD-MED-1). */
  state: 'public' | 'pending';
  /** Reason why a file that was added outside Galley cannot be used. */
  problem: string | null;
  /** Files with the same bytes. */
  duplicates: string[];
}

export interface UserInfo {
  username: string;
  name: string;
  email: string;
  role: string;
  enabled: boolean;
  last_login: DateTime | null;
  created_at: DateTime;
  has_password: boolean;
  has_second_factor: boolean;
  has_totp: boolean;
  has_passkey: boolean;
  /** Path of the profile picture on this server, which changes with the picture; null without one. */
  picture: string | null;
  /** Public pages may show this picture beside this display name. */
  picture_approved: boolean;
}

export interface Webhook {
  id: string;
  name: string;
  url: string;
  events: (
    | 'document.saved'
    | 'document.status_changed'
    | 'document.published'
    | 'media.uploaded'
    | 'build.finished'
    | 'form.submitted'
  )[];
  /** Events of a disabled webhook are not recorded; pending deliveries wait. */
  enabled: boolean;
  /** Time of the first failed attempt after the last successful one. */
  failing_since: DateTime | null;
  created_at: DateTime;
  created_by: string;
}

export interface WebhookDeliveriesResponse {
  items: WebhookDelivery[];
  has_more: boolean;
  next_cursor: string | null;
}

export interface WebhookDelivery {
  /** Header `webhook-id`, the same for all attempts. */
  id: string;
  event: string;
  status: 'pending' | 'delivered' | 'failed';
  attempts: number;
  created_at: DateTime;
  last_attempt_at: DateTime | null;
  next_attempt_at: DateTime | null;
  response_status: number | null;
  /** Failure of the last attempt. */
  error: string | null;
  body: string;
}

export interface WebhookSecret {
  secret: string;
}

export interface WorkerToken {
  /** Id for lists and revocation; grants no access. */
  id: string;
  run_id: string;
  agent_id: string;
  scopes: string[];
  created_by: string;
  created_at: DateTime;
  expires_at: DateTime;
  revoked_by: string | null;
  revoked_at: DateTime | null;
}

export interface WorkingCopy {
  saved_at: DateTime;
  /** Revision that the text is based on; null for a new document. */
  base_revision: string | null;
  /** Whether the current revision of the document differs from `base_revision`. */
  is_stale: boolean;
  path: string | null;
  draft_key: string | null;
  content: string;
  frontmatter: Record<string, unknown> | null;
}

export interface WorkingCopyResponse {
  working_copy: WorkingCopy | null;
}

/** Unsaved text of the caller, visible only to them. */
export interface WorkingCopyState {
  saved_at: DateTime;
  /** Revision that the text is based on; null for a new document. */
  base_revision: string | null;
  /** Whether the current revision of the document differs from `base_revision`. */
  is_stale: boolean;
}

export interface WorkingCopySummary {
  saved_at: DateTime;
  /** Revision that the text is based on; null for a new document. */
  base_revision: string | null;
  /** Whether the current revision of the document differs from `base_revision`. */
  is_stale: boolean;
  path: string | null;
  draft_key: string | null;
  title: string | null;
  /** Whether the document is deleted or in the trash. */
  is_gone: boolean;
  trash_path: string | null;
}
