import type { Database } from '@galley/database';
import { DocumentRepository } from '../document-repository.ts';
import type { IndexedDocument } from '../document.ts';
import { decodeSource } from '../frontmatter/decode-source.ts';
import { splitSource } from '../frontmatter/fences.ts';
import { marked, markedExcerpt, type Highlight } from './highlight.ts';
import { searchConfigOf } from './search-config.ts';
import { SearchQueryReadModel, type SearchQuery } from './search-query-read-model.ts';
import { searchedBody, searchedLength } from './search-vector.ts';
import { placedWords } from './words.ts';

interface Text {
  readonly document: IndexedDocument;
  readonly body: string;
}

/** Where in some documents, those of one page, a search has found what it looks for. */
export class HighlightReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** By document id. */
  async find(
    documents: readonly IndexedDocument[],
    search: readonly SearchQuery[],
  ): Promise<Map<number, Highlight>> {
    const texts = await this.#texts(documents);
    const groups = search.map((query) =>
      this.#highlights(
        query,
        texts.filter(({ document }) => searchConfigOf(document.place.lang) === query.config),
      ),
    );
    return new Map((await Promise.all(groups)).flat());
  }

  async #highlights(
    query: SearchQuery,
    texts: readonly Text[],
  ): Promise<(readonly [number, Highlight])[]> {
    const all = texts.flatMap(({ document: { metadata }, body }) => [
      metadata.title,
      metadata.summary ?? '',
      body,
    ]);
    const distinct = new Set(all.flatMap((text) => [...placedWords(text)].map(({ word }) => word)));
    const words = await new SearchQueryReadModel(this.#db).matchingWords(query, distinct);
    return texts.map(({ document: { documentId, metadata }, body }) => [
      documentId,
      {
        title: marked(metadata.title, words),
        summary: metadata.summary === null ? null : marked(metadata.summary, words),
        body: markedExcerpt(body, words) ?? null,
      },
    ]);
  }

  async #texts(documents: readonly IndexedDocument[]): Promise<Text[]> {
    if (documents.length === 0) return [];
    const ids = documents.map(({ documentId }) => documentId);
    const heads = await new DocumentRepository(this.#db).listHeads(ids);
    return heads.map(({ indexed, bytes }) => {
      const { text } = decodeSource(bytes);
      const body = text === null ? '' : splitSource(text).body;
      const searched = searchedBody({ body, text, problem: indexed.problem });
      return { document: indexed, body: searched.slice(0, searchedLength) };
    });
  }
}
