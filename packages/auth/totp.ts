import { randomBytes, timingSafeEqual } from 'node:crypto';
import speakeasy from 'speakeasy';

const digits = 6;
const periodSeconds = 30;
const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Before every step: no code has been used yet. */
export const noStep = -1;

export interface Provisioning {
  /** The name an authenticator app shows beside the username, such as the site's title. */
  readonly issuer: string;
  readonly username: string;
  /** In base32. */
  readonly secret: string;
}

export interface CodeToMatch {
  /** In base32. */
  readonly secret: string;
  /** As typed; white space is ignored. */
  readonly code: string;
  readonly now: Date;
  /** The newest step whose code was used; `noStep` when none was. */
  readonly afterStep: number;
}

/** 160 random bits in base32, as long as the hash (RFC 4226, section 4). */
export function newTotpSecret(): string {
  // Five bits of each byte make one of 32 letters.
  return Array.from(randomBytes(32), (byte) => base32Alphabet[byte & 31]).join('');
}

/** The `otpauth://totp/…` address that authenticator apps read from a QR code. */
export function provisioningUri({ issuer, username, secret }: Provisioning): string {
  // A colon ends the issuer within the label, even an encoded one.
  const plainIssuer = issuer.replaceAll(':', ' ').replace(/\s+/g, ' ').trim();
  const [encodedIssuer, label] = [plainIssuer, username].map(encodeURIComponent);
  return (
    `otpauth://totp/${encodedIssuer}:${label}?issuer=${encodedIssuer}&secret=${secret}` +
    `&algorithm=SHA1&digits=${digits}&period=${periodSeconds}`
  );
}

/**
 * The 30-second step (RFC 6238) that a code belongs to: the present one, the one before or the one after.
 * Undefined when it belongs to none of them, or to one that is not after `afterStep`: a code never works twice, and
 * neither does an older one.
 */
export function matchStep({ secret, code, now, afterStep }: CodeToMatch): number | undefined {
  const token = code.replace(/\s/g, '');
  if (!/^[0-9]{6}$/.test(token)) return undefined;
  const present = Math.floor(now.getTime() / 1000 / periodSeconds);
  // The newest first: where two steps have the same code by chance, it does not work again in the later one.
  return [present + 1, present, present - 1].find(
    (step) => step > afterStep && isCodeOf(step, { secret, token }),
  );
}

function isCodeOf(step: number, { secret, token }: { secret: string; token: string }): boolean {
  const expected = speakeasy.hotp({ secret, encoding: 'base32', counter: step, digits });
  return timingSafeEqual(Buffer.from(expected), Buffer.from(token));
}
