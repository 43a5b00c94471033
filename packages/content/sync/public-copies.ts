import type { Database } from '@galley/database';
import type { Decision } from '@galley/editorial';
import { commitOne } from './commit.ts';
import { publishedFolder } from '../tree/content-tree.ts';
import type { DocumentLocation, IndexedDocument, ReadDocument } from '../document/document.ts';
import { DocumentRepository } from '../store/document-repository.ts';
import { externalChange, type FoundFile } from '../store/external-change.ts';
import { readFileAs } from '../tree/read-file-as.ts';
import type { ReconcilerOptions } from '../tree/reconciler-options.ts';

/** It exists while the public revision differs from the head. */
export function hasPublicCopy({
  publicHash,
  headHash,
}: Pick<IndexedDocument, 'publicHash' | 'headHash'>): boolean {
  return publicHash !== null && publicHash !== headHash;
}

/** Whether the public revision differs from the new head. */
export function needsPublicCopy(
  { publicHash }: Pick<IndexedDocument, 'publicHash'>,
  { publication }: Pick<Decision, 'publication'>,
): boolean {
  return publication === 'keep' && publicHash !== null;
}

/** Whether a new head requires a public copy to be written or removed. */
export function changesPublicCopy(
  before: IndexedDocument,
  decision: Pick<Decision, 'publication'>,
): boolean {
  return needsPublicCopy(before, decision) !== hasPublicCopy(before);
}

/** Beside a new head: its bytes, null for none, and whether the tree may differ. */
export async function publicCopyAfter(
  connection: Database,
  before: IndexedDocument | undefined,
  decision: Pick<Decision, 'publication'>,
): Promise<{ readonly bytes: Buffer | null; readonly changed: boolean }> {
  if (!before) return { bytes: null, changed: false };
  const { documentId, publicHash, materialised } = before;
  const bytes =
    publicHash !== null && needsPublicCopy(before, decision)
      ? await new DocumentRepository(connection).bytesOf(documentId, publicHash)
      : null;
  // An unfinished change may have left anything in the tree.
  return { bytes, changed: !materialised || changesPublicCopy(before, decision) };
}

interface FoundWithCopy extends FoundFile {
  readonly open: ReadDocument;
}

/** In imported trees. */
export class PublicCopies {
  readonly #options: ReconcilerOptions;

  constructor(options: ReconcilerOptions) {
    this.#options = options;
  }

  /** Undefined when missing or unreadable. */
  async read(place: DocumentLocation): Promise<ReadDocument | undefined> {
    const { tree, maxBytes } = this.#options;
    const file = await tree.read(`${publishedFolder}/${place.path}`, maxBytes);
    const copy = file && readFileAs(this.#options, place, file);
    return copy?.problem ? undefined : copy;
  }

  /** The copy as the public revision, followed by the working file. */
  async record(
    connection: Database,
    before: IndexedDocument | undefined,
    { open, ...found }: FoundWithCopy,
  ): Promise<void> {
    const { current } = found;
    const published = externalChange(
      { ...found, current: open },
      { status: 'published', publication: 'publish', approval: 'clear' },
    );
    const status = current.problem || current.status === 'published' ? 'draft' : current.status;
    const working = externalChange(found, { status, publication: 'keep', approval: 'clear' });
    const changes = [published, working];
    await commitOne(connection, this.#options.settings(), { before, changes });
  }
}
