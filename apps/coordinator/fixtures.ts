import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TokenService, UserRepository } from '@galley/auth';
import type { Database } from '@galley/database';
import { newId, newSecret, sha256, silentLogger, systemClock } from '@galley/kernel';
import {
  createTestDatabase,
  temporaryDirectory,
  type TemporaryDirectory,
  type TestDatabase,
} from '@galley/testing';
import { runProject, type RunOptions, type RunReport } from './runs/run-project.ts';
import { startCoordinator, type RunningCoordinator, type StartOptions } from './start.ts';

type Given<Options> = Partial<Options>;

export interface Started extends AsyncDisposable, RunningCoordinator {
  /** Like `fetch`, with paths relative to the coordinator's address. */
  readonly get: (path: string, init?: RequestInit) => Promise<Response>;
  readonly stop: () => Promise<void>;
}

export class TestProject implements AsyncDisposable {
  readonly directory: string;
  readonly database: TestDatabase;
  readonly #folder: TemporaryDirectory;
  readonly #end = new AbortController();
  readonly #stopped: Promise<void>[] = [];

  private constructor(folder: TemporaryDirectory, database: TestDatabase) {
    this.#folder = folder;
    this.directory = folder.path;
    this.database = database;
  }

  static async open(coordinator = '{ enforcement: enforced }'): Promise<TestProject> {
    const project = new TestProject(await temporaryDirectory(), await createTestDatabase());
    await project.write('galley.yaml', `coordinator: ${coordinator}\n`);
    return project;
  }

  get db(): Database {
    return this.database.db;
  }

  write(path: string, text: string): Promise<void> {
    return writeFile(join(this.directory, path), text);
  }

  async makeFolder(path: string): Promise<void> {
    await mkdir(join(this.directory, path), { recursive: true });
  }

  async start(given: Given<StartOptions> = {}): Promise<Started> {
    const end = new AbortController();
    const signal = AbortSignal.any([end.signal, this.#end.signal]);
    const running = await startCoordinator({ ...this.#options(), ...given, signal });
    this.#stopped.push(running.stopped);
    const stop = (): Promise<void> => {
      end.abort();
      return running.stopped;
    };
    const get = (path: string, init?: RequestInit) => fetch(running.address + path, init);
    return { ...running, get, stop, [Symbol.asyncDispose]: stop };
  }

  /** Default: headless, one iteration. */
  run(given: Given<RunOptions> = {}): Promise<RunReport> {
    const wish = {
      resume: false,
      goal: '',
      wait: false,
      onHeld: () => undefined,
      onTaken: () => undefined,
    };
    return runProject({ ...this.#options(), ...wish, maxIterations: 0, ...given });
  }

  #options() {
    return {
      projectDirectory: this.directory,
      overlays: [],
      environment: { DATABASE_URL: this.database.url },
      overrides: { coordinator: { address: '127.0.0.1:0' } },
      logger: silentLogger,
      signal: this.#end.signal,
    };
  }

  async tokenOf(role: string): Promise<string> {
    const { db } = this;
    const now = systemClock.now();
    const username = `${role}-${newSecret().slice(0, 6).toLowerCase()}`;
    const users = new UserRepository(db);
    await users.insert({
      username,
      name: role,
      email: `${username}@example.org`,
      role,
      createdAt: now,
    });
    const sessionId = newId();
    const later = new Date(now.getTime() + 3_600_000);
    await db
      .insertInto('sessions')
      .values({
        id: sessionId,
        token_hash: newSecret(),
        username,
        csrf_token: newSecret(),
        factor_verified: false,
        remote_addr: '127.0.0.1',
        user_agent: '',
        issued_at: now,
        confirmed_at: now,
        last_seen_at: now,
        expires_at: later,
        absolute_expires_at: later,
      })
      .execute();
    const tokens = new TokenService({ db, clock: systemClock, requireMfa: false });
    const actor = (await users.findActor(username))!;
    return (await tokens.create(actor, { name: 'test', scopes: ['*'], sessionId })).token;
  }

  async addTask(id: string, status = 'open'): Promise<void> {
    const now = systemClock.now();
    const row = { id, status, title: id, description: '', created_by: 'ada' };
    await this.db
      .insertInto('tasks')
      .values({ ...row, workspace_id: null, run_id: null, created_at: now, updated_at: now })
      .execute();
  }

  async addProposal(
    id: string,
    { patch, approval }: { readonly patch: string; readonly approval: string },
  ): Promise<void> {
    const now = systemClock.now();
    const row = { id, title: id, body: '', risk: 'low', status: 'pending', task_id: null };
    const times = { created_at: now, updated_at: now };
    await this.db
      .insertInto('proposals')
      .values({
        ...row,
        ...times,
        workspace_id: 'default',
        run_id: null,
        proposed_by: 'implementer-1',
      })
      .execute();
    await this.attachPatch(id, patch);
    await this.db
      .insertInto('approval_requests')
      .values({
        id: approval,
        proposal_id: id,
        status: 'requested',
        requested_by: 'chair-1',
        requested_at: now,
      })
      .execute();
  }

  async attachPatch(proposal: string, patch: string): Promise<void> {
    const by = { attached_by: 'implementer-1', attached_at: systemClock.now() };
    await this.db
      .insertInto('proposal_patches')
      .values({
        proposal_id: proposal,
        sha256: sha256(patch),
        base_revision: 'c0ffee',
        patch,
        ...by,
      })
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

  runs() {
    return this.db.selectFrom('runs').select(['id', 'status', 'goal', 'reason']).execute();
  }

  async setState(status: string): Promise<void> {
    await this.db.updateTable('runs').set({ status }).execute();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort();
    await Promise.all(this.#stopped);
    await this.database.close();
    await this.#folder[Symbol.asyncDispose]();
  }
}

export function bearer(token: string): RequestInit {
  return { headers: { authorization: `Bearer ${token}` } };
}

export function transition(token: string, body: object = {}): RequestInit {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': newId() };
  return { method: 'POST', headers, body: JSON.stringify(body) };
}
