import { DomainEventRepository, type Database, type Transaction } from '@galley/database';
import { newSecret, type Clock } from '@galley/kernel';
import { AccountRepository } from './account-repository.ts';
import { EmailChangeRepository, type EmailChange } from './email-change-repository.ts';
import { OneTimeTokenRepository } from './one-time-token-repository.ts';
import { authProblems } from './problems.ts';
import { SecurityChangeRepository } from './security-change-repository.ts';
import { recordSecurityChange } from './security-events.ts';

const hourMs = 3_600_000;
/** Lifetime of the link that confirms the address. */
const confirmLifetimeMs = 24 * hourMs;
/** Lifetime of the link at the earlier address, which also undoes a confirmed change. */
const stopLifetimeMs = 7 * 24 * hourMs;
const maxRequestsPerHour = 5;

export interface PendingEmail {
  readonly email: string;
  readonly requestedAt: Date;
  readonly expiresAt: Date;
}

export interface EmailLinks extends PendingEmail {
  readonly previousEmail: string;
  readonly confirmToken: string;
  readonly stopToken: string;
  readonly stopUntil: Date;
}

export interface StoppedEmail {
  readonly username: string;
  /** The address had been confirmed, and the earlier one is back. */
  readonly isReverted: boolean;
}

/**
 * ADD-ACC-4. A new address of a person's own account is pending until they open its link while signed in. The earlier
 * address can stop the change, and undo it for seven days: an intruder confirms their own address at once.
 */
export class EmailChanges {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  async findPending(username: string): Promise<PendingEmail | undefined> {
    const found = await new EmailChangeRepository(this.#db).findPending(
      username,
      this.#since(confirmLifetimeMs),
    );
    return found && presentPending(found);
  }

  /** For the message: earlier links end, since the request is the newest one. `undefined` if it was stopped. */
  async issueLinks(transaction: Transaction, username: string): Promise<EmailLinks | undefined> {
    const changes = new EmailChangeRepository(transaction);
    await changes.lockOwner(username);
    const found = await changes.findPending(username, this.#since(confirmLifetimeMs));
    if (!found) return undefined;
    const tokens = { confirm: newSecret(), stop: newSecret() };
    await changes.setTokens(found.id, tokens);
    return {
      ...presentPending(found),
      previousEmail: found.previousEmail,
      confirmToken: tokens.confirm,
      stopToken: tokens.stop,
      stopUntil: new Date(found.requestedAt.getTime() + stopLifetimeMs),
    };
  }

  /** Throws `email_link_invalid`, also for the link of another person. */
  async confirm(username: string, token: string): Promise<string> {
    return this.#db.transaction().execute(async (transaction) => {
      const changes = new EmailChangeRepository(transaction);
      await new AccountRepository(transaction).lock(username);
      const found = await changes.findPending(username, this.#since(confirmLifetimeMs));
      if (!found || !(await changes.isConfirmToken(found.id, token))) throw invalidLink();
      const at = this.#clock.now();
      await changes.confirm(found, at);
      await this.#recordChange(transaction, found, at);
      return found.email;
    });
  }

  /** Withdraws the pending address. */
  cancel(username: string): Promise<boolean> {
    return new EmailChangeRepository(this.#db).stopPending(username, this.#clock.now());
  }

  /** By the link at the earlier address. Undoing ends all sessions. Throws `email_link_invalid`. */
  async stop(token: string): Promise<StoppedEmail> {
    return this.#db.transaction().execute(async (transaction) => {
      const changes = new EmailChangeRepository(transaction);
      const since = this.#since(stopLifetimeMs);
      const seen = await changes.findByStopToken(token, since);
      if (!seen) throw invalidLink();
      const { username, previousEmail, requestedAt } = seen;
      await new AccountRepository(transaction).lock(username);
      // Again under the lock: a confirmation may have come between.
      const found = await changes.findByStopToken(token, since);
      if (!found) throw invalidLink();
      const at = this.#clock.now();
      const isReverted = found.confirmedAt !== null;
      if (isReverted) {
        await new SecurityChangeRepository(transaction).begin(username);
        await new OneTimeTokenRepository(transaction).removePasswordLinks(username);
        await changes.setEmail(username, previousEmail, at);
      }
      await changes.stopAll(username, at, requestedAt);
      return { username, isReverted };
    });
  }

  removeOld(): Promise<number> {
    return new EmailChangeRepository(this.#db).removeOld(this.#since(stopLifetimeMs));
  }

  #since(lifetimeMs: number): Date {
    return new Date(this.#clock.now().getTime() - lifetimeMs);
  }

  async #recordChange(transaction: Transaction, change: EmailChange, at: Date): Promise<void> {
    const { username, email, previousEmail: previous_email } = change;
    if (email === previous_email || previous_email === '') return;
    const who = { username, actor: username, at };
    await recordSecurityChange(transaction, who, { change: 'email', previous_email });
  }
}

/**
 * In the transaction of the change; the link is created with its message. Throws `rate_limited`.
 */
export async function requestEmail(
  transaction: Transaction | Database,
  request: {
    readonly username: string;
    readonly email: string;
    readonly previousEmail: string;
    readonly at: Date;
  },
): Promise<void> {
  const { username, email, previousEmail, at } = request;
  const changes = new EmailChangeRepository(transaction);
  const since = new Date(at.getTime() - hourMs);
  if ((await changes.countSince(username, since)) >= maxRequestsPerHour)
    throw authProblems.rate_limited(
      `At most ${maxRequestsPerHour} links an hour are sent to confirm an address. Try again later.`,
    );
  await changes.insert({ username, email, previousEmail, requestedAt: at });
  const event = { type: 'user.email_requested', at, actor: username, subject: username } as const;
  await new DomainEventRepository(transaction).append([{ ...event, data: {} }]);
}

function presentPending({ email, requestedAt }: EmailChange): PendingEmail {
  return { email, requestedAt, expiresAt: new Date(requestedAt.getTime() + confirmLifetimeMs) };
}

function invalidLink(): Error {
  return authProblems.email_link_invalid(
    'The link is wrong, has been used or has expired, or belongs to another account. Ask for another one on your account page.',
  );
}
