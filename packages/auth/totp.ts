import { HOTP, Secret, TOTP } from 'otpauth';

const algorithm = 'SHA1';
const digits = 6;
const period = 30;
const secretBytes = 20;

/** Before every step: no code has been used yet. */
export const noStep = -1;

export interface Provisioning {
  /** What the app shows beside the user name, such as the site's title. */
  readonly issuer: string;
  readonly username: string;
  readonly secret: string;
}

export interface CodeToMatch {
  readonly secret: string;
  /** As it was typed: blanks do not count. */
  readonly code: string;
  readonly now: Date;
  /** The newest step of which a code was used; `noStep` when none was. */
  readonly afterStep: number;
}

/** 160 random bits in base32, as long as the hash (RFC 4226, section 4). */
export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** What an authenticator app reads from a QR code: `otpauth://totp/…`. */
export function provisioningUri({ issuer, username, secret }: Provisioning): string {
  // A colon ends the issuer within the label, even an encoded one.
  const shownIssuer = issuer.replaceAll(':', ' ').replace(/\s+/g, ' ').trim();
  return new TOTP({
    issuer: shownIssuer,
    label: username,
    secret,
    algorithm,
    digits,
    period,
  }).toString();
}

/**
 * The 30-second step (RFC 6238) that a code belongs to: the present one, the one before or the one after.
 * Undefined when it belongs to none of them, or to one that is not after `afterStep`: a code never works twice, and
 * neither does an older one.
 */
export function matchStep({ secret, code, now, afterStep }: CodeToMatch): number | undefined {
  const token = code.replace(/\s/g, '');
  if (!/^[0-9]{6}$/.test(token)) return undefined;
  const key = Secret.fromBase32(secret);
  const present = TOTP.counter({ period, timestamp: now.getTime() });
  // The newest first: where two steps have the same code by chance, it does not work again in the later one.
  return [present + 1, present, present - 1].find(
    (step) =>
      step > afterStep &&
      HOTP.validate({ token, secret: key, algorithm, digits, counter: step, window: 0 }) === 0,
  );
}
