import type { Transaction } from '@galley/database';
import { factsAfter, type Assignment, type Decision, type EditorialEvent } from '@galley/editorial';
import type { Actor } from '@galley/kernel';
import type { NewSnapshot, NewState } from './document-repository.ts';
import type {
  HistoryEntry,
  HistoryKind,
  IndexedDocument,
  ReadDocument,
} from '../document/document.ts';
import type { KnownFile } from '../tree/known-file.ts';
import { historyHash } from '../document/revision.ts';

/** One step in a document's life, decided and about to be kept. */
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
  /** To be retained beside the entry of the history. */
  readonly event?: EditorialEvent | undefined;
  /** Rows of other tables that change with it, in its transaction. */
  readonly alongside?: ((transaction: Transaction) => Promise<void>) | undefined;
  /** Known when the bytes are in the tree already; null when they are yet to be written. */
  readonly file: KnownFile | null;
  /** Set for what the very first index finds: the stream of events begins behind it. */
  readonly untold?: true;
}

/** How a change by somebody is signed in the history. */
export function signedBy({
  username,
  onBehalfOf = [],
}: Actor): Pick<Change, 'author' | 'onBehalfOf'> {
  return { author: username, onBehalfOf };
}

/** The history entry of a change, chained to the head that it follows, and the state that it leads to. */
export function outcomeOf(
  before: IndexedDocument | undefined,
  change: Change,
): { readonly snapshot: NewSnapshot; readonly state: NewState } {
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
