import { runOf, statusOf, wasOverAt, type Ledger } from './facts.fixtures.ts';
import type { Note } from './notes.fixtures.ts';

/** Epochs only grow, and no epoch writes after the next one began. */
export function* fenceFaults(ledger: Ledger): Generator<string> {
  const beginnings = Map.groupBy(ledger.notesOn('run_leases'), runOf);
  for (const [runId, epochs] of beginnings)
    for (const [index, note] of epochs.entries())
      if (index > 0 && epochOf(note) <= epochOf(epochs[index - 1]!))
        yield `${runId}: the epoch ${epochOf(note)} follows ${epochOf(epochs[index - 1]!)}`;
  for (const write of ledger.byTicks())
    for (const fault of writeFaults(write, beginnings.get(runOf(write)) ?? []))
      yield `${runOf(write)}: ${write.writer} wrote ${describe(write)} ${fault}`;
}

function* writeFaults(write: Note, epochs: readonly Note[]): Generator<string> {
  const own = epochs.findLast(
    (note) => note.id < write.id && note.writer === write.writer && isTaken(note),
  );
  if (!own) {
    yield 'without a lease';
    return;
  }
  for (const next of epochs.filter((note) => epochOf(note) > epochOf(own)))
    if (next.id < write.id || !wasOverAt(write, next))
      yield `of the epoch ${epochOf(own)} after the start of ${epochOf(next)}`;
}

/** A lease was acquired. Revoking an epoch leaves `acquired_at` unchanged. */
function isTaken({ before, after }: Note): boolean {
  return before?.['acquired_at'] !== after['acquired_at'];
}

function epochOf({ after }: Note): number {
  return after['epoch'] as number;
}

function describe({ subject, after }: Note): string {
  return String(subject === 'runs' ? after['status'] : after['type']);
}

const closed: readonly unknown[] = ['paused-intake', 'draining', 'stopped'];
const takingUp = ['task.assigned', 'proposal.review_requested', 'agent.turn_scheduled'];

/** Where states are enforced, no work is picked up between the commit of a pause and the next resume. */
export function* pauseFaults(ledger: Ledger): Generator<string> {
  if (ledger.facts.enforcement === 'recorded') return;
  const states = Map.groupBy(ledger.notesOn('runs'), runOf);
  for (const event of ledger.events(...takingUp)) {
    const history = states.get(runOf(event)) ?? [];
    const what = `${runOf(event)}: event ${String(event.after['id'])} (${describe(event)})`;
    const state = statusOf(history.findLast(({ id }) => id < event.id)?.after ?? null);
    if (closed.includes(state)) yield `${what} came while the run was ${state}`;
    const pauses = history.filter(
      ({ id, after }) => id > event.id && closed.includes(statusOf(after)),
    );
    if (pauses.some((pause) => !wasOverAt(event, pause)))
      yield `${what} was committed after a pause`;
  }
}
