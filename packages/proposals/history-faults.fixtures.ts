import { isInProgress } from '@galley/runcoord';
import { secret } from './history-world.fixtures.ts';
import type { RunHistory } from './run-history.fixtures.ts';

interface Event {
  readonly id: number;
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** A sentence per thing that went wrong in a history that has come to rest. */
export async function listFaults(history: RunHistory): Promise<string[]> {
  const events = await listEvents(history);
  return [
    ...history.faults,
    ...turnFaults(events, history.maxParallelTurns),
    ...overlapFaults(events, await listPaths(history)),
    ...(await dependencyFaults(history)),
    ...assignmentFaults(events),
    ...pauseFaults(history, events),
    ...(await acceptanceFaults(history, events)),
    ...(await usageFaults(history)),
    ...(await secretFaults(history)),
    ...(await endFaults(history)),
  ];
}

async function listEvents({ world, runId }: RunHistory): Promise<Event[]> {
  const rows = await world.database.db
    .selectFrom('run_events')
    .select(['id', 'type', 'payload'])
    .where('run_id', '=', runId)
    .orderBy('id')
    .execute();
  return rows as Event[];
}

const turnEnd = /^agent\.turn_(completed|failed|expired)$/;

/** Each turn is scheduled and ended at most once, numbered without gaps, and not too many at a time. */
function* turnFaults(events: readonly Event[], maxParallelTurns: number): Generator<string> {
  const scheduled = new Set<number>();
  const ended = new Set<number>();
  const inFlight = new Map<number, unknown>();
  for (const { type, payload } of events) {
    const request = payload['request_event_id'] as number;
    if (type === 'agent.turn_scheduled') {
      const agent = payload['agent_id'];
      if (scheduled.has(request)) yield `turn ${request} is scheduled twice`;
      if (inFlight.size >= maxParallelTurns)
        yield `turn ${request} is scheduled while ${inFlight.size} are in flight`;
      if ([...inFlight.values()].includes(agent)) yield `${String(agent)} has two turns`;
      scheduled.add(request);
      if (payload['position'] !== scheduled.size) yield `turn ${request} has a wrong position`;
      inFlight.set(request, agent);
    }
    if (!turnEnd.test(type)) continue;
    if (ended.has(request)) yield `turn ${request} ends twice`;
    ended.add(request);
    inFlight.delete(request);
  }
}

async function listPaths({ world, runId }: RunHistory): Promise<ReadonlyMap<string, boolean>> {
  const rows = await world.database.db
    .selectFrom('tasks')
    .select(['id', 'paths'])
    .where('run_id', '=', runId)
    .execute();
  return new Map(rows.map(({ id, paths }) => [id, paths.length > 0]));
}

/** All tasks with paths have the same in a history. */
function* overlapFaults(
  events: readonly Event[],
  tasks: ReadonlyMap<string, boolean>,
): Generator<string> {
  const claims = new Map<unknown, string>();
  for (const { type, payload } of events) {
    const request = payload['request_event_id'];
    const task = /^task (\S+)$/.exec(String(payload['reason']))?.[1];
    if (type === 'agent.turn_scheduled' && task !== undefined) {
      for (const other of claims.values())
        if (other === task || (tasks.get(other) && tasks.get(task)))
          yield `the tasks ${other} and ${task} have turns at the same time`;
      claims.set(request, task);
    }
    if (turnEnd.test(type)) claims.delete(request);
  }
}

/** Each assignment of a task comes after the ends of its dependencies. */
async function dependencyFaults({ world, runId }: RunHistory): Promise<string[]> {
  const { db } = world.database;
  const tasks = await db
    .selectFrom('tasks')
    .select(['id', 'depends_on'])
    .where('run_id', '=', runId)
    .execute();
  const events = await db
    .selectFrom('run_events')
    .select(['type', 'payload'])
    .where('run_id', '=', runId)
    .where('type', 'in', ['task.assigned', 'task.status_changed'])
    .orderBy('id')
    .execute();
  const statuses = new Map<unknown, unknown>();
  const faults: string[] = [];
  for (const { type, payload } of events as Event[]) {
    const { task_id: id, to } = payload;
    if (type === 'task.status_changed') statuses.set(id, to);
    const dependsOn = tasks.find((task) => task.id === id)?.depends_on ?? [];
    const isDone = (other: string) => ['completed', 'done'].includes(String(statuses.get(other)));
    if (type === 'task.assigned' && !dependsOn.every(isDone))
      faults.push(`task ${String(id)} is assigned before the tasks that it depends on are done`);
  }
  return faults;
}

/** A tick assigns a task again only after it was taken back. */
function* assignmentFaults(events: readonly Event[]): Generator<string> {
  const assigned = new Set<unknown>();
  for (const { type, payload } of events) {
    const task = payload['task_id'];
    if (type === 'task.assigned') {
      if (assigned.has(task)) yield `task ${String(task)} is assigned twice`;
      assigned.add(task);
    }
    if (type === 'task.unassigned' || (type === 'task.status_changed' && payload['to'] === 'open'))
      assigned.delete(task);
  }
}

/** A run is paused again only after a person made it active. */
function* pauseFaults({ services }: RunHistory, events: readonly Event[]): Generator<string> {
  const pauses = events.filter(({ type }) => type === 'orchestrator.paused').length;
  const resumed = services.audit.filter(({ details }) => details?.['state'] === 'active').length;
  if (pauses > resumed)
    yield `the run was paused ${pauses} times, and made active ${resumed} times`;
}

async function acceptanceFaults(
  { world, workspaceId, services }: RunHistory,
  events: readonly Event[],
): Promise<string[]> {
  const told = events.filter(({ type }) => type === 'proposal.accepted');
  const proposals = new Set(told.map(({ payload }) => payload['proposal_id']));
  const rows = await world.database.db
    .selectFrom('proposal_applications')
    .select(['proposal_id', 'state'])
    .where('workspace_id', '=', workspaceId)
    .execute();
  const applied = rows.filter(({ state }) => state === 'applied');
  const audited = services.audit.filter(({ action }) => action === 'proposal.accept');
  const counts = [proposals.size, applied.length, audited.length];
  if (counts.every((count) => count === told.length)) return [];
  return [
    `${told.length} acceptances of ${proposals.size} proposals, of which ${applied.length} are applied and ${audited.length} audited`,
  ];
}

async function usageFaults(history: RunHistory): Promise<string[]> {
  const { tokens } = (await history.view()).run.use;
  if (tokens === history.tokens) return [];
  return [`${history.tokens} tokens were reported, and ${tokens} are counted`];
}

async function secretFaults({ world, runId }: RunHistory): Promise<string[]> {
  const { db } = world.database;
  const output = await db
    .selectFrom('session_events')
    .innerJoin('agent_sessions', 'agent_sessions.id', 'session_id')
    .select('payload')
    .where('run_id', '=', runId)
    .execute();
  const questions = await db
    .selectFrom('questions')
    .select(['text', 'answer'])
    .where('run_id', '=', runId)
    .execute();
  const run = await db
    .selectFrom('runs')
    .select('reason_detail')
    .where('id', '=', runId)
    .executeTakeFirst();
  const shown = JSON.stringify([output, questions, run]);
  return shown.includes(secret) ? ['a secret is shown'] : [];
}

/** The run ends, or a person knows what to do. */
async function endFaults(history: RunHistory): Promise<string[]> {
  const { run } = await history.view();
  const { services, workspaceId, runId } = history;
  const living = await history.listLiving();
  const query = { workspaceId, runId, limit: 50 };
  const questions = (await services.records.listQuestions({ ...query, status: 'open' })).items;
  const about = questions.filter((question) => question.about !== null);
  const isAsked = run.status === 'paused-intake' && run.reason === 'no_progress';
  const faults = [
    ...(living.length > 0 ? [`${living.length} agents still run`] : []),
    ...(about.length === Number(isAsked)
      ? []
      : [
          `${about.length} questions of the coordinator are open, while the run is ${run.status} (${run.reason})`,
        ]),
  ];
  if (!isInProgress(run.status) || run.status === 'paused-intake') return faults;
  const proposals = (await services.records.listProposals(query)).items;
  const isDecisionOpen = proposals.some(({ status, patch }) => status === 'in_review' && patch);
  if (
    run.status === 'active' &&
    (questions.length > 0 || isDecisionOpen || run.reason === 'reopened')
  )
    return faults;
  return [...faults, `the run rests as ${run.status} (${run.reason}), and no person is asked`];
}
