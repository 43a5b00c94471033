import { userInfo } from 'node:os';
import {
  AccountLinks,
  AuditRepository,
  authProblems,
  changeAccount,
  normalizeUsername,
  type Account,
} from '@galley/auth';
import type { Database } from '@galley/database';
import { systemActor, systemClock, type AuditAction, type AuditEvent } from '@galley/kernel';
import { mailProblems } from '@galley/mail';
import { cmsProblems } from '../problems.ts';
import {
  removeFactors,
  withPeople,
  type PeopleAtWork,
  type ProjectOptions,
} from './administer-users.ts';
import { presentSession, presentUser } from './present-people.ts';
import { presentToken } from './present-tokens.ts';

export type ListedAccount = Omit<ReturnType<typeof presentUser>, 'picture' | 'picture_approved'>;
export type ListedSession = ReturnType<typeof presentSession>;
export type ListedToken = ReturnType<typeof presentToken>;

export interface InvitationRequest {
  readonly username: string;
  readonly role: string;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  /** Sends the link by e-mail instead of printing it. */
  readonly isSent: boolean;
}

export interface LinkResult {
  readonly username: string;
  /** Null if it is sent by e-mail. */
  readonly link: string | null;
  readonly expires_at: string | null;
  readonly sent_to: string | null;
}

const current = { actor: systemActor, currentSessionId: '' };

/** ADD-USR-1 to 4: as `UserAdministration`, for all other changes of accounts. */
export class AccountAdministration {
  readonly #at: PeopleAtWork;

  constructor(at: PeopleAtWork) {
    this.#at = at;
  }

  async list(filter: {
    readonly role?: string | undefined;
    readonly enabled?: boolean | undefined;
  }) {
    const { role, enabled } = filter;
    return (await this.#at.people.users.list())
      .filter((user) => role === undefined || user.role === role.trim().toLowerCase())
      .filter((user) => enabled === undefined || user.enabled === enabled)
      .map(presentAccount);
  }

  /** @throws `not_found` */
  async show(username: string) {
    const user = await this.#at.people.users.get(username);
    const [sessions, tokens] = [await this.sessions(username), await this.tokens(username)];
    return { ...presentAccount(user), sessions: sessions.length, tokens: tokens.length };
  }

  /** Valid for seven days. @throws `already_exists`, `invalid_fields`, `mail_not_configured` */
  async invite({ isSent, ...account }: InvitationRequest): Promise<LinkResult> {
    const { users } = this.#at.people;
    const username = normalizeUsername(account.username);
    if (isSent) this.#requireMail();
    const known = (await users.list()).find((user) => user.username === username);
    if (known?.hasPassword)
      throw cmsProblems.already_exists(
        `User ${username} already has a password. For a link to set a new one, run: galley users reset ${username}`,
      );
    if (!known) {
      const { user } = await users.save(systemActor, { ...account, username });
      await this.#record('user.save', username, { created: true, role: user.role });
    }
    return isSent ? this.#send(username) : this.#link(username);
  }

  /** @throws `not_found`, `last_admin` */
  async setEnabled(username: string, enabled: boolean): Promise<ListedAccount> {
    return this.#change(username, { enabled });
  }

  /** @throws `not_found`, `invalid_fields`, `last_admin` */
  async setRole(username: string, role: string): Promise<ListedAccount> {
    return this.#change(username, { role });
  }

  /** Valid for 24 hours; also revokes earlier links. @throws `not_found`, `mail_not_configured`, `invalid_fields` */
  async reset(
    given: string,
    { isSent, factors }: { readonly isSent: boolean; readonly factors: boolean },
  ): Promise<LinkResult & { readonly factors_removed: boolean }> {
    if (isSent) this.#requireMail();
    const { username } = await this.#at.people.users.get(given);
    if (factors)
      await removeFactors(this.#at.people, username, (action, details) =>
        this.#record(action, username, details),
      );
    const result = isSent ? await this.#send(username) : await this.#resetLink(username);
    return { ...result, factors_removed: factors };
  }

  /** @throws `not_found` */
  async sessions(given: string): Promise<ListedSession[]> {
    const { username } = await this.#at.people.users.get(given);
    return (await this.#at.people.sessionService.list({ ...current, username })).map(
      presentSession,
    );
  }

  /** Returns how many. @throws `not_found` */
  async endSessions(given: string): Promise<number> {
    const { username } = await this.#at.people.users.get(given);
    const { revoked } = await this.#at.people.sessionService.revoke(current, { username });
    await this.#record('session.revoke', username, { revoked });
    return revoked;
  }

  /** @throws `not_found` */
  async tokens(given: string): Promise<ListedToken[]> {
    const { username } = await this.#at.people.users.get(given);
    return (await this.#at.people.tokens.list(systemActor, username)).map(presentToken);
  }

  /** The token with this id, or all of the account. Returns how many. @throws `not_found` */
  async revokeTokens(username: string, id: string | undefined): Promise<number> {
    const found = await this.tokens(username);
    const chosen = found.filter((token) => id === undefined || token.id === id);
    if (id !== undefined && chosen.length === 0)
      throw authProblems.not_found(`User ${username} has no token with the ID ${id}.`);
    for (const token of chosen) {
      await this.#at.people.tokens.revoke(systemActor, token.id);
      await this.#record('token.revoke', token.id, { username: token.username });
    }
    return chosen.length;
  }

  async #change(
    username: string,
    change: Partial<Pick<Account, 'role' | 'enabled'>>,
  ): Promise<ListedAccount> {
    const { db, people } = this.#at;
    const { user } = await changeAccount({ db, users: people.users }, systemActor, {
      username,
      change,
      record: (transaction, { user, changed, changes }) => {
        const details = { created: false, changed, role: user.role, changes };
        return this.#recordIn(transaction, entryOf('user.save', user.username, details));
      },
    });
    return presentAccount(user);
  }

  /** An invitation; earlier ones stay valid, as those by e-mail do. */
  async #link(username: string): Promise<LinkResult> {
    const { db } = this.#at;
    const links = new AccountLinks({ db, clock: systemClock });
    const { token, expiresAt } = await db
      .transaction()
      .execute((transaction) =>
        links.issue(transaction, { username, email: '', hasPassword: false }),
      );
    return this.#issued(username, token, expiresAt);
  }

  async #resetLink(username: string): Promise<LinkResult> {
    const { token, expiresAt } = await this.#at.people.passwords.issueResetLink(
      systemActor,
      username,
    );
    return this.#issued(username, token, expiresAt);
  }

  async #issued(username: string, token: string, expiresAt: Date): Promise<LinkResult> {
    await this.#record('password.reset_link', username, {});
    const link = this.#at.linkTo(token);
    return { username, link, expires_at: expiresAt.toISOString(), sent_to: null };
  }

  async #send(username: string): Promise<LinkResult> {
    const links = new AccountLinks({ db: this.#at.db, clock: systemClock });
    const { email } = await links.request(systemActor, username);
    await this.#record('password.send_link', username, { to: email });
    return { username, link: null, expires_at: null, sent_to: email };
  }

  #requireMail(): void {
    if (this.#at.config.mail) return;
    throw mailProblems.mail_not_configured(
      'Galley cannot send mail: set mail.smtp.host and mail.from, or omit --send to print a link.',
    );
  }

  #record(action: AuditAction, target: string, details: object): Promise<void> {
    return this.#recordIn(this.#at.db, entryOf(action, target, details));
  }

  #recordIn(db: Database, event: AuditEvent): Promise<void> {
    return new AuditRepository({ db, clock: systemClock }).record(event);
  }
}

export function entryOf(action: AuditAction, target: string, details: object): AuditEvent {
  return {
    action,
    actor: systemActor.username,
    target,
    outcome: 'success',
    address: '',
    requestId: '',
    details: { ...details, by: 'command line', system_user: userInfo().username },
  };
}

function presentAccount(user: Account): ListedAccount {
  const { picture, picture_approved, ...account } = presentUser(user, undefined);
  return account;
}

export function administerAccounts(
  options: ProjectOptions,
  work: (accounts: AccountAdministration) => Promise<void>,
): Promise<void> {
  return withPeople(options, (at) => work(new AccountAdministration(at)));
}
