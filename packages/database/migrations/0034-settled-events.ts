import { sql, type Kysely } from 'kysely';

/**
 * Writers share a lock until they commit; `settled_event_id` takes it alone for a moment, so no event up to the id it
 * returns is still to be committed. Null when a writer takes longer, so that others wait for it only briefly.
 *
 * Servers of the release before read by `last_id` without waiting for writers. Its largest value makes them leave
 * reading to the new servers.
 */
const settledEvents = `
create function settled_event_id() returns bigint language plpgsql set lock_timeout = '50ms' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('galley:domain-events', 0));
  return coalesce((select max(id) from domain_events), 0);
exception when lock_not_available then
  return null;
end $$;

alter table event_cursors add column read_id bigint not null default 0;
update event_cursors set read_id = last_id;
alter table event_cursors alter column last_id set default 9007199254740991;
update event_cursors set last_id = default;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(settledEvents).execute(db);
}
