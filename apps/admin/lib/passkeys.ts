import type { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { PasskeyAddition, PasskeyAssertion, PasskeyOptions } from '@galley/sdk';
import { PasskeyFailure } from './passkey-failure.ts';

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];
type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** Whether passkeys work on this page: browsers accept them at one address only. */
export function canUsePasskeys(origin: string | null | undefined): boolean {
  return origin === location.origin && typeof window.PublicKeyCredential === 'function';
}

/** @throws PasskeyFailure */
export async function createPasskey({ options }: PasskeyOptions): Promise<PasskeyAddition> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as CreationOptions;
  return toFailure(async () => {
    const { id, rawId, type, response } = await startRegistration({ optionsJSON });
    const { clientDataJSON, attestationObject, transports } = response;
    const answer = { clientDataJSON, attestationObject };
    return { id, rawId, type, response: { ...answer, ...(transports && { transports }) } };
  });
}

/** @throws PasskeyFailure */
export async function askForPasskey({ options }: PasskeyOptions): Promise<PasskeyAssertion> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return toFailure(() => ask(startAuthentication, options));
}

/**
 * Offers passkeys in the list of the user name field, where password managers show them. `undefined` where the browser
 * cannot, or when another request or `stopOffering` ended it.
 */
export async function offerPasskeys({
  options,
}: PasskeyOptions): Promise<PasskeyAssertion | undefined> {
  const { browserSupportsWebAuthnAutofill, startAuthentication } =
    await import('@simplewebauthn/browser');
  if (!(await browserSupportsWebAuthnAutofill())) return undefined;
  return ask(startAuthentication, options, true).catch(() => undefined);
}

export async function stopOffering(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser');
  WebAuthnAbortService.cancelCeremony();
}

async function ask(
  start: typeof startAuthentication,
  options: PasskeyOptions['options'],
  useBrowserAutofill = false,
): Promise<PasskeyAssertion> {
  const optionsJSON = options as unknown as RequestOptions;
  const { id, rawId, type, response } = await start({ optionsJSON, useBrowserAutofill });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const answer = { clientDataJSON, authenticatorData, signature };
  return { id, rawId, type, response: { ...answer, ...(userHandle && { userHandle }) } };
}

async function toFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new PasskeyFailure(reasonOf(error), error);
  }
}

const reasonOfName: Readonly<Record<string, PasskeyFailure['reason']>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'exists',
};

function reasonOf(error: unknown): PasskeyFailure['reason'] {
  return (error instanceof Error && reasonOfName[error.name]) || 'unusable';
}
