import { withSharedAccounts, type SharedAccounts } from '@galley/kernel';
import type { Database, Transaction } from './database.ts';
import { listServiceHolders } from './service-holders.ts';

export async function findSharedAccounts(db: Database | Transaction): Promise<SharedAccounts> {
  const rows = await db.selectFrom('shared_accounts').select(['username', 'person']).execute();
  return new Map(rows.map(({ username, person }) => [username, person]));
}

/**
 * Accounts that cannot decide on the work of these ones: themselves, people who ever had a token of a service account
 * among them (ADD-SVC-3), and every account that counts as one person with one of these (ADD-SSO-4).
 */
export async function listDependentAccounts(
  db: Database | Transaction,
  usernames: readonly (string | null | undefined)[],
): Promise<ReadonlySet<string>> {
  const named = usernames.filter((name) => typeof name === 'string');
  const holders = await listServiceHolders(db, named);
  return new Set(withSharedAccounts([...named, ...holders], await findSharedAccounts(db)));
}
