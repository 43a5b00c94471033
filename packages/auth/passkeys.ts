import { createHmac } from 'node:crypto';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { Database, PasskeyPurpose } from '@galley/database';
import { fieldError, newSecret, type Clock } from '@galley/kernel';
import { PasskeyRepository, type Passkey, type PasskeyChallenge } from './passkey-repository.ts';
import {
  invalidPasskey,
  loadWebAuthn,
  passkeyAlgorithms,
  verifyAddition,
  verifyAssertion,
  type PasskeyAddition,
  type PasskeyAssertion,
  type PasskeySite,
} from './passkey-verification.ts';
import { authProblems } from './problems.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import { SecondFactorRepository } from './second-factor-repository.ts';
import { SecurityChangeRepository } from './security-change-repository.ts';
import { recordSecurityChange } from './security-events.ts';

export interface PasskeysOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** `undefined` where browsers allow no passkeys: an IP address, or no encryption. */
  readonly site: () => Promise<PasskeySite | undefined>;
  /** Shown by authenticators; read for each passkey. */
  readonly siteTitle: () => string;
  /** Authenticators store a code of the person that is made with this key, and not the user name. */
  readonly userHandleKey: string;
}

export interface PasskeyOwner {
  readonly username: string;
  readonly name: string;
  readonly sessionId: string;
}

export interface PasskeyUse {
  readonly purpose: Exclude<PasskeyPurpose, 'add'>;
  /** Id of the session, or SHA-256 of the cookie of a browser without one. */
  readonly binding: string;
  /** Undefined when the passkey tells who signs in. */
  readonly username?: string | undefined;
}

export interface AddedPasskey {
  readonly passkey: Passkey;
  /** Empty when the person has some already. */
  readonly recoveryCodes: readonly string[];
  readonly securityVersion: number;
}

export interface RemovedPasskey {
  readonly passkey: Passkey;
  readonly securityVersion: number;
  /** Another passkey, or an authenticator app. */
  readonly hasFactor: boolean;
}

export interface PasskeyRemoval {
  readonly username: string;
  readonly id: string;
  /** User name of the person who removes it. */
  readonly actor: string;
  readonly keepSessionId?: string | undefined;
}

const challengeLifetimeMs = 5 * 60_000;
const maxPasskeys = 20;
const maxNameLength = 100;

/** Passkeys of people (ADD-PKY-1 to ADD-PKY-9). */
export class Passkeys {
  readonly #options: PasskeysOptions;

  constructor(options: PasskeysOptions) {
    this.#options = options;
  }

  site(): Promise<PasskeySite | undefined> {
    return this.#options.site();
  }

  list(username: string): Promise<Passkey[]> {
    return this.#repository().list(username);
  }

  /** Options for `navigator.credentials.create`. Throws `passkeys_unavailable`. */
  async beginAdding(owner: PasskeyOwner): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { rpId } = await this.#requireSite();
    const { username, name, sessionId } = owner;
    const existing = await this.list(username);
    const { generateRegistrationOptions } = await loadWebAuthn();
    const options = await generateRegistrationOptions({
      rpName: this.#options.siteTitle(),
      rpID: rpId,
      userName: username,
      userDisplayName: name,
      userID: new Uint8Array(Buffer.from(this.#userHandle(username, existing), 'base64url')),
      challenge: newChallenge(),
      timeout: challengeLifetimeMs,
      attestationType: 'none',
      supportedAlgorithmIDs: [...passkeyAlgorithms],
      excludeCredentials: existing.map(toDescriptor),
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    });
    await this.#store({ purpose: 'add', binding: sessionId, username }, options.challenge);
    return options;
  }

  /** Ends the person's other sessions. Throws `passkey_invalid`, `passkeys_unavailable` and `invalid_fields`. */
  async add(
    { username, sessionId }: Omit<PasskeyOwner, 'name'>,
    { name: given, response }: { readonly name: string; readonly response: PasskeyAddition },
  ): Promise<AddedPasskey> {
    const name = requireName(given);
    const site = await this.#requireSite();
    const expected = { purpose: 'add', binding: sessionId, username } as const;
    const useChallenge = (challenge: string) => this.#use(expected, challenge);
    const facts = await verifyAddition(response, { site, useChallenge });
    return this.#change(username, async (transaction) => {
      const passkeys = new PasskeyRepository(transaction);
      const factors = new SecondFactorRepository(transaction);
      const at = this.#options.clock.now();
      const existing = await passkeys.list(username);
      if (existing.length >= maxPasskeys) throw tooManyPasskeys();
      const securityVersion = await beginChange(transaction, username, sessionId);
      const id = await passkeys.insert({
        ...facts,
        username,
        name,
        userHandle: this.#userHandle(username, existing),
        createdAt: at,
      });
      if (id === undefined) throw invalidPasskey();
      const change = { change: 'passkey_added', passkey: name } as const;
      await recordSecurityChange(transaction, { username, actor: username, at }, change);
      const hasCodes = (await factors.countRecoveryCodes(username)) > 0;
      return {
        passkey: (await passkeys.find(username, id))!,
        recoveryCodes: hasCodes ? [] : await renewRecoveryCodes(factors, username, at),
        securityVersion,
      };
    });
  }

  /** Throws `not_found` and `invalid_fields`. */
  async rename(username: string, id: string, name: string): Promise<Passkey> {
    const passkeys = this.#repository();
    const isRenamed = await passkeys.rename(username, id, requireName(name));
    const passkey = isRenamed ? await passkeys.find(username, id) : undefined;
    if (!passkey) throw noSuchPasskey();
    return passkey;
  }

  /** Ends the person's other sessions. Throws `not_found`, and `last_way_in` for one's own last way to sign in. */
  async remove({ username, id, actor, keepSessionId }: PasskeyRemoval): Promise<RemovedPasskey> {
    return this.#change(username, async (transaction) => {
      const passkeys = new PasskeyRepository(transaction);
      const factors = new SecondFactorRepository(transaction);
      const existing = await passkeys.list(username);
      const passkey = existing.find((one) => one.id === id);
      if (!passkey) throw noSuchPasskey();
      if (actor === username && existing.length === 1 && !(await passkeys.hasOtherWayIn(username)))
        throw lastWayIn();
      const securityVersion = await beginChange(transaction, username, keepSessionId);
      await passkeys.remove(id);
      await factors.removeUnneededCodes(username);
      const at = this.#options.clock.now();
      const change = { change: 'passkey_removed', passkey: passkey.name } as const;
      await recordSecurityChange(transaction, { username, actor, at }, change);
      return { passkey, securityVersion, hasFactor: await factors.hasAny(username) };
    });
  }

  /** For a person who has lost all of them. Ends their sessions. Throws `not_found`. */
  async removeAll(username: string, actor: string): Promise<readonly Passkey[]> {
    const passkeys = await this.list(username);
    for (const { id } of passkeys) await this.remove({ username, id, actor });
    return passkeys;
  }

  /**
   * Options for `navigator.credentials.get`. Without user name they fit every passkey of the site, so that they say
   * nothing about accounts. Throws `passkeys_unavailable`.
   */
  async begin(use: PasskeyUse): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { rpId } = await this.#requireSite();
    const { username } = use;
    const { generateAuthenticationOptions } = await loadWebAuthn();
    const options = await generateAuthenticationOptions({
      rpID: rpId,
      challenge: newChallenge(),
      timeout: challengeLifetimeMs,
      userVerification: 'preferred',
      ...(username !== undefined && {
        allowCredentials: (await this.list(username)).map(toDescriptor),
      }),
    });
    await this.#store(use, options.challenge);
    return options;
  }

  /** User name that the answer claims, before it is verified: for counting failures. */
  async claimedOwner({ id }: PasskeyAssertion): Promise<string | undefined> {
    return (await this.#repository().findByCredential(id))?.username;
  }

  /**
   * Spends the challenge. Throws `passkey_invalid`, the same for an unknown passkey; `passkey_copied` when the counter
   * of the authenticator has not risen (ADD-PKY-6); `passkeys_unavailable`.
   */
  async verify(
    use: PasskeyUse,
    response: PasskeyAssertion,
  ): Promise<{ readonly passkey: Passkey; readonly userVerified: boolean }> {
    const site = await this.#requireSite();
    const passkeys = this.#repository();
    const passkey = await passkeys.findByCredential(response.id);
    if (!passkey || (use.username !== undefined && use.username !== passkey.username))
      throw invalidPasskey();
    const useChallenge = (challenge: string) => this.#use(use, challenge);
    const { counter, userVerified } = await verifyAssertion(response, passkey, {
      site,
      useChallenge,
    });
    if (await passkeys.recordUse(passkey.id, counter, this.#options.clock.now()))
      return { passkey, userVerified };
    throw authProblems.passkey_copied(
      `The passkey "${passkey.name}" counts fewer uses than Galley has seen, so there may be a copy of it. ` +
        'Sign in another way, remove this passkey and add it again.',
    );
  }

  removeExpiredChallenges(): Promise<number> {
    return this.#repository().removeExpiredChallenges(this.#options.clock.now());
  }

  async #requireSite(): Promise<PasskeySite> {
    const site = await this.#options.site();
    if (site) return site;
    throw authProblems.passkeys_unavailable(
      'Passkeys need an address with https and a host name: set url in content/config/site.yaml to it.',
    );
  }

  async #store(use: Omit<PasskeyChallenge, 'challenge'>, challenge: string): Promise<void> {
    const expiresAt = new Date(this.#options.clock.now().getTime() + challengeLifetimeMs);
    await this.#repository().addChallenge({ ...use, challenge }, expiresAt);
  }

  #use(expected: Omit<PasskeyChallenge, 'challenge'>, challenge: string): Promise<boolean> {
    return this.#repository().useChallenge({ ...expected, challenge }, this.#options.clock.now());
  }

  /** Runs one change of the person's factors at a time. Throws `not_found`. */
  async #change<T>(username: string, work: (transaction: Database) => Promise<T>): Promise<T> {
    return this.#options.db.transaction().execute(async (transaction) => {
      if (await new SecondFactorRepository(transaction).lockUser(username))
        return work(transaction);
      throw authProblems.not_found(`There is no user "${username}".`);
    });
  }

  /** The same for all passkeys of a person, also after the key has changed. */
  #userHandle(username: string, [first]: readonly Passkey[]): string {
    const code = createHmac('sha256', this.#options.userHandleKey).update(username);
    return first?.userHandle ?? code.digest('base64url');
  }

  #repository(): PasskeyRepository {
    return new PasskeyRepository(this.#options.db);
  }
}

/** 256 bits. As bytes, because the library encodes text once more. */
function newChallenge(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(newSecret(), 'base64url'));
}

function toDescriptor({ credentialId, transports }: Passkey) {
  return { id: credentialId, transports: [...transports] };
}

async function beginChange(
  transaction: Database,
  username: string,
  keepSessionId: string | undefined,
): Promise<number> {
  return (await new SecurityChangeRepository(transaction).begin(username, keepSessionId))!;
}

function requireName(given: string): string {
  const name = given.trim();
  if (name !== '' && [...name].length <= maxNameLength && !/\p{Cc}/u.test(name)) return name;
  throw authProblems.invalid_fields.at([
    fieldError('name', 'not_one_line', { max: maxNameLength }),
  ]);
}

const tooManyPasskeys = () =>
  authProblems.invalid_fields.at([fieldError('name', 'too_many', { max: maxPasskeys })]);

const noSuchPasskey = () => authProblems.not_found('There is no such passkey.');

const lastWayIn = () =>
  authProblems.last_way_in(
    'This passkey is your only way to sign in. Add another one first, or ask an administrator for a link to set a password.',
  );
