import { sql, type RawBuilder } from 'kysely';
import type { SearchQuery } from './search-query-read-model.ts';

/** Body (D), summary (C), terms (B), title (A): one match above the body outweighs all matches in it. */
const weights = '{0.001, 0.15, 0.4, 1}';

/**
 * When the query is the same for all configurations, the row's is not checked: a word that a configuration drops from
 * queries is not in its texts either.
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

export function rank(
  search: readonly SearchQuery[],
  words: 'everything' | 'head',
): RawBuilder<unknown> {
  const by = (query: string): RawBuilder<unknown> => {
    const vector = sql.ref(`found.${words}`);
    const weight = sql`ts_rank_cd(${weights}::real[], ${vector}, ${query}::tsquery)`;
    // Filtering first is ten times as fast as ranking rows without a match, and most heads have none.
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
