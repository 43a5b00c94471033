import { completionFaults } from './completions.fixtures.ts';
import { Ledger, payloadOf, statusOf, type EventRow, type Facts } from './facts.fixtures.ts';
import { fenceFaults, pauseFaults } from './fences.fixtures.ts';
import type { Note } from './notes.fixtures.ts';
import { stateFaults } from './states.fixtures.ts';

/** A sentence per disagreement between rows, events, audit log, followers and answers to clients. */
export function disagreements(facts: Facts): string[] {
  const ledger = new Ledger(facts);
  return [
    ...streamFaults(facts),
    ...assignmentFaults(ledger),
    ...reviewFaults(ledger),
    ...turnFaults(facts),
    ...stateFaults(ledger),
    ...completionFaults(ledger),
    ...fenceFaults(ledger),
    ...pauseFaults(ledger),
  ];
}

/** Followers of the stream, or of a run, see each event once and in order. */
function* streamFaults({ events, seen, seenOf }: Facts): Generator<string> {
  const ids = Map.groupBy(events, ({ run_id }) => run_id);
  yield* cursorFaults(events, seen);
  for (const [runId, ofRun] of seenOf)
    for (const fault of cursorFaults(ids.get(runId) ?? [], ofRun)) yield `${runId}: ${fault}`;
}

function* cursorFaults(events: readonly EventRow[], seen: readonly number[]): Generator<string> {
  const ids = events.map(({ id }) => id);
  const known = new Set(seen);
  for (const id of ids.filter((id) => !known.has(id))) yield `event ${id} was never seen`;
  for (const [index, id] of seen.entries())
    if (id <= (seen[index - 1] ?? 0)) yield `event ${id} was seen after ${seen[index - 1]}`;
  const there = new Set(ids);
  for (const id of seen.filter((id) => !there.has(id)))
    yield `event ${id} was seen but no longer exists`;
}

/** A row's changes and the events about it; each change must share a transaction with its event. */
interface MatchedChanges {
  readonly id: string;
  readonly changes: readonly Note[];
  readonly events: readonly Note[];
}

function matchEvents(
  changes: readonly Note[],
  events: readonly Note[],
  name: string,
): MatchedChanges[] {
  const changesOf = Map.groupBy(changes, ({ after }) => after['id'] as string);
  const eventsOf = Map.groupBy(events, (event) => payloadOf(event)[name] as string);
  return [...new Set([...changesOf.keys(), ...eventsOf.keys()])].map((id) => ({
    id,
    changes: changesOf.get(id) ?? [],
    events: eventsOf.get(id) ?? [],
  }));
}

function* pairFaults({ id, changes, events }: MatchedChanges, what: string): Generator<string> {
  for (const { xid } of changes) {
    const count = events.filter((event) => event.xid === xid).length;
    if (count !== 1) yield `${id} was ${what}, which has ${count} events`;
  }
  for (const { xid, after } of events)
    if (!changes.some((change) => change.xid === xid))
      yield `event ${String(after['id'])} reports that ${id} was ${what}, which is wrong`;
}

function assigneesOf(events: readonly Note[]): { id: string; agent: string | null }[] {
  return events
    .toSorted((a, b) => a.id - b.id)
    .map((event) => {
      const { task_id: id, assigned_agent_id: agent = null } = payloadOf(event);
      return { id: id as string, agent: agent as string | null };
    });
}

/** A task is assigned to the agent its last event names, and again only after it was taken from the last one. */
function* assignmentFaults(ledger: Ledger): Generator<string> {
  const isAssigned = (row: Note['before']): boolean =>
    (row?.['assigned_agent_id'] ?? null) !== null;
  const changes = ledger.notesOn('tasks');
  const given = changes.filter(({ before, after }) => !isAssigned(before) && isAssigned(after));
  const taken = changes.filter(({ before, after }) => isAssigned(before) && !isAssigned(after));
  const assignments = ledger.events('task.assigned');
  const releases = ledger.events('task.unassigned');
  for (const one of matchEvents(given, assignments, 'task_id')) yield* pairFaults(one, 'assigned');
  for (const one of matchEvents(taken, releases, 'task_id')) yield* pairFaults(one, 'unassigned');
  yield* assigneeFaults(ledger, [...assignments, ...releases]);
}

function* assigneeFaults(ledger: Ledger, events: readonly Note[]): Generator<string> {
  const agents = new Map<string, string | null>();
  for (const { id, agent } of assigneesOf(events)) {
    const isRepeated = agent !== null && (agents.get(id) ?? null) !== null;
    if (isRepeated) yield `${id} was assigned twice without being taken back`;
    agents.set(id, agent);
  }
  for (const { id, assigned_agent_id, status } of ledger.facts.tasks) {
    const agent = agents.get(id) ?? null;
    if (agent !== assigned_agent_id)
      yield `${id} is assigned to ${assigned_agent_id}, but its event names ${agent}`;
    if (status === 'in_progress' && agent === null)
      yield `${id} is in progress without an assignee`;
    if (status === 'open' && agent !== null) yield `${id} is open but assigned to ${agent}`;
  }
}

/** Each time a proposal becomes pending, its review is requested once. */
function* reviewFaults(ledger: Ledger): Generator<string> {
  const isRequest = ({ before, after }: Note): boolean =>
    statusOf(before) === 'pending' && statusOf(after) === 'in_review';
  const changes = ledger.notesOn('proposals').filter(isRequest);
  for (const one of matchEvents(changes, ledger.events('proposal.review_requested'), 'proposal_id'))
    yield* pairFaults(one, 'brought to review');
}

function turnFaults({ events, enforcement, maxParallelTurns }: Facts): string[] {
  return [...Map.groupBy(events, ({ run_id }) => run_id)].flatMap(([runId, ofRun]) =>
    [...turnFaultsOf(ofRun, { mayExpire: enforcement === 'enforced', maxParallelTurns })].map(
      (fault) => `${runId}: ${fault}`,
    ),
  );
}

interface TurnLimits {
  readonly mayExpire: boolean;
  readonly maxParallelTurns: number;
}

/** Turns are first come, first served, of agents without a turn, and numbered without gaps. */
function* turnFaultsOf(
  events: readonly EventRow[],
  { mayExpire, maxParallelTurns }: TurnLimits,
): Generator<string> {
  const waiting = new Map<number, unknown>();
  const inFlight = new Map<number, unknown>();
  let position = 0;
  for (const { id, type, payload } of events) {
    const request = payload['request_event_id'] as number;
    const agent = payload['agent_id'];
    if (type === 'agent.turn_requested') waiting.set(id, agent);
    if (type === 'agent.turn_scheduled') {
      position += 1;
      const busy = [...inFlight.values()];
      if (busy.length >= maxParallelTurns)
        yield `${request} is scheduled while ${busy.length} turns are in flight`;
      if (payload['position'] !== position)
        yield `turn ${position} has the position ${String(payload['position'])}`;
      const next = [...waiting].find(([, other]) => !busy.includes(other))?.[0];
      if (next !== request) yield `${request} is scheduled out of order or twice`;
      waiting.delete(request);
      inFlight.set(request, agent);
    }
    if (type === 'agent.turn_expired' && (!mayExpire || !inFlight.has(request)))
      yield `${request} has expired without being in flight`;
    if (/_(completed|failed|expired)$/.test(type)) inFlight.delete(request);
  }
}
