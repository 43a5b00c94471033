import type { AnswerOf, contract } from '@galley/contract';
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

export function presentUse({
  turns,
  minutes,
  tokens,
  usd,
  turnsWithoutCost,
}: BudgetUse): Status['use'] {
  return {
    turns,
    minutes: rounded(minutes, 2),
    tokens,
    usd: rounded(usd, 6),
    turns_without_cost: turnsWithoutCost,
  };
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
