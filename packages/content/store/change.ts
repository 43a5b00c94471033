import type { Transaction } from '@galley/database';
import {
  factsAfter,
  type Assignment,
  type Decision,
  type DocumentStatus,
  type EditorialEvent,
  type EditorialFacts,
} from '@galley/editorial';
import type { Actor } from '@galley/kernel';
import type {
  HistoryEntry,
  HistoryKind,
  IndexedDocument,
  ReadDocument,
} from '../document/document.ts';
import type { KnownFile } from '../tree/known-file.ts';
import { historyHash } from '../document/revision.ts';

/** A decided step in a document's life: everything that its commit needs. */
export interface Change {
  readonly document: ReadDocument;
  readonly decision: Decision;
  readonly kind: HistoryKind;
  readonly author: string;
  readonly onBehalfOf: HistoryEntry['onBehalfOf'];
  readonly message: string;
  readonly at: Date;
  /** Who is assigned from now on; absent, who was before. */
  readonly assignment?: Assignment | undefined;
  /** Retained beside the entry of the history. */
  readonly event?: EditorialEvent | undefined;
  /** Writes rows of other tables in the same transaction. */
  readonly alongside?: ((transaction: Transaction) => Promise<void>) | undefined;
  /** Known when the tree has the bytes already; null when they are yet to be written. */
  readonly file: KnownFile | null;
  /** Where in the trash the file goes; absent for a document that stays. */
  readonly trashPath?: string | undefined;
  /** Set for what the very first index finds: the stream of events begins after it. */
  readonly untold?: true;
}

/** The state of a document that a change builds on. */
export type ChangeBase = Pick<
  IndexedDocument,
  | 'headHash'
  | 'revision'
  | 'status'
  | 'publicHash'
  | 'publishedRevision'
  | 'publishedAt'
  | 'editorial'
  | 'metadata'
  | 'deletedAt'
>;

/** A snapshot about to be stored: the entry, and the document as it then reads. */
export interface NewSnapshot {
  readonly entry: HistoryEntry;
  readonly document: ReadDocument;
}

/** The columns of `documents` that a change decides on, beside those that follow from the text. */
export interface NewState {
  readonly status: DocumentStatus;
  readonly public: { readonly hash: string; readonly revision: string; readonly at: Date } | null;
  readonly editorial: EditorialFacts;
  /** Null when the file is yet to be written. */
  readonly file: KnownFile | null;
}

/** The history entry of a change, and the state that the change leads to. */
export interface Outcome {
  readonly snapshot: NewSnapshot;
  readonly state: NewState;
}

/** How a change by somebody is signed in the history. */
export function signedBy({
  username,
  onBehalfOf = [],
}: Actor): Pick<Change, 'author' | 'onBehalfOf'> {
  return { author: username, onBehalfOf };
}

/** The outcome of a change: its entry is chained to the head that it follows. */
export function outcomeOf(before: ChangeBase | undefined, change: Change): Outcome {
  const { document, decision, kind, author, onBehalfOf, message, at, file } = change;
  const parentHash = before?.headHash ?? null;
  const { status } = decision;
  const facts = { parentHash, author, onBehalfOf, message, kind, status, at };
  const hash = historyHash({ ...facts, path: document.place.path, bytes: document.bytes });
  const kept =
    before?.publicHash == null
      ? null
      : { hash: before.publicHash, revision: before.publishedRevision!, at: before.publishedAt! };
  const publish = { hash, revision: document.revision, at };
  const renew = { ...publish, at: kept?.at ?? at };
  const open = { keep: kept, publish, renew, withdraw: null };
  return {
    snapshot: { document, entry: { ...facts, hash, revision: document.revision } },
    state: {
      status: decision.status,
      public: open[decision.publication],
      editorial: factsAfter(before?.editorial, { ...change, revision: document.revision }),
      file,
    },
  };
}

/** What the next change of the same commit builds on. */
export function baseAfter({ snapshot: { entry, document }, state }: Outcome): ChangeBase {
  const { revision, metadata } = document;
  return {
    headHash: entry.hash,
    revision,
    status: state.status,
    publicHash: state.public?.hash ?? null,
    publishedRevision: state.public?.revision ?? null,
    publishedAt: state.public?.at ?? null,
    editorial: state.editorial,
    metadata,
    deletedAt: null,
  };
}
