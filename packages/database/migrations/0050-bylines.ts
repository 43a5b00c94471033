import { sql, type Kysely } from 'kysely';

/** Pages show the name of the author. A row follows the name, so that caches and builds learn of a change. */
const column = `
alter table published_documents add column author_name text;

create function published_name_author() returns trigger language plpgsql as $$
begin
  new.author_name := (select name from users where username = new.author);
  return new;
end $$;
create trigger published_named before insert or update on published_documents
  for each row execute function published_name_author();
`;

const follow = `
create function author_renamed() returns trigger language plpgsql as $$
begin
  update published_documents set author = author
    where author in (old.username, new.username)
      and author_name is distinct from (select name from users where username = author);
  return null;
end $$;
create trigger author_renamed after insert or delete or update of username, name on users
  for each row execute function author_renamed();
`;

const existing = `
update published_documents set author = author
  where exists (select from users where users.username = published_documents.author);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [column, follow, existing]) await sql.raw(part).execute(db);
}
