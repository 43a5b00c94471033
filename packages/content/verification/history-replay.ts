import type { RetainedEntry } from '../document.ts';
import type { Approval } from '../editorial/editorial.ts';
import { isObject, own, type Values } from '@galley/settings';
import type { RetainedSnapshot } from '../history-read-model.ts';
import { readSource, type DocumentSource } from '../read-document.ts';
import { historyHash } from '../revision.ts';
import { fault, type Fault } from './finding.ts';

/** An entry of the history, and what all up to it say; the revision is that of the bytes, whatever is stored. */
export interface ReplayedEntry {
  readonly entry: RetainedEntry;
  readonly bytes: Buffer;
  readonly source: DocumentSource;
  /** What the file said under `editorial`. */
  readonly block: Values;
  /** Whether this entry is what an approval leaves in the history. */
  readonly isApproval: boolean;
  /** Who edited the text last, by the rule of `LastEditorReadModel`. */
  readonly lastEditor: string | undefined;
  /** The approval that holds once this entry is made. */
  readonly standing: Approval | null;
  readonly faults: readonly Fault[];
}

const notEdits = new Set(['external', 'editorial']);

/** Goes through the history of one document from its first entry on, and works everything out again. */
export class HistoryReplay {
  readonly #path: string;
  #before: ReplayedEntry | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** The newest entry so far. */
  get last(): ReplayedEntry | undefined {
    return this.#before;
  }

  next({ entry, bytes }: RetainedSnapshot): ReplayedEntry {
    const before = this.#before;
    const source = readSource(bytes);
    const { revision } = source;
    const said = own(source.values, 'editorial');
    const block = isObject(said) ? said : {};
    const isEdit = !notEdits.has(entry.kind) && revision !== before?.source.revision;
    const isApproval = leavesApproval(entry, block, revision);
    const { author: by, at } = entry;
    const kept = before?.standing && keepsApproval(entry) ? before.standing : null;
    this.#before = {
      entry,
      bytes,
      source,
      block,
      isApproval,
      lastEditor: isEdit ? entry.author : before?.lastEditor,
      standing: isApproval ? { by, at, revision } : kept?.revision === revision ? kept : null,
      faults: [...this.#faultsOf({ entry, bytes }, revision)],
    };
    return this.#before;
  }

  *#faultsOf({ entry, bytes }: RetainedSnapshot, revision: string): Generator<Fault> {
    const { seq, author, at, kind, status, message, parentHash } = entry;
    const before = this.#before?.entry;
    const expected = (before?.seq ?? 0) + 1;
    if (seq !== expected) {
      const missing =
        seq - 1 === expected ? `Entry ${expected} is` : `Entries ${expected} to ${seq - 1} are`;
      yield fault('history', `${missing} missing from the history.`, seq);
    }
    if (parentHash !== (before?.hash ?? null)) {
      const which = before
        ? `entry ${before.seq}, which is before it`
        : 'nothing, as a first entry does';
      yield fault(
        'history',
        `Entry ${seq} does not follow on ${which}: something else was there when it was made.`,
        seq,
      );
    }
    const facts = { parentHash, author, at, kind, status, message, bytes, path: this.#path };
    if (historyHash(facts) !== entry.hash) {
      yield fault(
        'history',
        `Entry ${seq} is not what was recorded under its hash: its author, time, kind, state, message, text or path has been changed since. It now says ${author}, ${at.toISOString()}.`,
        seq,
      );
    }
    if (revision !== entry.revision) {
      yield fault(
        'history',
        `Entry ${seq} is stored as revision ${entry.revision}, and its text is ${revision}.`,
        seq,
      );
    }
  }
}

function leavesApproval(
  { kind, author, at }: RetainedEntry,
  block: Values,
  revision: string,
): boolean {
  return (
    kind === 'editorial' &&
    own(block, 'approved_by') === author &&
    own(block, 'approved_at') === at.toISOString() &&
    own(block, 'approved_revision') === revision
  );
}

/** Drafts and what is archived have no approval, and any editorial step but an approval takes it away. */
function keepsApproval({ kind, status }: RetainedEntry): boolean {
  return kind !== 'editorial' && status !== 'draft' && status !== 'archived';
}
