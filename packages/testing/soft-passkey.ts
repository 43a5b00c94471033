import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

export interface SoftPasskeyOptions {
  readonly origin: string;
  readonly rpId: string;
  /** PIN, fingerprint or face. */
  readonly verifiesUser?: boolean;
  /** As of a password manager. */
  readonly isSynced?: boolean;
  /** False for authenticators that leave the counter at 0. */
  readonly counts?: boolean;
}

export interface Assertion {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    /** Absent before `create`. */
    readonly userHandle?: string;
  };
}

const flags = { present: 1, verified: 4, backupEligible: 8, backedUp: 16, hasCredential: 64 };

/** An authenticator in software, of the ES256 keys of WebAuthn, for tests that need no browser. */
export class SoftPasskey {
  /** A test may change them, as if the answer came from another place. */
  options: Required<SoftPasskeyOptions>;
  id = randomBytes(24).toString('base64url');
  /** Uses so far; a test may set it back. */
  counter = 0;
  readonly #privateKey: KeyObject;
  readonly #coseKey: Buffer;
  #userHandle = '';

  constructor(options: SoftPasskeyOptions) {
    this.options = { verifiesUser: true, isSynced: false, counts: true, ...options };
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    const { x, y } = publicKey.export({ format: 'jwk' });
    this.#coseKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x!, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y!, 'base64url'),
    ]);
  }

  /** For `navigator.credentials.create`. */
  create(options: unknown) {
    const { challenge, user } = options as { challenge: string; user: { id: string } };
    this.#userHandle = user.id;
    const authData = this.#authData(
      flags.hasCredential,
      Buffer.alloc(16),
      Buffer.from([0, Buffer.from(this.id, 'base64url').length]),
      Buffer.from(this.id, 'base64url'),
      this.#coseKey,
    );
    const length = Buffer.from([0x58, authData.length]);
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      length,
      authData,
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key' as const,
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** For `navigator.credentials.get`. */
  get(options: unknown): Assertion {
    const { challenge } = options as { challenge: string };
    if (this.options.counts) this.counter += 1;
    const authData = this.#authData(0);
    const clientData = this.#clientData('webauthn.get', challenge);
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, this.#privateKey).toString('base64url'),
        ...(this.#userHandle && { userHandle: this.#userHandle }),
      },
    };
  }

  #clientData(type: string, challenge: string): Buffer {
    const { origin } = this.options;
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #authData(kind: number, ...rest: Buffer[]): Buffer {
    const { rpId, verifiesUser, isSynced } = this.options;
    const set =
      flags.present |
      kind |
      (verifiesUser ? flags.verified : 0) |
      (isSynced ? flags.backupEligible | flags.backedUp : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const hash = createHash('sha256').update(rpId).digest();
    return Buffer.concat([hash, Buffer.from([set]), counter, ...rest]);
  }
}
