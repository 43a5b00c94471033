import {
  eventWrites,
  writeTogether,
  type Database,
  type Transaction,
  type Write,
} from '@galley/database';
import type { NewDomainEvent } from '@galley/kernel';
import type { SiteSettings } from '@galley/settings';
import { BatchWriter, scannedEdit, type ScannedEdit, type ScannedRemoval } from './batch-writer.ts';
import { recordApproval } from '../history/approvals/record-approval.ts';
import { SearchRepository, type SearchedSnapshot } from '../search/search-repository.ts';
import {
  baseAfter,
  outcomeOf,
  publicTextOf,
  type Change,
  type ChangeBase,
  type Outcome,
} from '../store/change.ts';
import { documentEvents, goneEvents } from '../store/document-events.ts';
import { DocumentRepository } from '../store/document-repository.ts';
import { EditorialEventRepository } from '../store/editorial-event-repository.ts';
import { HeadMovedError } from '../store/head-moved.ts';
import { TrashRepository } from '../store/trash-repository.ts';
import type { IndexedDocument } from '../document/document.ts';

export interface DocumentCommit {
  readonly before?: IndexedDocument | undefined;
  /** Each adds a history entry. Empty when the document is only removed from index and public site. */
  readonly changes: readonly Change[];
  readonly removed?: { readonly by: string; readonly at: Date };
  /**
   * A path taken meanwhile is then skipped, not refused, and `SearchFiller` indexes the documents. Edits and removals are
   * written together.
   */
  readonly fromScan?: true;
}

export interface Committed {
  readonly documentId: number;
  readonly headHash: string;
  /** Undefined for a document that is only removed. */
  readonly after: ChangeBase | undefined;
}

interface Entry {
  readonly before: ChangeBase | undefined;
  readonly change: Change;
  readonly outcome: Outcome;
}

interface PlannedCommit extends DocumentCommit {
  readonly entries: readonly Entry[];
  readonly edit: ScannedEdit | undefined;
  readonly removal: ScannedRemoval | undefined;
}

/**
 * Only this function writes the rows of a change: in one transaction, with domain events last. Callers hold the
 * documents' locks on this connection. An item is undefined for a path already taken during a scan. @throws
 * `HeadMovedError` when a head differs from `before`, or a path is taken
 */
export function commit(
  connection: Database,
  { editorial }: Pick<SiteSettings, 'editorial'>,
  commits: readonly DocumentCommit[],
): Promise<(Committed | undefined)[]> {
  const planned = commits.map(planOf);
  return connection.transaction().execute(async (transaction) => {
    const writer = new CommitWriter(transaction, editorial);
    const committed = await writer.write(planned);
    await writeTogether(transaction, await writer.lastWrites());
    return committed;
  });
}

export async function commitOne(
  connection: Database,
  settings: Pick<SiteSettings, 'editorial'>,
  one: DocumentCommit,
): Promise<Committed> {
  const [committed] = await commit(connection, settings, [one]);
  return committed!;
}

function planOf(one: DocumentCommit): PlannedCommit {
  const { before, changes, removed, fromScan } = one;
  const entries = entriesOf(one);
  const isRemoval = fromScan && before && removed && changes.length === 0;
  return {
    ...one,
    entries,
    edit: fromScan && !removed ? scannedEdit(before, entries) : undefined,
    removal: isRemoval ? { before, removed } : undefined,
  };
}

function entriesOf({ before, changes }: DocumentCommit): Entry[] {
  const entries: Entry[] = [];
  let base: ChangeBase | undefined = before;
  for (const change of changes) {
    const outcome = outcomeOf(base, change);
    entries.push({ before: base, change, outcome });
    base = baseAfter(outcome);
  }
  return entries;
}

class CommitWriter {
  readonly #events: NewDomainEvent[] = [];
  readonly #searched: SearchedSnapshot[] = [];
  readonly #writes: Write[] = [];
  readonly #transaction: Transaction;
  readonly #documents: DocumentRepository;
  readonly #editorial: SiteSettings['editorial'];

  constructor(transaction: Transaction, editorial: SiteSettings['editorial']) {
    this.#transaction = transaction;
    this.#documents = new DocumentRepository(transaction);
    this.#editorial = editorial;
  }

  async write(commits: readonly PlannedCommit[]): Promise<(Committed | undefined)[]> {
    const firsts = commits.flatMap(({ before, entries }) => (before ? [] : entries.slice(0, 1)));
    const { ids, writes } = await this.#documents.insert(firsts.map(({ outcome }) => outcome));
    if (commits.some(readsOwnHistory)) await writeTogether(this.#transaction, writes);
    else this.#writes.push(...writes);
    await this.#writeScanned(commits);
    const committed: (Committed | undefined)[] = [];
    for (const one of commits) {
      const { before, fromScan } = one;
      const documentId = before?.documentId ?? ids.get(hashOf(one.entries[0]!));
      if (documentId === undefined && !fromScan) throw new HeadMovedError();
      committed.push(documentId === undefined ? undefined : await this.#writeOne(documentId, one));
    }
    return committed;
  }

  async lastWrites(): Promise<readonly Write[]> {
    const search = new SearchRepository(this.#transaction);
    return [
      ...this.#writes,
      ...(await search.writesOf(this.#searched)),
      ...eventWrites(this.#events),
    ];
  }

  async #writeScanned(commits: readonly PlannedCommit[]): Promise<void> {
    const batch = new BatchWriter(this.#transaction);
    await batch.writeEdits(commits.flatMap(({ edit }) => edit ?? []));
    await batch.writeRemovals(commits.flatMap(({ removal }) => removal ?? []));
    this.#events.push(...batch.events);
  }

  async #writeOne(documentId: number, one: PlannedCommit): Promise<Committed> {
    const last = one.entries.at(-1);
    const headHash = last ? hashOf(last) : one.before!.headHash;
    const committed = { documentId, headHash, after: last && baseAfter(last.outcome) };
    if (one.edit ?? one.removal) return committed;
    for (const entry of one.entries) await this.#writeEntry(documentId, entry);
    const leaving = leavingOf(one);
    if (leaving) await this.#leave(committed, leaving);
    else if (one.before || !one.fromScan) {
      const { document } = last!.outcome.snapshot;
      this.#searched.push({ documentId, headHash, document });
    }
    this.#events.push(...eventsOf(documentId, one));
    return committed;
  }

  async #writeEntry(documentId: number, { before, change, outcome }: Entry): Promise<void> {
    const { decision, document, event, alongside, writes = [], record, trashPath } = change;
    const open = publicTextOf(change);
    const { snapshot, state } = outcome;
    if (before) {
      await this.#documents.advance({ documentId, headHash: before.headHash }, outcome);
      if (open && trashPath === undefined)
        await this.#documents.setPublic(
          documentId,
          state.public && { ...state.public, document: open },
        );
    }
    if (event) await new EditorialEventRepository(this.#transaction).insert(documentId, event);
    if (event && decision.approval === 'grant') {
      const { independence } = this.#editorial;
      const { restsOn } = decision;
      const approval = { documentId, event, snapshot, restsOn, independence };
      await recordApproval(this.#transaction, approval);
    }
    await alongside?.(this.#transaction);
    const { path } = document.place;
    const { status } = state;
    const entry = record?.({ path, revision: document.revision, status });
    this.#writes.push(...writes, ...(entry ? [entry] : []));
  }

  async #leave(head: Committed, { trashPath, by, at }: Leaving): Promise<void> {
    const { documentId } = head;
    if (trashPath === undefined) await this.#documents.markGone(head, at);
    else await this.#documents.markTrashed(head, at);
    // After locking the document's row, the same order as everywhere else, which avoids deadlocks.
    await this.#documents.setPublic(documentId, null);
    await new SearchRepository(this.#transaction).remove(documentId);
    if (trashPath === undefined) return;
    const entry = { path: trashPath, document_id: documentId, deleted_by: by, deleted_at: at };
    await new TrashRepository(this.#transaction).insert(entry);
  }
}

interface Leaving {
  /** Absent when the file is missing. */
  readonly trashPath?: string | undefined;
  readonly by: string;
  readonly at: Date;
}

function leavingOf({ changes, removed }: DocumentCommit): Leaving | undefined {
  const change = changes.at(-1);
  if (change?.trashPath === undefined) return removed;
  return { trashPath: change.trashPath, by: change.author, at: change.at };
}

function eventsOf(documentId: number, one: PlannedCommit): NewDomainEvent[] {
  const leaving = leavingOf(one);
  if (!leaving) return one.entries.flatMap((entry) => documentEvents({ documentId, ...entry }));
  const { trashPath, by: actor, at } = leaving;
  const type = trashPath === undefined ? 'document.removed' : 'document.trashed';
  return goneEvents(type, { indexed: one.before!, actor, at });
}

/** Within the same transaction: for its next number, or as what was approved. */
function readsOwnHistory({ before, entries }: PlannedCommit): boolean {
  const isWritten = ({ change }: Entry): boolean => Boolean(change.event ?? change.alongside);
  return !before && (entries.length > 1 || entries.some(isWritten));
}

function hashOf({ outcome }: Entry): string {
  return outcome.snapshot.entry.hash;
}
