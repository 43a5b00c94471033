import { runProblems } from '../problems.ts';
import { quoteName } from '../require-workspace.ts';
import { ProposalWork } from './proposal-work.ts';
import type { WorkProposal } from './proposal-work-repository.ts';
import { VoteWorkRepository, type Vote } from './vote-work-repository.ts';
import { tell, type WorkContext } from './work-context.ts';

export interface Ballot {
  readonly proposalId: string;
  readonly decision: Vote['decision'];
  readonly comment: string;
  readonly patchSha256?: string | undefined;
}

export class VoteWork {
  readonly #context: WorkContext;
  readonly #votes: VoteWorkRepository;
  readonly #proposals: ProposalWork;

  constructor(context: WorkContext) {
    this.#context = context;
    this.#votes = new VoteWorkRepository(context.db);
    this.#proposals = new ProposalWork(context);
  }

  /**
   * Replaces the worker's earlier vote.
   * @throws `proposal_not_found`, `proposal_closed`, `own_proposal`, `not_in_review`, and `patch_changed` if the newest
   * patch is not the reviewed one.
   */
  async cast({ proposalId, decision, comment, patchSha256 }: Ballot): Promise<Vote> {
    const { worker, clock } = this.#context;
    const proposal = await this.#proposals.holdActive(proposalId);
    requireIndependence(proposal, worker.agentId);
    requireReview(proposal);
    const present = proposal.patch?.sha256 ?? null;
    if (patchSha256 !== undefined && patchSha256 !== present) {
      throw runProblems.patch_changed(
        'The proposal has a different patch now. Your vote was not counted; read the patch with proposal_get and vote again.',
        { patch_sha256: present },
      );
    }
    const vote = { proposalId, agentId: worker.agentId, decision, comment };
    const cast: Vote = { ...vote, patchSha256: present, castAt: clock.now() };
    await this.#votes.put(cast);
    await tell(this.#context, 'vote.cast', {
      proposal_id: proposalId,
      agent_id: worker.agentId,
      decision,
      patch_sha256: present,
    });
    return cast;
  }

  /** @throws `proposal_not_found`. */
  async list(proposalId: string): Promise<Vote[]> {
    await this.#proposals.get(proposalId);
    return this.#votes.list(proposalId);
  }
}

function requireIndependence({ proposedBy, patch }: WorkProposal, agentId: string): void {
  if (proposedBy !== agentId && patch?.attachedBy !== agentId) return;
  throw runProblems.own_proposal('You cannot vote on your own proposal.');
}

function requireReview({ status }: WorkProposal): void {
  if (status === 'in_review') return;
  throw runProblems.not_in_review(
    `The proposal is ${quoteName(status)}. Vote while it is in_review; the proposal.review_requested event reports that.`,
    { proposal_status: status },
  );
}
