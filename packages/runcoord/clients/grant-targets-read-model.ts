import type { Database, Transaction } from '@galley/database';

export interface AgentWithRole {
  readonly id: string;
  readonly role: string;
}

export class GrantTargetsReadModel {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** Enabled agents. */
  listAgents(): Promise<AgentWithRole[]> {
    return this.#db
      .selectFrom('agents')
      .select(['id', 'role'])
      .where('enabled', '=', true)
      .orderBy('id')
      .execute();
  }

  async findNewestRun(workspaceId: string): Promise<string | undefined> {
    const run = await this.#db
      .selectFrom('runs')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .orderBy('started_at', 'desc')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    return run?.id;
  }
}
