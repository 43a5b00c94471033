import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { isDeepStrictEqual, promisify } from 'node:util';
import { limitConcurrency } from './concurrency-limit.ts';
import { authProblems } from './problems.ts';

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(password: string, phc: string): Promise<boolean>;
  /** False for outdated parameters; the next sign-in replaces the hash. */
  isCurrent(phc: string): boolean;
  /** Matches no password, and takes as long to verify as a real hash. */
  createUnmatchable(): string;
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

/** About 100 ms on one core of a small server; above the minimum of RFC 9106 and OWASP. */
const currentCost: PasswordCost = { memory: 64 * 1024, passes: 2, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;

const phcPattern =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
/** A damaged row must not exhaust memory. */
const maxMemoryKiB = 1024 * 1024;
const minSaltBytes = 8;
const minHashBytes = 16;

const derive = promisify(argon2);
const limitHashing = limitConcurrency({
  // Leaves one core for the main thread and one of the four libuv threads for file access.
  maxRunning: Math.max(1, Math.min(availableParallelism() - 1, 3)),
  // About seven seconds of queueing on the smallest machine.
  maxWaiting: 64,
  createRefusal: tooManySignIns,
});

export function tooManySignIns(): Error {
  return authProblems.unavailable(
    'Too many people are signing in at once. Try again in a few seconds.',
    { retry_after: 5 },
  );
}

/** PHC strings. Throws `unavailable` when too many computations are queued. */
export class Argon2Hasher implements PasswordHasher {
  readonly #cost: PasswordCost;

  constructor(cost: PasswordCost = currentCost) {
    this.#cost = cost;
  }

  async hash(password: string): Promise<string> {
    const salt = randomBytes(saltBytes);
    const cost = this.#cost;
    return formatPhc({ cost, salt, hash: await computeHash(password, { cost, salt, hashBytes }) });
  }

  /** `phc` may have any cost; a malformed one gives false. */
  async verify(password: string, phc: string): Promise<boolean> {
    const parsed = parsePhc(phc);
    if (!parsed) return false;
    const { hash, ...rest } = parsed;
    return timingSafeEqual(await computeHash(password, { ...rest, hashBytes: hash.length }), hash);
  }

  isCurrent(phc: string): boolean {
    const parsed = parsePhc(phc);
    return parsed !== undefined && isDeepStrictEqual(parsed.cost, this.#cost);
  }

  createUnmatchable(): string {
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

function computeHash(password: string, { cost, salt, hashBytes }: Derivation): Promise<Buffer> {
  const parameters: Argon2Parameters = {
    // Keyboards encode the same letter with different code points (NIST SP 800-63B, 5.1.1.2).
    message: password.normalize('NFKC'),
    nonce: salt,
    tagLength: hashBytes,
    ...cost,
  };
  return limitHashing(() => derive('argon2id', parameters));
}

function formatPhc({ cost, salt, hash }: ParsedHash): string {
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toUnpaddedBase64(salt)}$${toUnpaddedBase64(hash)}`;
}

function toUnpaddedBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

function parsePhc(phc: string): ParsedHash | undefined {
  const match = phcPattern.exec(phc);
  if (!match) return undefined;
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number];
  const salt = Buffer.from(match[4]!, 'base64');
  const hash = Buffer.from(match[5]!, 'base64');
  const isValid =
    parallelism >= 1 &&
    passes >= 1 &&
    memory >= 8 * parallelism &&
    memory <= maxMemoryKiB &&
    salt.length >= minSaltBytes &&
    hash.length >= minHashBytes;
  return isValid ? { cost: { memory, passes, parallelism }, salt, hash } : undefined;
}
