import { sql, type RawBuilder } from 'kysely';

export const checksStates = ['none', 'pending', 'passed', 'failed', 'error'] as const;
export type ChecksState = (typeof checksStates)[number];

/** For a query of `proposals` with the lateral join `newest` of their newest patches. */
export const checksState: RawBuilder<ChecksState> = sql<ChecksState>`
  case when newest.sha256 is null then 'none' else coalesce(
    (select case when finished_at is null then null
        when exists (select from proposal_checks as one where one.outcome = 'fail'
          and one.proposal_id = proposals.id and one.patch_sha256 = newest.sha256) then 'failed'
        when exists (select from proposal_checks as one where one.outcome = 'error'
          and one.proposal_id = proposals.id and one.patch_sha256 = newest.sha256) then 'error'
        when exists (select from proposal_checks as one
          where one.proposal_id = proposals.id and one.patch_sha256 = newest.sha256) then 'passed'
        else 'none' end
      from proposal_check_runs where proposal_id = proposals.id and patch_sha256 = newest.sha256),
    case when proposals.status in ('pending', 'in_review') then 'pending' else 'none' end) end`;
