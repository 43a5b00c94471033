import { sql, type RawBuilder } from 'kysely';

export const pullRequestStates = ['opening', 'open', 'merged', 'closed'] as const;

export interface ProposalPullRequest {
  readonly state: (typeof pullRequestStates)[number];
  readonly branch: string;
  /** Null until it is open. */
  readonly number: number | null;
  readonly url: string | null;
  /** Last failure, or what is left to do, as a sentence. */
  readonly problem: string | null;
}

/** For a query of `proposals`. */
export const pullRequest: RawBuilder<ProposalPullRequest | null> = sql<ProposalPullRequest | null>`
  (select jsonb_build_object('state', state, 'branch', branch, 'number', number, 'url', url, 'problem', problem)
    from proposal_pull_requests as pull where pull.proposal_id = proposals.id)`;
