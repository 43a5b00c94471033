import type { ColumnType, Generated } from 'kysely';

type Json<T> = ColumnType<T, string, string>;
type OptionalJson = ColumnType<unknown, string | null | undefined, string | null>;

export interface ProposalsTable {
  id: string;
  seq: Generated<number>;
  workspace_id: string | null;
  run_id: string | null;
  task_id: string | null;
  title: string;
  body: string;
  /** `low`, `medium` or `high`; `high` also requires a security review. */
  risk: string;
  status: string;
  proposed_by: string;
  created_at: Date;
  updated_at: Date;
  /** Last decision by a person, with the patch that they read. */
  decided_by: Generated<string | null>;
  decided_at: Generated<Date | null>;
  decision_note: Generated<string | null>;
  decided_patch_sha256: Generated<string | null>;
  /** Accepted and omitted hunks; null unless the last decision accepted only some. */
  decided_hunks: OptionalJson;
  rolled_back_at: Generated<Date | null>;
  rolled_back_by: Generated<string | null>;
}

/** Application or rollback of a patch in the repository; written before the branch moves. */
export interface ProposalApplicationsTable {
  id: string;
  proposal_id: string;
  workspace_id: string;
  rollback_of: string | null;
  patch_sha256: string;
  base_revision: string;
  branch: string;
  parent_commit: string;
  tree_id: string;
  commit_id: string;
  files: Json<unknown>;
  /** Accepted and omitted hunks; null for the whole patch. */
  hunks: OptionalJson;
  state: 'applying' | 'applied' | 'undone';
  decided_by: string;
  address: string;
  request_id: string;
  note: string | null;
  started_at: Date;
  applied_at: Date | null;
}

export interface ProposalSubmissionsTable {
  proposal_id: string;
  patch_sha256: string;
  submitted_at: Date;
  refusal: string | null;
}

export interface ProposalPatchesTable {
  seq: Generated<number>;
  proposal_id: string;
  sha256: string;
  base_revision: string;
  patch: string;
  attached_by: string;
  attached_at: Date;
}

export interface ProposalDocumentsTable {
  proposal_id: string;
  path: string;
  patch_sha256: string;
  agent_id: string;
  /** Null for a new file. */
  before_text: string | null;
  /** Null until the draft exists. */
  document_id: number | null;
  revision: string | null;
  approved_by: string | null;
  decision_id: string | null;
  submitted_at: Date;
}

/** Comments of people on lines of a patch. */
export interface ProposalCommentsTable {
  id: string;
  seq: Generated<number>;
  proposal_id: string;
  patch_sha256: string;
  path: string;
  /** Side of the diff whose line numbers count. */
  side: 'old' | 'new';
  line: number;
  /** The line as the patch has it. */
  quote: string;
  body: string;
  author: string;
  created_at: Date;
}

/** Pull request of a proposal, written before its branch is pushed. */
export interface ProposalPullRequestsTable {
  proposal_id: string;
  workspace_id: string;
  /** Kind, API and repository, since the configuration may change. */
  remote: string;
  branch: string;
  /** Commits of Galley for the branch, newest last. */
  commits: string[];
  /** Patch of the newest commit. */
  committed_sha256: string | null;
  /** Patch that the pull request shows; null until it is open. */
  patch_sha256: string | null;
  number: number | null;
  url: string | null;
  state: 'opening' | 'open' | 'merged' | 'closed';
  /** Last failure, as a sentence for people. */
  problem: string | null;
  attempts: number;
  next_at: Date;
  etag: string | null;
  updated_at: Date;
}

export interface ProposalTables {
  proposals: ProposalsTable;
  proposal_patches: ProposalPatchesTable;
  proposal_applications: ProposalApplicationsTable;
  proposal_submissions: ProposalSubmissionsTable;
  proposal_documents: ProposalDocumentsTable;
  proposal_comments: ProposalCommentsTable;
  proposal_pull_requests: ProposalPullRequestsTable;
}
