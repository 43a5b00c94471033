import type { Database } from '@galley/database';
import { decideExternal, type Decision } from '@galley/editorial';
import { isApprovalRequired } from '../store/approval-in-force.ts';
import type { Change } from '../store/change.ts';
import type { TreeFile } from '../tree/content-tree.ts';
import { DocumentRepository } from '../store/document-repository.ts';
import type { DocumentPlace, IndexedDocument, ReadDocument } from '../document/document.ts';
import { externalChange, type FoundFile } from '../store/external-change.ts';
import { knownFile } from '../tree/known-file.ts';
import { PublicCopies } from './public-copies.ts';
import type { ReconcilerOptions } from '../tree/reconciler-options.ts';

/** The part of `TreeReconciler` that is needed here; importing the class would be a cycle. */
interface Reconciler {
  read(place: DocumentPlace, file: TreeFile): ReadDocument;
  commit(connection: Database, before: IndexedDocument, change: Change): Promise<unknown>;
}

/**
 * Lets the rows of a document follow a file that came with a restored tree. With approval required it is an edit on
 * disk like any other: what is public stays (GAP-ED-5). Without, the site is to be as it was: what lies under
 * `.published/` is public again, and what was not public then is not.
 */
export class RestoredDocuments {
  readonly #options: ReconcilerOptions;
  readonly #reconciler: Reconciler;
  readonly #copies: PublicCopies;

  constructor(options: ReconcilerOptions, reconciler: Reconciler) {
    this.#options = options;
    this.#reconciler = reconciler;
    this.#copies = new PublicCopies(options);
  }

  /** Records the file, as its restorer's. Its caller looks at the document again. */
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
    // Nothing but the copy that is public may be another: it is written anew from the history.
    if (isAsBefore) await new DocumentRepository(connection).forgetFiles(indexed);
    else await this.#reconciler.commit(connection, asUnknown(indexed), change(found, decision));
  }
}

/** Nobody knows what the restored tree has beside the file. */
function asUnknown(indexed: IndexedDocument): IndexedDocument {
  return { ...indexed, materialised: false };
}

interface Found extends FoundFile {
  readonly indexed: IndexedDocument;
}

function change(found: Found, decision: Decision) {
  const { current, indexed } = found;
  // A file that cannot be read says nothing of its title or author; the index keeps what it knew.
  const document: ReadDocument = current.problem
    ? { ...current, metadata: indexed.metadata }
    : current;
  return externalChange({ ...found, current: document }, decision);
}

function decided({ indexed: before, current: file }: Found, requireApproval: boolean): Decision {
  return decideExternal({ before, file, requireApproval, baseline: false });
}

/** Without a copy beside it, a document was public by what its own file says, or not at all. */
function asItWas(found: Found): Decision {
  const decision = decided(found, false);
  if (found.current.problem || decision.publication !== 'keep' || found.indexed.publicHash === null)
    return decision;
  return { ...decision, publication: 'withdraw' };
}
