import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { isDeepStrictEqual, promisify } from 'node:util';
import { limitConcurrency } from './concurrency-limit.ts';
import { authProblems } from './problems.ts';

/** Where the work of argon2 is done; replaced in tests to count it. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(password: string, phc: string): Promise<boolean>;
  /** Whether `hash` would make such a string today; if not, it is made anew when its password is known. */
  isCurrent(phc: string): boolean;
  /** A hash that no password matches, and that takes as long to check as a real one. */
  unmatchable(): string;
}

/** Memory in KiB. */
export interface PasswordCost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

interface ParsedHash {
  readonly cost: PasswordCost;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

/** About 100 ms of one core of a small server, and well above the least that RFC 9106 and OWASP advise. */
const presentCost: PasswordCost = { memory: 64 * 1024, passes: 2, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;

const phcPattern =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
/** 1 GiB: a damaged row must not take all the memory there is. */
const greatestMemory = 1024 * 1024;
const leastSaltBytes = 8;
const leastHashBytes = 16;

const derive = promisify(argon2);
const limited = limitConcurrency({
  // One core is left to the main thread, and one of libuv's four threads to the reading of files.
  most: Math.max(1, Math.min(availableParallelism() - 1, 3)),
  // About seven seconds of waiting on the smallest machine: whoever comes later is better told than kept.
  mostWaiting: 64,
  refusal: tooManySignIns,
});

/** `unavailable`, with when to try again. */
export function tooManySignIns(): Error {
  return authProblems.unavailable(
    'Too many people are signing in at once. Try again in a few seconds.',
    { retry_after: 5 },
  );
}

/** Argon2id hashes as PHC strings. With another cost than that of today it is for tests whose subject it is not. */
export class Argon2Hasher implements PasswordHasher {
  readonly #cost: PasswordCost;

  constructor(cost: PasswordCost = presentCost) {
    this.#cost = cost;
  }

  /**
   * A hash with a salt of its own. Takes about 100 ms of one core and 64 MiB.
   * Throws `unavailable` when too many are waiting to be computed.
   */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(saltBytes);
    const cost = this.#cost;
    return formatPhc({ cost, salt, hash: await compute(password, { cost, salt, hashBytes }) });
  }

  /**
   * Whether `phc` was made from this password, at whatever cost; false for a string that is no argon2id hash.
   * Throws `unavailable` when too many are waiting to be computed.
   */
  async verify(password: string, phc: string): Promise<boolean> {
    const parsed = parsePhc(phc);
    if (!parsed) return false;
    const { hash, ...rest } = parsed;
    return timingSafeEqual(await compute(password, { ...rest, hashBytes: hash.length }), hash);
  }

  isCurrent(phc: string): boolean {
    const parsed = parsePhc(phc);
    return parsed !== undefined && isDeepStrictEqual(parsed.cost, this.#cost);
  }

  /** Never computed. */
  unmatchable(): string {
    const [salt, hash] = [randomBytes(saltBytes), randomBytes(hashBytes)];
    return formatPhc({ cost: this.#cost, salt, hash });
  }
}

export const argon2Hasher = new Argon2Hasher();

interface Derivation {
  readonly cost: PasswordCost;
  readonly salt: Buffer;
  readonly hashBytes: number;
}

function compute(password: string, { cost, salt, hashBytes }: Derivation): Promise<Buffer> {
  const parameters: Argon2Parameters = {
    // One person's keyboards write the same letters with different code points (NIST SP 800-63B, 5.1.1.2).
    message: password.normalize('NFKC'),
    nonce: salt,
    tagLength: hashBytes,
    ...cost,
  };
  return limited(() => derive('argon2id', parameters));
}

function formatPhc({ cost, salt, hash }: ParsedHash): string {
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

function parsePhc(phc: string): ParsedHash | undefined {
  const match = phcPattern.exec(phc);
  if (!match) return undefined;
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number];
  const salt = Buffer.from(match[4]!, 'base64');
  const hash = Buffer.from(match[5]!, 'base64');
  const sound =
    parallelism >= 1 &&
    passes >= 1 &&
    memory >= 8 * parallelism &&
    memory <= greatestMemory &&
    salt.length >= leastSaltBytes &&
    hash.length >= leastHashBytes;
  return sound ? { cost: { memory, passes, parallelism }, salt, hash } : undefined;
}
