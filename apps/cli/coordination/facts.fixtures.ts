import { isOverIn, type Note, type Row, type Subject } from './notes.fixtures.ts';

export type Enforcement = 'recorded' | 'enforced';
export type Scope = 'database' | 'workspace';

export interface EventRow {
  readonly id: number;
  readonly run_id: string;
  readonly type: string;
  readonly payload: Row;
}

export interface StatusRow {
  readonly id: string;
  readonly status: string;
}

export interface TaskRow extends StatusRow {
  readonly assigned_agent_id: string | null;
}

export interface Answered {
  readonly requestId: string;
  readonly runId: string;
  readonly state: string;
}

export interface Facts {
  readonly enforcement: Enforcement;
  readonly scope: Scope;
  readonly maxParallelTurns: number;
  /** Ordered by id, as are the events. */
  readonly notes: readonly Note[];
  readonly events: readonly EventRow[];
  readonly runs: readonly StatusRow[];
  readonly tasks: readonly TaskRow[];
  readonly proposals: readonly StatusRow[];
  readonly answered: readonly Answered[];
  /** Event ids seen by a follower of the stream with a cursor. */
  readonly seen: readonly number[];
  /** Event ids seen by followers of single runs over HTTP. */
  readonly seenOf: ReadonlyMap<string, readonly number[]>;
}

export class Ledger {
  readonly facts: Facts;
  readonly #ofSubject: ReadonlyMap<Subject, readonly Note[]>;
  readonly #ofTransaction: ReadonlyMap<string, readonly Note[]>;

  constructor(facts: Facts) {
    this.facts = facts;
    this.#ofSubject = Map.groupBy(facts.notes, ({ subject }) => subject);
    this.#ofTransaction = Map.groupBy(facts.notes, ({ xid }) => xid);
  }

  notesOn(subject: Subject): readonly Note[] {
    return this.#ofSubject.get(subject) ?? [];
  }

  withIt({ xid }: Note, subject: Subject): readonly Note[] {
    return this.#ofTransaction.get(xid)!.filter((note) => note.subject === subject);
  }

  events(...types: readonly string[]): readonly Note[] {
    return this.notesOn('run_events').filter(({ after }) =>
      types.includes(after['type'] as string),
    );
  }

  /** Returns events and run states written by ticks, as opposed to the API. */
  byTicks(): readonly Note[] {
    return this.facts.notes.filter(
      (note) =>
        isByCoordinator(note) &&
        (note.subject === 'run_events' || note.subject === 'runs') &&
        this.withIt(note, 'audit_entries').length === 0 &&
        (note.before !== null) === (note.subject === 'runs'),
    );
  }
}

export function isByCoordinator({ writer }: Note): boolean {
  return writer.startsWith('coordinator-');
}

export function runOf({ subject, after }: Note): string {
  return after[subject === 'runs' ? 'id' : 'run_id'] as string;
}

export function payloadOf({ after }: Note): Row {
  return after['payload'] as Row;
}

export function statusOf(row: Row | null): string | undefined {
  return row?.['status'] as string | undefined;
}

export function wasOverAt(earlier: Note, later: Note): boolean {
  return earlier.xid === later.xid || isOverIn(later.snapshot, earlier.xid);
}
