import type { AnswerOf, contract } from '@galley/contract';
import { toWire } from '@galley/kernel';
import type { AgentBudget, Budget, BudgetUse } from '@galley/runcoord';

type Status = AnswerOf<typeof contract.runs.status>;

export function presentBudget({ turns, minutes, tokens, usd }: Budget): Status['budget'] {
  return {
    turns: turns ?? null,
    minutes: minutes ?? null,
    tokens: tokens ?? null,
    usd: usd ?? null,
  };
}

export function presentUse(use: BudgetUse): Status['use'] {
  return { ...toWire(use), minutes: rounded(use.minutes, 2), usd: rounded(use.usd, 6) };
}

export function presentAgentBudget({
  agentId,
  budget,
  use,
}: AgentBudget): AnswerOf<typeof contract.runs.get>['agents'][number] {
  return { agent_id: agentId, budget: presentBudget(budget), use: presentUse(use) };
}

/** Sums of fractions would show digits that nobody measured. */
function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
