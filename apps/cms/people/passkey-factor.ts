import { authProblems, normalizeUsername, type Passkeys, type SignInService } from '@galley/auth';
import type { BodyOf, contract } from '@galley/contract';
import { clientAddress, type Caller } from '@galley/http';
import { fieldError, kernelProblems } from '@galley/kernel';
import type { Request, Response } from 'express';
import { toAssertion } from './passkey-assertion.ts';
import { bindingOf, bindToBrowser } from './passkey-cookie.ts';

type Login = BodyOf<typeof contract.auth.login>;

/** After the right password. */
export function passkeyCheck(
  passkeys: Passkeys,
  {
    passkey,
    request,
  }: { readonly passkey: NonNullable<Login['passkey']>; readonly request: Request },
) {
  return (username: string) =>
    passkeys.verify(
      { purpose: 'second_factor', binding: bindingOf(request), username },
      toAssertion(passkey),
    );
}

export interface FailedLogin {
  readonly error: unknown;
  readonly body: Login;
  readonly request: Request;
  readonly response: Response;
}

/** Adds a challenge to the refusal that asks for a second factor: it says whose passkeys fit. Always throws. */
export async function offerPasskey(
  passkeys: Passkeys,
  { error, body, request, response }: FailedLogin,
): Promise<never> {
  if (!authProblems.totp_required.is(error)) throw error;
  const accepted = error.details['second_factors'] as readonly string[];
  if (!accepted.includes('passkey') || !(await passkeys.site())) throw error;
  const username = normalizeUsername(body.username);
  const binding = bindToBrowser(request, response);
  const options = await passkeys.begin({ purpose: 'second_factor', binding, username });
  throw authProblems.totp_required(error.message, { ...error.details, passkey_options: options });
}

/** @throws `invalid_request` unless the body has either a password or a passkey; what the check of it throws */
export async function confirmPerson(
  { signIn, passkeys }: { readonly signIn: SignInService; readonly passkeys: Passkeys },
  { body, caller, request }: ConfirmCall,
): Promise<void> {
  const { username } = caller.actor;
  const { password, passkey } = body;
  const address = clientAddress(request);
  if (password !== undefined && !passkey) {
    await signIn.confirm({ username, password, address });
    return;
  }
  if (!passkey || password !== undefined) throw exactlyOneRequired('password', 'passkey');
  const use = { purpose: 'confirm', binding: caller.id, username } as const;
  const verify = () => passkeys.verify(use, toAssertion(passkey));
  await signIn.authenticateByPasskey({ username, address, verify });
}

export function exactlyOneRequired(...keys: readonly string[]): Error {
  return kernelProblems.invalid_request.at([fieldError('', 'exactly_one_required', { keys })]);
}

interface ConfirmCall {
  readonly body: BodyOf<typeof contract.sessions.confirm>;
  readonly caller: Caller;
  readonly request: Request;
}
