/** The checks of one patch of a proposal. */
export interface ProposalCheckRunsTable {
  proposal_id: string;
  patch_sha256: string;
  /** Includes attempts that a crash ended. */
  attempts: number;
  claimed_at: Date;
  finished_at: Date | null;
  /** When the vote policy returned the patch to its agent. */
  returned_at: Date | null;
}

export interface ProposalChecksTable {
  proposal_id: string;
  patch_sha256: string;
  name: string;
  /** `pass`, `fail` or `error`. */
  outcome: string;
  detail: string;
  at: Date;
}

export interface CheckTables {
  proposal_check_runs: ProposalCheckRunsTable;
  proposal_checks: ProposalChecksTable;
}
