import { oneMoreNeeded, type Approval, type EditorialEvent } from '@galley/editorial';
import { isEqual, isObject, own, type Values } from '@galley/settings';
import type { RetainedEntry } from '../document/document.ts';
import type { RetainedSnapshot } from '../history/history-read-model.ts';
import { readSource, type DocumentSource } from '../document/read-document.ts';
import { computeHistoryHash } from '../document/revision.ts';
import { ContributorReplay, type ReplayedParties } from './contributor-replay.ts';
import { fault, type Fault } from './finding.ts';

/** State after all entries up to this one. `revision` is computed from the bytes, not read from the row. */
export interface ReplayedEntry {
  readonly entry: RetainedEntry;
  /** When it was written. */
  readonly path: string;
  readonly bytes: Buffer;
  readonly source: DocumentSource;
  readonly block: Values;
  readonly isApproval: boolean;
  /** As in `LastEditorReadModel`. */
  readonly lastEditor: string | undefined;
  /** ADD-IND-6. */
  readonly parties: ReplayedParties;
  /** Approvers of this revision, also while the approval is incomplete. */
  readonly approvers: readonly string[];
  /** Valid after this entry. */
  readonly standing: Approval | null;
  readonly faults: readonly Fault[];
}

export interface RecordedRename {
  /** Entry that records the rename. */
  readonly seq: number;
  readonly from: string;
}

const notEdits = new Set(['external', 'editorial']);

export class HistoryReplay {
  readonly #path: string;
  readonly #renames: readonly RecordedRename[];
  readonly #contributors = new ContributorReplay();
  #before: ReplayedEntry | undefined;

  /** `path` is the present one; renames oldest first. */
  constructor(path: string, renames: readonly RecordedRename[]) {
    this.#path = path;
    this.#renames = renames;
  }

  get last(): ReplayedEntry | undefined {
    return this.#before;
  }

  next({ entry, bytes }: RetainedSnapshot): ReplayedEntry {
    const before = this.#before;
    const source = readSource(bytes);
    const { revision } = source;
    const said = own(source.values, 'editorial');
    const block = isObject(said) ? said : {};
    const isChanged = revision !== before?.source.revision;
    const isEdit = !notEdits.has(entry.kind) && isChanged;
    const isApproval = leavesApproval(entry, block, revision);
    const parties = this.#contributors.next({ entry, source, isChanged });
    if (isApproval) this.#contributors.approve(revision);
    if (isNewestEvent({ entry, block, revision }, 'request_changes'))
      this.#contributors.withdraw(revision);
    const path = this.#pathAt(entry.seq);
    this.#before = {
      entry,
      path,
      bytes,
      source,
      block,
      isApproval,
      lastEditor: isEdit ? entry.author : before?.lastEditor,
      parties,
      ...approvalsAfter(isChanged ? undefined : before, { entry, block, isApproval, revision }),
      faults: [...this.#faultsOf({ entry, bytes }, { revision, path })],
    };
    return this.#before;
  }

  #pathAt(seq: number): string {
    return this.#renames.find((rename) => rename.seq > seq)?.from ?? this.#path;
  }

  *#faultsOf(
    { entry, bytes }: RetainedSnapshot,
    { revision, path }: { readonly revision: string; readonly path: string },
  ): Generator<Fault> {
    const { seq, author, onBehalfOf, at, kind, status, message, parentHash } = entry;
    const before = this.#before?.entry;
    const expected = (before?.seq ?? 0) + 1;
    if (seq !== expected) {
      const missing =
        seq - 1 === expected ? `Entry ${expected} is` : `Entries ${expected} to ${seq - 1} are`;
      yield fault('history', `${missing} missing from the history.`, seq);
    }
    if (parentHash !== (before?.hash ?? null)) {
      const which = before
        ? `entry ${before.seq}, the entry before it`
        : 'an empty history, although it is the first entry';
      yield fault(
        'history',
        `Entry ${seq} was not written after ${which}: its parent hash names another entry.`,
        seq,
      );
    }
    const signed = { author, onBehalfOf, at, kind, status, message };
    const facts = { ...signed, parentHash, bytes, path };
    if (computeHistoryHash(facts) !== entry.hash) {
      yield fault(
        'history',
        `Entry ${seq} does not match its hash: its author, time, kind, state, message, text or path was changed. It now says ${author}, ${at.toISOString()}.`,
        seq,
      );
    }
    if (revision !== entry.revision) {
      yield fault(
        'history',
        `Entry ${seq} is stored as revision ${entry.revision}, but its text is revision ${revision}.`,
        seq,
      );
    }
  }
}

interface Approving {
  readonly entry: RetainedEntry;
  readonly block: Values;
  readonly isApproval: boolean;
  readonly revision: string;
}

/** `before` has the same revision. */
function approvalsAfter(
  before: ReplayedEntry | undefined,
  { entry, block, isApproval, revision }: Approving,
): Pick<ReplayedEntry, 'standing' | 'approvers'> {
  const { author: by, at } = entry;
  if (isApproval) {
    return { approvers: [...(before?.approvers ?? []), by], standing: { by, at, revision } };
  }
  const isFirst = leavesFirstApproval({ entry, block, revision });
  if (!isFirst && !keepsApproval(entry)) return { approvers: [], standing: null };
  const { approvers, standing } = before ?? { approvers: [], standing: null };
  return { approvers: isFirst ? [...approvers, by] : approvers, standing };
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

function leavesFirstApproval(replayed: EventSource): boolean {
  const event = newestEvent(replayed.block);
  return isNewestEvent(replayed, 'approve') && isEqual(own(event, 'details'), oneMoreNeeded);
}

type EventSource = Pick<Approving, 'entry' | 'block' | 'revision'>;

function isNewestEvent(
  { entry, block, revision }: EventSource,
  action: EditorialEvent['action'],
): boolean {
  const { kind, author, at } = entry;
  const event = newestEvent(block);
  const said = [
    own(event, 'action'),
    own(event, 'actor'),
    own(event, 'at'),
    own(event, 'revision'),
  ];
  return kind === 'editorial' && isEqual(said, [action, author, at.toISOString(), revision]);
}

function newestEvent(block: Values): Values {
  const events = own(block, 'events');
  const last: unknown = Array.isArray(events) ? events.at(-1) : undefined;
  return isObject(last) ? last : {};
}

function keepsApproval({ kind, status }: RetainedEntry): boolean {
  return kind !== 'editorial' && status !== 'draft' && status !== 'archived';
}
