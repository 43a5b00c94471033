import { DomainEventRepository, type Database } from '@galley/database';
import { outcomeOf } from '../store/change.ts';
import { publishedFolder } from '../tree/content-tree.ts';
import { documentEvents } from '../store/document-events.ts';
import { DocumentRepository } from '../store/document-repository.ts';
import type { DocumentPlace, IndexedDocument, ReadDocument } from '../document/document.ts';
import { externalChange, type FoundFile } from '../store/external-change.ts';
import { readFileAs } from '../tree/read-file-as.ts';
import type { ReconcilerOptions } from '../tree/reconciler-options.ts';

interface FoundWithCopy extends FoundFile {
  /** What the copy says. */
  readonly open: ReadDocument;
}

/** Public copies beside working files, in trees that come from elsewhere. */
export class PublicCopies {
  readonly #options: ReconcilerOptions;

  constructor(options: ReconcilerOptions) {
    this.#options = options;
  }

  /** Undefined when there is none, or none that can be read. */
  async read(place: DocumentPlace): Promise<ReadDocument | undefined> {
    const { tree, maxBytes } = this.#options;
    const file = await tree.read(`${publishedFolder}/${place.path}`, maxBytes);
    const copy = file && readFileAs(this.#options, place, file);
    return copy?.problem ? undefined : copy;
  }

  /** Puts both into the history: the copy as what is public, and on top of it the working file. */
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
    await connection.transaction().execute(async (transaction) => {
      const documents = new DocumentRepository(transaction);
      const first = outcomeOf(before, published);
      const documentId = before
        ? before.documentId
        : (await documents.insert(first.snapshot, first.state))!;
      if (before) {
        await documents.advance(before, first.snapshot, first.state);
        await documents.setPublic(
          documentId,
          first.state.public && { ...first.state.public, document: open },
        );
      }
      const between = (await documents.find(current.place.path))!;
      const second = outcomeOf(between, working);
      await documents.advance(between, second.snapshot, second.state);
      await new DomainEventRepository(transaction).append([
        ...documentEvents({ documentId, before, change: published, outcome: first }),
        ...documentEvents({ documentId, before: between, change: working, outcome: second }),
      ]);
    });
  }
}
