import { sql, type SqlBool } from 'kysely';
import type { Database } from '@galley/database';
import { filterToSql, type FilterColumn } from './provisioning-filter-read-model.ts';
import type { ProvisioningQuery } from './provisioning-filter.ts';
import { servicePattern } from './service-pattern.ts';

/** The part of an account that a directory changes. Empty text for absent names and addresses. */
export interface DirectoryAttributes {
  /** At the directory, such as `ada@example.org`. */
  readonly userName: string;
  readonly externalId: string | null;
  readonly displayName: string;
  readonly givenName: string;
  readonly familyName: string;
  /** `name.formatted`; the account shows the display name. */
  readonly formattedName: string;
  readonly email: string;
  readonly active: boolean;
}

export interface ProvisionedUser extends DirectoryAttributes {
  readonly id: string;
  readonly username: string;
  readonly role: string;
  readonly createdAt: Date;
  /** Last change by the directory. */
  readonly updatedAt: Date;
  readonly groups: readonly { readonly id: string; readonly name: string }[];
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
}

/** Accounts that no directory has changed yet have their user name here. */
const userName = sql`coalesce(provisioned_users.user_name, users.username)`;
const givenName = sql`coalesce(provisioned_users.given_name, '')`;
const familyName = sql`coalesce(provisioned_users.family_name, '')`;
const formattedName = sql`coalesce(nullif(provisioned_users.formatted_name, ''), users.name)`;
const userId = sql`users.scim_id::text`;
const literal = (text: string) => sql`${text}::text`;

const columns: ReadonlyMap<string, FilterColumn> = new Map([
  ['id', { kind: 'exact', column: userId }],
  ['username', { kind: 'text', column: userName }],
  ['externalid', { kind: 'exact', column: sql`provisioned_users.external_id` }],
  ['displayname', { kind: 'text', column: sql`users.name` }],
  ['name.formatted', { kind: 'text', column: formattedName }],
  ['name.givenname', { kind: 'text', column: givenName }],
  ['name.familyname', { kind: 'text', column: familyName }],
  ['emails', { kind: 'text', column: sql`users.email` }],
  ['emails.value', { kind: 'text', column: sql`users.email` }],
  ['emails.type', { kind: 'text', column: literal('work') }],
  ['emails.primary', { kind: 'boolean', column: sql`true` }],
  ['active', { kind: 'boolean', column: sql`users.enabled` }],
]);

/** All accounts except those that a directory has deleted. */
export class ProvisionedUserReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** By user name. @throws `invalid_fields` for a filter with unknown attributes */
  async list({ filter, offset, limit }: ProvisioningQuery): Promise<Page<ProvisionedUser>> {
    const condition = filter ? filterToSql(filter, columns) : sql<SqlBool>`true`;
    const { count } = await this.#visible()
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(condition)
      .executeTakeFirstOrThrow();
    const items =
      limit === 0
        ? []
        : await this.#select()
            .where(condition)
            .orderBy('users.username')
            .offset(offset)
            .limit(limit)
            .execute();
    return { items, total: count };
  }

  /** By SCIM id. */
  find(id: string): Promise<ProvisionedUser | undefined> {
    return this.#select().where(userId, '=', id).executeTakeFirst();
  }

  findByUsername(username: string): Promise<ProvisionedUser | undefined> {
    return this.#select().where('users.username', '=', username).executeTakeFirst();
  }

  /** Another account that the directory sees by this name, in any case. */
  async findOther(name: string, username: string): Promise<string | undefined> {
    const row = await this.#visible()
      .select('users.username')
      .where(sql`lower(${userName})`, '=', sql`lower(${name}::text)`)
      .where('users.username', '!=', username)
      .executeTakeFirst();
    return row?.username;
  }

  /** An account that no directory has changed yet, with this address. */
  async findUnlinked(email: string): Promise<string | undefined> {
    if (email === '') return undefined;
    const row = await this.#visible()
      .select('users.username')
      .where('provisioned_users.username', 'is', null)
      .where(sql`lower(users.email)`, '=', sql`lower(${email}::text)`)
      .executeTakeFirst();
    return row?.username;
  }

  #visible() {
    return this.#db
      .selectFrom('users')
      .leftJoin('provisioned_users', 'provisioned_users.username', 'users.username')
      .where('users.username', 'not like', servicePattern)
      .where('provisioned_users.deleted_at', 'is', null);
  }

  #select() {
    return this.#visible().select([
      sql<string>`users.scim_id::text`.as('id'),
      'users.username',
      sql<string>`coalesce(provisioned_users.user_name, users.username)`.as('userName'),
      'provisioned_users.external_id as externalId',
      'users.name as displayName',
      sql<string>`coalesce(provisioned_users.given_name, '')`.as('givenName'),
      sql<string>`coalesce(provisioned_users.family_name, '')`.as('familyName'),
      sql<string>`coalesce(provisioned_users.formatted_name, '')`.as('formattedName'),
      'users.email',
      'users.role',
      'users.enabled as active',
      sql<Date>`coalesce(provisioned_users.created_at, users.created_at)`.as('createdAt'),
      sql<Date>`coalesce(provisioned_users.updated_at, users.created_at)`.as('updatedAt'),
      sql<{ id: string; name: string }[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('id', provisioned_groups.id, 'name', provisioned_groups.name)
          order by provisioned_groups.name), '[]'::jsonb)
        from provisioned_group_members
        join provisioned_groups on provisioned_groups.id = provisioned_group_members.group_id
        where provisioned_group_members.username = users.username
      )`.as('groups'),
    ]);
  }
}
