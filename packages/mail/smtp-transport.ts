import { createTransport, type Transporter } from 'nodemailer';
import type { MailContent } from './mail.ts';

export interface SmtpOptions {
  readonly host: string;
  readonly port: number;
  /** `starttls` refuses servers that do not offer it. */
  readonly security: 'starttls' | 'tls' | 'none';
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly from: { readonly name: string; readonly address: string };
  readonly replyTo?: string | undefined;
}

export interface OutgoingMail extends MailContent {
  /** Equal for all attempts, so that servers can recognise a repetition. */
  readonly messageId: string;
  readonly to: string;
  readonly date: Date;
}

export interface Failure {
  /** A sentence without secrets. */
  readonly error: string;
  /** Another attempt cannot succeed. */
  readonly isFinal: boolean;
}

export interface MailTransport {
  /** `undefined` when the server has accepted the message. */
  send(mail: OutgoingMail): Promise<Failure | undefined>;
}

const timeoutMs = 20_000;

export class SmtpTransport implements MailTransport {
  readonly #options: () => SmtpOptions;

  /** Called for each message, since the sender's name is the title of the site. */
  constructor(options: () => SmtpOptions) {
    this.#options = options;
  }

  async send({
    messageId,
    to,
    date,
    unsubscribe,
    ...content
  }: OutgoingMail): Promise<Failure | undefined> {
    const options = this.#options();
    const transport = open(options);
    const { from, replyTo } = options;
    try {
      await transport.sendMail({
        ...content,
        from,
        // An object, so that a comma in an address cannot add recipients.
        to: { name: '', address: to },
        ...(replyTo !== undefined && { replyTo }),
        messageId,
        date,
        headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribe) },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      return undefined;
    } catch (error) {
      return describe(error as SmtpError, options);
    } finally {
      transport.close();
    }
  }
}

/** RFC 8058: mail programs show a button, and send the `POST` themselves. */
function unsubscribeHeaders(address: string | undefined): Record<string, string> {
  if (address === undefined) return {};
  return {
    'List-Unsubscribe': `<${address}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

function open({ host, port, security, username, password }: SmtpOptions): Transporter {
  return createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(username !== undefined && { auth: { user: username, pass: password ?? '' } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  });
}

interface SmtpError extends Error {
  readonly code?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

function describe(error: SmtpError, { host, port, security }: SmtpOptions): Failure {
  const place = `${host}:${port}`;
  const { code, response, responseCode, message } = error;
  if (code === 'EAUTH')
    return { error: `${place} refused the user name or password of mail.smtp.`, isFinal: false };
  if (responseCode !== undefined && (code === 'EENVELOPE' || code === 'EMESSAGE'))
    return {
      error: `${place} refused the message: ${singleLine(response ?? message)}`,
      isFinal: responseCode >= 500,
    };
  if (code === 'EENVELOPE')
    return { error: `The address is not valid: ${singleLine(message)}`, isFinal: true };
  if (code === 'ETLS' || code === 'ESOCKET')
    return {
      error: `No connection to ${place} with mail.smtp.security: ${security} (${singleLine(message)}).`,
      isFinal: false,
    };
  if (code === 'ETIMEDOUT')
    return {
      error: `${place} did not answer within ${timeoutMs / 1_000} seconds.`,
      isFinal: false,
    };
  return { error: `${place} is unreachable (${code ?? singleLine(message)}).`, isFinal: false };
}

function singleLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 300);
}
