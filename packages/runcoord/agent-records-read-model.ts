import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import { selectActivity, type AgentActivity } from './agent-activity-read-model.ts';
import type { Budget } from './budgets/budget.ts';
import { behind, inListOrder } from './list-order-read-model.ts';
import type { PageRequest } from './record-page.ts';

export interface AgentRecord {
  readonly id: string;
  readonly role: string;
  readonly name: string;
  readonly adapter: string;
  /** Null: the adapter's default model. */
  readonly model: string | null;
  readonly command: string;
  /** For its turns in one run. */
  readonly budget: Budget | null;
  readonly status: 'working' | 'waiting' | 'idle';
  readonly enabled: boolean;
  /** Null while idle. */
  readonly activity: AgentActivity | null;
}

type AgentRow = Omit<AgentRecord, 'status' | 'activity'>;

interface ActivityRow extends AgentActivity {
  readonly agentId: string;
  readonly status: 'working' | 'waiting';
}

export class AgentRecordsReadModel {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async listAgents({ after, limit }: PageRequest): Promise<AgentRow[]> {
    const rows = await this.#db
      .selectFrom('agents')
      .select(['id', 'role', 'name', 'adapter', 'model', 'command', 'enabled', 'budget'])
      .where(behind('agents', after))
      .orderBy(inListOrder('agents'))
      .limit(limit)
      .execute();
    return rows.map((row) => ({ ...row, budget: row.budget as Budget | null }));
  }

  /** Adds what they do in runs of the workspace. */
  async addActivity(
    workspaceId: string | null,
    agents: readonly AgentRow[],
  ): Promise<AgentRecord[]> {
    const { rows } = await sql<ActivityRow>`
      select agent_id as "agentId", status, run_id as "runId", session_id as "sessionId", turn
      from (${selectActivity({ workspaceId })}) as activity
    `.execute(this.#db);
    const byAgent = new Map(rows.map((row) => [row.agentId, row]));
    return agents.map((agent) => {
      const row = byAgent.get(agent.id);
      if (!row) return { ...agent, status: 'idle', activity: null };
      const { status, runId, sessionId, turn } = row;
      return { ...agent, status, activity: { runId, sessionId, turn } };
    });
  }
}
