import { sql } from 'kysely';
import type { Database } from '@galley/database';
import { isServiceAccount } from '@galley/kernel';
import { AccountReadModel, type AccountToLink } from './account-read-model.ts';
import { administratorRole } from './role-rules.ts';
import type { ServiceAccount } from './service-account.ts';
import { servicePattern } from './service-pattern.ts';

/** A warning is no mailing list. */
const maxResponsible = 20;

export class ServiceAccountReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  list(now: Date): Promise<ServiceAccount[]> {
    return this.#select(now).orderBy('users.username').execute();
  }

  find(username: string, now: Date): Promise<ServiceAccount | undefined> {
    return this.#select(now).where('users.username', '=', username).executeTakeFirst();
  }

  /**
   * People to notify about tokens of this account: the person; for a service account, the enabled people who are
   * responsible for it, or without any, the administrators.
   */
  async listResponsible(username: string): Promise<AccountToLink[]> {
    const names = isServiceAccount(username) ? await this.#responsibleFor(username) : [username];
    const accounts = new AccountReadModel(this.#db);
    const found = await Promise.all(names.map((name) => accounts.findWithLanguage(name)));
    return found.filter((account) => account !== undefined);
  }

  async #responsibleFor(service: string): Promise<string[]> {
    const account = await this.#db
      .selectFrom('service_accounts')
      .select(['responsible', 'responsible_role'])
      .where('username', '=', service)
      .executeTakeFirst();
    if (!account) return [];
    const { responsible, responsible_role: role } = account;
    const found = await this.#enabled({ responsible, role });
    return found.length > 0 ? found : this.#enabled({ responsible: null, role: administratorRole });
  }

  async #enabled({
    responsible,
    role,
  }: {
    readonly responsible: string | null;
    readonly role: string | null;
  }): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('users')
      .select('username')
      .where('enabled', '=', true)
      .where((user) => user.or([user('username', '=', responsible), user('role', '=', role)]))
      .where('username', 'not like', servicePattern)
      .orderBy('username')
      .limit(maxResponsible)
      .execute();
    return rows.map(({ username }) => username);
  }

  #select(now: Date) {
    return this.#db
      .selectFrom('service_accounts')
      .innerJoin('users', 'users.username', 'service_accounts.username')
      .select([
        'users.username',
        'users.name',
        'users.role',
        'users.enabled',
        'users.created_at as createdAt',
        'description',
        'created_by as createdBy',
        'responsible',
        'responsible_role as responsibleRole',
      ])
      .select(
        sql<number>`(select count(*)::integer from api_tokens where api_tokens.username = users.username
          and expires_at > ${now} and revoked_at is null)`.as('tokens'),
      )
      .select(
        sql<Date | null>`(select max(greatest(last_used_at, previous_used_at)) from api_tokens
          where api_tokens.username = users.username)`.as('lastUsedAt'),
      )
      .select(
        sql<string[]>`array(select holder.username from service_token_holders as holder
          where service = users.username order by 1)`.as('holders'),
      );
  }
}
