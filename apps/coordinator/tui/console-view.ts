import type {
  BoardAgent,
  BoardApproval as ApprovalRow,
  BoardClaim as ClaimRow,
  BoardEvent,
  BoardList as Listed,
  BoardProposal as ProposalRow,
  BoardRun,
  BoardTask as TaskRow,
  BoardWork as WorkCounts,
} from '@galley/runcoord';

export type { ApprovalRow, ClaimRow, Listed, ProposalRow, TaskRow, WorkCounts };

/** What the console shows at one moment, as its source reads it. Plain data; any text in it may be hostile. */
export interface ConsoleView {
  readonly workspace: { readonly id: string; readonly name: string };
  readonly status: 'ready' | 'healthy-idle' | 'degraded';
  /** The run that this process ticks; null while it ticks none, or waits for another coordinator. */
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
  /** What there is to do for it; null when it is over. */
  readonly work: WorkCounts | null;
}

export interface AgentRow extends BoardAgent {
  /** Where what runs differs from what is recorded ("phantom", "unowned"); null when all is as it should be. */
  readonly note: string | null;
}

export interface EventRow extends Omit<BoardEvent, 'payload'> {
  /** Its payload in short. */
  readonly text: string;
}

/** A proposal as the inspector shows it. The patch and its hash are of one and the same reading. */
export interface ProposalDetail {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly risk: string;
  readonly proposedBy: string;
  readonly body: string;
  readonly baseRevision: string | null;
  /** A unified diff. */
  readonly patch: string | null;
  readonly patchSha256: string | null;
  readonly approvals: readonly ApprovalRow[];
}
