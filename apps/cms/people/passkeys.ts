import {
  authProblems,
  normalizeUsername,
  type Passkey,
  type Passkeys,
  type SecondFactors,
  type SignInService,
  type UserService,
} from '@galley/auth';
import type { contract } from '@galley/contract';
import { clientAddress, type Module } from '@galley/http';
import type { Request } from 'express';
import { toAddition, toAssertion } from './passkey-assertion.ts';
import { bindingOf, bindToBrowser } from './passkey-cookie.ts';
import { requirePassword } from '../sign-in/handlers.ts';
import { renewSession } from './renew-session.ts';
import { signInRecorder, type BeginSession } from './sign-in-record.ts';
import type { AuditLog } from '@galley/kernel';

export interface PasskeyServices {
  readonly passkeys: Passkeys;
  readonly factors: SecondFactors;
  readonly users: UserService;
  readonly signIn: SignInService;
  readonly audit: AuditLog;
  /** False if people must sign in at a provider. */
  readonly offersPassword: boolean;
}

export function passkeysModule(
  { passkeys, factors, users, signIn, audit, offersPassword }: PasskeyServices,
  begin: BeginSession,
): Module<typeof contract.passkeys> {
  /** A session that lacks a factor may add its person's first one, or the passkey that their role requires. */
  const requireMayAdd = async ({ session }: Request): Promise<void> => {
    const { actor, mfaComplete, factorVerified } = session.identity!;
    if (mfaComplete || factorVerified || !(await factors.hasFactor(actor.username))) return;
    throw authProblems.forbidden('Sign in with your second factor first.');
  };

  return {
    list: async ({ actor, query }) => {
      const username = normalizeUsername(query.username ?? actor.username);
      if (username !== actor.username) await users.requireAuthorityOver(actor, username);
      return (await passkeys.list(username)).map(presentPasskey);
    },

    begin: async ({ actor, caller, request }) => {
      await requireMayAdd(request);
      const { username, name } = actor;
      const options = await passkeys.beginAdding({ username, name, sessionId: caller.id });
      return { options: { ...options } };
    },

    add: async ({ actor, caller, body, request, note }) => {
      const { username } = actor;
      note({ target: username });
      await requireMayAdd(request);
      const response = toAddition(body.passkey);
      const { passkey, recoveryCodes, securityVersion } = await passkeys.add(
        { username, sessionId: caller.id },
        { name: body.name, response },
      );
      note({ details: factsOf(passkey) });
      await renewSession(request, caller, { securityVersion, factorVerified: true });
      return { ...presentPasskey(passkey), recovery_codes: [...recoveryCodes] };
    },

    rename: async ({ actor, body: { id, name }, note }) => {
      note({ target: actor.username });
      const passkey = await passkeys.rename(actor.username, id, name);
      note({ details: factsOf(passkey) });
      return presentPasskey(passkey);
    },

    remove: async ({ actor, caller, body, request, note }) => {
      const username = normalizeUsername(body.username ?? actor.username);
      note({ target: username });
      const isOwn = username === actor.username;
      if (!isOwn) await users.requireAuthorityOver(actor, username);
      const change = { username, id: body.id, actor: actor.username };
      const { passkey, securityVersion, hasFactor } = await passkeys.remove({
        ...change,
        ...(isOwn && { keepSessionId: caller.id }),
      });
      note({ details: factsOf(passkey) });
      if (isOwn)
        await renewSession(request, caller, {
          securityVersion,
          ...(!hasFactor && { factorVerified: false }),
        });
      return { ok: true };
    },

    signInOptions: async ({ request, response }) => {
      requirePassword({ offersPassword });
      const binding = bindToBrowser(request, response);
      return { options: { ...(await passkeys.begin({ purpose: 'sign_in', binding })) } };
    },

    signIn: async ({ body, request, response }) => {
      requirePassword({ offersPassword });
      const assertion = toAssertion(body.passkey);
      const owner = await passkeys.claimedOwner(assertion);
      const record = signInRecorder(audit, { username: owner ?? '', request, response });
      return record.around(async () => {
        const given = body.username === undefined ? undefined : normalizeUsername(body.username);
        if (given !== undefined && owner !== undefined && given !== owner)
          throw authProblems.passkey_invalid(
            `This passkey belongs to another account than ${given}. Choose another one.`,
          );
        const use = { purpose: 'sign_in', binding: bindingOf(request) } as const;
        const signedIn = await signIn.authenticateByPasskey({
          username: owner,
          address: clientAddress(request),
          verify: () => passkeys.verify(use, assertion),
        });
        return {
          answer: await begin(request, signedIn),
          details: { second_factor: true, passkey: true },
        };
      });
    },

    confirmOptions: async ({ actor: { username }, caller }) => {
      if ((await passkeys.list(username)).length === 0)
        throw authProblems.not_found('You have no passkey. Confirm with your password.');
      const use = { purpose: 'confirm', binding: caller.id, username } as const;
      return { options: { ...(await passkeys.begin(use)) } };
    },
  };
}

const factsOf = ({ id, name, isSynced }: Passkey) => ({ passkey: id, name, synced: isSynced });

function presentPasskey({ id, username, name, isSynced, createdAt, lastUsedAt }: Passkey) {
  return {
    id,
    username,
    name,
    synced: isSynced,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}
