import { sql, type RawBuilder } from 'kysely';
import type { Database } from '@galley/database';
import { reservedUsernames } from '@galley/kernel';

/** SQL: changes were requested after the approval `receipt`, recorded by the history row `entry` (ADD-IND-1). */
export const isWithdrawn = sql`exists (
  select from editorial_events as event
  join document_history as decided
    on decided.document_id = event.document_id and decided.kind = 'editorial'
    and decided.author = event.actor and decided.at = event.at
  where event.document_id = receipt.document_id and event.action = 'request_changes'
    and event.revision = receipt.revision and decided.revision = receipt.revision
    and decided.seq > entry.seq
)`;

/** ADD-IND-1. */
export class ContributorsReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * In alphabetical order: everyone who changed the content since the last approval that was followed by a change, for
   * whom they acted, and who owned the document since. An edit on disk counts for the people named in the file. Without
   * `on_behalf_of`, owner and last editor are read from the text, and a plugin or agent counts for everyone who ever
   * changed the document.
   */
  async find(documentId: number, upTo?: number): Promise<string[]> {
    const { rows } = await contributorsTo(sql`${documentId}::bigint`, upTo).execute(this.#db);
    return rows.map(({ name }) => name);
  }
}

/** SQL: a row with a `name` for each contributor. */
export function contributorsTo(
  documentId: RawBuilder<unknown>,
  upTo = 2_147_483_647,
): RawBuilder<{ name: string }> {
  return sql`
      with head as (
        select seq, revision from document_history
        where document_id = ${documentId} and seq <= ${upTo}
        order by seq desc limit 1
      ), begun as (
        -- The entry that brought the content to what it is.
        select coalesce(max(entry.seq), 0) + 1 as seq from document_history as entry, head
        where entry.document_id = ${documentId} and entry.seq < head.seq
          and entry.revision <> head.revision
      ), approved as (
        select coalesce((
          select entry.seq from approval_receipts as receipt
          join document_history as entry
            on entry.document_id = receipt.document_id and entry.hash = receipt.hash
          where receipt.document_id = ${documentId} and entry.seq < (select seq from begun)
            and not ${isWithdrawn}
          order by receipt.seq desc limit 1
        ), 0) as seq
      ), entries as (
        select entry.seq, author, kind, on_behalf_of,
          case when on_behalf_of is null then ${namedIn('author')} else owner end as owner,
          case when on_behalf_of is null then ${namedIn('last_editor')} end as signed,
          entry.seq > (select seq from approved) and kind <> 'editorial'
            and entry.revision is distinct from lag(entry.revision) over (order by entry.seq) as is_edit
        from document_history as entry, head
        where document_id = ${documentId}
          and entry.seq between (select seq from approved) and head.seq
      ), unknown as (
        select exists (
          select from entries where is_edit and on_behalf_of is null and author like '%:%'
        ) as is_acting
      )
      select distinct name collate "C" as name from (
        select owner as name from entries
        union all select author from entries where is_edit
        union all select signed from entries where is_edit
        union all select unnest(on_behalf_of) from entries where is_edit
        union all select author from document_history as entry, unknown
        where is_acting and document_id = ${documentId} and kind <> 'editorial'
      ) as named
      where name <> all (${[...reservedUsernames]}) order by 1
    `;
}

/** Tolerates invalid UTF-8. */
function namedIn(key: 'author' | 'last_editor') {
  const pattern = `(?n)^["']?${key}["']?[ \\t]*:[ \\t]*["']?([A-Za-z0-9][A-Za-z0-9._:-]*)`;
  return sql`substring(encode(substring(bytes from 1 for 65536), 'escape') from ${pattern})`;
}
