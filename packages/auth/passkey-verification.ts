import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { authProblems } from './problems.ts';
import type { NewPasskey, Passkey } from './passkey-repository.ts';

/** The only place at which passkeys of this site work. */
export interface PasskeySite {
  /** Host name. */
  readonly rpId: string;
  readonly origin: string;
}

/** Answers of the browser, as its `toJSON` writes them. Anyone can send them. */
export type PasskeyAddition = RegistrationResponseJSON;
export type PasskeyAssertion = AuthenticationResponseJSON;

export interface Expectation {
  readonly site: PasskeySite;
  /** Spends the challenge; false unless it was given for this purpose, to this browser, and not used. */
  readonly useChallenge: (challenge: string) => Promise<boolean>;
}

/** EdDSA, ES256 and RS256. The library’s own list asks Node for an experimental algorithm, which warns. */
export const passkeyAlgorithms = [-8, -7, -257] as const;

export type VerifiedAddition = Pick<
  NewPasskey,
  'credentialId' | 'publicKey' | 'counter' | 'transports' | 'isSynced'
>;

export interface VerifiedAssertion {
  readonly counter: number;
  /** By PIN, fingerprint or face: then the passkey is two factors. */
  readonly userVerified: boolean;
}

const supportedTransports = new Set([
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
]);

/** @throws `passkey_invalid` */
export async function verifyAddition(
  response: PasskeyAddition,
  { site, useChallenge }: Expectation,
): Promise<VerifiedAddition> {
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const { registrationInfo } = await verified(useChallenge, async (check) => {
    await requireNoCertificates(response);
    return verifyRegistrationResponse({
      response,
      expectedChallenge: check,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: [...passkeyAlgorithms],
    });
  });
  if (!registrationInfo) throw invalidPasskey();
  const { credential, credentialDeviceType } = registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: (credential.transports ?? []).filter((name) => supportedTransports.has(name)),
    isSynced: credentialDeviceType === 'multiDevice',
  };
}

/** The caller compares the counter, in one step with storing it. @throws `passkey_invalid` */
export async function verifyAssertion(
  response: PasskeyAssertion,
  passkey: Passkey,
  { site, useChallenge }: Expectation,
): Promise<VerifiedAssertion> {
  const { userHandle } = response.response;
  if (userHandle && userHandle !== passkey.userHandle) throw invalidPasskey();
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const { verified: isVerified, authenticationInfo } = await verified(useChallenge, (check) =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: check,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: 0,
      },
      requireUserVerification: false,
    }),
  );
  if (!isVerified) throw invalidPasskey();
  return {
    counter: authenticationInfo.newCounter,
    userVerified: authenticationInfo.userVerified,
  };
}

/** On demand: the library takes 26 MB and a third of a second, which most processes never need. */
export const loadWebAuthn = () => import('@simplewebauthn/server');

type CheckChallenge = (challenge: unknown) => Promise<boolean>;

const challengePattern = /^[\w-]{1,200}$/;

/** The library throws plain errors for everything that is wrong with an answer; those of the database pass. */
async function verified<T>(
  useChallenge: Expectation['useChallenge'],
  verify: (check: CheckChallenge) => Promise<T>,
): Promise<T> {
  let failure: unknown;
  const check = async (challenge: unknown) => {
    if (typeof challenge !== 'string' || !challengePattern.test(challenge)) return false;
    return useChallenge(challenge).catch((error: unknown) => {
      failure = error;
      return false;
    });
  };
  const result = await verify(check).catch(() => undefined);
  if (failure !== undefined) throw failure as Error;
  if (result === undefined) throw invalidPasskey();
  return result;
}

/**
 * Galley asks for no attestation. The library would check one all the same, and load revocation lists from addresses
 * that the certificate names: requests that a stranger could direct into the network of the server.
 */
async function requireNoCertificates({ response }: PasskeyAddition): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(
    new Uint8Array(Buffer.from(response.attestationObject, 'base64url')),
  );
  const format = attestation.get('fmt');
  const isSelfSigned = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  if (format !== 'none' && !isSelfSigned) throw invalidPasskey();
}

export function invalidPasskey(): Error {
  return authProblems.passkey_invalid(
    'The passkey could not be verified, or is not known here. Try again, or sign in with your password.',
  );
}
