import { sql, type Kysely } from 'kysely';

/**
 * Apart from `users`, whose rows every request reads. `approved_by` allowed this picture on public pages beside the
 * name `approved_name`; both are null before. Another picture or another display name needs another approval.
 */
const pictures = `
create table user_pictures (
  username text primary key references users (username) on update cascade on delete cascade,
  hash text not null,
  image bytea not null,
  approved_by text,
  approved_name text,
  check ((approved_by is null) = (approved_name is null))
);
create index user_pictures_by_hash on user_pictures (hash);
create index user_pictures_by_name on user_pictures (approved_name);
`;

/** Hashes by name. A name that several people share has no picture: it could be that of another person. */
const bylines = `
create function byline_pictures(owner text, authors jsonb) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(name, hash), '{}') from (
    select users.name, min(hash) as hash
      from user_pictures join users using (username)
      where approved_name = users.name and users.enabled and username in (
        select owner
        union all
        select username from user_pictures where approved_name in (
          select jsonb_array_elements_text(case jsonb_typeof(authors)
            when 'array' then authors when 'string' then jsonb_build_array(authors) else '[]' end)))
      group by users.name having count(*) = 1
  ) as shown
$$;

alter table published_documents add column author_pictures jsonb not null default '{}';

create or replace function published_name_author() returns trigger language plpgsql as $$
begin
  new.author_name := (select name from users where username = new.author);
  new.author_pictures := byline_pictures(new.author, new.params -> 'authors');
  return new;
end $$;
`;

/** Rows follow the pictures, so that caches and builds learn of a change. */
const follow = `
create function refresh_byline_pictures(person text, person_name text) returns void language sql as $$
  update published_documents set author = author
    where (author = person or params -> 'authors' @> to_jsonb(person_name))
      and author_pictures is distinct from byline_pictures(author, params -> 'authors')
$$;

create function user_picture_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.approved_name is not null then
    perform refresh_byline_pictures(old.username, old.approved_name);
  end if;
  if tg_op <> 'DELETE' and new.approved_name is not null then
    perform refresh_byline_pictures(new.username, new.approved_name);
  end if;
  return null;
end $$;
create trigger user_picture_changed after insert or update or delete on user_pictures
  for each row execute function user_picture_changed();

create function pictured_user_changed() returns trigger language plpgsql as $$
begin
  perform refresh_byline_pictures(username, approved_name) from user_pictures
    where username = new.username and approved_name is not null;
  return null;
end $$;
create trigger pictured_user_changed after update of name, enabled on users
  for each row execute function pictured_user_changed();
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [pictures, bylines, follow]) await sql.raw(part).execute(db);
}
