import { DomainEventRepository, type Database, type Transaction } from '@galley/database';
import { fieldError, type Actor, type Clock } from '@galley/kernel';
import { AccountReadModel, type AccountToLink } from './account-read-model.ts';
import { AccountRepository } from './account-repository.ts';
import { isEmailAddress } from './new-account.ts';
import { OneTimeTokenRepository } from './one-time-token-repository.ts';
import { authProblems } from './problems.ts';
import { requireAuthorityOver } from './user-rules.ts';
import { isUsername, normalizeUsername } from './username.ts';

const hourMs = 3_600_000;
const invitationLifetimeMs = 7 * 24 * hourMs;
const resetLifetimeMs = 24 * hourMs;
/** Several accounts may have the same address. */
const maxAccountsOfAddress = 5;

/**
 * Links to set a password, sent by e-mail. Requests record an event only; the link is created with the message, so
 * that no answer contains it, and none reveals which accounts exist.
 */
export class AccountLinks {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /**
   * Throws `not_found`, `forbidden` when the user has more permissions, and `invalid_fields` without an e-mail address.
   */
  async request(actor: Actor, input: string): Promise<{ username: string; email: string }> {
    const username = normalizeUsername(input);
    return this.#db.transaction().execute(async (transaction) => {
      const account = await new AccountRepository(transaction).find(username);
      if (!account) throw authProblems.not_found(`There is no user "${username}".`);
      requireAuthorityOver(actor, account);
      const { email } = account;
      if (email === '') throw authProblems.invalid_fields.at([fieldError('username', 'no_email')]);
      await this.#record(transaction, 'user.link_requested', {
        actor: actor.username,
        subject: username,
      });
      return { username, email };
    });
  }

  /** Takes as long for unknown names. Other text is ignored, since it may be a password in the wrong field. */
  async forgotten(input: string): Promise<void> {
    const given = input.trim();
    const username = normalizeUsername(given);
    const subject = isEmailAddress(given) ? given : username;
    if (!isEmailAddress(given) && !isUsername(username)) return;
    await this.#record(this.#db, 'user.password_forgotten', { actor: '', subject });
  }

  /** Enabled accounts with this user name or e-mail address, and an address to write to. */
  find(transaction: Transaction, given: string): Promise<AccountToLink[]> {
    return new AccountReadModel(transaction).listWithAddress(given, maxAccountsOfAddress);
  }

  /** Also a disabled account. `undefined` without an e-mail address now. */
  async findToNotify(
    transaction: Transaction,
    username: string,
  ): Promise<AccountToLink | undefined> {
    return new AccountReadModel(transaction).findWithLanguage(username);
  }

  /** Does not revoke earlier links: otherwise anyone could revoke an invitation by asking for another link. */
  async issue(
    transaction: Transaction,
    { username, email, hasPassword }: Pick<AccountToLink, 'username' | 'email' | 'hasPassword'>,
  ): Promise<{ readonly token: string; readonly expiresAt: Date }> {
    const now = this.#clock.now();
    const lifetimeMs = hasPassword ? resetLifetimeMs : invitationLifetimeMs;
    const expiresAt = new Date(now.getTime() + lifetimeMs);
    const links = new OneTimeTokenRepository(transaction);
    return {
      token: await links.issue({ purpose: 'password', username, email, now, expiresAt }),
      expiresAt,
    };
  }

  #record(
    db: Database | Transaction,
    type: 'user.link_requested' | 'user.password_forgotten',
    { actor, subject }: { readonly actor: string; readonly subject: string },
  ): Promise<void> {
    const event = { type, at: this.#clock.now(), actor, subject, data: {} };
    return new DomainEventRepository(db).append([event]);
  }
}
