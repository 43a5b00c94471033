import { sql } from 'kysely';
import type { Database } from '@galley/database';
import type { ProvisioningRoles } from './provisioning-rules.ts';

const fact = 'scim_roles';

/** Settings as a list, since JSON objects lose the order of their keys in PostgreSQL. */
interface StoredRoles {
  readonly default_role: string;
  readonly groups: readonly (readonly [name: string, role: string])[];
}

export interface GroupedAccount {
  readonly username: string;
  readonly role: string;
  readonly groups: readonly string[];
}

/** The roles of `scim` that were last applied (ADD-SCIM-6). Needs a transaction. */
export class GroupRolesRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Replaces them, and returns the earlier ones. Other servers that start wait until the transaction ends. */
  async exchange({
    defaultRole,
    groups,
  }: ProvisioningRoles): Promise<ProvisioningRoles | undefined> {
    await sql`select pg_advisory_xact_lock(hashtext(${fact}))`.execute(this.#db);
    const row = await this.#db
      .selectFrom('project_facts')
      .select('value')
      .where('name', '=', fact)
      .executeTakeFirst();
    const wanted: StoredRoles = { default_role: defaultRole, groups: Object.entries(groups) };
    const value = JSON.stringify(wanted);
    await this.#db
      .insertInto('project_facts')
      .values({ name: fact, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
    if (!row) return undefined;
    const before = row.value as StoredRoles;
    return { defaultRole: before.default_role, groups: Object.fromEntries(before.groups) };
  }

  /** Accounts in at least one group, by user name. */
  async listMembers(): Promise<GroupedAccount[]> {
    return this.#db
      .selectFrom('provisioned_group_members')
      .innerJoin('provisioned_groups', 'provisioned_groups.id', 'group_id')
      .innerJoin('users', 'users.username', 'provisioned_group_members.username')
      .select(['users.username', 'users.role'])
      .select(sql<string[]>`array_agg(provisioned_groups.name)`.as('groups'))
      .groupBy(['users.username', 'users.role'])
      .orderBy('users.username')
      .execute();
  }
}
