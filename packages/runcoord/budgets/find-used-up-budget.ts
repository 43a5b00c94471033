import type { Transaction } from '@galley/database';
import type { Pause } from '../run-pauses.ts';
import { BudgetRepository } from './budget-repository.ts';
import { BudgetUseReadModel, sumOfUse } from './budget-use-read-model.ts';
import { describeUse, findReachedLimits, noUse, type Budget, type BudgetUse } from './budget.ts';

export interface NextTurn {
  readonly runId: string;
  readonly agentId: string;
  readonly now: Date;
  /** Other turns, of other agents, that the same transaction schedules. */
  readonly scheduled: number;
}

/** Checks the budgets of the run and of the agent. Call it in the transaction that schedules the turn. */
export async function findUsedUpBudget(
  transaction: Transaction,
  { runId, agentId, now, scheduled }: NextTurn,
): Promise<Pause | undefined> {
  const { budget, agents } = await new BudgetRepository(transaction).get(runId);
  const ofAgent = agents[agentId];
  if (Object.keys(budget).length === 0 && !ofAgent) return undefined;
  const uses = await new BudgetUseReadModel(transaction).list([runId], now);
  const own = sumOfUse(uses.filter((use) => use.agentId === agentId));
  const all = sumOfUse([...uses, { ...noUse, turns: scheduled }]);
  return pauseAt('The run', budget, all) ?? (ofAgent && pauseAt(agentId, ofAgent, own));
}

function pauseAt(name: string, budget: Budget, use: BudgetUse): Pause | undefined {
  const reached = findReachedLimits(budget, use);
  if (reached.length === 0) return undefined;
  const used = reached.map((limit) => describeUse(limit, budget, use)).join(' and ');
  const place = name === 'The run' ? '' : ' in this run';
  return {
    reason: 'budget_reached',
    detail: `${name} has used ${used}${place}. Raise the budget to continue.`,
  };
}
