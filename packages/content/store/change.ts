import type { Transaction, Write } from '@galley/database';
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
import { computeHistoryHash } from '../document/revision.ts';

export interface Change {
  readonly document: ReadDocument;
  readonly decision: Decision;
  readonly kind: HistoryKind;
  readonly author: string;
  readonly onBehalfOf: HistoryEntry['onBehalfOf'];
  readonly message: string;
  readonly at: Date;
  /** Absent to keep the current one. */
  readonly assignment?: Assignment | undefined;
  readonly event?: EditorialEvent | undefined;
  /** A person requests a review, for which required fields are needed. */
  readonly asksForReview?: boolean | undefined;
  readonly alongside?: ((transaction: Transaction) => Promise<void>) | undefined;
  /** In the same transaction, together with others. */
  readonly writes?: readonly Write[] | undefined;
  /** For the audit log. */
  readonly record?: RecordChange | undefined;
  /** Null when the bytes have to be written. */
  readonly file: KnownFile | null;
  /** Absent for a document that stays. */
  readonly trashPath?: string | undefined;
  readonly renamedFrom?: string | undefined;
  /** The public revision, to write its row again beside a new head. */
  readonly open?: ReadDocument | undefined;
  /** Set for documents of the very first scan, which emit no events. */
  readonly withoutEvent?: true;
}

export type RecordChange = (changed: {
  readonly path: string;
  readonly revision: string;
  readonly status: DocumentStatus;
}) => Write | undefined;

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

export interface NewSnapshot {
  readonly entry: HistoryEntry;
  readonly document: ReadDocument;
}

export interface NewState {
  readonly status: DocumentStatus;
  readonly public: { readonly hash: string; readonly revision: string; readonly at: Date } | null;
  readonly editorial: EditorialFacts;
  /** Null when the file has to be written. */
  readonly file: KnownFile | null;
}

export interface Outcome {
  readonly snapshot: NewSnapshot;
  readonly state: NewState;
}

/** Text of the public row after the change; undefined when the row stays. */
export function publicTextOf({
  decision,
  document,
  open,
}: Pick<Change, 'decision' | 'document' | 'open'>): ReadDocument | undefined {
  return decision.publication === 'keep' ? open : document;
}

export function signedBy({
  username,
  onBehalfOf = [],
}: Actor): Pick<Change, 'author' | 'onBehalfOf'> {
  return { author: username, onBehalfOf };
}

export function outcomeOf(before: ChangeBase | undefined, change: Change): Outcome {
  const { document, decision, kind, author, onBehalfOf, message, at, file, renamedFrom } = change;
  const parentHash = before?.headHash ?? null;
  const { status } = decision;
  const facts = { parentHash, author, onBehalfOf, message, kind, status, at };
  const hash = computeHistoryHash({ ...facts, path: document.place.path, bytes: document.bytes });
  const kept =
    before?.publicHash == null
      ? null
      : { hash: before.publicHash, revision: before.publishedRevision!, at: before.publishedAt! };
  const publish = { hash, revision: document.revision, at };
  const renew = { ...publish, at: kept?.at ?? at };
  const open = { keep: kept, publish, renew, withdraw: null };
  return {
    snapshot: {
      document,
      entry: { ...facts, hash, revision: document.revision, renamedFrom: renamedFrom ?? null },
    },
    state: {
      status: decision.status,
      public: open[decision.publication],
      editorial: factsAfter(before?.editorial, { ...change, revision: document.revision }),
      file,
    },
  };
}

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

/** As the rows are once the file is written. */
export function indexedAfter(
  { documentId, after }: { readonly documentId: number; readonly after: ChangeBase },
  { place, problem, notice }: ReadDocument,
  { hash, stamp }: KnownFile,
): IndexedDocument {
  const file = { fileHash: hash, fileStamp: stamp, materialised: true };
  return { ...after, ...file, documentId, place, problem, notice, restoredBy: null };
}
