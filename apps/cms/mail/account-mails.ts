import type { AccountLinks, AccountToLink, EmailChanges } from '@galley/auth';
import { describeDevice, rangeOf, ServiceAccountReadModel, UserNamesReadModel } from '@galley/auth';
import type { Database, Transaction } from '@galley/database';
import { isServiceAccount, type Clock, type DomainEvent } from '@galley/kernel';
import type { MailKind, NewMail, Outbox } from '@galley/mail';

export interface AccountMailsOptions {
  readonly outbox: Outbox;
  readonly links: AccountLinks;
  readonly emailChanges: EmailChanges;
  readonly db: Database;
  readonly clock: Clock;
  /** Without a slash at its end. */
  readonly adminAddress: () => Promise<string>;
}

/** A flood of requests for an account must not flood its mailbox. */
const maxLinks = 3;
const linkWindowMs = 3_600_000;
const linkKinds = ['invitation', 'password_reset'] as const;

const noticeOfChange: Readonly<Record<string, MailKind>> = {
  password: 'password_changed',
  second_factor_enabled: 'second_factor_enabled',
  sign_in_linked: 'sign_in_linked',
  sign_in_unlinked: 'sign_in_unlinked',
  second_factor_disabled: 'second_factor_disabled',
  passkey_added: 'passkey_added',
  passkey_removed: 'passkey_removed',
  email: 'email_changed',
};

/** Writes messages in the transaction that marks their event as read: each exactly once. */
export class AccountMails {
  readonly #options: AccountMailsOptions;

  constructor(options: AccountMailsOptions) {
    this.#options = options;
  }

  async handle(transaction: Transaction, events: readonly DomainEvent[]): Promise<void> {
    if (!this.#options.outbox.isEnabled) return;
    for (const event of events) {
      if (event.type === 'user.link_requested') await this.#sendLinks(transaction, event);
      else if (event.type === 'user.password_forgotten') await this.#sendLinks(transaction, event);
      else if (event.type === 'user.security_changed') await this.#sendNotice(transaction, event);
      else if (event.type === 'token.expiring') await this.#sendTokenWarnings(transaction, event);
      else if (event.type === 'user.email_requested') await this.#sendEmails(transaction, event);
      else if (event.type === 'user.new_device') await this.#sendNewDevice(transaction, event);
    }
  }

  async #sendLinks(transaction: Transaction, event: DomainEvent): Promise<void> {
    const { links, outbox, clock } = this.#options;
    const isForgotten = event.type === 'user.password_forgotten';
    for (const account of await links.find(transaction, event.subject)) {
      const { username, hasPassword } = account;
      const since = new Date(clock.now().getTime() - linkWindowMs);
      const recent = await outbox.countRecent(transaction, { username, kinds: linkKinds, since });
      if (isForgotten && recent >= maxLinks) continue;
      const { token, expiresAt } = await links.issue(transaction, account);
      const values = {
        ...(!hasPassword && { inviter: await this.#nameOf(event.actor) }),
        link: `${await this.#options.adminAddress()}/reset#${token}`,
        expires: expiresAt,
      };
      const kind = hasPassword ? 'password_reset' : 'invitation';
      await outbox.add(transaction, { ...addressed(account, values), kind, expiresAt });
    }
  }

  async #sendNotice(transaction: Transaction, event: DomainEvent): Promise<void> {
    const { links, outbox } = this.#options;
    const { change, passkey, previous_email: previous } = event.data as Record<string, string>;
    const kind = noticeOfChange[change!];
    if (!kind) return;
    const account = await links.findToNotify(transaction, event.subject);
    // A changed address is told to the earlier one, whose owner may not have made the change.
    const to = kind === 'email_changed' ? previous! : account?.email;
    if (!account || !to) return;
    const values = {
      time: event.at,
      ...(passkey !== undefined && { passkey }),
      link: `${await this.#options.adminAddress()}/forgotten`,
    };
    await outbox.add(transaction, { ...addressed(account, values), kind, to });
  }

  async #sendTokenWarnings(transaction: Transaction, event: DomainEvent): Promise<void> {
    const { subject: owner, data } = event;
    const isService = isServiceAccount(owner);
    const values = {
      token: data['name'] as string,
      expires: new Date(data['expires_at'] as string),
      link: `${await this.#options.adminAddress()}/${isService ? 'tokens' : 'account'}`,
      ...(isService && { account: await this.#nameOf(owner) }),
    };
    const kind = isService ? 'service_token_expiring' : 'token_expiring';
    for (const account of await new ServiceAccountReadModel(transaction).listResponsible(owner))
      if (account.email !== '')
        await this.#options.outbox.add(transaction, { ...addressed(account, values), kind });
  }

  /** To the new address, and to the earlier one, whose owner may not have asked for it (ADD-ACC-4). */
  async #sendEmails(transaction: Transaction, { subject, at }: DomainEvent): Promise<void> {
    const { links, emailChanges, outbox } = this.#options;
    const account = await links.findToNotify(transaction, subject);
    const change = await emailChanges.issueLinks(transaction, subject);
    if (!account || !change) return;
    const { email, previousEmail, confirmToken, stopToken, expiresAt, stopUntil } = change;
    const admin = await this.#options.adminAddress();
    const values = { link: `${admin}/confirm-email#${confirmToken}`, expires: expiresAt };
    const confirm = { ...addressed(account, values), kind: 'email_confirm', to: email } as const;
    await outbox.add(transaction, { ...confirm, expiresAt });
    if (previousEmail === '' || previousEmail === email) return;
    const told = {
      email,
      time: at,
      link: `${admin}/keep-email#${stopToken}`,
      expires: stopUntil,
      password: `${admin}/forgotten`,
    };
    const notice = { ...addressed(account, told), kind: 'email_requested' } as const;
    await outbox.add(transaction, { ...notice, to: previousEmail, expiresAt: stopUntil });
  }

  async #sendNewDevice(transaction: Transaction, event: DomainEvent): Promise<void> {
    const { links, outbox } = this.#options;
    const account = await links.findToNotify(transaction, event.subject);
    if (!account || account.email === '') return;
    const { address, user_agent: agent } = event.data as Record<string, string>;
    const admin = await this.#options.adminAddress();
    const values = {
      time: event.at,
      device: describeDevice(agent!),
      network: rangeOf(address!),
      link: `${admin}/account`,
      password: `${admin}/forgotten`,
    };
    await outbox.add(transaction, { ...addressed(account, values), kind: 'new_device' });
  }

  async #nameOf(username: string): Promise<string> {
    const names = await new UserNamesReadModel(this.#options.db).find([username]);
    return names.get(username) ?? username;
  }
}

function addressed(
  { username, name, email, language, timeZone }: AccountToLink,
  values: NewMail['values'],
): Omit<NewMail, 'kind'> {
  return { to: email, username, language, timeZone, values: { ...values, username, name } };
}
