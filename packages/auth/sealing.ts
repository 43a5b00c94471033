import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

const algorithm = 'aes-256-gcm';
const prefix = 'v1.';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encryption at rest (GAP-SES-4): AES-256-GCM, with a key of its own derived from the master key.
 *
 * What was sealed opens only in the context that it was sealed in, such as `totp:ada`, so that a row which somebody
 * copies to another user is of no use there.
 */
export class Sealer {
  readonly #key: KeyObject;

  /** Any string that cannot be guessed, at least 256 bits of it. */
  constructor(masterKey: string) {
    this.#key = createSecretKey(derive(masterKey, 'galley sealing v1'));
  }

  /** `v1.` and base64url; sealing the same twice gives two different strings. */
  seal(plain: string, context: string): string {
    // Random nonces are safe for 2^32 of them under one key (NIST SP 800-38D, 8.3): far more than there are secrets.
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.#key, nonce, { authTagLength: tagBytes });
    cipher.setAAD(Buffer.from(context));
    const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final()]);
    return prefix + Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url');
  }

  /** Undefined when it was sealed with another key or in another context, or is not what was sealed. */
  open(sealed: string, context: string): string | undefined {
    const bytes = decode(sealed);
    if (!bytes || bytes.length < nonceBytes + tagBytes) return undefined;
    const nonce = bytes.subarray(0, nonceBytes);
    const decipher = createDecipheriv(algorithm, this.#key, nonce, { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    const plain = decipher.update(bytes.subarray(nonceBytes, -tagBytes));
    try {
      return Buffer.concat([plain, decipher.final()]).toString('utf8');
    } catch {
      // `final` throws for this alone: the tag does not fit.
      return undefined;
    }
  }
}

/** A key for one purpose, 256 bits as base64url; it tells nothing about the master key or other purposes' keys. */
export function deriveKey(masterKey: string, purpose: string): string {
  return derive(masterKey, `galley key for ${purpose}`).toString('base64url');
}

function derive(masterKey: string, info: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', info, keyBytes));
}

/** Strict, where Buffer.from passes over what is not base64url: one sealed thing has one spelling. */
function decode(sealed: string): Buffer | undefined {
  if (!sealed.startsWith(prefix)) return undefined;
  const text = sealed.slice(prefix.length);
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}
