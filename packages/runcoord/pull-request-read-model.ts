import { sql, type RawBuilder } from 'kysely';
import { activeProposalStatuses } from './classification.ts';

export const pullRequestStates = ['opening', 'open', 'merged', 'closed'] as const;

export interface ProposalPullRequest {
  readonly state: (typeof pullRequestStates)[number];
  readonly branch: string;
  /** Null until it is open. */
  readonly number: number | null;
  readonly url: string | null;
  /** Last failure, or what is left to do, as a sentence; null for ended proposals. */
  readonly problem: string | null;
}

const active = sql.join(activeProposalStatuses.map((status) => sql.lit(status)));

/** For a query of `proposals`. */
export const pullRequest: RawBuilder<ProposalPullRequest | null> = sql<ProposalPullRequest | null>`
  (select jsonb_build_object('state', state, 'branch', branch, 'number', number, 'url', url, 'problem',
      case when proposals.status in (${active}) then problem end)
    from proposal_pull_requests as pull where pull.proposal_id = proposals.id)`;
