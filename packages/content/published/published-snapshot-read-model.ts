import { sql } from 'kysely';
import type { Database } from '@galley/database';
import { digestOf, readDigest } from './published-digest-read-model.ts';
import { summaryColumns, summaryFrom, type SummaryRow } from './published-rows.ts';
import { PublishedSnapshot, type SnapshotParts } from './published-snapshot.ts';
import type { PublishedSummary } from './published.ts';

/** Beyond as many changes, everything is read anew. */
const mostSingly = 1_000;

/**
 * Takes snapshots of what is public. What has not changed since the last one is not read again. On a transaction that
 * sees one moment (`repeatable read`), a snapshot is of that moment, its texts as well; it is of no use after the
 * transaction, and of none once the next one is taken.
 */
export class PublishedSnapshots {
  #last: Taken | undefined;

  async take(db: Database): Promise<PublishedSnapshot> {
    const last = this.#last;
    this.#last = undefined;
    const taken = (last && (await takeNewer(db, last))) ?? (await takeAnew(db, last?.documents));
    this.#last = taken;
    return taken.snapshot;
  }

  /** Gives the memory back; the next snapshot reads everything. */
  forget(): void {
    this.#last = undefined;
  }
}

interface Taken {
  /** By their paths, in the order of the paths. */
  readonly documents: Map<string, PublishedSummary>;
  readonly snapshot: PublishedSnapshot;
}

/**
 * Where nothing happened but that documents were changed, those with a newer version are all that is read. Undefined
 * where something else happened: one has come or gone, or one with an older version was committed only now.
 */
async function takeNewer(db: Database, { documents, snapshot }: Taken): Promise<Taken | undefined> {
  let newest = 0;
  for (const { version } of documents.values()) newest = Math.max(newest, version);
  const rows = await db
    .selectFrom('published_documents')
    .select(summaryColumns)
    .where('version', '>', newest)
    .limit(mostSingly)
    .execute();
  const changed = rows.map(summaryFrom);
  if (changed.some(({ path }) => !documents.has(path))) return undefined;
  for (const summary of changed) documents.set(summary.path, summary);
  const digest = digestOf(documents.values());
  if (digest !== (await readDigest(db))) return undefined;
  const parts = await partsOf(db, documents, digest);
  const isRenewed = snapshot.renew(changed, parts);
  return { documents, snapshot: isRenewed ? snapshot : new PublishedSnapshot(parts) };
}

async function takeAnew(db: Database, known: Taken['documents'] | undefined): Promise<Taken> {
  const read = known === undefined ? await readAll(db) : await compare(db, known);
  const documents = new Map(read.map((summary) => [summary.path, summary]));
  const parts = await partsOf(db, documents, digestOf(read));
  return { documents, snapshot: new PublishedSnapshot(parts) };
}

async function partsOf(
  db: Database,
  documents: Taken['documents'],
  digest: string,
): Promise<SnapshotParts> {
  const moved = await readMoved(db);
  const bodiesOf: SnapshotParts['bodiesOf'] = (paths) => readBodies(db, paths);
  return { documents: [...documents.values()], digest, moved, bodiesOf };
}

async function compare(
  db: Database,
  known: Taken['documents'],
): Promise<readonly PublishedSummary[]> {
  const places = await db
    .selectFrom('published_documents')
    .select(['path', 'version'])
    .orderBy('path')
    .execute();
  const changed = places.filter(({ path, version }) => known.get(path)?.version !== version);
  if (changed.length > mostSingly) return readAll(db);
  const read = await readSome(
    db,
    changed.map(({ path }) => path),
  );
  return places.map(({ path }) => read.get(path) ?? known.get(path)!);
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
