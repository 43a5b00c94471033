import { sql, type RawBuilder } from 'kysely';
import type { SearchQuery } from './search-query-read-model.ts';

/**
 * Of body (D), summary (C), terms (B) and title (A). One match in a title, a term or a summary counts for more than a
 * body that has the word as often as its places are kept.
 */
const weights = '{0.001, 0.15, 0.4, 1}';

/**
 * That a search finds a row of `document_search`, by the name `found`. Where the texts of all configurations are
 * searched for the same, which each row has is not asked: a word that a configuration leaves out of a search is not in
 * its texts either.
 */
export function isFound(search: readonly SearchQuery[]): RawBuilder<boolean> {
  const same = sameQuery(search);
  if (same !== undefined) return sql<boolean>`found.everything @@ ${same}::tsquery`;
  if (search.length === 0) return sql<boolean>`false`;
  const found = search.map(
    ({ config, query }) =>
      sql`(found.config = ${config} and found.everything @@ ${query}::tsquery)`,
  );
  return sql<boolean>`(${sql.join(found, sql` or `)})`;
}

/** How well it fits, by all its words or by those of its head. */
export function rank(
  search: readonly SearchQuery[],
  words: 'everything' | 'head',
): RawBuilder<unknown> {
  const by = (query: string): RawBuilder<unknown> => {
    const vector = sql.ref(`found.${words}`);
    const weight = sql`ts_rank_cd(${weights}::real[], ${vector}, ${query}::tsquery)`;
    // Asking first is ten times quicker than weighing what is not there, as it is not in most heads.
    return words === 'head'
      ? sql`case when ${vector} @@ ${query}::tsquery then ${weight} else 0::real end`
      : weight;
  };
  const same = sameQuery(search);
  if (same !== undefined) return by(same);
  if (search.length === 0) return sql`0::real`;
  const cases = search.map(({ config, query }) => sql`when ${config} then ${by(query)}`);
  return sql`case found.config ${sql.join(cases, sql` `)} end`;
}

function sameQuery(search: readonly SearchQuery[]): string | undefined {
  const [query, ...others] = new Set(search.map((one) => one.query));
  return others.length === 0 ? query : undefined;
}
