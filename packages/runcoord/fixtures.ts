import { systemActor, silentLogger } from '@galley/kernel';
import { createTestDatabase, ManualClock, onServer, type TestDatabase } from '@galley/testing';
import type { Database } from '@galley/database';
import { LeaseRepository, type RunFence } from './lease-repository.ts';
import { RunEventRepository } from './run-event-repository.ts';
import type { RunEvent, RunEventType } from './run-event.ts';
import { RunLeases, type RunLease } from './run-lease.ts';
import { RunTicker, type TickSettings } from './run-ticker.ts';

export const minute = 60_000;

export const tickSettings: TickSettings = {
  enforcement: 'recorded',
  scope: 'database',
  implementers: 2,
  maxParallelTurns: 1,
  turnLease: 15 * minute,
  drainDeadline: 10 * minute,
};

export interface TaskRow {
  readonly id: string;
  readonly status?: string;
  readonly assigned?: string;
  readonly workspace?: string;
}

export interface ProposalRow {
  readonly id: string;
  readonly status?: string;
  readonly risk?: string;
  readonly by?: string;
  readonly workspace?: string;
}

export async function takeOne(leases: RunLeases, runId: string): Promise<RunLease | undefined> {
  const [lease] = await leases.tryTakeAll([runId]);
  return lease;
}

export class Project implements AsyncDisposable {
  readonly database: TestDatabase;
  readonly clock = new ManualClock();

  private constructor(database: TestDatabase) {
    this.database = database;
  }

  static async open(): Promise<Project> {
    const project = new Project(await createTestDatabase());
    for (const id of ['press', 'paper']) await project.addWorkspace(id);
    await project.addRun('run-1');
    return project;
  }

  get db(): Database {
    return this.database.db;
  }

  async addWorkspace(id: string): Promise<void> {
    const row = { id, display_name: id, repository: null, created_at: this.clock.now() };
    await this.db.insertInto('workspaces').values(row).execute();
  }

  async addRun(id: string, more: { status?: string; workspace?: string } = {}): Promise<void> {
    const now = this.clock.now();
    const { status = 'active', workspace = 'press' } = more;
    const times = { started_at: now, ended_at: null, transitioned_at: now };
    await this.db
      .insertInto('runs')
      .values({ id, workspace_id: workspace, goal: '', status, reason: null, ...times })
      .execute();
  }

  async addTasks(...tasks: readonly TaskRow[]): Promise<void> {
    const now = this.clock.now();
    for (const { id, status = 'open', assigned, workspace } of tasks) {
      const row = { id, status, assigned_agent_id: assigned ?? null, title: id, description: '' };
      await this.db
        .insertInto('tasks')
        .values({
          ...row,
          ...this.#made(workspace),
          created_by: systemActor.username,
          updated_at: now,
        })
        .execute();
    }
  }

  async addProposals(...proposals: readonly ProposalRow[]): Promise<void> {
    for (const { id, status = 'pending', risk = 'low', by = 'somebody', workspace } of proposals) {
      const row = { id, status, risk, proposed_by: by, title: id, body: '', task_id: null };
      await this.db
        .insertInto('proposals')
        .values({ ...row, ...this.#made(workspace), updated_at: this.clock.now() })
        .execute();
    }
  }

  #made(workspace = 'press') {
    return { workspace_id: workspace, run_id: null, created_at: this.clock.now() };
  }

  async addAgent(id: string, role: string, enabled = true): Promise<void> {
    const row = {
      id,
      role,
      name: id,
      adapter: 'generic',
      command: 'true',
      status: 'idle',
      enabled,
    };
    await this.db
      .insertInto('agents')
      .values({ ...row, updated_at: this.clock.now() })
      .execute();
  }

  async lease(runId = 'run-1', holder = 'test'): Promise<RunFence> {
    const claim = { runId, holder, milliseconds: minute };
    return (await new LeaseRepository(this.db).acquire(claim))!;
  }

  async ticker(settings: Partial<TickSettings> = {}, runId = 'run-1'): Promise<RunTicker> {
    return this.tickerOf(await this.lease(runId), settings);
  }

  tickerOf(fence: RunFence, settings: Partial<TickSettings> = {}, db = this.db): RunTicker {
    const { clock } = this;
    const workspaceId = 'press';
    return new RunTicker({
      db,
      fence,
      workspaceId,
      clock,
      settings: { ...tickSettings, ...settings },
    });
  }

  leases(holder: string, milliseconds = minute): RunLeases {
    const { db, clock } = this;
    return new RunLeases({ db, holder, milliseconds, clock, logger: silentLogger });
  }

  async append(type: RunEventType, payload: Record<string, unknown>, runId = 'run-1') {
    const event = { runId, type, payload, at: this.clock.now() };
    const [id] = await new RunEventRepository(this.db).append([event]);
    return id!;
  }

  requestTurn(agent: string, reason = 'asked'): Promise<number> {
    return this.append('agent.turn_requested', { agent_id: agent, reason });
  }

  events(runId = 'run-1'): Promise<RunEvent[]> {
    return new RunEventRepository(this.db).listAfter(runId, 0, 100_000);
  }

  async eventPayloads(type: RunEventType, runId = 'run-1'): Promise<unknown[]> {
    const events = await this.events(runId);
    return events.filter((event) => event.type === type).map(({ payload }) => payload);
  }

  run(id = 'run-1') {
    return this.db
      .selectFrom('runs')
      .select(['status', 'reason', 'ended_at', 'transitioned_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  }

  async setState(status: string, id = 'run-1'): Promise<void> {
    const now = this.clock.now();
    await this.db
      .updateTable('runs')
      .set({ status, transitioned_at: now })
      .where('id', '=', id)
      .execute();
  }

  async tasks(): Promise<string[]> {
    const rows = await this.db
      .selectFrom('tasks')
      .select(['id', 'status', 'assigned_agent_id'])
      .orderBy('seq')
      .execute();
    return rows.map((row) => `${row.id} ${row.status} ${row.assigned_agent_id ?? '-'}`);
  }

  async proposals(): Promise<string[]> {
    const rows = await this.db
      .selectFrom('proposals')
      .select(['id', 'status'])
      .orderBy('seq')
      .execute();
    return rows.map(({ id, status }) => `${id} ${status}`);
  }

  async expireLease(runId = 'run-1'): Promise<void> {
    await this.db
      .updateTable('run_leases')
      .set({ expires_at: new Date(0) })
      .where('run_id', '=', runId)
      .execute();
  }

  /** Makes inserts or updates on a table fail until it is mended; `when` is a condition on the new row. */
  async breakTable(table: string, act: 'insert' | 'update', when = 'true'): Promise<void> {
    await this.sql(`create or replace function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'the disk is full'; end $$`);
    await this.sql(`create trigger broken before ${act} on ${table} for each row when (${when})
      execute function refuse()`);
  }

  async mend(table: string): Promise<void> {
    await this.sql(`drop trigger broken on ${table}`);
  }

  sql(statement: string): Promise<void> {
    return onServer(this.database.url, statement);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.database.close();
  }
}
