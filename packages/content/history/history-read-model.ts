import { sql, type RawBuilder } from 'kysely';
import type { Database } from '@galley/database';
import type { DocumentStatus } from '@galley/editorial';
import type { HistoryKind, RetainedEntry } from '../document/document.ts';
import { contentProblems } from '../document/problems.ts';
import { textChangeOf, type TextChange } from '../document/text-change.ts';

export interface HistoryPage {
  readonly limit: number;
  /** Hash or `seq`. */
  readonly before?: string | undefined;
}

export interface RetainedSnapshot {
  readonly entry: RetainedEntry;
  readonly bytes: Buffer;
}

const entryColumns = [
  'seq',
  'hash',
  'parent_hash as parentHash',
  'author',
  'message',
  'kind',
  'status',
  'revision',
  'at',
  'on_behalf_of as onBehalfOf',
  'renamed_from as renamedFrom',
] as const;

/** Its cost does not depend on the length of the history. */
function historyPage(
  db: Database,
  documentId: number,
  { limit, before }: { readonly limit: number; readonly before?: number | undefined },
) {
  const entries = db
    .selectFrom('document_history')
    .select(entryColumns)
    .where('document_id', '=', documentId);
  return (before === undefined ? entries : entries.where('seq', '<', before))
    .orderBy('seq', 'desc')
    .limit(limit);
}

/** A document with its newest entry whose message has a prefix. */
export interface NotedDocument {
  readonly path: string;
  readonly revision: string;
  readonly noted: { readonly message: string; readonly revision: string } | undefined;
}

export interface NotedEntries {
  readonly prefix: string;
  readonly part: string;
  readonly since: Date;
}

export class HistoryReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Newest first. @throws `not_found` when no entry has the hash `before` */
  async list(documentId: number, { limit, before }: HistoryPage): Promise<RetainedEntry[]> {
    const seq = before === undefined ? undefined : await this.#seqOf(documentId, before);
    const rows = await historyPage(this.#db, documentId, { limit, before: seq }).execute();
    return rows.map(retainedEntry);
  }

  /** In one query; deleted documents are left out. */
  async listNoted(paths: readonly string[], prefix: string): Promise<NotedDocument[]> {
    const rows = await this.#db
      .selectFrom('documents as document')
      .leftJoinLateral(
        (from) =>
          from
            .selectFrom('document_history as entry')
            .select(['entry.message', 'entry.revision'])
            .whereRef('entry.document_id', '=', 'document.id')
            .where(sql<boolean>`starts_with(entry.message, ${prefix})`)
            .orderBy('entry.seq', 'desc')
            .limit(1)
            .as('noted'),
        (join) => join.onTrue(),
      )
      .select(['document.path', 'document.revision', 'noted.message', 'noted.revision as at'])
      .where('document.path', '=', sql<string>`any(${[...paths]})`)
      .where('document.deleted_at', 'is', null)
      .execute();
    return rows.map(({ path, revision, message, at }) => ({
      path,
      revision,
      noted: message !== null && at !== null ? { message, revision: at } : undefined,
    }));
  }

  /** Documents, deleted ones included, with an entry since `since` whose message has the prefix and contains `part`. */
  async countNoted({ prefix, part, since }: NotedEntries): Promise<number> {
    const { count } = await this.#db
      .selectFrom('document_history')
      .select((row) => row.fn.count<string>('document_id').distinct().as('count'))
      .where('at', '>=', since)
      .where(sql<boolean>`starts_with(message, ${prefix}) and strpos(message, ${part}) > 0`)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** @throws `not_found` */
  async getSnapshot(documentId: number, hash: string): Promise<RetainedSnapshot> {
    const row = await this.#db
      .selectFrom('document_history')
      .select([...entryColumns, 'bytes'])
      .where('document_id', '=', documentId)
      .where('hash', '=', hash)
      .executeTakeFirst();
    if (!row) throw noSnapshot(hash);
    return snapshot(row);
  }

  /** Undefined for the first. */
  async findBefore(documentId: number, seq: number): Promise<RetainedSnapshot | undefined> {
    const page = historyPage(this.#db, documentId, { limit: 1, before: seq });
    const row = await page.select('bytes').executeTakeFirst();
    return row && snapshot(row);
  }

  async findByRevision(
    documentId: number,
    revision: string,
  ): Promise<RetainedSnapshot | undefined> {
    const page = historyPage(this.#db, documentId, { limit: 1 });
    const row = await page.where('revision', '=', revision).select('bytes').executeTakeFirst();
    return row && snapshot(row);
  }

  /** Undefined when all snapshots were found on disk. */
  async findWritten(documentId: number): Promise<RetainedSnapshot | undefined> {
    const page = historyPage(this.#db, documentId, { limit: 1 });
    const row = await page.where('kind', '<>', 'external').select('bytes').executeTakeFirst();
    return row && snapshot(row);
  }

  /** The first entry since which the revision is unchanged. */
  async findTextChange(documentId: number): Promise<TextChange | undefined> {
    const { rows } = await firstWithText(sql`${documentId}::bigint`).execute(this.#db);
    return rows[0] && textChangeOf(rows[0]);
  }

  async #seqOf(documentId: number, name: string): Promise<number> {
    // Hashes have 64 digits, so a short number is a `seq`.
    if (/^\d{1,9}$/.test(name)) return Number(name);
    const row = await this.#db
      .selectFrom('document_history')
      .select('seq')
      .where('document_id', '=', documentId)
      .where('hash', '=', name)
      .executeTakeFirst();
    if (!row) throw noSnapshot(name);
    return row.seq;
  }
}

/** SQL: the first entry since which the revision is the document's. */
export function firstWithText(
  documentId: RawBuilder<unknown>,
): RawBuilder<Pick<RetainedEntry, 'kind' | 'author' | 'at'>> {
  return sql`
    with other as (
      select coalesce(max(seq), 0) as seq from document_history
      where document_id = ${documentId}
        and revision <> (select revision from documents as edited where id = ${documentId})
    )
    select kind, author, at from document_history
    where document_id = ${documentId} and seq > (select seq from other)
    order by seq limit 1
  `;
}

type EntryRow = Omit<RetainedEntry, 'kind' | 'status'> & { kind: string; status: string };

function retainedEntry(row: EntryRow): RetainedEntry {
  return { ...row, kind: row.kind as HistoryKind, status: row.status as DocumentStatus };
}

function snapshot({ bytes, ...row }: EntryRow & { bytes: Buffer }): RetainedSnapshot {
  return { entry: retainedEntry(row), bytes };
}

function noSnapshot(name: string): Error {
  return contentProblems.not_found(
    `This document has no snapshot ${JSON.stringify(name)} in its history.`,
  );
}
