import { sql } from 'kysely';
import type { Database } from '@galley/database';
import type { SummarizedDocument } from '../document/document.ts';
import { marked, markedExcerpt, type Highlight, type SplitText } from './highlight.ts';
import { searchConfigOf } from './search-config.ts';
import { SearchQueryReadModel, type SearchQuery } from './search-query-read-model.ts';
import { searchedBody, searchedLength } from './search-vector.ts';
import { searchableHead } from './searchable-head.ts';
import { comparedForm, formsIn } from './word-forms.ts';

export interface SearchedTexts {
  readonly documentId: number;
  readonly lang: string;
  readonly title: string;
  readonly summary: string | null;
  readonly body: string;
}

interface Texts {
  readonly documentId: number;
  readonly config: string;
  readonly title: SplitText;
  readonly summary: SplitText | null;
  readonly body: SplitText;
}

export class HighlightReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async find(
    documents: readonly SummarizedDocument[],
    search: readonly SearchQuery[],
  ): Promise<Map<number, Highlight>> {
    return this.mark(await this.#texts(documents), search);
  }

  async mark(
    searched: readonly SearchedTexts[],
    search: readonly SearchQuery[],
  ): Promise<Map<number, Highlight>> {
    const texts = searched.map(splitTexts);
    const groups = search.map((query) =>
      this.#highlights(
        query,
        texts.filter(({ config }) => config === query.config),
      ),
    );
    return new Map((await Promise.all(groups)).flat());
  }

  async #highlights(
    query: SearchQuery,
    texts: readonly Texts[],
  ): Promise<(readonly [number, Highlight])[]> {
    const found = await this.#foundForms(query, texts);
    return texts.map(({ documentId, title, summary, body }) => [
      documentId,
      {
        title: marked(title, found),
        summary: summary && marked(summary, found),
        body: markedExcerpt(body, found) ?? null,
      },
    ]);
  }

  async #foundForms(query: SearchQuery, texts: readonly Texts[]): Promise<Map<string, string>> {
    const forms = new Set<string>();
    for (const { title, summary, body } of texts)
      for (const split of [title, summary, body])
        for (const form of split?.forms ?? []) forms.add(form);
    const compared = new Map<string, string>();
    for (const form of forms) {
      const word = comparedForm(form);
      if (word !== undefined) compared.set(form, word);
    }
    const words = await new SearchQueryReadModel(this.#db).matchingWords(
      query,
      new Set(compared.values()),
    );
    return new Map([...compared].filter(([, word]) => words.has(word)));
  }

  async #texts(documents: readonly SummarizedDocument[]): Promise<SearchedTexts[]> {
    if (documents.length === 0) return [];
    const bytes = await this.#bytesOf(documents);
    return documents.map((document) => {
      const { documentId, place, metadata } = document;
      const head = searchableHead(document, bytes.get(documentId) ?? Buffer.alloc(0));
      const { title, summary } = metadata;
      return { documentId, lang: place.lang, title, summary, body: searchedBody(head) };
    });
  }

  /** As found by the list, even if saved since. */
  async #bytesOf(documents: readonly SummarizedDocument[]): Promise<Map<number, Buffer>> {
    const ids = documents.map(({ documentId }) => documentId);
    const hashes = documents.map(({ headHash }) => headHash);
    const { rows } = await sql<{ document_id: number; bytes: Buffer }>`
      select document_id, bytes
      from unnest(${ids}::bigint[], ${hashes}::text[]) as head (id, head_hash)
      join document_history on document_id = id and hash = head_hash
    `.execute(this.#db);
    return new Map(rows.map(({ document_id, bytes }) => [document_id, bytes]));
  }
}

function splitTexts({ documentId, lang, title, summary, body }: SearchedTexts): Texts {
  return {
    documentId,
    config: searchConfigOf(lang),
    title: split(title),
    summary: summary === null ? null : split(summary),
    body: split(body.slice(0, searchedLength)),
  };
}

function split(text: string): SplitText {
  return { text, forms: formsIn(text) };
}
