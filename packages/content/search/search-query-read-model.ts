import { sql } from 'kysely';
import type { Database } from '@galley/database';
import { LexemeRepository } from './lexeme-repository.ts';
import { searchConfigOf } from './search-config.ts';
import { withoutAccents } from './words.ts';

/** What somebody looks for, as a `tsquery` for the texts of each configuration. */
export interface SearchQuery {
  readonly config: string;
  readonly query: string;
  /** Whether a word that is indexed as these lexemes is one of those looked for. */
  readonly matches: (lexemes: readonly string[]) => boolean;
}

/** Reads what people type into a search box. Nothing that they type is an error. */
export class SearchQueryReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * The words of `typed` have all to be there; `"…"` stands for words in this order, `-` before a word for its absence,
   * `or` for either. The last word may be the beginning of one. Configurations for which nothing is left, since all
   * words of it say nothing, are not in the answer.
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

  /** Of some words in texts of a configuration, those that the query looks for. */
  async matchingWords({ config, matches }: SearchQuery, words: ReadonlySet<string>) {
    const lexemes = await new LexemeRepository(this.#db).find(config, words);
    return new Set([...words].filter((word) => matches(lexemes.get(word) ?? [])));
  }
}

/**
 * Leaves words, quotes, and minus signs before them, so that PostgreSQL takes for a word what the index does. A hyphen
 * in a word, an apostrophe, a slash or a full stop part words there.
 */
function searchWords(typed: string): string {
  return typed
    .normalize('NFC')
    .toLowerCase()
    .replace(/["“”„«»]/g, '"')
    .replace(/[^\p{L}\p{N}\p{M}"-]+/gu, ' ')
    .replace(/(?<=[^ ])-|-(?![\p{L}\p{N}"])/gu, ' ');
}

/** The word at the very end, unless quotes have closed or a minus sign is before it. */
function wordBeingTyped(words: string): string | undefined {
  return /(?:^|[ "])([\p{L}\p{N}\p{M}]+)$/u.exec(words)?.[1];
}

/** `querytree` is the part of a query that has to be there: lexemes in single quotes, with `:*` for beginnings. */
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
