import type { Database, Transaction } from '@galley/database';
import { newId, redactSecrets, type AuditLog, type Clock } from '@galley/kernel';
import {
  findPatchLine,
  isActiveProposal,
  ProposalCommentRepository,
  readPatch,
  RunEventRepository,
  runProblems,
  type ProposalComment,
  type RunActor,
} from '@galley/runcoord';
import { DecidedProposalRepository, type DecidedPatch } from './decided-proposal-repository.ts';
import { requireReviewedPatch, type NewComment } from './decision-rules.ts';
import { proposalProblems } from './problems.ts';

export interface CommentCommand extends NewComment {
  readonly workspaceId: string;
  readonly proposalId: string;
  readonly patchSha256: string;
  readonly by: RunActor;
}

export interface ProposalCommentsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly auditIn: (transaction: Transaction) => AuditLog;
}

/** Comments of people on lines of the newest patch (ADD-RUN-22). */
export class ProposalComments {
  readonly #options: ProposalCommentsOptions;

  constructor(options: ProposalCommentsOptions) {
    this.#options = options;
  }

  /** Throws `proposal_not_found`, `proposal_closed`, `patch_changed`, `line_not_in_patch`. */
  async add({ workspaceId, proposalId, patchSha256, by, ...comment }: CommentCommand) {
    const { db, clock, auditIn } = this.#options;
    await db.transaction().execute(async (transaction) => {
      const proposals = new DecidedProposalRepository(transaction);
      await proposals.lock(proposalId);
      const proposal = await proposals.find(workspaceId, proposalId);
      if (!proposal)
        throw runProblems.proposal_not_found(
          `Proposal "${proposalId}" not found in the workspace.`,
        );
      if (!isActiveProposal(proposal.status))
        throw runProblems.proposal_closed(
          `The proposal is ${proposal.status.slice(0, 100)}. Only undecided proposals take comments.`,
          { proposal_status: proposal.status },
        );
      const patch = requireReviewedPatch(proposal, { patchSha256 });
      const at = clock.now();
      const comments = quoteComments(patch, [comment], { author: by.username, at });
      await new ProposalCommentRepository(transaction).insert(proposalId, comments);
      const { path, side, line } = comment;
      const details = { patch_sha256: patchSha256, path, side, line };
      await auditIn(transaction).record({
        action: 'proposal.comment',
        actor: by.username,
        target: proposalId,
        outcome: 'success',
        address: by.address,
        requestId: by.requestId,
        details: { workspace_id: workspaceId, run_id: proposal.runId, ...details },
      });
      const { runId } = proposal;
      const payload = { proposal_id: proposalId, by: by.username, ...details };
      if (runId !== null)
        await new RunEventRepository(transaction).append([
          { runId, type: 'proposal.commented', payload, at },
        ]);
    });
  }
}

/** Throws `line_not_in_patch` for lines that the patch does not show. */
export function quoteComments(
  patch: DecidedPatch | null,
  comments: readonly NewComment[],
  { author, at }: { readonly author: string; readonly at: Date },
): ProposalComment[] {
  if (comments.length === 0) return [];
  const changes = patch ? readPatch(patch.text) : [];
  return comments.map(({ path, side, line, body }, index) => {
    const quote = findPatchLine(changes, { path, side, line });
    if (quote === undefined)
      throw proposalProblems.line_not_in_patch(
        `The patch does not show line ${line} of ${path} on the ${side} side. Comment on a line that the patch shows.`,
        { path, side, line, comment: index },
      );
    return {
      id: newId(at.getTime()),
      patchSha256: patch!.sha256,
      path,
      side,
      line,
      quote: redactSecrets(quote).slice(0, 2_000),
      body: redactSecrets(body),
      author,
      createdAt: at,
    };
  });
}
