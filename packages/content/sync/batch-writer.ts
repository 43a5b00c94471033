import type { Transaction } from '@galley/database';
import type { NewDomainEvent } from '@galley/kernel';
import type { IndexedDocument } from '../document/document.ts';
import { SearchRepository } from '../search/search-repository.ts';
import { publicTextOf, type Change, type Outcome } from '../store/change.ts';
import { DocumentBatchRepository } from '../store/document-batch-repository.ts';
import { documentEvents, goneEvents } from '../store/document-events.ts';

/** An edit on disk. */
export interface ScannedEdit {
  readonly before: IndexedDocument;
  readonly change: Change;
  readonly outcome: Outcome;
}

/** All of a batch have the same time. */
export interface ScannedRemoval {
  readonly before: IndexedDocument;
  readonly removed: { readonly by: string; readonly at: Date };
}

/** Undefined for changes that write more rows, such as an editorial event. */
export function scannedEdit(
  before: IndexedDocument | undefined,
  entries: readonly Omit<ScannedEdit, 'before'>[],
): ScannedEdit | undefined {
  const [entry] = entries;
  if (!before || !entry || entries.length > 1) return undefined;
  const { event, alongside, writes, trashPath } = entry.change;
  const isPlain = !event && !alongside && !writes && trashPath === undefined;
  return isPlain ? { ...entry, before } : undefined;
}

/** Part of `commit`: a fixed number of statements for any number of documents. @throws `HeadMovedError` */
export class BatchWriter {
  readonly events: NewDomainEvent[] = [];
  readonly #documents: DocumentBatchRepository;
  readonly #search: SearchRepository;

  constructor(transaction: Transaction) {
    this.#documents = new DocumentBatchRepository(transaction);
    this.#search = new SearchRepository(transaction);
  }

  async writeEdits(edits: readonly ScannedEdit[]): Promise<void> {
    if (edits.length === 0) return;
    await this.#documents.advance(edits.map(({ before: head, outcome }) => ({ head, outcome })));
    const named = edits.map((edit) => ({ ...edit, documentId: edit.before.documentId }));
    await this.#documents.setPublic(
      named.flatMap(({ documentId, change, outcome: { state } }) => {
        const document = publicTextOf(change);
        return document ? [{ documentId, document, open: state.public }] : [];
      }),
    );
    await this.#search.markOutdated(named.map(({ documentId }) => documentId));
    this.events.push(...named.flatMap(documentEvents));
  }

  async writeRemovals(removals: readonly ScannedRemoval[]): Promise<void> {
    const [first] = removals;
    if (!first) return;
    await this.#documents.markGone(
      removals.map(({ before }) => before),
      first.removed.at,
    );
    for (const { before: indexed, removed } of removals)
      this.events.push(
        ...goneEvents('document.removed', { indexed, actor: removed.by, at: removed.at }),
      );
  }
}
