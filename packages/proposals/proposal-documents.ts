import type { RunActor } from '@galley/runcoord';

/** File of a patch with its bytes before and after; null without a file. */
export interface SubmittedFile {
  readonly path: string;
  readonly before: Buffer | null;
  readonly after: Buffer | null;
}

export interface DocumentSubmission {
  readonly proposal: string;
  readonly patchSha256: string;
  readonly agentId: string;
  /** People for whom the agent acts. A person who only requested a revision may still decide. */
  readonly onBehalfOf: readonly string[];
  readonly title: string;
  readonly files: readonly SubmittedFile[];
}

export interface DocumentDecision {
  /** Equal for repeated calls about the same decision on the same patch. */
  readonly id: string;
  readonly proposal: string;
  readonly patchSha256: string;
  readonly decision: 'accept' | 'reject' | 'request_revision' | 'rollback';
  readonly by: RunActor;
  readonly note: string | null;
}

/**
 * Documents of a content tree that is the repository of a workspace. Proposed changes become drafts
 * with the usual review. Every call is idempotent, since it is repeated after a crash.
 */
export interface ProposalDocuments {
  /** True when a repository path is a document. Accepting leaves documents in the working tree unchanged. */
  isDocument(path: string): boolean;
  /** Creates drafts of the proposed changes, in review. A new patch replaces an earlier one. */
  submit(submission: DocumentSubmission): Promise<void>;
  /**
   * Called before the commit, after all other checks. Throws a `DomainError` to refuse the decision; then nothing is
   * done. After it returns, either the commit is created or `undo` is called.
   */
  decide(decision: DocumentDecision): Promise<void>;
  /** Reverts a decision whose commit failed. Never refuses. */
  undo(decisionId: string): Promise<void>;
}
