import { sql, type Kysely } from 'kysely';

/** Apart from `users`, whose rows every request reads. */
const pictures = `
create table user_pictures (
  username text primary key references users (username) on update cascade on delete cascade,
  hash text not null,
  image bytea not null
);
create index user_pictures_by_hash on user_pictures (hash);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(pictures).execute(db);
}
