import { randomBytes, timingSafeEqual } from 'node:crypto';
import speakeasy from 'speakeasy';

const digits = 6;
const periodSeconds = 30;
const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Lower than every step. */
export const noStep = -1;

export interface Provisioning {
  readonly issuer: string;
  readonly username: string;
  /** Base32. */
  readonly secret: string;
}

export interface CodeToMatch {
  /** Base32. */
  readonly secret: string;
  /** White space is ignored. */
  readonly code: string;
  readonly now: Date;
  /** Latest step with a used code, or `noStep`. */
  readonly afterStep: number;
}

/** 160 random bits in base32, as long as the hash (RFC 4226, section 4). */
export function newTotpSecret(): string {
  return Array.from(randomBytes(32), (byte) => base32Alphabet[byte & 31]).join('');
}

/** For the QR code. */
export function provisioningUri({ issuer, username, secret }: Provisioning): string {
  // A colon ends the issuer within the label, even when encoded.
  const plainIssuer = issuer.replaceAll(':', ' ').replace(/\s+/g, ' ').trim();
  const [encodedIssuer, label] = [plainIssuer, username].map(encodeURIComponent);
  return (
    `otpauth://totp/${encodedIssuer}:${label}?issuer=${encodedIssuer}&secret=${secret}` +
    `&algorithm=SHA1&digits=${digits}&period=${periodSeconds}`
  );
}

/** The previous, current or next 30-second step (RFC 6238), but only after `afterStep`: codes work once. */
export function matchStep({ secret, code, now, afterStep }: CodeToMatch): number | undefined {
  const token = code.replace(/\s/g, '');
  if (!/^[0-9]{6}$/.test(token)) return undefined;
  const present = Math.floor(now.getTime() / 1000 / periodSeconds);
  // Newest first: if two steps share a code by chance, it does not work again in the later one.
  return [present + 1, present, present - 1].find(
    (step) => step > afterStep && matchesStep(step, { secret, token }),
  );
}

function matchesStep(step: number, { secret, token }: { secret: string; token: string }): boolean {
  const expected = speakeasy.hotp({ secret, encoding: 'base32', counter: step, digits });
  return timingSafeEqual(Buffer.from(expected), Buffer.from(token));
}
