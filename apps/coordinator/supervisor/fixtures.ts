import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { vi } from 'vitest';
import { silentLogger, systemClock } from '@galley/kernel';
import { RunEventRepository, type RunEvent, type SupervisorStatus } from '@galley/runcoord';
import { TestProject, type Started } from '../fixtures.ts';
import { superviseProject, type SuperviseOptions } from './supervise.ts';

export const patience = { timeout: 30_000, interval: 20 };

const agentScript = `
import { appendFileSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
const { GALLEY_TURN_REASON: reason, GALLEY_TURN: turn } = process.env;
appendFileSync(process.argv[2], turn + ' ' + reason + '\\n');
const acts = {
  good() { console.log('done ' + turn); },
  bad() { console.error('no'); process.exitCode = 3; },
  chatty() { console.log('x'.repeat(5_000)); console.log('the end'); },
  tell() { for (const [name, value] of Object.entries(process.env)) console.log(name + ': ' + value); process.stdin.on('data', (text) => console.log('heard ' + text)); },
  wait() { setInterval(() => {}, 1_000); },
  stubborn() { process.on('SIGTERM', () => console.log('no')); console.log('here'); setInterval(() => {}, 1_000); },
};
if (existsSync('posts/ink.md')) {
  appendFileSync('posts/ink.md', 'Black.\\n');
  appendFileSync('posts/soot.md', '# Soot\\n');
  appendFileSync('posts/picture.bin', Buffer.from([0, 1, 2]));
  rmSync('posts/old.md');
  symlinkSync('/etc/passwd', 'posts/link.md');
  mkdirSync('.tool');
  appendFileSync('.tool/cache', 'x');
}
(acts[reason] ?? acts.good)();
`;

export const supervisorToken = 'the-token.of~the+supervisors/of-tests=';

export interface ProjectGiven {
  /** Default: the database. */
  readonly over?: 'database' | 'http';
  readonly supervisor?: string;
  readonly coordinator?: string;
  readonly sandbox?: 'always' | 'never';
  readonly interval?: string;
  /** Further adapters, as YAML. */
  readonly adapters?: string;
}

export class SupervisedProject implements AsyncDisposable {
  readonly project: TestProject;
  readonly coordinator: Started;
  readonly #over: 'database' | 'http';
  readonly #end = new AbortController();
  readonly #stopped: Promise<void>[] = [];

  private constructor(project: TestProject, coordinator: Started, over: 'database' | 'http') {
    this.project = project;
    this.coordinator = coordinator;
    this.#over = over;
  }

  static async open({
    over = 'database',
    supervisor = '',
    coordinator = '',
    sandbox = 'never',
    interval = '100ms',
    adapters = '',
  }: ProjectGiven = {}) {
    const project = await TestProject.open();
    const script = join(project.directory, 'agent.mjs');
    await writeFile(script, agentScript);
    const command = `"${process.execPath} ${script} ${join(project.directory, 'traces')}"`;
    await project.write(
      'galley.yaml',
      `coordinator: { enforcement: enforced, interval: 20ms, address: "127.0.0.1:7117", lease: 3s, ${coordinator}
         adapters: { generic: { command: ${command}, environment: [MODEL_KEY, ABSENT] }, ${adapters} },
         supervisor: { sandbox: ${sandbox}, interval: ${interval}, ${supervisor} } }\n`,
    );
    const variables = { DATABASE_URL: project.database.url };
    const token = { GALLEY_COORDINATOR__SUPERVISOR__TOKEN: supervisorToken };
    const started = await project.start({
      environment: over === 'http' ? { ...variables, ...token } : variables,
    });
    const supervised = new SupervisedProject(project, started, over);
    await supervised.addRun('run-1');
    return supervised;
  }

  get db() {
    return this.project.db;
  }

  get health(): Promise<Record<string, unknown>> {
    return this.coordinator.get('/healthz').then((answer) => answer.json()) as never;
  }

  get sessionsFolder(): string {
    return join(this.project.directory, '.service', 'supervisor', 'sessions');
  }

  get mcpUrl(): string {
    const address = this.#over === 'http' ? this.coordinator.address : 'http://127.0.0.1:7117';
    return `${address}/mcp`;
  }

  get environment(): SuperviseOptions['environment'] {
    const asking = {
      database: { DATABASE_URL: this.project.database.url },
      http: {
        GALLEY_COORDINATOR__SUPERVISOR__COORDINATOR_URL: this.coordinator.address,
        GALLEY_COORDINATOR__SUPERVISOR__TOKEN: supervisorToken,
      },
    };
    return { ...asking[this.#over], PATH: '/usr/bin:/bin' };
  }

  get options(): SuperviseOptions {
    return {
      projectDirectory: this.project.directory,
      overlays: [],
      environment: this.environment,
      overrides: {},
      stopAgents: false,
      logger: silentLogger,
      signal: this.#end.signal,
    };
  }

  /** The task prevents that a plan is requested from the chair. */
  async addRun(id: string): Promise<void> {
    const now = systemClock.now();
    const times = { started_at: now, ended_at: null, transitioned_at: now };
    await this.db
      .insertInto('runs')
      .values({
        id,
        workspace_id: 'default',
        goal: 'Ink',
        status: 'active',
        reason: null,
        ...times,
      })
      .execute();
    const row = {
      id: `blocked-${id}`,
      status: 'waiting',
      title: '',
      description: '',
      created_by: 'ada',
    };
    await this.db
      .insertInto('tasks')
      .values({ ...row, workspace_id: 'default', run_id: id, created_at: now, updated_at: now })
      .execute();
  }

  async supervise(given: Partial<SuperviseOptions> = {}): Promise<Supervising> {
    const end = new AbortController();
    const signal = AbortSignal.any([end.signal, this.#end.signal]);
    const running = await superviseProject({ ...this.options, ...given, signal });
    this.#stopped.push(running.stopped);
    const stop = (): Promise<void> => {
      end.abort();
      return running.stopped;
    };
    return { stop, [Symbol.asyncDispose]: stop };
  }

  async requestTurn(
    reason: string,
    { agent = 'implementer-1', runId = 'run-1' } = {},
  ): Promise<number> {
    const payload = { agent_id: agent, reason };
    const event = { runId, type: 'agent.turn_requested' as const, payload, at: systemClock.now() };
    return this.db.transaction().execute(async (transaction) => {
      const events = new RunEventRepository(transaction);
      // The agents of these tests do no work, which would pause the run after three turns.
      const resumed = { progress_turns: null, resumed_after_event_id: await events.lastId() };
      await transaction.updateTable('runs').set(resumed).where('id', '=', runId).execute();
      const [id] = await events.append([event]);
      return id!;
    });
  }

  /** Resolves when the agent is at work. */
  async startAgent(reason: string) {
    const turn = await this.requestTurn(reason);
    const { id } = await this.sessionOf(turn, 'running');
    await this.begun(turn);
    return { turn, id, ...(await this.processesOf(id)) };
  }

  events(runId = 'run-1'): Promise<RunEvent[]> {
    return new RunEventRepository(this.db).listAfter(runId, 0, 10_000);
  }

  async endOf(turn: number): Promise<{ type: string; payload: Record<string, unknown> }> {
    return vi.waitFor(async () => {
      const ends = (await this.events()).filter(
        ({ type, payload }) =>
          /^agent\.turn_(completed|failed|expired)$/.test(type) &&
          (payload as { request_event_id: number }).request_event_id === turn,
      );
      if (ends.length !== 1) throw new Error(`the turn ${turn} has ${ends.length} ends`);
      return ends[0] as { type: string; payload: Record<string, unknown> };
    }, patience);
  }

  async sessionOf(turn: number, status: 'running' | 'ended') {
    return vi.waitFor(async () => {
      const session = await this.db
        .selectFrom('agent_sessions')
        .selectAll()
        .where('request_event_id', '=', turn)
        .executeTakeFirst();
      if (session?.status !== status)
        throw new Error(`the session is ${session?.status ?? 'not there'}`);
      return session;
    }, patience);
  }

  async logOf(turn: number): Promise<string> {
    const { log_file: file } = await this.sessionOf(turn, 'ended');
    return readFile(file!, 'utf8');
  }

  /** `turn reason` of each started agent, in start order. */
  async traces(): Promise<string[]> {
    const text = await readFile(join(this.project.directory, 'traces'), 'utf8').catch(() => '');
    return text.split('\n').filter((line) => line !== '');
  }

  async begun(turn: number): Promise<void> {
    await vi.waitUntil(
      async () => (await this.traces()).some((line) => line.startsWith(`${turn} `)),
      patience,
    );
  }

  async processesOf(sessionId: string): Promise<{ wrapper: number; agent: number }> {
    const read = async (name: string) =>
      (
        JSON.parse(await readFile(join(this.sessionsFolder, sessionId, name), 'utf8')) as {
          pid: number;
        }
      ).pid;
    const [wrapper, agent] = await Promise.all([read('wrapper.json'), read('agent.json')]);
    return { wrapper, agent };
  }

  async leftFolders(): Promise<string[]> {
    await mkdir(this.sessionsFolder, { recursive: true });
    return readdir(this.sessionsFolder);
  }

  async status(): Promise<SupervisorStatus | undefined> {
    const row = await this.db.selectFrom('supervisors').select('status').executeTakeFirst();
    return (row?.status ?? undefined) as SupervisorStatus | undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort();
    await Promise.all(this.#stopped);
    // Kills agents left running, because nothing else does.
    for (const sessionId of await this.leftFolders()) {
      const { agent } = await this.processesOf(sessionId).catch(() => ({ agent: undefined }));
      if (agent !== undefined && isThere(agent)) process.kill(-agent, 'SIGKILL');
    }
    await this.project[Symbol.asyncDispose]();
  }
}

export interface Supervising extends AsyncDisposable {
  readonly stop: () => Promise<void>;
}

export function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
