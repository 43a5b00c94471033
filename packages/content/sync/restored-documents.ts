import type { Database } from '@galley/database';
import { decideExternal, type Decision } from '@galley/editorial';
import { isApprovalRequired } from '../store/approval-in-force.ts';
import type { Change } from '../store/change.ts';
import type { TreeFile } from '../tree/content-tree.ts';
import { DocumentRepository } from '../store/document-repository.ts';
import type { DocumentLocation, IndexedDocument, ReadDocument } from '../document/document.ts';
import { externalChange, type FoundFile } from '../store/external-change.ts';
import { knownFile } from '../tree/known-file.ts';
import { PublicCopies } from './public-copies.ts';
import type { ReconcilerOptions } from '../tree/reconciler-options.ts';

/** Importing `TreeReconciler` would create a cycle. */
interface Reconciler {
  read(place: DocumentLocation, file: TreeFile): ReadDocument;
  commit(connection: Database, before: IndexedDocument, change: Change): Promise<unknown>;
}

/** When approval is required, the public revision stays (GAP-ED-5); else the files in `.published/` become public. */
export class RestoredDocuments {
  readonly #options: ReconcilerOptions;
  readonly #reconciler: Reconciler;
  readonly #copies: PublicCopies;

  constructor(options: ReconcilerOptions, reconciler: Reconciler) {
    this.#options = options;
    this.#reconciler = reconciler;
    this.#copies = new PublicCopies(options);
  }

  /** The user who restored it signs. The caller reconciles the document afterwards. */
  async record(connection: Database, indexed: IndexedDocument, file: TreeFile): Promise<void> {
    const { clock, settings } = this.#options;
    const at = clock.now();
    const { restoredBy, place } = indexed;
    const known = knownFile(file, at);
    const current = this.#reconciler.read(place, file);
    const found = { indexed, known, current, baseline: undefined, restoredBy, at };
    const requireApproval = await isApprovalRequired(connection, settings());
    const open = requireApproval ? undefined : await this.#copies.read(place);
    if (open) {
      await this.#copies.record(connection, indexed, { ...found, open });
      return;
    }
    const decision = requireApproval ? decided(found, true) : asItWas(found);
    const isAsBefore = known.hash === indexed.fileHash && decision.publication === 'keep';
    // Only the public copy can differ; it is written again from the history.
    if (isAsBefore) await new DocumentRepository(connection).forgetFiles(indexed);
    else await this.#reconciler.commit(connection, asUnknown(indexed), change(found, decision));
  }
}

function asUnknown(indexed: IndexedDocument): IndexedDocument {
  return { ...indexed, materialised: false };
}

interface Found extends FoundFile {
  readonly indexed: IndexedDocument;
}

function change(found: Found, decision: Decision) {
  const { current, indexed } = found;
  // Unreadable files have no title or author, so the index keeps the known ones.
  const document: ReadDocument = current.problem
    ? { ...current, metadata: indexed.metadata }
    : current;
  return externalChange({ ...found, current: document }, decision);
}

function decided({ indexed: before, current: file }: Found, requireApproval: boolean): Decision {
  return decideExternal({ before, file, requireApproval, baseline: false });
}

/** Without a public copy, the document's own file decides whether it was public. */
function asItWas(found: Found): Decision {
  const decision = decided(found, false);
  if (found.current.problem || decision.publication !== 'keep' || found.indexed.publicHash === null)
    return decision;
  return { ...decision, publication: 'withdraw' };
}
