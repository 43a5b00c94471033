import type { Database } from '@galley/database';
import type { Actor } from '@galley/kernel';
import { AccountReadModel, type Account } from './account-read-model.ts';
import { inTransaction } from './provisioning-rules.ts';
import { ProvisioningRepository } from './provisioning-repository.ts';
import { userNotFound } from './user-deletion.ts';
import type { SavedUser, UserService } from './user-service.ts';
import { normalizeUsername } from './username.ts';

/**
 * Changes role or `enabled` of an account and nothing else, also while others change it. Both end its sessions;
 * disabling also ends its tokens. `record` writes the audit entry in the same transaction.
 *
 * @throws `not_found`, `invalid_fields`, `last_admin`
 */
export function changeAccount(
  { db, users }: { readonly db: Database; readonly users: UserService },
  actor: Actor,
  {
    username: given,
    change,
    record,
  }: {
    readonly username: string;
    readonly change: Partial<Pick<Account, 'role' | 'enabled'>>;
    readonly record: (transaction: Database, saved: SavedUser) => Promise<void>;
  },
): Promise<SavedUser> {
  const username = normalizeUsername(given);
  return inTransaction(db, async (transaction) => {
    await new ProvisioningRepository(transaction).lock([username]);
    const account = await new AccountReadModel(transaction).find(username);
    if (!account) throw userNotFound(username);
    const { name, email, role, enabled } = account;
    const fields = { username, name, email, role, enabled, ...change, isNew: false };
    // The account is locked, so it exists.
    const saved = (await users.saveIn(transaction, actor, fields))!;
    await record(transaction, saved);
    return saved;
  });
}
