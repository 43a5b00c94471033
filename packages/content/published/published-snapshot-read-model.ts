import { sql } from 'kysely';
import type { Database } from '@galley/database';
import { digestOf } from './published-digest-read-model.ts';
import { summaryColumns, summaryFrom } from './published-rows.ts';
import { PublishedSnapshot } from './published-snapshot.ts';
import type { PublishedSummary } from './published.ts';

/**
 * Reads what is public. On a transaction that sees one moment (`repeatable read`), the snapshot is of that moment, its
 * texts as well; it is of no use after the transaction.
 */
export async function takePublishedSnapshot(db: Database): Promise<PublishedSnapshot> {
  const documents = await readAll(db);
  return new PublishedSnapshot({
    documents,
    digest: digestOf(documents),
    moved: await readMoved(db),
    bodiesOf: (paths) => readBodies(db, paths),
  });
}

async function readAll(db: Database): Promise<readonly PublishedSummary[]> {
  const rows = await db
    .selectFrom('published_documents')
    .select(summaryColumns)
    .orderBy('path')
    .execute();
  return rows.map(summaryFrom);
}

/** Every address that leads elsewhere, as `findMoved` finds it. */
async function readMoved(db: Database): Promise<Map<string, string>> {
  const { rows } = await sql<{ from: string; to: string }>`
    select distinct on ("from") "from", "to" from (
      select former.url as "from", open.url as "to", 1 as rank, former.left_at as at
      from former_addresses as former join published_documents as open using (document_id)
      where former.url <> open.url
      union all
      select alias, url, 0, published_at from published_documents, unnest(aliases) as alias where aliases <> '{}'
    ) as found
    order by "from", rank, at desc, "to"
  `.execute(db);
  return new Map(rows.map(({ from, to }) => [from, to]));
}

async function readBodies(db: Database, paths: readonly string[]): Promise<Map<string, string>> {
  if (paths.length === 0) return new Map();
  const rows = await db
    .selectFrom('published_documents')
    .select(['path', 'body'])
    .where('path', '=', sql<string>`any(${paths}::text[])`)
    .execute();
  return new Map(rows.map(({ path, body }) => [path, body]));
}
