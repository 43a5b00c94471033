import type { Database, Transaction } from '@galley/database';

export interface NoticeChoice {
  readonly inbox: boolean;
  readonly mail: boolean;
}

/** Choices that differ from the defaults, by kind of notice. */
export type NoticeChoices = Readonly<Record<string, Partial<NoticeChoice>>>;

export interface OwnAccount {
  readonly email: string;
  readonly emailVerifiedAt: Date | null;
  /** Empty for the zone of the browser, and in messages that of the site. */
  readonly timeZone: string;
  readonly notices: NoticeChoices;
}

export interface PersonToNotify {
  readonly username: string;
  readonly name: string;
  /** Empty unless confirmed: what documents say goes to no address that may be another person's. */
  readonly email: string;
  readonly language: string;
  readonly timeZone: string;
  readonly notices: NoticeChoices;
}

/** Expects normalised (lower-case) user names. */
export class OwnAccountRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  find(username: string): Promise<OwnAccount | undefined> {
    return this.#db
      .selectFrom('users')
      .select(['email', 'email_verified_at as emailVerifiedAt', 'time_zone as timeZone', 'notices'])
      .where('username', '=', username)
      .executeTakeFirst();
  }

  async listToNotify(usernames: readonly string[]): Promise<ReadonlyMap<string, PersonToNotify>> {
    if (usernames.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('users')
      .select([
        'username',
        'name',
        'email',
        'email_verified_at',
        'language',
        'time_zone as timeZone',
        'notices',
      ])
      .where('username', 'in', usernames)
      .execute();
    return new Map(
      rows.map(({ email_verified_at: verifiedAt, email, ...person }) => [
        person.username,
        { ...person, email: verifiedAt === null ? '' : email },
      ]),
    );
  }

  async save(
    username: string,
    { timeZone, notices }: { readonly timeZone?: string; readonly notices?: NoticeChoices },
  ): Promise<void> {
    const values = {
      ...(timeZone !== undefined && { time_zone: timeZone }),
      ...(notices !== undefined && { notices: JSON.stringify(notices) }),
    };
    if (Object.keys(values).length === 0) return;
    await this.#db.updateTable('users').set(values).where('username', '=', username).execute();
  }

  /** Turns off the messages of a kind; false for an unknown user. */
  async unsubscribe(username: string, kind: string): Promise<boolean> {
    return this.#db.transaction().execute(async (transaction) => {
      const row = await transaction
        .selectFrom('users')
        .select('notices')
        .where('username', '=', username)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (!row) return false;
      const notices = { ...row.notices, [kind]: { ...row.notices[kind], mail: false } };
      await new OwnAccountRepository(transaction).save(username, { notices });
      return true;
    });
  }
}
