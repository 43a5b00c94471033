import { sql } from 'kysely';
import type { Database } from '@galley/database';
import type { DirectoryAttributes } from './provisioned-user-read-model.ts';
import { administratorRole } from './role-rules.ts';
import { servicePattern } from './service-pattern.ts';

type StoredAttributes = Pick<
  DirectoryAttributes,
  'userName' | 'externalId' | 'givenName' | 'familyName' | 'formattedName'
>;

/** Needs a transaction. */
export class ProvisioningRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Roles, then the users and all enabled administrators by name: see the lock order in the README. */
  async lock(usernames: readonly string[]): Promise<void> {
    await this.#db.selectFrom('roles').select('name').orderBy('name').forShare().execute();
    await this.#db
      .selectFrom('users')
      .select('username')
      .where((user) =>
        user.or([
          user('username', '=', sql<string>`any(${[...usernames]}::text[])`),
          user.and({ role: administratorRole, enabled: true }),
        ]),
      )
      .orderBy('username')
      .forUpdate()
      .execute();
  }

  async findUsername(id: string): Promise<string | undefined> {
    const row = await this.#db
      .selectFrom('users')
      .select('username')
      .where('username', 'not like', servicePattern)
      .where(sql`scim_id::text`, '=', id)
      .executeTakeFirst();
    return row?.username;
  }

  /** An account that a directory has deleted. */
  async findDeleted(userName: string): Promise<string | undefined> {
    const row = await this.#db
      .selectFrom('provisioned_users')
      .select('username')
      .where(sql`lower(user_name)`, '=', sql`lower(${userName}::text)`)
      .where('deleted_at', 'is not', null)
      .executeTakeFirst();
    return row?.username;
  }

  /** Also makes a deleted account visible again. */
  async store(username: string, attributes: StoredAttributes, at: Date): Promise<void> {
    const { userName, externalId, givenName, familyName, formattedName } = attributes;
    const values = {
      user_name: userName,
      external_id: externalId,
      given_name: givenName,
      family_name: familyName,
      formatted_name: formattedName,
      updated_at: at,
      deleted_at: null,
    };
    await this.#db
      .insertInto('provisioned_users')
      .values({ username, ...values, created_at: at })
      .onConflict((conflict) => conflict.column('username').doUpdateSet(values))
      .execute();
  }

  /** Hides the account from the directory, and removes it from all groups. */
  async markDeleted(username: string, attributes: StoredAttributes, at: Date): Promise<void> {
    await this.store(username, attributes, at);
    await this.#db
      .updateTable('provisioned_users')
      .set({ deleted_at: at })
      .where('username', '=', username)
      .execute();
    await this.#db
      .deleteFrom('provisioned_group_members')
      .where('username', '=', username)
      .execute();
  }
}
