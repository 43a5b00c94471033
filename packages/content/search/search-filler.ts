import type { Database } from '@galley/database';
import type { SiteSettings } from '@galley/settings';
import { DocumentRepository } from '../document-repository.ts';
import type { IndexedDocument, ReadDocument } from '../document.ts';
import { placeOf, readDocument } from '../read-document.ts';
import { SearchRepository, type SearchedSnapshot } from './search-repository.ts';

interface SearchFillerOptions {
  readonly db: Database;
  readonly settings: () => SiteSettings;
}

const batchCount = 250;

/** Makes documents searchable that are not yet: those of an older Galley, and those that a crash left out. */
export class SearchFiller {
  readonly #options: SearchFillerOptions;

  constructor(options: SearchFillerOptions) {
    this.#options = options;
  }

  /** Returns how many documents it made searchable. */
  async fill(): Promise<number> {
    const { db } = this.#options;
    const search = new SearchRepository(db);
    let count = 0;
    for (let last = 0; ;) {
      const ids = await search.missingAfter(last, batchCount);
      if (ids.length === 0) return count;
      const snapshots = await this.#read(ids);
      await search.write(snapshots);
      count += snapshots.length;
      last = ids.at(-1)!;
    }
  }

  async #read(ids: readonly number[]): Promise<SearchedSnapshot[]> {
    const { settings } = this.#options;
    const heads = await new DocumentRepository(this.#options.db).listHeads(ids);
    return heads.flatMap(({ indexed, bytes }) => {
      const place = placeOf(indexed.place.path, settings());
      if (!place) return [];
      const document = asKnown(indexed, readDocument(place, bytes, settings()));
      return [{ documentId: indexed.documentId, headHash: indexed.headHash, document }];
    });
  }
}

/** A file that cannot be read says nothing of its title or author; the index has what it knew. */
export function asKnown({ metadata }: IndexedDocument, head: ReadDocument): ReadDocument {
  return head.problem ? { ...head, metadata } : head;
}
