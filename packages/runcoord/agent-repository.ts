import type { Database, Transaction } from '@galley/database';
import type { ConfiguredAdapter, ConfiguredAgent } from './configured-agents.ts';
import type { Enforcement } from './run-state-decision.ts';
import { TaskReleaseRepository } from './task-release-repository.ts';

export interface Synchronization {
  readonly agents: readonly ConfiguredAgent[];
  readonly adapters: readonly ConfiguredAdapter[];
  readonly now: Date;
  /** In `enforced` mode, agents that are no longer configured lose their unfinished tasks. */
  readonly enforcement: Enforcement;
}

export class AgentRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** Resets configured agents (idle, enabled) and adapters in one transaction. Rows of others stay (RC-RES-9). */
  synchronize({ agents, adapters, now, enforcement }: Synchronization): Promise<void> {
    return this.#db.transaction().execute(async (transaction) => {
      if (adapters.length > 0) await upsertAdapters(transaction, adapters, now);
      if (agents.length > 0) await upsertAgents(transaction, agents, now);
      if (enforcement === 'recorded') return;
      const ids = agents.map(({ id }) => id);
      const release = { reason: 'the agent is no longer configured', now };
      await new TaskReleaseRepository(transaction).releaseOthers(ids, release);
    });
  }

  async isEnabled(id: string): Promise<boolean> {
    return (await this.findEnabledRole(id)) !== undefined;
  }

  async findEnabledRole(id: string): Promise<string | undefined> {
    const agent = await this.#db
      .selectFrom('agents')
      .select('role')
      .where('id', '=', id)
      .where('enabled', '=', true)
      .executeTakeFirst();
    return agent?.role;
  }
}

// Rows are written in key order, so that two coordinators starting at once cannot deadlock.

async function upsertAdapters(
  transaction: Transaction,
  adapters: readonly ConfiguredAdapter[],
  now: Date,
): Promise<void> {
  const rows = adapters
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, command, supportsResume }) => ({
      name,
      command,
      supports_resume: supportsResume,
      updated_at: now,
    }));
  await transaction
    .insertInto('adapters')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((row) => ({
        command: row.ref('excluded.command'),
        supports_resume: row.ref('excluded.supports_resume'),
        updated_at: row.ref('excluded.updated_at'),
      })),
    )
    .execute();
}

async function upsertAgents(
  transaction: Transaction,
  agents: readonly ConfiguredAgent[],
  now: Date,
): Promise<void> {
  const rows = agents
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, role, name, adapter, model, command, budget }) => ({
      id,
      role,
      name,
      adapter,
      model,
      command,
      budget: Object.keys(budget).length === 0 ? null : JSON.stringify(budget),
      status: 'idle',
      enabled: true,
      updated_at: now,
    }));
  await transaction
    .insertInto('agents')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((row) => ({
        role: row.ref('excluded.role'),
        name: row.ref('excluded.name'),
        adapter: row.ref('excluded.adapter'),
        model: row.ref('excluded.model'),
        command: row.ref('excluded.command'),
        budget: row.ref('excluded.budget'),
        status: row.ref('excluded.status'),
        enabled: row.ref('excluded.enabled'),
        updated_at: row.ref('excluded.updated_at'),
      })),
    )
    .execute();
}
