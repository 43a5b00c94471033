import { fillPath } from '@galley/contract';
import { expect } from 'vitest';
import type { Database } from '@galley/database';
import { newId, sha256 } from '@galley/kernel';
import { SessionEventRepository, type SessionEvent } from '@galley/runcoord';
import type { TestDatabase } from '@galley/testing';
import type { TestServer, Answer, Client } from '../fixtures.ts';

export const enforcements = ['recorded', 'enforced'] as const;
export type Enforcement = (typeof enforcements)[number];

export interface RunSeed {
  readonly id?: string;
  readonly workspace?: string | null;
  readonly goal?: string;
  readonly startedAt?: string;
}

export interface Post {
  /** A new key by default; null for none. */
  readonly key?: string | null;
  /** Text; omitted for an empty body. */
  readonly body?: NonNullable<RequestInit['body']>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RunRow {
  readonly id: string;
  readonly status: string;
  readonly goal: string;
  readonly started_at: Date;
  readonly ended_at: Date | null;
  readonly transitioned_at: Date;
}

export class Workspace {
  readonly id = `w-${newId()}`;
  readonly server: TestServer;
  readonly client: Client;

  private constructor(server: TestServer, client: Client) {
    this.server = server;
    this.client = client;
  }

  static async at(server: TestServer, client: Client): Promise<Workspace> {
    const workspace = new Workspace(server, client);
    await server.database.db
      .insertInto('workspaces')
      .values({ id: workspace.id, display_name: 'Test', created_at: new Date() })
      .execute();
    return workspace;
  }

  as(client: Client): Workspace {
    return Object.assign(new Workspace(this.server, client), { id: this.id });
  }

  address(last: string): string {
    return fillPath('/api/v1/workspaces/{id}/runs/{last}', (name) =>
      name === 'id' ? this.id : last,
    );
  }

  post(action: string, { key = newId(), body, headers }: Post = {}): Promise<Answer> {
    return this.client.send(this.address(action), {
      method: 'POST',
      headers: { ...(key !== null && { 'idempotency-key': key }), ...headers },
      ...(body !== undefined && { body }),
    });
  }

  status(): Promise<Answer> {
    return this.client.get(this.address('status'));
  }

  async seed(status: string, seed: RunSeed = {}): Promise<string> {
    const { id = `run-of-${newId()}`, workspace = this.id, goal = '', startedAt } = seed;
    const at = new Date(startedAt ?? '2026-01-01T12:00:00Z');
    const times = { started_at: at, transitioned_at: at };
    await this.server.database.db
      .insertInto('runs')
      .values({ id, workspace_id: workspace, goal, status, ...times })
      .execute();
    return id;
  }

  async event(runId: string, type: string, requestEventId: number | string): Promise<void> {
    const payload = JSON.stringify({ agent_id: 'chair-1', request_event_id: requestEventId });
    await this.server.database.db
      .insertInto('run_events')
      .values({ run_id: runId, type, payload, at: new Date() })
      .execute();
  }

  rows(): Promise<RunRow[]> {
    return this.server.database.db
      .selectFrom('runs')
      .select(['id', 'status', 'goal', 'started_at', 'ended_at', 'transitioned_at'])
      .where('workspace_id', '=', this.id)
      .orderBy('seq')
      .execute();
  }

  async row(id: string): Promise<RunRow> {
    return (await this.rows()).find((one) => one.id === id)!;
  }

  async audited() {
    const ids = (await this.rows()).map(({ id }) => id);
    const { db } = this.server.database;
    const entries = db.selectFrom('audit_entries').selectAll().orderBy('id');
    return ids.length === 0 ? [] : entries.where('target', 'in', ids).execute();
  }
}

export interface OfRun {
  readonly runId?: string;
}

interface NewAgentSession extends OfRun {
  readonly agent?: string;
  readonly events?: readonly SessionEvent[];
  readonly status?: 'running' | 'ended';
  /** Id of the event that requested the turn. */
  readonly turn?: number;
  readonly minute?: number;
}

export class WorkRows {
  readonly at = new Date('2026-01-01T12:00:00Z');
  readonly #db: Database;
  readonly #workspace: string;

  constructor(db: Database, workspace: string) {
    this.#db = db;
    this.#workspace = workspace;
  }

  async addWorkspace(): Promise<void> {
    const row = { id: this.#workspace, display_name: 'Test', created_at: this.at };
    await this.#db.insertInto('workspaces').values(row).execute();
  }

  async addRun(id: string, { status = 'active', goal = '', minute = 0 } = {}): Promise<void> {
    const at = this.#minute(minute);
    const row = { id, workspace_id: this.#workspace, goal, status, reason: 'work_remains' };
    await this.#db
      .insertInto('runs')
      .values({ ...row, started_at: at, transitioned_at: at })
      .execute();
  }

  async addTask(
    id: string,
    {
      runId,
      status = 'open',
      agent,
      note,
    }: OfRun & { status?: string; agent?: string; note?: string } = {},
  ): Promise<void> {
    const texts = { title: `Task ${id}`, description: 'Set it.', created_by: 'chair-1' };
    const row = {
      id,
      ...texts,
      ...this.#rowScope(runId),
      status,
      assigned_agent_id: agent ?? null,
      note: note ?? null,
    };
    await this.#db.insertInto('tasks').values(row).execute();
  }

  async addQuestion(
    id: string,
    { text, choices = [] }: { text: string; choices?: string[] },
  ): Promise<void> {
    const about = { workspace_id: this.#workspace, run_id: 'run-1', agent_id: 'ada' };
    await this.#db
      .insertInto('questions')
      .values({ id, ...about, text, choices, asked_at: this.at })
      .execute();
  }

  async addProposal(
    id: string,
    {
      runId,
      status = 'in_review',
      by = 'implementer-1',
    }: OfRun & { status?: string; by?: string } = {},
  ): Promise<void> {
    const texts = { title: `Proposal ${id}`, body: 'Why it is right.', risk: 'low' };
    const row = { id, ...texts, ...this.#rowScope(runId), status, proposed_by: by };
    await this.#db.insertInto('proposals').values(row).execute();
  }

  /** Returns the hash of the patch. */
  async addPatch(proposal: string, patch: string, by = 'implementer-1'): Promise<string> {
    const hash = sha256(patch);
    const row = { proposal_id: proposal, sha256: hash, base_revision: 'base', patch };
    await this.#db
      .insertInto('proposal_patches')
      .values({ ...row, attached_by: by, attached_at: this.at })
      .execute();
    return hash;
  }

  async addRequest(
    id: string,
    { by = 'chair-1', status = 'requested', minute = 0, ...about }: NewRequest = {},
  ): Promise<void> {
    const { runId = null, proposalId = null, taskId = null } = about;
    const subject = { run_id: runId, proposal_id: proposalId, task_id: taskId };
    await this.#db
      .insertInto('approval_requests')
      .values({ id, ...subject, status, requested_by: by, requested_at: this.#minute(minute) })
      .execute();
  }

  async addDeliberation(
    id: string,
    { runId, status = 'active', minute = 0 }: OfRun & { status?: string; minute?: number } = {},
  ): Promise<void> {
    const row = {
      id,
      topic: 'Ink or lead',
      status,
      created_by: 'chair-1',
      ...this.#rowScope(runId),
    };
    await this.#db
      .insertInto('deliberations')
      .values({ ...row, created_at: this.#minute(minute) })
      .execute();
  }

  async addAgent(id: string, command = 'agent'): Promise<void> {
    const row = { id, role: 'implementer', name: id, adapter: 'generic', command, status: 'idle' };
    await this.#db
      .insertInto('agents')
      .values({ ...row, model: null, enabled: true, updated_at: this.at })
      .execute();
  }

  /** `events` are stored like those of a supervisor. */
  async addSession(
    id: string,
    {
      runId = 'run-1',
      agent = 'implementer-1',
      events = [],
      status = 'running',
      turn,
      minute = 0,
    }: NewAgentSession = {},
  ): Promise<void> {
    const row = { id, run_id: runId, agent_id: agent, status: 'running' };
    await this.#db
      .insertInto('agent_sessions')
      .values({ ...row, started_at: this.#minute(minute), request_event_id: turn ?? null })
      .execute();
    await this.addSessionEvents(id, ...events);
    if (status === 'running') return;
    await this.#db
      .updateTable('agent_sessions')
      .set({ status, ended_at: this.#minute(minute + 2), exit_code: 0, end_reason: 'exit code 0' })
      .where('id', '=', id)
      .execute();
  }

  async addSessionEvents(id: string, ...events: readonly SessionEvent[]): Promise<void> {
    const { log_position: from } = await this.#db
      .selectFrom('agent_sessions')
      .select('log_position')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await this.#db
      .transaction()
      .execute((transaction) =>
        new SessionEventRepository(transaction).append(id, { from, to: from + 1, events }, this.at),
      );
  }

  async addClaim(
    id: string,
    runId: string,
    { minutesLeft = 5, isReleased = false } = {},
  ): Promise<void> {
    const expiresAt = new Date(Date.now() + minutesLeft * 60_000);
    const row = { id, run_id: runId, agent_id: 'implementer-1', resource: `file:${id}` };
    const times = { claimed_at: this.at, expires_at: expiresAt };
    await this.#db
      .insertInto('resource_claims')
      .values({ ...row, ...times, released_at: isReleased ? this.at : null })
      .execute();
  }

  async addEvents(runId: string, ...payloads: readonly unknown[]): Promise<string[]> {
    const ids: string[] = [];
    for (const payload of payloads) {
      const row = { run_id: runId, type: 'orchestrator.retry', payload: JSON.stringify(payload) };
      const { id } = await this.#db
        .insertInto('run_events')
        .values({ ...row, at: this.at })
        .returning('id')
        .executeTakeFirstOrThrow();
      ids.push(String(id));
    }
    return ids;
  }

  #rowScope(runId: string | undefined) {
    const times = { created_at: this.at, updated_at: this.at };
    return { workspace_id: this.#workspace, run_id: runId ?? null, ...times };
  }

  #minute(minute: number): Date {
    return new Date(this.at.getTime() + minute * 60_000);
  }
}

export interface NewRequest extends OfRun {
  readonly proposalId?: string;
  readonly taskId?: string;
  readonly by?: string;
  readonly status?: string;
  readonly minute?: number;
}

export async function lockWaiters({ db }: TestDatabase, count: number): Promise<void> {
  await expect
    .poll(async () => {
      const waiting = db
        .withTables<{ pg_stat_activity: { datname: string; wait_event_type: string | null } }>()
        .selectFrom('pg_stat_activity')
        .select('datname')
        .where('wait_event_type', '=', 'Lock')
        .where((one) => one('datname', '=', one.fn<string>('current_database', [])));
      return (await waiting.execute()).length;
    })
    .toBe(count);
}

export function tally(answers: readonly Answer[]): Record<string, number> {
  const outcomes = answers.map(({ status, text }) => {
    const { code } = JSON.parse(text) as { code?: string };
    return code === undefined ? `${status}` : `${status} ${code}`;
  });
  return Object.fromEntries(
    [...Map.groupBy(outcomes, (outcome) => outcome)].map(([name, all]) => [name, all.length]),
  );
}
