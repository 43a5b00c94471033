import type { Database } from '@galley/database';
import { DomainError, systemActor, type Clock, type Logger } from '@galley/kernel';
import { AccountRepository } from './account-repository.ts';
import { AuditRepository } from './audit-repository.ts';
import { GroupRolesRepository } from './group-roles-repository.ts';
import { ProvisioningRepository } from './provisioning-repository.ts';
import { roleOfGroups, type ProvisioningRoles } from './provisioning-rules.ts';
import type { UserService } from './user-service.ts';

export interface GroupRolesOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly users: Pick<UserService, 'saveIn'>;
  readonly roles: ProvisioningRoles;
}

interface RoleChange {
  readonly username: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Gives members of groups the roles of changed settings (ADD-SCIM-6). Accounts whose role differs from the one that the
 * earlier settings gave them got it from a person, and keep it. The first run only remembers the settings.
 */
export async function applyGroupRoles(options: GroupRolesOptions): Promise<void> {
  const { db, roles } = options;
  await db.transaction().execute(async (transaction) => {
    const repository = new GroupRolesRepository(transaction);
    const before = await repository.exchange(roles);
    if (!before) return;
    const changes = (await repository.listMembers())
      .map(({ username, role, groups }) => ({
        username,
        role,
        before: roleOf(before, groups),
        after: roleOf(roles, groups),
      }))
      .filter(({ role, before: given, after }) => role === given && given !== after);
    if (changes.length === 0) return;
    await new ProvisioningRepository(transaction).lock(changes.map(({ username }) => username));
    for (const change of changes) await giveRole(transaction, options, change);
  });
}

function roleOf(roles: ProvisioningRoles, groups: readonly string[]): string {
  return roleOfGroups(roles, groups) ?? roles.defaultRole;
}

/** A refusal concerns one account, such as the last administrator: it must not keep the server from starting. */
async function giveRole(
  transaction: Database,
  { clock, logger, users }: GroupRolesOptions,
  { username, before, after }: RoleChange,
): Promise<void> {
  const account = await new AccountRepository(transaction).find(username);
  if (account?.role !== before) return;
  try {
    const fields = { ...account, role: after, isNew: false };
    const saved = await users.saveIn(transaction, systemActor, fields);
    if (!saved) return;
    const { changed, changes } = saved;
    await new AuditRepository({ db: transaction, clock }).record({
      action: 'user.save',
      actor: systemActor.username,
      target: username,
      outcome: 'success',
      address: '',
      requestId: '',
      details: { created: false, changed, role: after, changes, by: 'scim' },
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    logger.warn('role of a group not given', { username, role: after, error: error.message });
  }
}
