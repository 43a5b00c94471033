import type { Database, Transaction } from './database.ts';

/** Person by user name, for accounts that ever shared an identity with another one (ADD-SSO-4). Usually empty. */
export type SharedAccounts = ReadonlyMap<string, string>;

export async function findSharedAccounts(db: Database | Transaction): Promise<SharedAccounts> {
  const rows = await db.selectFrom('shared_accounts').select(['username', 'person']).execute();
  return new Map(rows.map(({ username, person }) => [username, person]));
}

/** All of these accounts, and every account that counts as one person with one of them. */
export function withSharedAccounts(
  usernames: readonly string[],
  shared: SharedAccounts,
): readonly string[] {
  const persons = new Set(usernames.map((name) => shared.get(name)).filter(Boolean));
  if (persons.size === 0) return usernames;
  const others = [...shared].filter(([, person]) => persons.has(person)).map(([name]) => name);
  return [...new Set([...usernames, ...others])];
}
