import { sql } from 'kysely';
import type { Database } from '@galley/database';
import { summaryColumns, summaryFrom, type SummaryRow } from './published-rows.ts';
import { PublishedSnapshot } from './published-snapshot.ts';
import type { PublishedSummary } from './published.ts';

/** Beyond as many changes, everything is read anew. */
const mostSingly = 1_000;

/**
 * Takes snapshots of what is public. What has not changed since the last one is not read again. On a transaction that
 * sees one moment (`repeatable read`), a snapshot is of that moment, its texts as well, and no longer of use after it.
 */
export class PublishedSnapshots {
  #known = new Map<string, PublishedSummary>();

  async take(db: Database): Promise<PublishedSnapshot> {
    const documents = this.#known.size === 0 ? await readAll(db) : await this.#readChanged(db);
    this.#known = new Map(documents.map((summary) => [summary.path, summary]));
    return new PublishedSnapshot({
      documents,
      moved: await readMoved(db),
      bodiesOf: (paths) => readBodies(db, paths),
    });
  }

  /** Gives the memory back; the next snapshot reads everything. */
  forget(): void {
    this.#known.clear();
  }

  async #readChanged(db: Database): Promise<readonly PublishedSummary[]> {
    const places = await db
      .selectFrom('published_documents')
      .select(['path', 'version'])
      .orderBy('path')
      .execute();
    const changed = places.filter(
      ({ path, version }) => this.#known.get(path)?.version !== version,
    );
    if (changed.length > mostSingly) return readAll(db);
    const read = await readSome(
      db,
      changed.map(({ path }) => path),
    );
    return places.map(({ path }) => read.get(path) ?? this.#known.get(path)!);
  }
}

async function readAll(db: Database): Promise<readonly PublishedSummary[]> {
  const rows = await db
    .selectFrom('published_documents')
    .select(summaryColumns)
    .orderBy('path')
    .execute();
  return rows.map(summaryFrom);
}

async function readSome(
  db: Database,
  paths: readonly string[],
): Promise<ReadonlyMap<string, PublishedSummary>> {
  if (paths.length === 0) return new Map();
  const rows: SummaryRow[] = await db
    .selectFrom('published_documents')
    .select(summaryColumns)
    .where('path', '=', sql<string>`any(${paths}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.path, summaryFrom(row)]));
}

/** Every address that leads elsewhere, as `findMoved` finds it. */
async function readMoved(db: Database): Promise<Map<string, string>> {
  const { rows } = await sql<{ from: string; to: string }>`
    select distinct on ("from") "from", "to" from (
      select former.url as "from", open.url as "to", 1 as rank, former.left_at as at
      from former_addresses as former join published_documents as open using (document_id)
      where former.url <> open.url
      union all
      select alias, url, 0, published_at from published_documents, unnest(aliases) as alias
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
