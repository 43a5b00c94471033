import { sql, type Kysely } from 'kysely';

/**
 * Mentions of media files whose `media/` is spelled with character references, percent-encoding or escapes, which
 * browsers and parsers decode: `/me&#100;ia/x.png`, `/medi%61/x.png`, `"\u006dedia/x.png"`, `url(/\6d edia/x.png)`. In
 * addresses, browsers also leave out tabs and line ends, and read a backslash as a slash. The text is searched as it is,
 * and once more decoded; a decoding that goes too far only finds too much.
 */
const decoding = String.raw`
create function media_mentions_decoded(whole text) returns text language plpgsql immutable strict as $$
declare
  letter text;
  hex text;
begin
  whole := regexp_replace(whole, '&sol;|\\/', '/', 'gi');
  whole := regexp_replace(whole, '&(tab|newline|#0*(9|10|13)|#x0*[9ad]);', '', 'gi');
  foreach letter in array array['m', 'e', 'd', 'i', 'a', '/'] loop
    hex := to_hex(ascii(letter));
    whole := regexp_replace(
      whole,
      '&#0*' || ascii(letter) || '(;|(?![0-9]))|&#x0*' || hex || '(;|(?![0-9a-f]))|%' || hex || '|\\x' || hex || '|\\u(0000)?00' || hex || '|\\0{0,4}' || hex || '[ \n]?',
      letter,
      'gi'
    );
  end loop;
  return regexp_replace(whole, 'm[\t\n\r]*e[\t\n\r]*d[\t\n\r]*i[\t\n\r]*a[\t\n\r]*[/\\]', 'media/', 'g');
end $$;

create function media_mentions_of(whole text) returns setof text language sql immutable strict as $$
  select "left"(parts.part || coalesce('media/' || parts.next, ''), 300)
  from (
    select part, lag(part) over (order by place) as before, lead(part) over (order by place) as next, place
    from unnest(string_to_array(whole, 'media/')) with ordinality as one (part, place)
  ) as parts
  where parts.place > 1 and parts.before !~ '[[:alnum:]_.-]$'
$$;

create or replace function media_mentions_in(bytes bytea) returns setof text language plpgsql immutable as $$
declare
  whole text;
begin
  begin
    whole := convert_from(bytes, 'UTF8');
  exception when others then
    whole := encode(bytes, 'escape');
  end;
  return query
    select media_mentions_of(whole) union select media_mentions_of(media_mentions_decoded(whole));
end $$;

insert into media_mentions (document_id, hash, rest)
  select history.document_id, history.hash, mention
  from documents
    join document_history history
      on history.document_id = documents.id and history.hash in (documents.head_hash, documents.public_hash),
    media_mentions_in(history.bytes) as mention
  where not exists (
    select from media_mentions noted
    where noted.document_id = history.document_id and noted.hash = history.hash and noted.rest = mention
  );
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(decoding).execute(db);
}
