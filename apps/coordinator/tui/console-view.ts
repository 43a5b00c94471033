import type {
  BoardAgent,
  BoardApproval as ApprovalRow,
  BoardClaim as ClaimRow,
  BoardList as Listed,
  BoardProposal as ProposalRow,
  BoardRun,
  BoardTask as TaskRow,
  BoardWork as WorkCounts,
  RunEvent,
} from '@galley/runcoord';

export type { ApprovalRow, ClaimRow, Listed, ProposalRow, TaskRow, WorkCounts };

/** Plain data; any text in it may be hostile. */
export interface ConsoleView {
  readonly workspace: { readonly id: string; readonly name: string };
  readonly status: 'ready' | 'healthy-idle' | 'degraded';
  /** Null if this process ticks no run. */
  readonly tickedRunId: string | null;
  readonly enforcement: 'recorded' | 'enforced';
  /** Newest first, at most 50. */
  readonly runs: Listed<RunRow>;
  readonly tasks: Listed<TaskRow>;
  readonly agents: Listed<AgentRow>;
  readonly claims: Listed<ClaimRow>;
  readonly proposals: Listed<ProposalRow>;
  readonly approvals: Listed<ApprovalRow>;
  /** Newest first, at most 200. */
  readonly events: Listed<EventRow>;
}

export interface RunRow extends BoardRun {
  /** Sentence about the run of this coordinator; null for others. */
  readonly waiting: string | null;
  /** Use and budget of the run of this coordinator; null for others. */
  readonly use: string | null;
  /** Null if the run has ended. */
  readonly work: WorkCounts | null;
}

export interface AgentRow extends BoardAgent {
  /** Difference between the running and the recorded agent (`phantom`, `unowned`); null without one. */
  readonly note: string | null;
}

export interface EventRow extends Omit<RunEvent, 'payload'> {
  readonly text: string;
}

export interface ProposalDetail {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly risk: string;
  readonly proposedBy: string;
  readonly body: string;
  readonly baseRevision: string | null;
  readonly patch: string | null;
  readonly patchSha256: string | null;
  readonly approvals: readonly ApprovalRow[];
}
