import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Lower-case names; encoded words as they are. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly html: string;
}

interface Refusal {
  /** Default: any recipient. */
  readonly to?: string;
  readonly code: number;
  readonly text: string;
}

/** A real SMTP server on loopback that keeps what it accepts. */
export class TestMailServer {
  readonly mails: ReceivedMail[] = [];
  /** Each refuses one recipient; then all are accepted. */
  readonly refusals: Refusal[] = [];
  readonly logins: { readonly username: string; readonly password: string }[] = [];
  #server: SMTPServer;

  private constructor(server: SMTPServer) {
    this.#server = server;
  }

  static async start(options: SMTPServerOptions = {}): Promise<TestMailServer> {
    const server: SMTPServer = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      allowInsecureAuth: true,
      ...options,
      onAuth: ({ username, password }, _session, done) => {
        own.logins.push({ username: username ?? '', password: password ?? '' });
        if (password === 'wrong') done(new Error('no'));
        else done(null, { user: username });
      },
      onRcptTo: ({ address }, _session, done) => {
        const at = own.refusals.findIndex(({ to = address }) => to === address);
        const [refusal] = at < 0 ? [] : own.refusals.splice(at, 1);
        done(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
      },
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
          const to = envelope.rcptTo.map(({ address }) => address);
          own.mails.push({ from, to, ...parse(Buffer.concat(chunks).toString('utf8')) });
          done();
        });
      },
    });
    const own = new TestMailServer(server);
    // A client that breaks off is part of some tests.
    server.on('error', () => undefined);
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    return own;
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(resolve));
  }
}

function parse(source: string): Pick<ReceivedMail, 'headers' | 'text' | 'html'> {
  const { headers, body } = split(source);
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1];
  const parts = boundary === undefined ? [] : body.split(`--${boundary}`).map(split);
  const partOf = (type: string): string => {
    const part = parts.find((one) => one.headers['content-type']?.startsWith(type));
    return part ? decode(part) : '';
  };
  return { headers, text: partOf('text/plain'), html: partOf('text/html') };
}

interface Part {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function split(source: string): Part {
  const [head = '', ...rest] = source.trimStart().split('\r\n\r\n');
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const [name = '', ...value] = line.split(':');
    return [name.toLowerCase(), value.join(':').trim()];
  });
  return { headers: Object.fromEntries(headers), body: rest.join('\r\n\r\n') };
}

function decode({ headers, body }: Part): string {
  const encoding = headers['content-transfer-encoding'];
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_match, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
