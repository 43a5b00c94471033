import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import type { Budget } from './budget.ts';

export interface RunBudgets {
  readonly budget: Budget;
  /** Only agents with limits. */
  readonly agents: Readonly<Record<string, Budget>>;
}

interface Row {
  readonly budget: Budget | null;
  readonly ofAgents: Readonly<Record<string, Budget>>;
  readonly configured: Readonly<Record<string, Budget>>;
}

export class BudgetRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async get(runId: string): Promise<RunBudgets> {
    const { rows } = await sql<Row>`
      select budget, agent_budgets as "ofAgents",
        (select coalesce(jsonb_object_agg(id, agents.budget), '{}') from agents where agents.budget is not null)
          as configured
      from runs where id = ${runId}
    `.execute(this.#db);
    const { budget, ofAgents, configured } = rows[0]!;
    return { budget: budget ?? {}, agents: { ...configured, ...ofAgents } };
  }

  async putOfRun(runId: string, budget: Budget): Promise<void> {
    await this.#runs(runId)
      .set({ budget: JSON.stringify(budget) })
      .execute();
  }

  async putOfAgent(runId: string, agentId: string, budget: Budget): Promise<void> {
    await this.#runs(runId)
      .set({
        agent_budgets: sql`agent_budgets || jsonb_build_object(${agentId}::text, ${JSON.stringify(budget)}::jsonb)`,
      })
      .execute();
  }

  #runs(runId: string) {
    return this.#db.updateTable('runs').where('id', '=', runId);
  }
}
