import { isByCoordinator, runOf, statusOf, type Ledger } from './facts.fixtures.ts';
import type { Note, Row } from './notes.fixtures.ts';

const toldStates = ['completed', 'blocked', 'failed', 'paused-intake'];

const eventOf = (state: string): string =>
  `orchestrator.${state === 'paused-intake' ? 'paused' : state}`;

/** Transitions for which a tick writes neither event nor audit entry, where states are enforced. */
const silent = ['draining stopped', 'active degraded', 'degraded active', 'blocked active'];

/** Each state has its event or audit entry, and each of those has its state. */
export function* stateFaults(ledger: Ledger): Generator<string> {
  const moves = ledger
    .notesOn('runs')
    .filter(({ before, after }) => before && statusOf(before) !== statusOf(after));
  for (const move of moves) yield* moveFaults(ledger, move);
  yield* claimFaults(ledger);
  yield* chainFaults(ledger);
  yield* answerFaults(ledger);
}

function* moveFaults(ledger: Ledger, move: Note): Generator<string> {
  const [from, to] = [statusOf(move.before), statusOf(move.after)];
  const what = `${runOf(move)} went from ${from} to ${to}`;
  const events = ledger
    .withIt(move, 'run_events')
    .filter(({ after }) => after['type'] === eventOf(to!));
  const entries = ledger.withIt(move, 'audit_entries').filter((entry) => {
    const details = detailsOf(entry);
    return details['prior_state'] === from && details['state'] === to;
  });
  if (entries.length > 0) {
    if (entries.length > 1 || events.length > 0) yield `${what}, which has several records`;
    return;
  }
  if (!isByCoordinator(move)) yield `${what} by ${move.writer}, without an audit entry`;
  else if (toldStates.includes(to!) && events.length !== 1)
    yield `${what}, which has ${events.length} events`;
  else if (!toldStates.includes(to!) && !mayBeSilent(ledger, `${from} ${to}`))
    yield `${what}, which has no record`;
}

function mayBeSilent({ facts }: Ledger, move: string): boolean {
  return facts.enforcement === 'enforced' && silent.includes(move);
}

function* claimFaults(ledger: Ledger): Generator<string> {
  const isMoved = (note: Note, runId: unknown, state: unknown): boolean =>
    ledger
      .withIt(note, 'runs')
      .some((move) => runOf(move) === runId && move.before && statusOf(move.after) === state);
  for (const state of toldStates)
    for (const event of ledger.events(eventOf(state)))
      if (!isMoved(event, runOf(event), state))
        yield `event ${String(event.after['id'])} reports ${state}, but ${runOf(event)} never had that state`;
  for (const entry of entriesOf(ledger)) {
    const { state } = detailsOf(entry);
    if (!isMoved(entry, entry.after['target'], state))
      yield `an audit entry reports ${String(state)}, but ${String(entry.after['target'])} never had that state`;
  }
}

/** Each state follows from the previous one, up to the current one. */
function* chainFaults(ledger: Ledger): Generator<string> {
  const notes = Map.groupBy(ledger.notesOn('runs'), runOf);
  for (const { id, status } of ledger.facts.runs) {
    const history = notes.get(id) ?? [];
    for (const [index, note] of history.entries())
      if (index > 0 && statusOf(note.before) !== statusOf(history[index - 1]!.after))
        yield `${id} continued from ${statusOf(note.before)}, which was not its status`;
    const last = history.at(-1);
    if (!last || statusOf(last.after) !== status)
      yield `${id} is ${status} without a recorded change`;
  }
}

/** Each transition confirmed to a client is in the audit log exactly once. */
function* answerFaults(ledger: Ledger): Generator<string> {
  for (const { requestId, runId, state } of ledger.facts.answered) {
    const entries = entriesOf(ledger).filter(
      (entry) =>
        entry.after['request_id'] === requestId &&
        entry.after['target'] === runId &&
        detailsOf(entry)['state'] === state,
    );
    if (entries.length !== 1)
      yield `${runId}: ${state} was answered, and audited ${entries.length} times`;
  }
}

function entriesOf(ledger: Ledger): readonly Note[] {
  return ledger
    .notesOn('audit_entries')
    .filter(({ after }) => (after['action'] as string).startsWith('run.'));
}

function detailsOf({ after }: Note): Row {
  return after['details'] as Row;
}
