import { runOf, statusOf, wasOverAt, type Ledger } from './facts.fixtures.ts';
import type { Note } from './notes.fixtures.ts';

const terminal: readonly unknown[] = [
  'completed',
  'done',
  'closed',
  'cancelled',
  'canceled',
  'failed',
];
const activeProposal: readonly unknown[] = ['pending', 'in_review', 'revision_requested'];

/** A run ends only when all of its work is finished. */
export function* completionFaults(ledger: Ledger): Generator<string> {
  for (const event of ledger.events('orchestrator.completed', 'orchestrator.blocked')) {
    const what = `${runOf(event)} was ${event.after['type'] as string}`;
    const tasks = rowsAt(ledger, 'tasks', event).map(({ after }) => statusOf(after));
    const proposals = rowsAt(ledger, 'proposals', event).map(({ after }) => statusOf(after));
    const isActive =
      tasks.some((status) => status !== 'blocked' && !terminal.includes(status)) ||
      proposals.some((status) => activeProposal.includes(status));
    if (isActive) yield `${what} despite open work`;
    const isBlocked = tasks.includes('blocked');
    if (isBlocked !== (event.after['type'] === 'orchestrator.blocked'))
      yield `${what} ${isBlocked ? 'over' : 'without'} a blocked task`;
    if (hasTurn(ledger, event)) yield `${what} while a turn was requested`;
  }
}

function rowsAt(ledger: Ledger, subject: 'tasks' | 'proposals', event: Note): Note[] {
  const there = ledger
    .notesOn(subject)
    .filter(
      (note) => note.id < event.id && wasOverAt(note, event) && isInScope(ledger, note, event),
    );
  return [...new Map(there.map((note) => [note.after['id'], note])).values()];
}

function isInScope(ledger: Ledger, { after }: Note, event: Note): boolean {
  if (ledger.facts.scope === 'database') return true;
  const run = ledger.notesOn('runs').find((note) => runOf(note) === runOf(event));
  return run?.after['workspace_id'] === after['workspace_id'];
}

function hasTurn({ facts }: Ledger, event: Note): boolean {
  const outstanding = new Set<number>();
  for (const { id, run_id, type, payload } of facts.events) {
    if (id >= (event.after['id'] as number)) break;
    if (run_id !== runOf(event)) continue;
    if (type === 'agent.turn_requested') outstanding.add(id);
    if (/^agent\.turn_(completed|failed|expired)$/.test(type))
      outstanding.delete(payload['request_event_id'] as number);
  }
  return outstanding.size > 0;
}
