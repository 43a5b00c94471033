import { randomUUID } from 'node:crypto';
import type { Random, TestDatabase } from '@galley/testing';

type Database = TestDatabase['db'];

const implementers = ['implementer-1', 'implementer-2', 'implementer-3'];
const inProgress = ['starting', 'active', 'paused-intake', 'draining', 'degraded'];
/** Upper limits for open work, so that now and then all of it is finished. */
const maxOpenWork = { tasks: 12, proposals: 5, turns: 3 };

const turnKinds = ['started', 'heartbeat', 'completed', 'completed'];

export interface Work {
  readonly id: string;
  readonly workspaceId: string | null;
}

interface Turn {
  /** The id of the event that requested the turn. */
  readonly id: number;
  readonly agentId: string;
  readonly isScheduled: boolean;
}

interface TurnPayload {
  readonly agent_id: string;
  readonly request_event_id: number;
}

interface Move {
  readonly ids?: readonly string[];
  readonly from: string;
  readonly to: string;
}

interface Telling {
  readonly type: string;
  readonly payload: object;
}

export interface WorkersOptions {
  readonly workspaces: readonly string[];
  /** Some agents never end their turn; without an expiry of turns, their run would stall. */
  readonly fallSilent: boolean;
}

/** Each transaction that adds work adds its event, and locks the end of the stream last, as all writers must. */
export class Workers {
  readonly #db: Database;
  readonly #random: Random;
  readonly #options: WorkersOptions;

  constructor(db: Database, random: Random, options: WorkersOptions) {
    this.#db = db;
    this.#random = random;
    this.#options = options;
  }

  async act(): Promise<void> {
    const random = this.#random;
    const acts = [
      () => this.#addTasks(),
      () => this.#addTasks(),
      () => this.#addProposal(),
      () => this.#requestTurn(),
      () => this.#playTurn(),
      () => this.#playTurn(),
      () => this.#playTurn(),
      () => this.#finishTasks(),
      () => this.#finishTasks(),
      () => this.#decideProposals(),
      () => this.#unblock(),
    ];
    await random.pick(acts)();
  }

  async beginRuns(): Promise<void> {
    for (const workspaceId of this.#options.workspaces) {
      const runs = await this.#runs();
      if (runs.some((run) => run.workspaceId === workspaceId)) continue;
      const now = new Date();
      const times = { started_at: now, transitioned_at: now };
      const row = { id: `run-${randomUUID()}`, workspace_id: workspaceId, goal: '' };
      await this.#db
        .insertInto('runs')
        .values({ ...row, status: 'active', ...times })
        .execute();
    }
  }

  async #runs(): Promise<Work[]> {
    return this.#db
      .selectFrom('runs')
      .select(['id', 'workspace_id as workspaceId'])
      .where('status', 'in', inProgress)
      .orderBy('seq')
      .execute();
  }

  async #forRun(work: (run: Work) => Promise<void>): Promise<void> {
    const runs = await this.#runs();
    if (runs.length > 0) await work(this.#random.pick(runs));
  }

  async #addTasks(): Promise<void> {
    const open = await this.#db
      .selectFrom('tasks')
      .select('id')
      .where('status', 'in', ['open', 'in_progress', 'blocked'])
      .execute();
    if (open.length >= maxOpenWork.tasks) return;
    await this.#forRun((run) => this.addTasksTo(run, this.#random.between(1, 4)));
  }

  async addTasksTo(run: Work, count: number): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      const ids = Array.from({ length: count }, () => `task-${randomUUID()}`);
      const rest = { title: '', description: '', created_by: 'chair-1', status: 'open' };
      const rows = ids.map((id) => ({ id, ...rest, ...added(run) }));
      await transaction.insertInto('tasks').values(rows).execute();
      for (const id of ids)
        await tell(transaction, run, { type: 'task.created', payload: { task_id: id } });
    });
  }

  async #addProposal(): Promise<void> {
    const open = await this.#db
      .selectFrom('proposals')
      .select('id')
      .where('status', 'in', ['pending', 'in_review', 'revision_requested'])
      .execute();
    if (open.length >= maxOpenWork.proposals) return;
    await this.#forRun((run) =>
      this.#db.transaction().execute(async (transaction) => {
        const id = `proposal-${randomUUID()}`;
        const risk = this.#random.pick(['low', 'high']);
        const row = { id, title: '', body: '', risk, status: 'pending', proposed_by: 'chair-1' };
        await transaction
          .insertInto('proposals')
          .values({ ...row, ...added(run) })
          .execute();
        await tell(transaction, run, { type: 'proposal.created', payload: { proposal_id: id } });
      }),
    );
  }

  async #requestTurn(): Promise<void> {
    const payload = { agent_id: this.#random.pick(implementers), reason: 'asked' };
    await this.#forRun(async (run) => {
      if ((await this.#turns(run.id)).size >= maxOpenWork.turns) return;
      await this.#tellAlone(run, { type: 'agent.turn_requested', payload });
    });
  }

  async #playTurn(kinds: readonly string[] = turnKinds): Promise<void> {
    await this.#forRun((run) => this.#playTurnOf(run, kinds));
  }

  async #playTurnOf(run: Work, kinds: readonly string[]): Promise<void> {
    const turns = [...(await this.#turns(run.id)).values()].filter(
      ({ isScheduled }) => isScheduled,
    );
    if (turns.length === 0) return;
    const turn = this.#random.pick(turns);
    if (this.#options.fallSilent && turn.id % 16 === 0) return;
    const payload = { agent_id: turn.agentId, request_event_id: turn.id };
    await this.#tellAlone(run, { type: `agent.turn_${this.#random.pick(kinds)}`, payload });
  }

  async isTurnWaiting(runId: string, maxParallelTurns: number): Promise<boolean> {
    const turns = [...(await this.#turns(runId)).values()];
    const busy = turns.filter(({ isScheduled }) => isScheduled).map(({ agentId }) => agentId);
    return busy.length < maxParallelTurns && turns.some(({ agentId }) => !busy.includes(agentId));
  }

  async #turns(runId: string): Promise<Map<number, Turn>> {
    const events = await this.#db
      .selectFrom('run_events')
      .select(['id', 'type', 'payload'])
      .where('run_id', '=', runId)
      .orderBy('id')
      .execute();
    const turns = new Map<number, Turn>();
    for (const { id, type, payload } of events) {
      const { agent_id: agentId, request_event_id: request } = payload as TurnPayload;
      if (type === 'agent.turn_requested') turns.set(id, { id, agentId, isScheduled: false });
      if (type === 'agent.turn_scheduled')
        turns.set(request, { id: request, agentId, isScheduled: true });
      if (/_(completed|expired)$/.test(type)) turns.delete(request);
    }
    return turns;
  }

  async finish(): Promise<void> {
    await this.#move('tasks', { from: 'in_progress', to: 'completed' });
    for (const from of ['in_review', 'revision_requested'])
      await this.#move('proposals', { from, to: 'accepted' });
    for (const run of await this.#runs()) await this.#playTurnOf(run, ['completed']);
  }

  async #finishTasks(): Promise<void> {
    const random = this.#random;
    const end = random.pick(['completed', 'done', 'failed', 'cancelled', 'blocked']);
    const tasks = this.#db.selectFrom('tasks').select('id').where('status', '=', 'in_progress');
    const found = await (random.chance(0.5) ? tasks : tasks.limit(1)).execute();
    const ids = found.map(({ id }) => id);
    if (ids.length > 0) await this.#move('tasks', { ids, from: 'in_progress', to: end });
  }

  async #decideProposals(): Promise<void> {
    const random = this.#random;
    const from = random.pick(['in_review', 'in_review', 'revision_requested']);
    const to =
      from === 'in_review'
        ? random.pick(['accepted', 'rejected', 'withdrawn', 'revision_requested'])
        : random.pick(['pending', 'withdrawn']);
    const found = await this.#db
      .selectFrom('proposals')
      .select('id')
      .where('status', '=', from)
      .limit(random.between(1, 10))
      .execute();
    const ids = found.map(({ id }) => id);
    if (ids.length > 0) await this.#move('proposals', { ids, from, to });
  }

  async #move(table: 'tasks' | 'proposals', { ids, from, to }: Move): Promise<void> {
    const rows = this.#db
      .updateTable(table)
      .set({ status: to, updated_at: new Date() })
      .where('status', '=', from);
    await (ids ? rows.where('id', 'in', ids) : rows).execute();
  }

  async #unblock(): Promise<void> {
    if (this.#random.chance(0.5)) return;
    await this.#forRun((run) =>
      this.#db.transaction().execute(async (transaction) => {
        const moved = await transaction
          .updateTable('tasks')
          .set({ status: 'in_progress', updated_at: new Date() })
          .where('status', '=', 'blocked')
          .returning('id')
          .execute();
        for (const { id } of moved)
          await tell(transaction, run, { type: 'task.unblocked', payload: { task_id: id } });
      }),
    );
  }

  #tellAlone(run: Work, telling: Telling): Promise<void> {
    return this.#db.transaction().execute((transaction) => tell(transaction, run, telling));
  }
}

function added({ id, workspaceId }: Work) {
  const now = new Date();
  return { workspace_id: workspaceId, run_id: id, created_at: now, updated_at: now };
}

async function tell(
  transaction: Database,
  { id }: Work,
  { type, payload }: Telling,
): Promise<void> {
  await transaction
    .selectNoFrom((select) => {
      const key = select.fn('hashtextextended', [select.val('galley:run-events'), select.val(0)]);
      return select.fn('pg_advisory_xact_lock', [key]).as('locked');
    })
    .execute();
  const row = { run_id: id, type, payload: JSON.stringify(payload), at: new Date() };
  await transaction.insertInto('run_events').values(row).execute();
}
