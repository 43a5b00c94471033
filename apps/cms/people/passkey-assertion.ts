import type { PasskeyAddition, PasskeyAssertion } from '@galley/auth';
import type { BodyOf, contract } from '@galley/contract';

type WireAssertion = BodyOf<typeof contract.passkeys.signIn>['passkey'];
type WireAddition = BodyOf<typeof contract.passkeys.add>['passkey'];

export function toAssertion({ response, ...passkey }: WireAssertion): PasskeyAssertion {
  const { userHandle, ...rest } = response;
  return {
    ...passkey,
    response: { ...rest, ...(userHandle && { userHandle }) },
    clientExtensionResults: {},
  };
}

export function toAddition({ response, ...passkey }: WireAddition): PasskeyAddition {
  const { transports = [], ...rest } = response;
  return { ...passkey, response: { ...rest, transports }, clientExtensionResults: {} };
}
