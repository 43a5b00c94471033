import type { RunActor } from '@galley/runcoord';

/** A file of a patch: its bytes before and after, null where there is none. */
export interface SubmittedFile {
  readonly path: string;
  readonly before: Buffer | null;
  readonly after: Buffer | null;
}

export interface DocumentSubmission {
  readonly proposal: string;
  readonly patchSha256: string;
  readonly agentId: string;
  /** People for whom the agent acts. Who only asked for a revision of it still decides. */
  readonly onBehalfOf: readonly string[];
  readonly title: string;
  readonly files: readonly SubmittedFile[];
}

export interface DocumentDecision {
  /** The same each time that the same decision on the same patch is told of. */
  readonly id: string;
  readonly proposal: string;
  readonly patchSha256: string;
  readonly decision: 'accept' | 'reject' | 'request_revision' | 'rollback';
  readonly by: RunActor;
  readonly note: string | null;
}

/**
 * The documents of a content tree that is the repository of a workspace: what proposals change of them is a draft that
 * is reviewed as everybody's. Every call may come again, whoever died in between, and then changes nothing more.
 */
export interface ProposalDocuments {
  /** Whether a path of the repository is a document. Acceptance leaves those in the working tree to the documents. */
  isDocument(path: string): boolean;
  /** Makes drafts of what a patch would change, in review. A patch that is submitted takes the place of an earlier one. */
  submit(submission: DocumentSubmission): Promise<void>;
  /**
   * Told before the commit is made, with everything else checked. Throws a `DomainError` when the documents are not to
   * be decided on so; then nothing is done. Once it has returned, the commit is made, or `undo` is told of it.
   */
  decide(decision: DocumentDecision): Promise<void>;
  /** Takes a decision back whose commit could not be made. Does not refuse. */
  undo(decisionId: string): Promise<void>;
}
