import { sql, type Kysely } from 'kysely';

/** A passkey belongs to one person. A challenge is deleted by its first use, so it has no state. */
const passkeys = `
create unique index credentials_passkey on credentials ((data ->> 'credential_id'))
  where kind = 'passkey';

create table passkey_challenges (
  challenge text primary key,
  purpose text not null check (purpose in ('add', 'sign_in', 'second_factor', 'confirm')),
  binding text not null,
  username text references users (username) on update cascade on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_by_end on passkey_challenges (expires_at);
create index passkey_challenges_of_user on passkey_challenges (username);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(passkeys).execute(db);
}
