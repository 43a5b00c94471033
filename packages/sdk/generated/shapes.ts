// Written by `npm run docs:reference` from packages/contract. Change it there.

export interface Agent {
  id: string;
  role: string;
  name: string;
  adapter: string;
  /** Null for the choice of the adapter. */
  model: string | null;
  /** What looks like a secret in it reads `[redacted]`. */
  command: string;
  status: string;
  enabled: boolean;
}

export interface AiGenerateResponse {
  content: string;
  /** Of prompt and text; estimated where the endpoint does not say. */
  tokens_used: number;
  model: string;
  generated_at: DateTime;
  /** The text was cut: at `max_length`, or where the endpoint’s tokens ended. */
  truncated: boolean;
}

/** Tokens of what is under way count as used. */
export interface AiUsage {
  requests_today: number;
  tokens_today: number;
  tokens_last_30_days: number;
  /** null: no limit. */
  tokens_per_day: number | null;
  tokens_left: number | null;
  /** null: no limit. */
  requests_per_minute: number | null;
  /** Within this minute. */
  requests_left: number | null;
  /** When the next day begins. */
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
  username: string;
  name: string;
  scopes: string[];
  created_at: DateTime;
  expires_at: DateTime;
  last_used_at: DateTime | null;
  last_used_addr: string | null;
}

export interface ApprovalReceipt {
  id: string;
  approver: string;
  at: DateTime;
  revision: string;
  /** The entry of the history that the approval made. */
  hash: string;
  /** That of the approval before; null of the first. */
  base_hash: string | null;
  /** `receipt_hash` of the receipt before; null of the first. */
  previous: string | null;
  /** What is new since the approval before. Lines are not counted where a text has more than 1 MiB or 2,000 lines. */
  diff: {
    added: number | null;
    removed: number | null;
    sha256: string;
  };
  receipt_hash: string;
  /** Who had a part in the text. Null in receipts of releases before 1.1. */
  contributors: string[] | null;
  /** One, or two contributors who approved it together. */
  approvers: string[] | null;
  /** The rule by which the approval counted. */
  independence: 'contributors' | 'last_editor' | null;
  note: string | null;
}

export interface ApprovalRequest {
  id: string;
  run_id: string | null;
  proposal_id: string | null;
  task_id: string | null;
  /** `requested` until it is `approved` or `rejected`. */
  status: string;
  requested_by: string;
  requested_at: DateTime;
  decided_by: string | null;
  decided_at: DateTime | null;
  /** Of the patch that was decided on; null where there was none. */
  patch_sha256: string | null;
  /** What is to be approved, and why, in the words of who asked. */
  reason: string | null;
  /** Of who decided. */
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

/** The last three are of a session; a token has none. */
export interface AuthSession {
  authenticated: boolean;
  username: string;
  name: string;
  email: string;
  role: string;
  capabilities: string[];
  mfa_complete: boolean;
  has_second_factor?: boolean;
  csrf_token?: string;
  ttl_seconds?: number;
}

export interface BackupInfo {
  id: string;
  name: string;
  created_by: string;
  type: 'content' | 'content+database' | 'git';
  /** Of the archive, in bytes. */
  size: number;
  created_at: DateTime;
  /** Whether media of the content are in it. */
  include_media: boolean;
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
}

export interface BulkDeleteResponse {
  results: BulkDeleteResult[];
  succeeded: number;
  failed: number;
}

export interface BulkDeleteResult {
  path: string;
  ok: boolean;
  /** Of the file in the trash; `bulk/restore` takes it. */
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
  /** Where the file is now; in the trash, when it was deleted. */
  new_path: string | null;
  state: 'public' | 'pending' | null;
  problem: MediaBulkProblem | null;
}

/** What the operation on this one alone answers. */
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
  /** Where the document is now. */
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

export interface CapabilitiesResponse {
  sdk_version: string;
  modules: Record<string, boolean>;
  features: Record<string, boolean>;
  capabilities: string[];
  identity: AuthSession;
  /** Whose runs are those of this project: `{id}` in `/api/v1/workspaces/{id}`. */
  workspace: string;
}

/** A security setting that the restore changes. */
export interface ChangedSetting {
  section: string;
  name: string;
  before: unknown;
  after: unknown;
}

export interface Colleague {
  username: string;
  name: string;
  /** May decide on the document as it is: with `documents.review`, and neither its owner nor its assignee nor its last editor. */
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
  }[];
  page: number;
  page_size: number;
  total: number;
  has_more: boolean;
}

/** Which snapshot is compared, and with `problem`, why its frontmatter is not. */
export interface ComparedSide {
  hash: string;
  path: string;
  revision: string;
  author: string;
  timestamp: DateTime;
  problem: SourceProblem | null;
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
  /** What documents of the type hold in `fields`: `name label type required default help options multiple min max whole to fields`. */
  fields: Record<string, unknown>[];
}

export interface CustomFields {
  /** By content type, a list of fields: `name type label required default help options multiple min max whole to fields`. */
  types: Record<string, unknown>;
  /** `fields`, as of a content type, and `values`, which all documents share. */
  shared: Record<string, unknown>;
  /** Of `config/custom-fields.yaml`. */
  revision: string;
}

export type DateTime = string;

export interface Deliberation {
  id: string;
  run_id: string | null;
  topic: string;
  status: string;
  created_by: string;
  created_at: DateTime;
  updated_at: DateTime;
}

export interface DocumentComparison {
  diff: string;
  left_raw: string;
  right_raw: string;
  body_diff: {
    op: 'equal' | 'insert' | 'delete';
    left_line: number | null;
    right_line: number | null;
    /** The line with its line ending, if it has one. */
    text: string;
  }[];
  frontmatter_changes: {
    /** `fields.price` for a key in a mapping. */
    field: string;
    kind: 'added' | 'removed' | 'changed';
    before: unknown;
    after: unknown;
  }[];
  left: ComparedSide | null;
  right: ComparedSide;
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
  /** Whose approval of this very revision holds. */
  approved_by: string | null;
  problem: DocumentProblem | null;
  /** False while the text is in the history and not in its file yet. The server writes the file as soon as the content folder can be written. */
  materialised: boolean;
  /** Why the file could not be written, or read, just now. */
  storage_failure: StorageCause | null;
  last_change: TextChange | null;
  html_body: string;
  raw_body: string;
  raw: string;
  frontmatter: Record<string, unknown>;
  fields: Record<string, unknown>;
  params: Record<string, unknown>;
  lock: DocumentLock | null;
  /** What those are called whom it names, by user name; without who has no name, or no account. */
  names: Record<string, string>;
  editorial: EditorialState;
  /** That of the caller. */
  working_copy: WorkingCopyState | null;
}

export interface DocumentHistoryEntry {
  /** 1, 2, 3 … within the document. */
  seq: number;
  hash: string;
  author: string;
  /** People for whom a plugin, an agent or an unsigned edit acted; absent for nobody. */
  on_behalf_of?: string[];
  message: string;
  timestamp: DateTime;
  revision: string;
  status: DocumentStatus;
  kind: string;
  parent_hash: string | null;
  /** What they are called; null of who has no name, or no account. */
  author_name: string | null;
}

/** Who is editing a document, and until when. */
export interface DocumentLock {
  holder: string;
  expires_at: DateTime;
}

/** A problem of a file, and where in it. */
export interface DocumentProblem {
  message: string;
  line: number;
  column: number;
  /** `error`: the file cannot be read. `notice`: it can be read, and counts as a draft for the reason given. */
  severity: 'error' | 'notice';
}

export interface DocumentRevision {
  /** 1, 2, 3 … within the document. */
  seq: number;
  hash: string;
  author: string;
  /** People for whom a plugin, an agent or an unsigned edit acted; absent for nobody. */
  on_behalf_of?: string[];
  message: string;
  timestamp: DateTime;
  revision: string;
  status: DocumentStatus;
  kind: string;
  parent_hash: string | null;
  path: string;
  title: string;
  raw: string;
  raw_body: string;
  frontmatter: Record<string, unknown>;
  problem: SourceProblem | null;
}

export interface DocumentSchedule {
  items: ScheduledAct[];
  /** Of the documents that the caller may read. */
  next_due_at: DateTime | null;
  /** When something was published or hidden by the clock last; null for callers who may not read every document. */
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
  /** Whose approval of this very revision holds. */
  approved_by: string | null;
  problem: DocumentProblem | null;
  /** What those are called whom it names, by user name; without who has no name, or no account. */
  names: Record<string, string>;
  last_change: TextChange | null;
  highlight: Highlight | null;
  review_request: ReviewRequest | null;
}

export interface DocumentTypes {
  types: ContentType[];
  /** That of the site first. */
  languages: string[];
  /** By which times without an offset are read. */
  time_zone: string;
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
  /** By which rule an approval counts (`editorial.independence`). */
  independence: 'contributors' | 'last_editor';
  /** Everyone who changed the content since the last approved revision, or owned the document in that time; plugins and agents, and the people for whom they acted. */
  contributors: string[];
  /** Contributors who may review: two of them approve together. Empty with fewer than two, or with a reviewer assigned. */
  joint_approvers: string[];
  /** Of the present revision, oldest first. */
  approvals: {
    by: string;
    at: DateTime;
    revision: string;
  }[];
  /** 0 once the present revision is approved. */
  approvals_needed: 0 | 1;
  status: DocumentStatus;
  /** The newest 100, newest first. */
  events: EditorialEvent[];
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
  /** By the names of the columns; at most 1,000. */
  rows: Record<string, unknown>[];
  /** There are more rows than these. */
  has_more: boolean;
  /** What the plugin says above the table. */
  summary: string | null;
  actions: {
    label: string;
    /** Where to POST to, from the root of the server. */
    url: string;
    /** What to ask first. */
    confirm: string | null;
  }[];
}

export interface GitLogEntry {
  /** Of the commit: 40 hexadecimal digits. */
  hash: string;
  author: string;
  email: string;
  date: DateTime;
  message: string;
}

export interface GitSnapshot {
  /** Of the commit: 40 hexadecimal digits. */
  id: string;
  /** The message of the commit. */
  name: string;
  /** The name of its author. */
  created_by: string;
  type: 'git';
  /** Bytes of the files that are new or changed. */
  size: number;
  created_at: DateTime;
  /** False when nothing had changed: then this is the newest commit there was. */
  created: boolean;
  /** How many files are new, changed, or gone. */
  files_changed: number;
  /** What could not go in, beyond what ignore rules leave out. */
  left_out: {
    path: string;
    reason: string;
  }[];
  /** Whether the repository of `backup.git.push_url` has it; null without one. */
  pushed: boolean | null;
  /** Why it has not. */
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

/** HTML: the text, escaped, with what `q` found in `<mark>`. Of the body a piece around it, or null when nothing was found there. */
export interface Highlight {
  title: string;
  summary: string | null;
  body: string | null;
}

export interface KeptWorkingCopy {
  saved_at: DateTime;
  /** The revision that the text was begun on; null when there was no document yet. */
  base_revision: string | null;
  /** The document is at another revision than `base_revision`. */
  is_stale: boolean;
  path: string | null;
  draft_key: string | null;
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
}

/** What the operation on this one answers. */
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
  /** `media/2026/06/press.jpg`: in the content tree. */
  path: string;
  name: string;
  /** Media type: `image/jpeg`. */
  type: string;
  url: string;
  /** Of a small picture; null for what is no picture. */
  thumbnail_url: string | null;
  uploaded_by: string;
  size: number;
  uploaded_at: DateTime;
  /** `title alt caption credit tags decorative focal_x focal_y` as somebody wrote them, and `width height hash` of the file. */
  metadata: Record<string, unknown>;
  /** What the camera wrote; where it was only where that is asked for. */
  exif: Record<string, unknown>;
  /** Another one after each change of them. */
  metadata_revision: string;
  missing_alt: boolean;
  /** `pending`: a change awaits approval, and the public sees the version before it (ADD-MED-1). */
  state: 'public' | 'pending';
  /** Why a file that was put there by hand cannot be used. */
  problem: string | null;
  duplicates: string[];
  /** Whether a change needs approval: a public page uses the file (ADD-MED-1). */
  needs_approval: boolean;
}

export interface MediaFolder {
  path: string;
  files: number;
  /** With those of the folders below. */
  total: number;
  /** Bytes of all of them. */
  size: number;
}

export interface MediaItem {
  /** `media/2026/06/press.jpg`: in the content tree. */
  path: string;
  name: string;
  /** Media type: `image/jpeg`. */
  type: string;
  url: string;
  /** Of a small picture; null for what is no picture. */
  thumbnail_url: string | null;
  uploaded_by: string;
  size: number;
  uploaded_at: DateTime;
  /** `title alt caption credit tags decorative focal_x focal_y` as somebody wrote them, and `width height hash` of the file. */
  metadata: Record<string, unknown>;
  /** What the camera wrote; where it was only where that is asked for. */
  exif: Record<string, unknown>;
  /** Another one after each change of them. */
  metadata_revision: string;
  missing_alt: boolean;
  /** `pending`: a change awaits approval, and the public sees the version before it (ADD-MED-1). */
  state: 'public' | 'pending';
  /** Why a file that was put there by hand cannot be used. */
  problem: string | null;
}

/** Absent keeps, null clears. */
export interface MediaMetadataChanges {
  title?: string | null;
  alt?: string | null;
  caption?: string | null;
  credit?: string | null;
  tags?: string[] | null;
  /** The picture says nothing, and needs no `alt`. */
  decorative?: boolean | null;
  /** Of what matters, from 0 (left) to 1. */
  focal_x?: number | null;
  /** Of what matters, from 0 (top) to 1. */
  focal_y?: number | null;
}

export interface MediaTrashEntry {
  /** Of the file in the trash; `restore` takes it. */
  path: string;
  original_path: string;
  type: string | null;
  size: number | null;
  deleted_by: string;
  deleted_at: DateTime;
}

export interface MediaUsage {
  path: string;
  /** Of all documents, also of those not to be read. */
  total: number;
  documents: MediaUse[];
}

export interface MediaUse {
  path: string;
  title: string;
  type: string;
  lang: string;
  status: string;
  /** The document as it is being worked on names it. */
  in_text: boolean;
  /** What is public of it does. */
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

export interface NewApiToken {
  id: string;
  username: string;
  name: string;
  scopes: string[];
  created_at: DateTime;
  expires_at: DateTime;
  last_used_at: DateTime | null;
  last_used_addr: string | null;
  token: string;
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
    | 'published';
  /** Where the document is now. */
  path: string;
  /** What it is called now. */
  title: string;
  /** What has become of it since. */
  document_status: DocumentStatus;
  /** User name, `galley` for Galley itself. */
  actor: string;
  /** What they are called; null of who has no name, or no account. */
  actor_name: string | null;
  /** What they wrote, or of `schedule_missed` why it could not be done. */
  note: string | null;
  /** The revision that it was about. */
  revision: string | null;
  at: DateTime;
  read_at: DateTime | null;
}

export interface NotificationsResponse {
  items: Notification[];
  /** How many are unread, on whatever page. */
  unread: number;
  has_more: boolean;
  next_cursor: string | null;
}

export interface OkResponse {
  ok: boolean;
}

export interface OperationStatus {
  status: 'idle' | 'building' | 'failed';
  /** When a build last went well. */
  last_build: DateTime | null;
  /** Of that build, in milliseconds. */
  build_duration: number | null;
  /** Bytes of public answers ready in this process. */
  cache_size: number;
  queue_length: number;
  /** When the clock publishes or hides something next. */
  next_due_at: DateTime | null;
  /** When it last did. */
  last_run_at: DateTime | null;
  /** What should have been published or hidden by now. */
  overdue: number;
}

export interface PagedDocumentsResponse {
  items: DocumentSummary[];
  page: number;
  page_size: number;
  total: number;
  has_more: boolean;
  next_cursor: string | null;
}

export interface PagedMediaResponse {
  items: MediaItem[];
  page: number;
  page_size: number;
  total: number;
  has_more: boolean;
}

export interface PasswordChanged {
  ok: boolean;
  /** API tokens of the user that ended. */
  tokens_revoked: number;
  /** Tokens that the user made for agents. */
  worker_tokens_revoked: number;
}

export interface PasswordReset {
  ok: boolean;
  username: string;
  /** API tokens of the user that ended. */
  tokens_revoked: number;
  /** Tokens that the user made for agents. */
  worker_tokens_revoked: number;
}

export interface PendingMedia {
  path: string;
  change: 'added' | 'replaced' | 'described' | 'deleted';
  /** Names the pending version; `expected_hash` of a review. */
  hash: string;
  /** Everyone who changed it; none of them may decide. */
  contributors: string[];
  /** Whether the caller may decide. */
  can_review: boolean;
  since: DateTime;
  changed_at: DateTime;
  changes_requested: MediaChangesRequested | null;
  /** What the public sees; null for nothing. */
  public: MediaVersion | null;
  /** What it would see after an approval; null for nothing. */
  pending: MediaVersion | null;
}

export interface PluginInfo {
  name: string;
  version: string;
  author: string;
  description: string;
  enabled: boolean;
  /** It comes with Galley. */
  builtin: boolean;
  /** `needs_approval` asks for more than somebody agreed to; `failed` was switched off by Galley; `broken` cannot be used as it is. */
  state: 'off' | 'running' | 'needs_approval' | 'failed' | 'broken';
  permissions: PluginPermission[];
  hosts: string[];
  /** Switching it on needs `approve_risk: true`. */
  needs_approval: boolean;
  /** Why it failed or cannot be used, with file and line. */
  last_error: string | null;
  /** What it is told of. */
  hooks: string[];
  /** What of the public pages it changes. */
  filters: string[];
  /** Blocks that texts can have with it. */
  blocks: string[];
  /** What it does by itself, and how often, in milliseconds. */
  jobs: {
    name: string;
    every: number;
  }[];
  routes: {
    method: string;
    path: string;
    access: string;
  }[];
  /** The section `plugin:<name>` of the settings is its own. */
  has_settings: boolean;
  panel: PluginPanel | null;
}

export interface PluginJob {
  plugin: string;
  job: string;
  /** Milliseconds. */
  every: number;
  last_run_at: DateTime | null;
  /** Null while it runs, and when it was cut off. */
  last_finished_at: DateTime | null;
  next_run_at: DateTime;
  last_error: string | null;
}

export interface PluginPanel {
  title: string;
  help: string;
  /** The GET route of the plugin whose answer the page shows. */
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
  /** What it lets the plugin do, in words. */
  means: string;
  /** It is more than reading. */
  risky: boolean;
}

export interface PreviewLink {
  id: string;
  path: string;
  hash: string | null;
  created_by: string;
  created_at: DateTime;
  expires_at: DateTime;
  last_opened_at: DateTime | null;
  /** How often. */
  opened: number;
  revoked_at: DateTime | null;
}

export interface PreviewLinkResponse {
  id: string;
  /** A secret, which nothing can show again. */
  url: string;
  expires_at: DateTime;
}

export interface PreviewResponse {
  /** The whole page, as the theme of the site has it. It shows what somebody wrote and may load scripts of the theme: show it in a sandboxed frame only (`<iframe sandbox srcdoc="…">`), never in a page of one’s own. */
  html: string;
  /** The text alone. */
  html_body: string;
  title: string;
  /** Where the page will be. */
  url: string;
  /** Why the frontmatter cannot be read; the rest is then as far as it could be told. */
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
  errors?: {
    path: string;
    message: string;
  }[];
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
  /** The person who last decided on it. */
  decided_by: string | null;
  decided_at: DateTime | null;
  decision_note: string | null;
  /** The commit that it went into the repository with. */
  applied_commit: string | null;
  rolled_back_by: string | null;
  rolled_back_at: DateTime | null;
  patch: ProposalPatch | null;
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
  /** The person who last decided on it. */
  decided_by: string | null;
  decided_at: DateTime | null;
  decision_note: string | null;
  /** The commit that it went into the repository with. */
  applied_commit: string | null;
  rolled_back_by: string | null;
  rolled_back_at: DateTime | null;
  body: string;
  patch: ProposalPatchText | null;
  /** Whether the branch has what the patch is to, as it was on its base. Null of what is decided, and where no repository tells. */
  is_base_current: boolean | null;
  conflicts: {
    path: string;
    /** What became of it since the base of the patch. */
    what: 'added' | 'changed' | 'removed' | 'in the way';
  }[];
  /** Of agents, by agent. */
  votes: {
    agent_id: string;
    decision: 'approve' | 'reject' | 'abstain';
    comment: string;
    /** Of the patch that was voted on. */
    patch_sha256: string | null;
    cast_at: DateTime;
  }[];
}

export interface ProposalPatch {
  /** Of the bytes of the patch; an approval names it. */
  sha256: string;
  /** What the patch applies to. */
  base_revision: string;
  bytes: number;
  attached_by: string;
  attached_at: DateTime;
}

export interface ProposalPatchText {
  /** Of the bytes of the patch; an approval names it. */
  sha256: string;
  /** What the patch applies to. */
  base_revision: string;
  bytes: number;
  attached_by: string;
  attached_at: DateTime;
  text: string;
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

/** Ten codes, each good for one sign-in; shown once. */
export interface RecoveryCodes {
  ok: boolean;
  recovery_codes: string[];
}

export interface ResetLink {
  username: string;
  token: string;
  /** To be opened on this server; carries the token */
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

/** Who asked for the review that the document is in, and with which words. */
export interface ReviewRequest {
  actor: string;
  at: DateTime;
  note: string | null;
}

export interface RevokeResponse {
  revoked: number;
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
  /** What looks like a secret in it reads `[redacted]`. */
  goal: string;
  status: string;
  /** The outcome of the last tick; null before the first. */
  reason: string | null;
  started_at: DateTime;
  ended_at: DateTime | null;
  /** When its status last changed. */
  transitioned_at: DateTime;
}

export interface RunDetail {
  id: string;
  workspace_id: string;
  /** What looks like a secret in it reads `[redacted]`. */
  goal: string;
  status: string;
  /** The outcome of the last tick; null before the first. */
  reason: string | null;
  started_at: DateTime;
  ended_at: DateTime | null;
  /** When its status last changed. */
  transitioned_at: DateTime;
  /** Of the workspace. */
  tasks: {
    active: number;
    blocked: number;
    terminal: number;
    /** Of the active ones, those that an agent has. */
    assigned: number;
  };
  /** Of the workspace. */
  proposals_active: number;
  /** Of the workspace. */
  approvals_requested: number;
  /** Of the run. */
  agents_active: number;
  /** Of the run. */
  claims_held: number;
  /** Of the run; as `after`, it leaves what is to come. */
  last_event_id: string | null;
}

export interface RunEvent {
  id: string;
  run_id: string;
  type: string;
  /** By type; what looks like a secret in a text reads `[redacted]`. */
  payload: unknown;
  at: DateTime;
}

export interface RunEventsPage {
  items: RunEvent[];
  /** The `after` of the next request, whether or not more is there. */
  next: string;
}

export interface RunStatus {
  /** Empty when there is no run. */
  run_id: string;
  workspace_id: string;
  /** What looks like a secret in it reads `[redacted]`. */
  goal: string;
  state: string;
  active_agent_count: number;
  /** Of all workspaces. */
  active_deliberations: number;
  open_proposals: number;
  pending_approvals: number;
  blockers: number;
  /** When the run was started. */
  updated_at: DateTime;
  /** When its state last changed. */
  transitioned_at: DateTime | null;
  enforcement: 'recorded' | 'enforced';
}

export interface RunTransition {
  run_id: string;
  state: string;
}

export interface ScheduledAct {
  path: string;
  title: string;
  status: DocumentStatus;
  act: 'publish' | 'unpublish';
  due_at: DateTime;
  is_overdue: boolean;
  /** Why it could not be done when its time had come. */
  reason: string | null;
}

export interface SessionRecord {
  id: string;
  username: string;
  name: string;
  email: string;
  role: string;
  remote_addr: string;
  user_agent: string;
  mfa_complete: boolean;
  current: boolean;
  issued_at: DateTime;
  last_seen: DateTime;
  expires_at: DateTime;
}

export interface SettingsForm {
  section: string;
  /** `name label type required default help options`, and where they apply `multiple min max whole fields`; `source` says where the value comes from, `editable` whether the form may change it, `restart` whether that counts only after a restart. */
  fields: Record<string, unknown>[];
  /** By the names of the fields. A map of names is a list of rows, each with its name in `key`. */
  values: Record<string, unknown>;
  /** Of the file that the section is in. */
  revision: string;
  /** Settings that the running server does not go by yet. */
  restart_required: string[];
}

export interface SettingsSection {
  id: string;
  name: string;
  description: string;
  /** `name label type required default help options`, and where they apply `multiple min max whole fields`; `source` says where the value comes from, `editable` whether the form may change it, `restart` whether that counts only after a restart. */
  fields: Record<string, unknown>[];
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

/** Why a file cannot be read, and where in it. */
export interface SourceProblem {
  message: string;
  line: number;
  column: number;
}

export interface StatusResponse {
  version: string;
  build_time: DateTime | null;
  git_commit: string;
  /** A release as it was published, a commit that is none, a commit with changes, or what cannot be told. */
  provenance: 'tagged' | 'snapshot' | 'modified' | 'unknown';
  /** Whether a newer release may replace it by itself, and why. */
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
  /** Documents that were saved or deleted and whose files in the content folder are yet to follow, and why. */
  unwritten: {
    documents: number;
    cause: StorageCause | null;
  };
}

/** Why a file could not be written or read. */
export type StorageCause =
  'disk_full' | 'read_only' | 'not_permitted' | 'too_many_files' | 'in_the_way' | 'disk_error';

export interface Task {
  id: string;
  run_id: string | null;
  title: string;
  description: string;
  status: string;
  assigned_agent_id: string | null;
  created_by: string;
  created_at: DateTime;
  updated_at: DateTime;
}

/** What brought a document the text that it has: a person who saved or restored it, an edit on disk, a restored backup, a plugin or an agent. */
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
  /** The site is shown with it. */
  enabled: boolean;
  /** It comes with Galley. */
  builtin: boolean;
  /** Why it cannot be used, with file and line. */
  problem: string | null;
  settings: ThemeSetting[];
}

export interface ThemeSetting {
  name: string;
  label: string;
  type: 'text' | 'textarea' | 'number' | 'boolean' | 'select' | 'color' | 'url';
  default: string | number | boolean;
  help: string;
  /** What a `select` can be. */
  options: string[];
  /** As `theme_settings` in `config/site.yaml` has it; the default where it says nothing that fits. */
  value: string | number | boolean;
}

export interface TotpSetupResponse {
  username: string;
  secret: string;
  provisioning_uri: string;
  qr_svg: string;
}

export interface TrashEntry {
  /** Of the file in the trash; `restore` takes it. */
  path: string;
  type: string;
  title: string;
  deleted_by: string;
  /** What they are called; null of who has no name, or no account. */
  deleted_by_name: string | null;
  deleted_at: DateTime;
  original_path: string;
}

export interface UploadedMedia {
  /** `media/2026/06/press.jpg`: in the content tree. */
  path: string;
  name: string;
  /** Media type: `image/jpeg`. */
  type: string;
  url: string;
  /** Of a small picture; null for what is no picture. */
  thumbnail_url: string | null;
  uploaded_by: string;
  size: number;
  uploaded_at: DateTime;
  /** `title alt caption credit tags decorative focal_x focal_y` as somebody wrote them, and `width height hash` of the file. */
  metadata: Record<string, unknown>;
  /** What the camera wrote; where it was only where that is asked for. */
  exif: Record<string, unknown>;
  /** Another one after each change of them. */
  metadata_revision: string;
  missing_alt: boolean;
  /** `pending`: a change awaits approval, and the public sees the version before it (ADD-MED-1). */
  state: 'public' | 'pending';
  /** Why a file that was put there by hand cannot be used. */
  problem: string | null;
  /** Files that have the same bytes. */
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
}

export interface WorkerToken {
  /** For lists and to revoke it; opens nothing. */
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
  /** The revision that the text was begun on; null when there was no document yet. */
  base_revision: string | null;
  /** The document is at another revision than `base_revision`. */
  is_stale: boolean;
  path: string | null;
  draft_key: string | null;
  content: string;
  frontmatter: Record<string, unknown> | null;
}

export interface WorkingCopyResponse {
  working_copy: WorkingCopy | null;
}

/** Text that the caller has written and not saved. Nobody else is told of it. */
export interface WorkingCopyState {
  saved_at: DateTime;
  /** The revision that the text was begun on; null when there was no document yet. */
  base_revision: string | null;
  /** The document is at another revision than `base_revision`. */
  is_stale: boolean;
}

export interface WorkingCopySummary {
  saved_at: DateTime;
  /** The revision that the text was begun on; null when there was no document yet. */
  base_revision: string | null;
  /** The document is at another revision than `base_revision`. */
  is_stale: boolean;
  path: string | null;
  draft_key: string | null;
  title: string | null;
  /** The document is in the trash, or gone. */
  is_gone: boolean;
  trash_path: string | null;
}
