import type { TestPage } from '@galley/testing';
import type { TestServer } from '../fixtures.ts';

/** Browsers accept passkeys at `localhost`, but not at 127.0.0.1. */
export function atLocalhost({ url }: TestServer): { url: string } {
  return { url: url.replace('127.0.0.1', 'localhost') };
}

/** Chromium's authenticator, which answers without a person. */
export interface VirtualAuthenticator {
  /** False: prompts wait, as until a person answers. */
  answers(isAnswering: boolean): Promise<void>;
  /** False: the person fails the check of PIN or fingerprint. */
  verifies(isVerifying: boolean): Promise<void>;
  count(): Promise<number>;
}

export interface AuthenticatorOptions {
  readonly hasUserVerification?: boolean;
  readonly defaultBackupEligibility?: boolean;
}

export async function addAuthenticator(
  page: TestPage,
  options: AuthenticatorOptions = {},
): Promise<VirtualAuthenticator> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      ...options,
    },
  });
  return {
    async answers(enabled) {
      await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
    async verifies(isUserVerified) {
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    async count() {
      const found = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
      return found.credentials.length;
    },
  };
}
