import type { RunActor } from '@galley/runcoord';

/** Null without a file. */
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
  /** On acceptance of some hunks: the drafts become these texts, and others return to what they were. */
  readonly part?: DocumentSubmission | undefined;
  readonly note: string | null;
}

/** Proposed changes become drafts with the usual review. Every call is idempotent, since crashes repeat it. */
export interface ProposalDocuments {
  /** Accepting leaves documents in the working tree unchanged. */
  isDocument(path: string): boolean;
  /** The drafts are in review. A new patch replaces an earlier one. */
  submit(submission: DocumentSubmission): Promise<void>;
  /**
   * The last check before the commit. Throws a `DomainError` to refuse the decision; then nothing is done. After it
   * returns, either the commit is created or `undo` is called.
   */
  decide(decision: DocumentDecision): Promise<void>;
  /** Reverts a decision whose commit failed. Never refuses. */
  undo(decisionId: string): Promise<void>;
}
