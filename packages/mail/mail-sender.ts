import type { Database } from '@galley/database';
import { Ticker, type Clock, type Logger } from '@galley/kernel';
import { MailRepository, type DueMail, type MailOutcome } from './mail-repository.ts';
import { openContent, type Sealer } from './sealed-content.ts';
import type { Failure, MailTransport } from './smtp-transport.ts';

export interface MailSenderOptions {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly transport: MailTransport;
  /** Host of message ids. */
  readonly host: () => string;
  readonly clock: Clock;
  readonly logger: Logger;
}

const minute = 60_000;
const hour = 60 * minute;
/** After each failed attempt; the last attempt is two days after the first. */
const pauses = [
  minute,
  5 * minute,
  15 * minute,
  hour,
  2 * hour,
  4 * hour,
  8 * hour,
  12 * hour,
  20 * hour,
];
/** Longer than an attempt takes, so that it is repeated only after a crash. */
const leaseMs = 3 * minute;
const batch = 5;

/**
 * Sends due messages, from any number of processes. A crash between the acceptance by the mail server and its record
 * repeats the message with the same id: sending it twice is better than not at all.
 */
export class MailSender {
  readonly #options: MailSenderOptions;
  readonly #mails: MailRepository;

  readonly loop: Ticker;

  constructor(options: MailSenderOptions) {
    this.#options = options;
    this.#mails = new MailRepository(options.db);
    const { clock, logger } = options;
    const run = (signal: AbortSignal): Promise<void> => this.sendDue(signal);
    this.loop = new Ticker({
      id: 'mail',
      everyMs: 1_000,
      maxBackOffMs: 60_000,
      clock,
      logger,
      run,
    });
  }

  /** Makes an attempt at once. The message must be pending. */
  async sendNow(id: string): Promise<void> {
    const mail = await this.#mails.claim(id, this.#leaseEnd());
    if (mail) await this.#attempt(mail);
  }

  async sendDue(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const due = await this.#mails.claimDue(this.#options.clock.now(), this.#leaseEnd(), batch);
      await Promise.all(due.map((mail) => this.#attempt(mail)));
      if (due.length < batch) return;
    }
  }

  #leaseEnd(): Date {
    return new Date(this.#options.clock.now().getTime() + leaseMs);
  }

  async #attempt(mail: DueMail): Promise<void> {
    const failure = await this.#send(mail);
    const at = this.#options.clock.now();
    const outcome = outcomeOf(mail, failure, at);
    await this.#mails.recordAttempt(mail.id, { ...outcome, lastAttemptAt: at });
    if (!failure) return;
    const { id, kind, attempts } = mail;
    const { error } = failure;
    this.#options.logger.warn('mail not sent', { mail: id, kind, attempts, error });
  }

  async #send(mail: DueMail): Promise<Failure | undefined> {
    const { sealer, transport, host, clock } = this.#options;
    const { id, recipient, createdAt, expiresAt } = mail;
    if (expiresAt !== null && clock.now() >= expiresAt)
      return { error: 'The link in the message has expired.', isFinal: true };
    const content = openContent(sealer, mail);
    if (!content)
      return {
        error: 'The message cannot be decrypted: security.encryption_key has changed.',
        isFinal: true,
      };
    const messageId = `<${id}@${host()}>`;
    return transport.send({ ...content, messageId, to: recipient, date: createdAt });
  }
}

function outcomeOf(
  { attempts }: DueMail,
  failure: Failure | undefined,
  at: Date,
): Omit<MailOutcome, 'lastAttemptAt'> {
  if (!failure) return { status: 'sent', dueAt: null, error: null };
  const { error, isFinal } = failure;
  const pause = isFinal ? undefined : pauses[attempts - 1];
  if (pause === undefined) return { status: 'failed', dueAt: null, error };
  return { status: 'pending', dueAt: new Date(at.getTime() + pause), error };
}
