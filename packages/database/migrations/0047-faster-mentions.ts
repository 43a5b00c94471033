import { sql, type Kysely } from 'kysely';

/**
 * Finds the same mentions. Texts without `media/` or an encoded letter of it, which are nearly all, skip the
 * expressions, which take milliseconds for each text. `translate` and `~*` would take as long.
 */
const decoding = String.raw`
create or replace function media_mentions_decoded(whole text) returns text language plpgsql immutable strict as $$
declare
  letter text;
  hex text;
begin
  if strpos(whole, '&#') > 0 or strpos(whole, '%6') > 0 or strpos(whole, '%2') > 0 or strpos(whole, '\') > 0
    or strpos(whole, '&') > 0 and whole ~* '&(sol|tab|newline);'
  then
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
  end if;
  -- Also true for every text that the expression below changes.
  if strpos(replace(replace(replace(replace(whole, E'\t', ''), E'\n', ''), E'\r', ''), '\', '/'), 'media/') = 0 then
    return whole;
  end if;
  return regexp_replace(whole, 'm[\t\n\r]*e[\t\n\r]*d[\t\n\r]*i[\t\n\r]*a[\t\n\r]*[/\\]', 'media/', 'g');
end $$;

create or replace function media_mentions_in(bytes bytea) returns setof text language plpgsql immutable as $$
declare
  whole text;
  decoded text;
begin
  begin
    whole := convert_from(bytes, 'UTF8');
  exception when others then
    whole := encode(bytes, 'escape');
  end;
  decoded := media_mentions_decoded(whole);
  if strpos(whole, 'media/') > 0 or strpos(decoded, 'media/') > 0 then
    return query
      select media_mentions_of(whole) union select media_mentions_of(decoded);
  end if;
end $$;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(decoding).execute(db);
}
