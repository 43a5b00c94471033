import type { contract, AnswerOf } from '@galley/contract';
import type { Enforcement, RunStatus } from '@galley/runcoord';
import { presentBudget, presentUse } from './present-budget.ts';
import { presentWaiting } from './present-run-records.ts';

export function presentRunStatus(
  status: RunStatus,
  enforcement: Enforcement,
): { answer: AnswerOf<typeof contract.runs.status>; degraded: string[] } {
  const answer = {
    run_id: status.runId,
    workspace_id: status.workspaceId,
    goal: status.goal,
    state: status.state,
    reason: status.reason,
    reason_detail: status.reasonDetail,
    waiting: presentWaiting(status.waiting),
    active_agent_count: status.activeAgentCount,
    active_deliberations: status.activeDeliberations,
    open_proposals: status.openProposals,
    pending_approvals: status.pendingApprovals,
    blockers: status.blockers,
    updated_at: status.updatedAt.toISOString(),
    transitioned_at: status.transitionedAt?.toISOString() ?? null,
    enforcement,
    budget: presentBudget(status.budget),
    use: presentUse(status.use),
  };
  return { answer, degraded: status.degraded.map((field) => fieldNames[field]) };
}

const fieldNames = {
  state: 'state',
  use: 'use',
  activeAgentCount: 'active_agent_count',
  activeDeliberations: 'active_deliberations',
  openProposals: 'open_proposals',
  pendingApprovals: 'pending_approvals',
  blockers: 'blockers',
} as const satisfies Record<RunStatus['degraded'][number], string>;
