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

/** At most 200 rows, unless said otherwise, of `total`. */
export interface Listed<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

export interface RunRow {
  readonly id: string;
  readonly goal: string;
  readonly state: string;
  /** The outcome of its last tick. */
  readonly reason: string | null;
  readonly startedAt: Date;
  /** At work now. */
  readonly agents: number;
  readonly claims: number;
  /** What there is to do for it; null when it is over. */
  readonly work: WorkCounts | null;
}

export interface WorkCounts {
  readonly open: number;
  readonly inProgress: number;
  readonly blocked: number;
  readonly done: number;
  /** Active ones. */
  readonly proposals: number;
  /** Those that are requested and not decided. */
  readonly approvals: number;
}

export interface TaskRow {
  readonly id: string;
  readonly runId: string | null;
  readonly title: string;
  readonly status: string;
  readonly assignedAgentId: string | null;
  readonly updatedAt: Date;
}

export interface AgentRow {
  readonly id: string;
  readonly role: string;
  readonly adapter: string;
  readonly status: string;
  readonly enabled: boolean;
  /** Where what runs differs from what is recorded ("phantom", "unowned"); null when all is as it should be. */
  readonly note: string | null;
}

export interface ClaimRow {
  readonly id: string;
  readonly runId: string;
  readonly agentId: string;
  readonly resource: string;
  readonly claimedAt: Date;
  readonly expiresAt: Date;
}

export interface ProposalRow {
  readonly id: string;
  readonly runId: string | null;
  readonly title: string;
  readonly status: string;
  readonly risk: string;
  readonly proposedBy: string;
  /** Of its newest patch; null when it has none. */
  readonly patchSha256: string | null;
  readonly updatedAt: Date;
}

export interface ApprovalRow {
  readonly id: string;
  readonly runId: string | null;
  readonly proposalId: string | null;
  readonly taskId: string | null;
  /** `requested` is the one that can be decided. */
  readonly status: string;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly decidedBy: string | null;
  /** What is to be approved, and why. */
  readonly reason: string | null;
  /** Of who decided. */
  readonly note: string | null;
  /** Of the patch that it is asked for; null when there is none. */
  readonly patchSha256: string | null;
}

export interface EventRow {
  readonly id: number;
  readonly runId: string;
  readonly type: string;
  /** Its payload in short. */
  readonly text: string;
  readonly at: Date;
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
