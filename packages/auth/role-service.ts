import type { Database } from '@galley/database';
import { valueChanges, type Actor, type ValueChanges } from '@galley/kernel';
import { requireCovers } from './authority.ts';
import { invalidFields } from './new-account.ts';
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

/**
 * The roles of a site, as sets of capabilities (GAP-ED-8). A change holds for everybody who has the role from their
 * next request on. Names are taken as people write them.
 */
export class RoleService {
  readonly #db: Database;

  constructor({ db }: { readonly db: Database }) {
    this.#db = db;
  }

  /** The built-in roles first, then those of the site by name. */
  list(): Promise<Role[]> {
    return new RoleRepository(this.#db).list();
  }

  /** Throws `not_found`. */
  async get(name: string): Promise<Role> {
    const role = await new RoleRepository(this.#db).find(normalizeRoleName(name));
    if (!role) throw unknownRole(name);
    return role;
  }

  /**
   * Makes a role, or changes what it grants. Throws `invalid_fields`, and `forbidden` for a built-in role and for
   * what may more, before or after, than the actor.
   */
  async save(actor: Actor, fields: RoleFields): Promise<SavedRole> {
    const name = normalizeRoleName(fields.name);
    const errors = roleErrors(name, fields.capabilities);
    if (errors.length > 0) throw invalidFields(errors);
    const granted = sortCapabilities(fields.capabilities);
    requireCovers(actor, granted, `The role ${name}`);
    for (;;) {
      const saved = await this.#db
        .transaction()
        .execute((transaction) => store(transaction, actor, { name, capabilities: granted }));
      if (saved) return saved;
    }
  }

  /** Throws `not_found`, `forbidden` for a built-in role and what may more than the actor, and `in_use`. */
  async delete(actor: Actor, name: string): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      const roles = new RoleRepository(transaction);
      const role = await roles.lock(normalizeRoleName(name), 'update');
      if (!role) throw unknownRole(name);
      requireOwn(role);
      requireCovers(actor, role.capabilities, `The role ${role.name}`);
      if (role.users > 0) throw inUse(role);
      await roles.delete(role.name);
    });
  }
}

/** Undefined when somebody made a role of that name meanwhile: then it is theirs that is to be changed. */
async function store(
  transaction: Database,
  actor: Actor,
  { name, capabilities }: Pick<Role, 'name' | 'capabilities'>,
): Promise<SavedRole | undefined> {
  const roles = new RoleRepository(transaction);
  const present = await roles.lock(name, 'update');
  if (!present) {
    const role = (await roles.insert(name, capabilities)) && (await roles.find(name));
    return role ? { role, changes: valueChanges({}, { capabilities }) } : undefined;
  }
  requireOwn(present);
  requireCovers(actor, present.capabilities, `The role ${name}`);
  await roles.update(name, capabilities);
  const changes = valueChanges({ capabilities: present.capabilities }, { capabilities });
  return { role: { ...present, capabilities }, changes };
}

function requireOwn(role: Role): void {
  if (!role.builtin) return;
  throw authProblems.forbidden(
    'The built-in roles stay as they are; make a role of your own instead.',
  );
}

function unknownRole(name: string): Error {
  return authProblems.not_found(`There is no role "${normalizeRoleName(name)}".`);
}

function inUse({ name, users }: Role): Error {
  const who = users === 1 ? 'One user has' : `${users} users have`;
  return authProblems.in_use(`${who} the role ${name}; give them another one first.`, { users });
}
