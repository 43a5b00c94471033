import type { Database, Transaction } from '@galley/database';
import { sha256 } from '@galley/kernel';

export type AttemptPurpose = 'sign_in' | 'link' | 'invitation' | 'confirm';

export interface SignInAttemptRecord {
  readonly provider: string;
  readonly purpose: AttemptPurpose;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** Path in the admin. */
  readonly returnTo: string;
  /** Account to link or confirm. */
  readonly username: string | null;
  /** Hash of the invitation that allows the link. */
  readonly invitationHash: string | null;
}

interface AttemptKey {
  readonly state: string;
  /** In a cookie of the browser that began. */
  readonly browserSecret: string;
}

export class AttemptRepository {
  readonly #db: Database | Transaction;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async insert(
    { state, browserSecret }: AttemptKey,
    attempt: SignInAttemptRecord & { readonly expiresAt: Date },
  ): Promise<void> {
    await this.#db
      .insertInto('sign_in_attempts')
      .values({
        state_hash: sha256(state),
        browser_hash: sha256(browserSecret),
        provider: attempt.provider,
        purpose: attempt.purpose,
        nonce: attempt.nonce,
        code_verifier: attempt.codeVerifier,
        return_to: attempt.returnTo,
        username: attempt.username,
        invitation_hash: attempt.invitationHash,
        expires_at: attempt.expiresAt,
      })
      .execute();
  }

  /** Once: a second callback with the same state finds nothing. */
  take(
    { state, browserSecret }: AttemptKey,
    { provider, now }: { readonly provider: string; readonly now: Date },
  ): Promise<SignInAttemptRecord | undefined> {
    return this.#db
      .deleteFrom('sign_in_attempts')
      .where('state_hash', '=', sha256(state))
      .where('browser_hash', '=', sha256(browserSecret))
      .where('provider', '=', provider)
      .where('expires_at', '>', now)
      .returning([
        'provider',
        'purpose',
        'nonce',
        'code_verifier as codeVerifier',
        'return_to as returnTo',
        'username',
        'invitation_hash as invitationHash',
      ])
      .executeTakeFirst();
  }

  async removeExpired(now: Date): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('sign_in_attempts')
      .where('expires_at', '<=', now)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}
