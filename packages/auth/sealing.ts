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

/** Encryption at rest (GAP-SES-4). A value opens only in its context: copied to another user, it is useless. */
export class Sealer {
  readonly #key: KeyObject;

  /** At least 256 bits. */
  constructor(masterKey: string) {
    this.#key = createSecretKey(derive(masterKey, 'galley sealing v1'));
  }

  /** `v1.` and base64url; different for each call. */
  seal(plain: string, context: string): string {
    // Random nonces are safe for 2^32 messages per key (NIST SP 800-38D, 8.3).
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.#key, nonce, { authTagLength: tagBytes });
    cipher.setAAD(Buffer.from(context));
    const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final()]);
    return prefix + Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url');
  }

  /** `undefined` for a wrong key or context, or a damaged value. */
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
      // `final` throws only when the authentication tag does not match.
      return undefined;
    }
  }
}

/** 256 bits as base64url, which reveal neither the master key nor other derived keys. */
export function deriveKey(masterKey: string, purpose: string): string {
  return derive(masterKey, `galley key for ${purpose}`).toString('base64url');
}

function derive(masterKey: string, info: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', info, keyBytes));
}

/** Rejects non-canonical base64url, which Buffer.from would accept. */
function decode(sealed: string): Buffer | undefined {
  if (!sealed.startsWith(prefix)) return undefined;
  const text = sealed.slice(prefix.length);
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}
