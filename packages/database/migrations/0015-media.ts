import { sql, type Kysely } from 'kysely';

/**
 * An index of the files in `media/`, which are the truth. `stamp` and `sidecar_stamp` say what was read of a file and of
 * what stands beside it; `version` is that of the way of reading.
 */
const files = `
create table media_files (
  path text primary key,
  folder text not null,
  name text not null,
  kind text not null check (kind in ('image', 'video', 'audio', 'document')),
  type text not null,
  size bigint not null,
  stamp text not null,
  sidecar_stamp text not null,
  version text not null,
  sha256 text not null,
  width integer,
  height integer,
  picture jsonb,
  uploaded_by text not null,
  uploaded_at timestamptz not null,
  metadata jsonb not null,
  metadata_revision text not null,
  exif jsonb,
  missing_alt boolean not null,
  problem text,
  search text not null
);
create index media_newest on media_files (uploaded_at, path);
create index media_by_name on media_files (lower("left"(name, 100)), path);
create index media_by_size on media_files (size, path);
create index media_by_folder on media_files (folder text_pattern_ops);
create index media_by_hash on media_files (sha256);
create index media_by_uploader on media_files (uploaded_by);
create index media_missing_alt on media_files (path) where missing_alt;
`;

/** What lies in the trash; `file` is the row that it had, for when it comes back. */
const trash = `
create table media_trash (
  path text primary key,
  original_path text not null,
  deleted_by text not null,
  deleted_at timestamptz not null,
  file jsonb not null
);
create index media_trash_newest on media_trash (deleted_at, path);
create index media_trash_by_origin on media_trash (original_path, deleted_at);
`;

/** Files whose rows have moved already, until the files have followed. */
const moves = `
create table media_moves (
  id text primary key,
  source text not null,
  target text not null
);
`;

/**
 * Where documents name files of the media library: what follows each `media/` of a snapshot, as far as a name may
 * reach. Whoever asks for a file compares the beginning. A name that holds `media/` itself is told by what is before
 * that, and parts are put together again. Bytes that are no text are taken as what their ASCII says.
 */
const usage = `
create table media_mentions (
  document_id bigint not null,
  hash text not null,
  rest text collate "C" not null,
  foreign key (document_id, hash) references document_history (document_id, hash)
    on update cascade on delete cascade
);
create index media_mentions_by_rest on media_mentions (rest, document_id, hash);
create index media_mentions_by_snapshot on media_mentions (document_id, hash);

create function media_mentions_in(bytes bytea) returns setof text language plpgsql immutable as $$
declare
  whole text;
begin
  if position('media/'::bytea in bytes) = 0 then
    return;
  end if;
  begin
    whole := convert_from(bytes, 'UTF8');
  exception when others then
    whole := encode(bytes, 'escape');
  end;
  return query
    select distinct "left"(parts.part || coalesce('media/' || parts.next, ''), 300)
    from (
      select part, lag(part) over (order by place) as before, lead(part) over (order by place) as next, place
      from unnest(string_to_array(whole, 'media/')) with ordinality as one (part, place)
    ) as parts
    where parts.place > 1 and parts.before !~ '[[:alnum:]_.-]$';
end $$;

create function media_mentions_note() returns trigger language plpgsql as $$
begin
  insert into media_mentions (document_id, hash, rest)
    select new.document_id, new.hash, mention from media_mentions_in(new.bytes) as mention;
  return null;
end $$;
create trigger media_mentions_noted after insert on document_history
  for each row execute function media_mentions_note();

insert into media_mentions (document_id, hash, rest)
  select document_id, hash, mention from document_history, media_mentions_in(bytes) as mention;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [files, trash, moves, usage]) await sql.raw(part).execute(db);
}
