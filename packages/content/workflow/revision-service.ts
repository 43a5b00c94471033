import type { Actor } from '@galley/kernel';
import { ApprovalReceiptRepository } from '../history/approvals/approval-receipt-repository.ts';
import type { SealedReceipt } from '../history/approvals/approval-receipt.ts';
import type { ContentServiceOptions } from './content-service.ts';
import {
  compareTexts,
  requireComparable,
  type ComparedText,
  type Comparison,
} from '../history/comparison.ts';
import { requireDocumentPath } from '../document/content-path.ts';
import { requireInsight, requireReadable } from './document-access.ts';
import type { IndexedDocument, ReadDocument, RetainedEntry } from '../document/document.ts';
import { HistoryReadModel } from '../history/history-read-model.ts';
import { unreadSize } from '../tree/known-file.ts';
import { readDocument } from '../document/read-document.ts';

export interface Snapshot {
  readonly entry: RetainedEntry;
  readonly document: ReadDocument;
}

/** A snapshot's hash, or `current`. */
export interface CompareRevisions {
  readonly path: string;
  /** Defaults to the snapshot before the right one. */
  readonly left?: string | undefined;
  /** Defaults to `current`. */
  readonly right?: string | undefined;
}

export interface CompareDocuments {
  readonly leftPath: string;
  readonly rightPath: string;
}

export interface RevisionSide {
  readonly path: string;
  readonly entry: RetainedEntry;
  readonly bytes: Buffer;
}

export interface RevisionComparison {
  /** Null when the right side is the first snapshot. */
  readonly left: RevisionSide | null;
  readonly right: RevisionSide;
  readonly comparison: Comparison;
}

type SideName = 'left' | 'right';

const maxReceipts = 1_000;

export class RevisionService {
  readonly #options: ContentServiceOptions;
  readonly #history: HistoryReadModel;

  constructor(options: ContentServiceOptions) {
    this.#options = options;
    this.#history = new HistoryReadModel(options.db);
  }

  /** @throws `not_found`, also without read access; `forbidden` without access to the history */
  async get(actor: Actor, path: string, hash: string): Promise<Snapshot> {
    const indexed = await this.#open(actor, path, 'documents.history');
    const { entry, bytes } = await this.#history.getSnapshot(indexed.documentId, hash);
    return { entry, document: readDocument(indexed.place, bytes, this.#options.settings()) };
  }

  /** Newest 1,000, newest first. @throws as `get` */
  async approvals(actor: Actor, path: string): Promise<SealedReceipt[]> {
    const { documentId } = await this.#open(actor, path, 'documents.history');
    return new ApprovalReceiptRepository(this.#options.db).list(documentId, maxReceipts);
  }

  /** @throws `not_found`, also without read access; `forbidden`; `comparison_too_large` */
  async compare(
    actor: Actor,
    { path, left, right = 'current' }: CompareRevisions,
  ): Promise<RevisionComparison> {
    const indexed = await this.#open(actor, path, 'documents.diff');
    const after = await this.#side(indexed, right, 'right');
    const before =
      left === undefined
        ? await this.#history.findBefore(indexed.documentId, after.entry.seq)
        : await this.#side(indexed, left, 'left');
    return compareSides(before ? { path, ...before } : null, after);
  }

  /** The actor needs access to both documents. @throws as `compare` */
  async compareDocuments(
    actor: Actor,
    { leftPath, rightPath }: CompareDocuments,
  ): Promise<RevisionComparison> {
    requireDocumentPath(leftPath, 'left_path');
    requireDocumentPath(rightPath, 'right_path');
    const current = async (path: string, side: SideName): Promise<RevisionSide> =>
      this.#side(await this.#open(actor, path, 'documents.diff'), 'current', side);
    return compareSides(await current(leftPath, 'left'), await current(rightPath, 'right'));
  }

  async #open(
    actor: Actor,
    path: string,
    capability: 'documents.history' | 'documents.diff',
  ): Promise<IndexedDocument> {
    const { indexed } = await this.#options.store.get(path);
    requireReadable(actor, indexed);
    requireInsight(actor, indexed, capability);
    return indexed;
  }

  async #side(indexed: IndexedDocument, name: string, side: SideName): Promise<RevisionSide> {
    const { documentId, headHash, fileHash, place } = indexed;
    const unread = name === 'current' ? unreadSize(fileHash) : undefined;
    // The history has no bytes of such a file, so it would compare as empty.
    if (unread !== undefined) requireComparable({ [side]: { bytes: unread, lines: null } });
    const hash = name === 'current' ? headHash : name;
    return { path: place.path, ...(await this.#history.getSnapshot(documentId, hash)) };
  }
}

function compareSides(left: RevisionSide | null, right: RevisionSide): RevisionComparison {
  const comparison = compareTexts(left && textOf(left), textOf(right));
  return { left, right, comparison };
}

function textOf({ path, entry: { at }, bytes }: RevisionSide): ComparedText {
  return { path, at, bytes };
}
