import { isOverIn, type Note, type Row, type Subject } from './notes.fixtures.ts';

export type Enforcement = 'recorded' | 'enforced';
export type Scope = 'database' | 'workspace';

/** A row of `run_events`. */
export interface EventRow {
  readonly id: number;
  readonly run_id: string;
  readonly type: string;
  readonly payload: Row;
}

/** What matters here of a row of `runs`, `tasks` or `proposals`. */
export interface StatusRow {
  readonly id: string;
  readonly status: string;
}

export interface TaskRow extends StatusRow {
  readonly assigned_agent_id: string | null;
}

/** A transition that somebody was told is done. */
export interface Answered {
  readonly requestId: string;
  readonly runId: string;
  readonly state: string;
}

/** Everything of one moment. */
export interface Facts {
  readonly enforcement: Enforcement;
  readonly scope: Scope;
  /** In the order of their ids, as are the events. */
  readonly notes: readonly Note[];
  readonly events: readonly EventRow[];
  readonly runs: readonly StatusRow[];
  readonly tasks: readonly TaskRow[];
  readonly proposals: readonly StatusRow[];
  readonly answered: readonly Answered[];
  /** The ids of the events that somebody saw who followed the stream with a cursor. */
  readonly seen: readonly number[];
  /** The same of single runs, over HTTP. */
  readonly seenOf: ReadonlyMap<string, readonly number[]>;
}

/** Facts, arranged to be asked. */
export class Ledger {
  readonly facts: Facts;
  readonly #ofSubject: ReadonlyMap<Subject, readonly Note[]>;
  readonly #ofTransaction: ReadonlyMap<string, readonly Note[]>;

  constructor(facts: Facts) {
    this.facts = facts;
    this.#ofSubject = Map.groupBy(facts.notes, ({ subject }) => subject);
    this.#ofTransaction = Map.groupBy(facts.notes, ({ xid }) => xid);
  }

  of(subject: Subject): readonly Note[] {
    return this.#ofSubject.get(subject) ?? [];
  }

  /** What else was changed in the transaction of a note. */
  withIt({ xid }: Note, subject: Subject): readonly Note[] {
    return this.#ofTransaction.get(xid)!.filter((note) => note.subject === subject);
  }

  events(...types: readonly string[]): readonly Note[] {
    return this.of('run_events').filter(({ after }) => types.includes(after['type'] as string));
  }

  /** Events and states of runs that a tick wrote, and nobody over the API. */
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

/** Of a change that has to do with a run. */
export function runOf({ subject, after }: Note): string {
  return after[subject === 'runs' ? 'id' : 'run_id'] as string;
}

export function payloadOf({ after }: Note): Row {
  return after['payload'] as Row;
}

export function statusOf(row: Row | null): string | undefined {
  return row?.['status'] as string | undefined;
}

/** Whether the one was committed when the other, a later one, was made. */
export function wasOverAt(earlier: Note, later: Note): boolean {
  return earlier.xid === later.xid || isOverIn(later.snapshot, earlier.xid);
}
