import type { Database, Transaction } from '@galley/database';
import { newId, type Clock } from '@galley/kernel';
import type { MailContent, MailKind, NewMail, SentMail } from './mail.ts';
import { MailRepository } from './mail-repository.ts';
import type { MailSender } from './mail-sender.ts';
import type { MailTexts } from './mail-texts.ts';
import { mailProblems } from './problems.ts';
import { sealingContext, type Sealer } from './sealed-content.ts';

export interface OutboxOptions {
  readonly db: Database;
  readonly texts: MailTexts;
  readonly sealer: Sealer;
  /** Absent without a mail server. */
  readonly sender: Pick<MailSender, 'sendNow' | 'loop'> | undefined;
  readonly clock: Clock;
}

export interface RecentMail {
  readonly username: string;
  readonly kinds: readonly MailKind[];
  readonly since: Date;
}

const lifetimeMs = 30 * 86_400_000;
const pageSize = 50;
const cleanupBatch = 1_000;

/** Messages are written in the transaction that causes them, and sent afterwards. */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #mails: MailRepository;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#mails = new MailRepository(options.db);
  }

  /** False without a mail server: `add` then writes nothing. */
  get isEnabled(): boolean {
    return this.#options.sender !== undefined;
  }

  /** @throws `mail_not_configured` */
  requireEnabled(): void {
    if (!this.isEnabled) throw notConfigured();
  }

  /** Messages of these kinds to an account since a time. */
  countRecent(transaction: Transaction, { username, kinds, since }: RecentMail): Promise<number> {
    return new MailRepository(transaction).countRecent(username, kinds, since);
  }

  async add(transaction: Transaction | Database, mail: NewMail): Promise<string | undefined> {
    if (!this.isEnabled) return undefined;
    const { texts, sealer, clock } = this.#options;
    const createdAt = clock.now();
    const id = newId(createdAt.getTime());
    const { unsubscribe } = mail;
    const rendered: MailContent = await texts.render(mail);
    const content = { ...rendered, ...(unsubscribe !== undefined && { unsubscribe }) };
    await new MailRepository(transaction).insert({
      id,
      kind: mail.kind,
      recipient: mail.to,
      username: mail.username,
      sealedContent: sealer.seal(JSON.stringify(content), sealingContext(id)),
      createdAt,
      expiresAt: mail.expiresAt ?? null,
    });
    return id;
  }

  /** Makes an attempt at once, and returns its outcome. @throws `mail_not_configured` */
  async test(to: string): Promise<SentMail> {
    const { db, sender, clock } = this.#options;
    if (!sender) throw notConfigured();
    const values = { time: clock.now() };
    const mail = { kind: 'test', to, username: null, language: '', values } as const;
    const id = (await this.add(db, mail))!;
    await sender.sendNow(id);
    return (await this.#mails.find(id))!;
  }

  /** Newest first. */
  async list(
    before: string | undefined,
  ): Promise<{ readonly items: SentMail[]; readonly hasMore: boolean }> {
    const found = await this.#mails.list(before, pageSize + 1);
    return { items: found.slice(0, pageSize), hasMore: found.length > pageSize };
  }

  /** @throws `mail_not_found`, `mail_removed`, `mail_not_configured` */
  async resend(id: string): Promise<void> {
    const { sender, clock } = this.#options;
    if (!sender) throw notConfigured();
    const mail = await this.#mails.find(id);
    if (!mail)
      throw mailProblems.mail_not_found(
        `There is no message "${id}". Messages are listed for 30 days.`,
      );
    if (!(await this.#mails.resend(id, clock.now())))
      throw mailProblems.mail_removed(
        'The message has been sent, and its text was removed. Repeat what caused it, such as the invitation.',
      );
    sender.loop.wake();
  }

  removeOld(): Promise<number> {
    const before = new Date(this.#options.clock.now().getTime() - lifetimeMs);
    return this.#mails.removeOld(before, cleanupBatch);
  }
}

function notConfigured(): Error {
  return mailProblems.mail_not_configured(
    'Set mail.smtp.host and mail.from in galley.yaml, and restart Galley.',
  );
}
