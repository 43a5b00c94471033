import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import { withoutAccents } from './word-forms.ts';

/** Stop words (`the`) have none. */
export type Lexemes = ReadonlyMap<string, readonly string[]>;

/** By configuration. Equal on every server; querying them for each text would cost more than parsing it. */
const known = new Map<string, Map<string, readonly string[]>>();
const maxCachedLexemes = 100_000;

export class LexemeRepository {
  readonly #db: Database | Transaction;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** Stems, and the words without accents, so that a partially typed word finds the full one. */
  async find(
    config: string,
    words: ReadonlySet<string> | ReadonlyMap<string, unknown>,
  ): Promise<Lexemes> {
    const found = known.get(config);
    if (!found) return this.#learn(config, [...words.keys()], new Map());
    const missing: string[] = [];
    for (const word of words.keys()) if (!found.has(word)) missing.push(word);
    if (missing.length === 0) return found;
    // Replaces the cache instead of clearing it, since running calls still read the old one.
    return found.size + missing.length > maxCachedLexemes
      ? this.#learn(config, [...words.keys()], new Map())
      : this.#learn(config, missing, found);
  }

  async #learn(
    config: string,
    words: readonly string[],
    lexemes: Map<string, readonly string[]>,
  ): Promise<Lexemes> {
    const { rows } = await sql<{ word: string; stems: string[] }>`
      select word, tsvector_to_array(to_tsvector(${`pg_catalog.${config}`}::regconfig, word)) as stems
      from unnest(${words}::text[]) as word
    `.execute(this.#db);
    for (const { word, stems } of rows)
      lexemes.set(word, stems.length === 0 ? [] : [...new Set([...stems, withoutAccents(word)])]);
    known.set(config, lexemes);
    return lexemes;
  }
}
