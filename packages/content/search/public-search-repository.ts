import { sql } from 'kysely';
import type { Database } from '@galley/database';
import { LexemeRepository } from './lexeme-repository.ts';
import { searchText, searchVectors, searchVersion } from './search-vector.ts';

interface PublicText {
  readonly id: number;
  readonly version: number;
  readonly path: string;
  readonly public_id: string;
  readonly type: string;
  readonly lang: string;
  readonly title: string;
  readonly summary: string | null;
  readonly taxonomies: Readonly<Record<string, readonly string[]>>;
  readonly body: string;
}

const batchCount = 50;

/** Triggers write the words of public texts that are the newest; this class writes the others. */
export class PublicSearchRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async writeMissing(): Promise<void> {
    let last = 0;
    for (;;) {
      const texts = await this.#listMissing(last);
      for (const text of texts) await this.#write(text);
      last = texts.at(-1)?.id ?? last;
      if (texts.length < batchCount) return;
    }
  }

  async #listMissing(after: number): Promise<readonly PublicText[]> {
    const { rows } = await sql<PublicText>`
      select open.document_id as id, open.version, path, public_id, open.type, open.lang, title, summary,
        taxonomies, body
      from published_documents as open
      left join public_search as found
        on found.document_id = open.document_id and found.version >= ${searchVersion}
      where found.document_id is null and open.document_id > ${after}
      order by open.document_id limit ${batchCount}
    `.execute(this.#db);
    return rows;
  }

  async #write({ id, version, body, path, lang, type, ...text }: PublicText): Promise<void> {
    const { title, summary, taxonomies, public_id: publicId } = text;
    const key = publicId.slice(lang.length + type.length + 2);
    const words = searchText({
      place: { path, lang, type, key, id: publicId },
      metadata: { title, summary, taxonomies },
      body,
      text: null,
      problem: null,
    });
    const lexemes = await new LexemeRepository(this.#db).find(words.config, words.words);
    const { config, head, everything } = searchVectors(words, lexemes);
    // Another text published meanwhile has its own words. The lock makes its change wait.
    await sql`
      insert into public_search
        (document_id, version, config, head, everything, lang, type, date, is_listed)
      select document_id, ${searchVersion}, ${config}, ${head}::tsvector, ${everything}::tsvector,
        lang, type, date, is_listed_in_search(published_documents)
      from published_documents where document_id = ${id} and version = ${version}
      for no key update
      on conflict (document_id) do update
        set version = excluded.version, config = excluded.config, head = excluded.head,
          everything = excluded.everything, lang = excluded.lang, type = excluded.type,
          date = excluded.date, is_listed = excluded.is_listed
        where public_search.version < excluded.version
    `.execute(this.#db);
  }
}
