import type { Transaction } from '@galley/database';
import { acting, requireRun, type PeopleOptions, type PersonCommand } from '../people/acting.ts';
import { requireAgent } from '../people/conversation.ts';
import { runProblems } from '../problems.ts';
import { RunControlRepository } from '../run-control-repository.ts';
import { hasUsedUpBudget } from '../run-pauses.ts';
import { RunRepository, type Run } from '../run-repository.ts';
import { BudgetRepository } from './budget-repository.ts';
import { BudgetUseReadModel, sumOfUse } from './budget-use-read-model.ts';
import { describeUse, findReachedLimits, withLimits, type Budget } from './budget.ts';

export interface BudgetCommand extends PersonCommand {
  readonly runId: string;
  /** Sets the budget of this agent in the run instead of that of the run. */
  readonly agentId?: string | undefined;
  /** Missing limits stay as they are; null removes one. */
  readonly limits: Budget;
}

export interface BudgetChange {
  readonly runId: string;
  readonly state: string;
}

/** Limits set by people. */
export class BudgetControl {
  readonly #options: PeopleOptions;

  constructor(options: PeopleOptions) {
    this.#options = options;
  }

  /**
   * Resumes a run that is paused because a budget is used up.
   * @throws `workspace_not_found`, `run_not_found`, `agent_not_found`, and `budget_too_low` unless each limit is above
   * what is used.
   */
  set(command: BudgetCommand): Promise<BudgetChange> {
    const { runId, agentId, by } = command;
    return acting(this.#options, command, async (transaction) => {
      const run = await holdRun(transaction, command);
      if (agentId !== undefined) await requireAgent(transaction, agentId);
      const { prior, budget } = await this.#change(transaction, command);
      const isResumed = hasUsedUpBudget(run);
      const state = isResumed ? 'active' : run.state;
      if (isResumed) {
        const at = this.#options.clock.now();
        const change = { runId, from: run.state, to: state, at, by: by.username };
        await new RunControlRepository(transaction).changeState({ ...change, endedAt: undefined });
      }
      const limits = { ...(agentId !== undefined && { agent_id: agentId }), prior, budget };
      const details = { ...limits, prior_state: run.state, state };
      const act = { action: 'run.budget', target: runId, details, events: [] } as const;
      return { result: { runId, state }, act };
    });
  }

  async #change(transaction: Transaction, { runId, agentId, limits }: BudgetCommand) {
    const budgets = new BudgetRepository(transaction);
    const { budget: ofRun, agents } = await budgets.get(runId);
    const prior = agentId === undefined ? ofRun : (agents[agentId] ?? {});
    const budget = withLimits(prior, limits);
    const now = this.#options.clock.now();
    const uses = await new BudgetUseReadModel(transaction).list([runId], now);
    const use = sumOfUse(uses.filter((one) => agentId === undefined || one.agentId === agentId));
    const [reached] = findReachedLimits(budget, use);
    if (reached !== undefined) {
      throw runProblems.budget_too_low(
        `The limit must be above what is already used: ${describeUse(reached, budget, use)}. Nothing was changed.`,
        { limit: reached, used: use[reached] },
      );
    }
    if (agentId === undefined) await budgets.putOfRun(runId, budget);
    else await budgets.putOfAgent(runId, agentId, budget);
    return { prior, budget };
  }
}

/** Locked until the end of the transaction, so that no turn is scheduled meanwhile. */
async function holdRun(
  transaction: Transaction,
  { workspaceId, runId }: BudgetCommand,
): Promise<Run> {
  await requireRun(transaction, workspaceId, runId);
  const runs = new RunRepository(transaction);
  await runs.holdState(runId, 'to change it');
  return (await runs.find(runId))!;
}
