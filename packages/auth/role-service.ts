import type { Database } from '@galley/database';
import { valueChanges, type Actor, type ValueChanges } from '@galley/kernel';
import { requireCovers } from './authority.ts';
import { authProblems } from './problems.ts';
import { RoleRepository, type Role } from './role-repository.ts';
import { normalizeRoleName, roleErrors, sortCapabilities } from './role-rules.ts';

export interface RoleFields {
  readonly name: string;
  readonly capabilities: readonly string[];
}

export interface SavedRole {
  readonly role: Role;
  readonly changes: ValueChanges;
}

/** GAP-ED-8. A change applies to the next request of every user with the role. Role names are normalised. */
export class RoleService {
  readonly #db: Database;

  constructor({ db }: { readonly db: Database }) {
    this.#db = db;
  }

  list(): Promise<Role[]> {
    return new RoleRepository(this.#db).list();
  }

  /** Throws `not_found`. */
  async get(name: string): Promise<Role> {
    const role = await new RoleRepository(this.#db).find(normalizeRoleName(name));
    if (!role) throw roleNotFound(name);
    return role;
  }

  /** Throws `invalid_fields`, and `forbidden` for a built-in role or one that grants more than the actor has. */
  async save(actor: Actor, fields: RoleFields): Promise<SavedRole> {
    const name = normalizeRoleName(fields.name);
    const errors = roleErrors(name, fields.capabilities);
    if (errors.length > 0) throw authProblems.invalid_fields.at(errors);
    const granted = sortCapabilities(fields.capabilities);
    requireCovers(actor, granted, `The role ${name}`);
    for (;;) {
      const saved = await this.#db
        .transaction()
        .execute((transaction) =>
          tryStoreRole(transaction, actor, { name, capabilities: granted }),
        );
      if (saved) return saved;
    }
  }

  /** Throws `not_found`, `in_use`, and `forbidden` like `save`. */
  async delete(actor: Actor, name: string): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      const roles = new RoleRepository(transaction);
      const role = await roles.lock(normalizeRoleName(name), 'update');
      if (!role) throw roleNotFound(name);
      requireCustomRole(role);
      requireCovers(actor, role.capabilities, `The role ${role.name}`);
      if (role.users > 0) throw roleInUse(role);
      await roles.delete(role.name);
    });
  }
}

/** `undefined` when the role was inserted concurrently; the caller retries. */
async function tryStoreRole(
  transaction: Database,
  actor: Actor,
  { name, capabilities }: Pick<Role, 'name' | 'capabilities'>,
): Promise<SavedRole | undefined> {
  const roles = new RoleRepository(transaction);
  const existing = await roles.lock(name, 'update');
  if (!existing) {
    const role = (await roles.insert(name, capabilities)) && (await roles.find(name));
    return role ? { role, changes: valueChanges({}, { capabilities }) } : undefined;
  }
  requireCustomRole(existing);
  requireCovers(actor, existing.capabilities, `The role ${name}`);
  await roles.update(name, capabilities);
  const changes = valueChanges({ capabilities: existing.capabilities }, { capabilities });
  return { role: { ...existing, capabilities }, changes };
}

function requireCustomRole(role: Role): void {
  if (!role.builtin) return;
  throw authProblems.forbidden(
    'The built-in roles stay as they are; make a role of your own instead.',
  );
}

function roleNotFound(name: string): Error {
  return authProblems.not_found(`There is no role "${normalizeRoleName(name)}".`);
}

function roleInUse({ name, users }: Role): Error {
  const who = users === 1 ? 'One user has' : `${users} users have`;
  return authProblems.in_use(`${who} the role ${name}; give them another one first.`, { users });
}
