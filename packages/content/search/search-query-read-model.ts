import { sql } from 'kysely';
import type { Database } from '@galley/database';
import { LexemeRepository } from './lexeme-repository.ts';
import { searchConfigOf } from './search-config.ts';
import { withoutAccents } from './word-forms.ts';

/** A `tsquery` for each text configuration. */
export interface SearchQuery {
  readonly config: string;
  readonly query: string;
  readonly matches: (lexemes: readonly string[]) => boolean;
}

export class SearchQueryReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * All words must match; `"…"` requires their order, `-` excludes, `or` allows either; the last word may be a prefix.
   * Configurations in which only stop words remain are omitted.
   */
  async read(typed: string, languages: readonly string[]): Promise<SearchQuery[]> {
    const configs = [...new Set(languages.map(searchConfigOf))];
    const words = searchWords(typed);
    const last = wordBeingTyped(words);
    const beginning = last === undefined ? '' : `'${withoutAccents(last)}':*`;
    const { rows } = await sql<{ config: string; query: string; wanted: string }>`
      select config, whole::text as query, querytree(whole) as wanted
      from unnest(${configs}::text[]) as config
      cross join lateral (select ('pg_catalog.' || config)::regconfig as stems) as named
      cross join lateral (
        select websearch_to_tsquery(stems, ${words}) as words, websearch_to_tsquery(stems, ${last ?? ''}) as last,
          ${beginning}::tsquery as beginning
      ) as typed
      cross join lateral (
        select case when numnode(words) = 0 then beginning
          when ${last === undefined} then words
          else ts_rewrite(words, last, last || beginning) end as whole
      ) as read
      where numnode(whole) > 0
    `.execute(this.#db);
    return rows.map(({ config, query, wanted }) => ({ config, query, matches: matcher(wanted) }));
  }

  async matchingWords({ config, matches }: SearchQuery, words: ReadonlySet<string>) {
    const lexemes = await new LexemeRepository(this.#db).find(config, words);
    return new Set([...words].filter((word) => matches(lexemes.get(word) ?? [])));
  }
}

/** Hyphens within words, apostrophes, slashes and full stops separate words, as in the index. */
function searchWords(typed: string): string {
  return typed
    .normalize('NFC')
    .toLowerCase()
    .replace(/["“”„«»]/g, '"')
    .replace(/[^\p{L}\p{N}\p{M}"-]+/gu, ' ')
    .replace(/(?<=[^ ])-|-(?![\p{L}\p{N}"])/gu, ' ');
}

function wordBeingTyped(words: string): string | undefined {
  return /(?:^|[ "])([\p{L}\p{N}\p{M}]+)$/u.exec(words)?.[1];
}

/** `querytree` returns the required part: lexemes in single quotes, with `:*` for prefixes. */
function matcher(wanted: string): SearchQuery['matches'] {
  const leaves = [...wanted.matchAll(/'((?:[^']|'')*)'(:\*)?/g)];
  const whole = new Set(leaves.filter((leaf) => !leaf[2]).map((leaf) => unquoted(leaf[1]!)));
  const beginnings = leaves.filter((leaf) => leaf[2]).map((leaf) => unquoted(leaf[1]!));
  return (lexemes) =>
    lexemes.some(
      (lexeme) => whole.has(lexeme) || beginnings.some((start) => lexeme.startsWith(start)),
    );
}

function unquoted(lexeme: string): string {
  return lexeme.replaceAll("''", "'").replaceAll('\\\\', '\\');
}
