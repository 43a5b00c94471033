import { isServiceAccount } from '@galley/kernel';
import type { Database } from './database.ts';

/** People who have ever had a secret of one of these service accounts; other names have none (ADD-SVC-3). */
export async function listServiceHolders(
  db: Database,
  usernames: readonly (string | null | undefined)[],
): Promise<string[]> {
  const services = usernames.filter((name) => typeof name === 'string' && isServiceAccount(name));
  if (services.length === 0) return [];
  const rows = await db
    .selectFrom('service_token_holders')
    .select('username')
    .distinct()
    .where('service', 'in', services as string[])
    .orderBy('username')
    .execute();
  return rows.map(({ username }) => username);
}
