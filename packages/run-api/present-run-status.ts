import type { contract, AnswerOf } from '@galley/contract';
import { toWire } from '@galley/kernel';
import type { Enforcement, RunStatus } from '@galley/runcoord';
import { presentBudget, presentUse } from './present-budget.ts';

export function presentRunStatus(
  status: RunStatus,
  enforcement: Enforcement,
): { answer: AnswerOf<typeof contract.runs.status>; degraded: string[] } {
  const { degraded, ...shown } = status;
  const answer = {
    ...toWire(shown),
    transitioned_at: status.transitionedAt?.toISOString() ?? null,
    waiting: status.waiting && toWire(status.waiting),
    enforcement,
    budget: presentBudget(status.budget),
    use: presentUse(status.use),
  };
  return { answer, degraded: degraded.map((field) => fieldNames[field]) };
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
