import { sql } from 'kysely';
import type { Database } from '@galley/database';
import { plainText } from '../search/plain-text.ts';
import { searchConfigOf } from '../search/search-config.ts';

const pathsAtOnce = 200;
const wordsAtOnce = 20_000;

/** Texts and stems for the search index of the static output. */
export class PublishedTextsReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Texts of public revisions without most marks, in the order of `paths`; missing documents are left out. */
  async *read(paths: readonly string[]): AsyncGenerator<{ path: string; text: string }> {
    for (let at = 0; at < paths.length; at += pathsAtOnce) {
      const some = paths.slice(at, at + pathsAtOnce);
      const rows = await this.#db
        .selectFrom('published_documents')
        .select(['path', 'body'])
        .where('path', 'in', some)
        .execute();
      const bodies = new Map(rows.map(({ path, body }) => [path, body]));
      for (const path of some) {
        const body = bodies.get(path);
        if (body !== undefined) yield { path, text: plainText(body) };
      }
    }
  }

  /** Stems by the language of the words; stop words (`the`) have an empty one. */
  async stems(lang: string, words: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const config = `pg_catalog.${searchConfigOf(lang)}`;
    const stems = new Map<string, string>();
    for (let at = 0; at < words.length; at += wordsAtOnce) {
      const some = words.slice(at, at + wordsAtOnce);
      const { rows } = await sql<{ word: string; stem: string | null }>`
        select word, (tsvector_to_array(to_tsvector(${config}::regconfig, word)))[1] as stem
        from unnest(${some}::text[]) as word
      `.execute(this.#db);
      for (const { word, stem } of rows) stems.set(word, stem ?? '');
    }
    return stems;
  }
}
