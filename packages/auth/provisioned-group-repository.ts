import { sql, type SqlBool } from 'kysely';
import type { Database } from '@galley/database';
import type { Page } from './provisioned-user-read-model.ts';
import { filterToSql, type FilterColumn } from './provisioning-filter-read-model.ts';
import type { ProvisioningQuery } from './provisioning-filter.ts';
import { servicePattern } from './service-pattern.ts';

export interface ProvisionedGroup {
  readonly id: string;
  readonly name: string;
  readonly externalId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Changes with the members. */
  readonly membersHash: string;
}

export interface GroupMember {
  /** SCIM id. */
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
}

const groupId = sql`provisioned_groups.id::text`;

const membersHash = sql<string>`(
  select md5(coalesce(string_agg(username, ' ' order by username), ''))
  from provisioned_group_members where group_id = provisioned_groups.id
)`;

const columns: ReadonlyMap<string, FilterColumn> = new Map([
  ['id', { kind: 'exact', column: groupId }],
  ['displayname', { kind: 'text', column: sql`provisioned_groups.name` }],
  ['externalid', { kind: 'exact', column: sql`provisioned_groups.external_id` }],
  ...['members', 'members.value'].map((name): [string, FilterColumn] => [
    name,
    { kind: 'member', hasMember },
  ]),
]);

function hasMember(id: string) {
  return sql<boolean>`exists (
    select from provisioned_group_members join users using (username)
    where group_id = provisioned_groups.id and users.scim_id::text = ${id}
  )`;
}

export class ProvisionedGroupRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** By name. @throws `invalid_fields` for a filter with unknown attributes */
  async list({ filter, offset, limit }: ProvisioningQuery): Promise<Page<ProvisionedGroup>> {
    const condition = filter ? filterToSql(filter, columns) : sql<SqlBool>`true`;
    const { count } = await this.#db
      .selectFrom('provisioned_groups')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(condition)
      .executeTakeFirstOrThrow();
    const items =
      limit === 0
        ? []
        : await this.#select()
            .where(condition)
            .orderBy(sql`lower(name)`)
            .offset(offset)
            .limit(limit)
            .execute();
    return { items, total: count };
  }

  find(id: string): Promise<ProvisionedGroup | undefined> {
    return this.#select().where(groupId, '=', id).executeTakeFirst();
  }

  /** Until the transaction ends, no other change of the group or its members takes place. */
  lock(id: string): Promise<ProvisionedGroup | undefined> {
    return this.#select().where(groupId, '=', id).forUpdate().executeTakeFirst();
  }

  /** By user name, of each group. */
  async members(ids: readonly string[]): Promise<ReadonlyMap<string, readonly GroupMember[]>> {
    const rows = await this.#db
      .selectFrom('provisioned_group_members')
      .innerJoin('users', 'users.username', 'provisioned_group_members.username')
      .select([
        sql<string>`group_id::text`.as('group'),
        sql<string>`users.scim_id::text`.as('id'),
        'users.username',
        'users.name as displayName',
      ])
      .where(sql`group_id::text`, '=', sql`any(${[...ids]}::text[])`)
      .orderBy('users.username')
      .execute();
    return Map.groupBy(rows, ({ group }) => group);
  }

  /** User names by SCIM id, of accounts that the directory sees. */
  async usernames(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#db
      .selectFrom('users')
      .leftJoin('provisioned_users', 'provisioned_users.username', 'users.username')
      .select([sql<string>`users.scim_id::text`.as('id'), 'users.username'])
      .where('users.username', 'not like', servicePattern)
      .where('provisioned_users.deleted_at', 'is', null)
      .where(sql`users.scim_id::text`, '=', sql`any(${[...ids]}::text[])`)
      .execute();
    return new Map(rows.map(({ id, username }) => [id, username]));
  }

  /** Names of the groups of each user. */
  async groupsOf(usernames: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
    const rows = await this.#db
      .selectFrom('provisioned_group_members')
      .innerJoin('provisioned_groups', 'provisioned_groups.id', 'group_id')
      .select(['username', 'name'])
      .where('username', '=', sql<string>`any(${[...usernames]}::text[])`)
      .execute();
    return new Map(
      Map.groupBy(rows, ({ username }) => username)
        .entries()
        .map(([username, groups]) => [username, groups.map(({ name }) => name)]),
    );
  }

  /** `undefined` if the name is taken. */
  async insert(
    { name, externalId }: Pick<ProvisionedGroup, 'name' | 'externalId'>,
    at: Date,
  ): Promise<ProvisionedGroup | undefined> {
    const row = await this.#db
      .insertInto('provisioned_groups')
      .values({ name, external_id: externalId, created_at: at, updated_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .returning(sql<string>`id::text`.as('id'))
      .executeTakeFirst();
    return row && this.find(row.id);
  }

  async update(
    id: string,
    { name, externalId }: Pick<ProvisionedGroup, 'name' | 'externalId'>,
    at: Date,
  ): Promise<void> {
    await this.#db
      .updateTable('provisioned_groups')
      .set({ name, external_id: externalId, updated_at: at })
      .where(groupId, '=', id)
      .execute();
  }

  async delete(id: string): Promise<void> {
    await this.#db.deleteFrom('provisioned_groups').where(groupId, '=', id).execute();
  }

  async addMembers(id: string, usernames: readonly string[]): Promise<void> {
    await sql`
      insert into provisioned_group_members (group_id, username)
      select ${id}::uuid, username from unnest(${[...usernames]}::text[]) as username
      on conflict do nothing
    `.execute(this.#db);
  }

  async removeMembers(id: string, usernames: readonly string[]): Promise<void> {
    await this.#db
      .deleteFrom('provisioned_group_members')
      .where(sql`group_id::text`, '=', id)
      .where('username', '=', sql<string>`any(${[...usernames]}::text[])`)
      .execute();
  }

  #select() {
    return this.#db
      .selectFrom('provisioned_groups')
      .select([
        sql<string>`provisioned_groups.id::text`.as('id'),
        'name',
        'external_id as externalId',
        'created_at as createdAt',
        'updated_at as updatedAt',
        membersHash.as('membersHash'),
      ]);
  }
}
