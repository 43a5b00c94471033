import { sql, type RawBuilder } from 'kysely';
import type { Database } from '@galley/database';
import { isReadableMatch, isUnfiltered, type Asked } from './list-matches-read-model.ts';
import { isBehind, opposite, sortValue, withCursorErrors } from './list-order-read-model.ts';
import type { ListPosition } from './list-position.ts';
import { listedColumns, listedDocuments, type ListedRow } from './list-rows-read-model.ts';

interface AskedAt extends Asked {
  readonly position: ListPosition;
}

export interface FoundPage {
  /** A row more than the page holds when further rows follow. */
  readonly rows: readonly ListedRow[];
  readonly total: number;
  readonly isEstimate: boolean;
}

/** Above, totals are estimated, unless the page ends further behind. */
const maxCounted = 10_000;
/** Up to this number of matches among many documents, sorting them is faster than scanning all in order. */
const maxSorted = 3_000;
/** The planner expects no more rows of a page; a constant, so that all page sizes share a prepared statement. */
const usualPageSize = 256;

/**
 * A page of a list without a search, and the total, in one statement. PostgreSQL plans it without knowing its
 * parameters; the matches that it counts decide which of the planned ways to the rows it executes.
 *
 * @throws `invalid_request` for an invalid cursor
 */
export async function findPage(db: Database, asked: AskedAt): Promise<FoundPage> {
  const { position, query } = asked;
  const [skipped, size] = [skippedRows(asked), query.pageSize + 1];
  const isCounted = query.exactTotal === true || skipped + size > maxCounted;
  const isMatch = isReadableMatch(asked);
  const order = sql.raw(position.order);
  const { rows } = await withCursorErrors(position, () =>
    sql<{ total: number; is_exact: boolean } & (ListedRow | { readonly id: null })>`
      with asked as materialized (
        select ${skipped}::bigint as skipped, ${size}::bigint as size,
          ${isCounted ? null : maxCounted + 1}::bigint as max_counted
      ),
      planned as materialized (
        select reltuples, relpages from pg_class where oid = 'documents'::regclass
      ),
      counted as materialized (
        select count(*) as found from (
          select from documents where ${isMatch} limit (select max_counted from asked)
        ) as matching
      ),
      judged as materialized (
        select found, skipped, size, max_counted is null or found < max_counted as is_exact,
          found <= ${sql.lit(maxSorted)} and found * 16 <= reltuples as is_few,
          greatest(found - skipped - size, 0) as following
        from asked, planned, counted
      ),
      part as materialized (
        select found, skipped, size, following, is_exact, is_few,
          is_exact and not is_few and skipped < found and following < skipped as is_from_end
        from judged
      ),
      listed as materialized (
        select id, sort_key, tie from (${sql.join(ways(asked, isMatch), sql` union all `)}) as ways
        limit ${sql.lit(Math.max(usualPageSize, size))}
      )
      select
        case when is_exact then found else greatest(found, (${estimate(isMatch)})) end as total,
        is_exact, ${listedColumns}
      from part left join (${listedDocuments}) on true
      order by listed.sort_key ${order}, listed.tie ${order}
    `.execute(db),
  );
  const { total, is_exact } = rows[0]!;
  return { rows: rows.filter((row) => row.id !== null), total, isEstimate: !is_exact };
}

function skippedRows({ position, query }: AskedAt): number {
  return position.after ? 0 : (position.page - 1) * query.pageSize;
}

/** PostgreSQL skips the ways whose condition or limit excludes all rows. */
function ways(asked: AskedAt, isMatch: RawBuilder<boolean>): RawBuilder<unknown>[] {
  const { position } = asked;
  const [order, back] = [sql.raw(position.order), sql.raw(opposite[position.order])];
  const [value, tie] = [sortValue(position), sql.ref('path')];
  const matching = (condition: RawBuilder<boolean>) => sql`
    select id, ${value} as sort_key, ${tie} as tie from documents
    where ${condition} and ${isBehind(position, { value, tie })}`;
  const forward = sql`order by ${value} ${order}, path ${order}
    limit (select case when is_from_end or skipped >= found then 0 else size end from part)
    offset (select skipped from part)`;
  // With the ids, PostgreSQL uses the index of a filter, and sorts.
  const few = sql<boolean>`id = any(array(select id from documents where ${isMatch}))`;
  const sorted = sql`(${matching(few)} and (select is_few from part) ${forward})`;
  const isWalked = isUnfiltered(asked) ? sql`true` : sql`not (select is_few from part)`;
  const walked = sql`(${matching(isMatch)} and ${isWalked} ${forward})`;
  const walkedBack = sql`(
    ${matching(isMatch)} order by ${value} ${back}, path ${back}
    limit (select case when is_from_end then least(size, found - skipped) else 0 end from part)
    offset (select following from part)
  )`;
  return [
    walked,
    ...(isUnfiltered(asked) ? [] : [sorted]),
    ...(position.page > 1 && !position.after ? [walkedBack] : []),
  ];
}

/** From a hundred pages of the table, always the same ones. */
function estimate(isMatch: RawBuilder<boolean>): RawBuilder<number> {
  return sql`
    select (count(*) filter (where ${isMatch}) / greatest(count(*), 1)::float8
      * (select reltuples from planned))::bigint
    from documents tablesample system (
      (select 10000.0 / greatest(relpages, 100) from planned)
    ) repeatable (0)`;
}
