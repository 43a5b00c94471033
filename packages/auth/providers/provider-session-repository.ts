import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import { newId } from '@galley/kernel';
import type { ExternalSubject } from './identity-repository.ts';
import type { LogoutToken } from './provider-client.ts';

export interface ProviderSignIn {
  readonly id: string;
  readonly provider: string;
  readonly sealedIdToken: string;
}

export interface NewProviderSignIn extends Omit<ProviderSignIn, 'id'> {
  readonly issuer: string;
  readonly subject: string;
  readonly sid: string | undefined;
  readonly at: Date;
  readonly expiresAt: Date;
}

/** ADD-SSO-7. Sessions refer to a sign-in and end with it. */
export class ProviderSessionRepository {
  readonly #db: Database | Transaction;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async insert({ at, expiresAt, sealedIdToken, sid, ...signIn }: NewProviderSignIn) {
    const id = newId(at.getTime());
    await this.#db
      .insertInto('provider_sign_ins')
      .values({
        ...signIn,
        id,
        sid: sid ?? null,
        sealed_id_token: sealedIdToken,
        expires_at: expiresAt,
      })
      .execute();
    return id;
  }

  find(id: string): Promise<ProviderSignIn | undefined> {
    return this.#db
      .selectFrom('provider_sign_ins')
      .select(['id', 'provider', 'sealed_id_token as sealedIdToken'])
      .where('id', '=', id)
      .executeTakeFirst();
  }

  /** User names whose sessions end; `undefined` when the token was used before. Needs a transaction. */
  async end({
    issuer,
    subject,
    sid,
    jti,
    expiresAt,
  }: LogoutToken): Promise<readonly string[] | undefined> {
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('logout_tokens')
      .values({ issuer, jti, expires_at: expiresAt })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) return undefined;
    const { rows } = await sql<{ username: string }>`
      with ended as (
        select id from provider_sign_ins
        where issuer = ${issuer}
          and (${subject ?? null}::text is null or subject = ${subject ?? null})
          and (${sid ?? null}::text is null or sid = ${sid ?? null})
      ), gone as (
        delete from sessions where provider_sign_in in (select id from ended) returning username
      )
      select distinct username from gone
    `.execute(this.#db);
    await this.#db
      .deleteFrom('provider_sign_ins')
      .where('issuer', '=', issuer)
      .$if(subject !== undefined, (query) => query.where('subject', '=', subject!))
      .$if(sid !== undefined, (query) => query.where('sid', '=', sid!))
      .execute();
    return rows.map(({ username }) => username);
  }

  /** When an identity is removed from its account. Returns the ids. */
  async removeOf(
    { issuer, subject }: ExternalSubject,
    keepSessionId: string | undefined,
  ): Promise<string[]> {
    if (keepSessionId !== undefined)
      await this.#db
        .updateTable('sessions')
        .set({ provider_sign_in: null })
        .where('id', '=', keepSessionId)
        .where('provider_sign_in', 'in', (signIns) =>
          signIns
            .selectFrom('provider_sign_ins')
            .select('provider_sign_ins.id')
            .where('issuer', '=', issuer)
            .where('subject', '=', subject),
        )
        .execute();
    const removed = await this.#db
      .deleteFrom('provider_sign_ins')
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .returning('id')
      .execute();
    return removed.map(({ id }) => id);
  }

  /** Sign-ins without a session, and used logout tokens. */
  async removeExpired(now: Date): Promise<number> {
    const signIns = await this.#db
      .deleteFrom('provider_sign_ins')
      .where('expires_at', '<=', now)
      .where((signIn) =>
        signIn.not(
          signIn.exists(
            signIn
              .selectFrom('sessions')
              .select('sessions.id')
              .whereRef('provider_sign_in', '=', 'provider_sign_ins.id'),
          ),
        ),
      )
      .executeTakeFirst();
    const tokens = await this.#db
      .deleteFrom('logout_tokens')
      .where('expires_at', '<=', now)
      .executeTakeFirst();
    return Number(signIns.numDeletedRows + tokens.numDeletedRows);
  }
}
