import { createHash, timingSafeEqual } from 'node:crypto';

/** A token that stands in the configuration, kept as its digest. */
export class FixedToken {
  readonly #digest: Buffer;

  constructor(token: string) {
    this.#digest = digestOf(Buffer.from(token));
  }

  /** Whether an `Authorization` header has it. */
  isIn(authorization = ''): boolean {
    const [, token] = /^bearer +(\S.*)$/is.exec(authorization) ?? [];
    // Node reads each byte of a header as one character.
    const given = digestOf(Buffer.from(token ?? '', 'latin1'));
    return token !== undefined && timingSafeEqual(given, this.#digest);
  }
}

/** As long as any other, so that comparing takes equally long for all. */
const digestOf = (token: Buffer) => createHash('sha256').update(token).digest();
