import { createHmac, timingSafeEqual } from 'node:crypto';

export interface Subscription {
  readonly username: string;
  /** Kind of the notices. */
  readonly kind: string;
}

/**
 * Signed, so that they need no table. They do not expire, since messages stay in mailboxes, and can only turn messages
 * off (ADD-MAIL-8).
 */
export class UnsubscribeTokens {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  sign({ username, kind }: Subscription): string {
    const payload = Buffer.from(`${kind} ${username}`).toString('base64url');
    return `${payload}.${this.#mac(payload).toString('base64url')}`;
  }

  /** `undefined` for a token that this server did not sign. */
  read(token: string): Subscription | undefined {
    const [payload = '', mac = ''] = token.split('.');
    const given = Buffer.from(mac, 'base64url');
    const expected = this.#mac(payload);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const [kind = '', username = ''] = Buffer.from(payload, 'base64url').toString().split(' ');
    return { username, kind };
  }

  #mac(payload: string): Buffer {
    return createHmac('sha256', this.#secret).update(payload).digest();
  }
}
