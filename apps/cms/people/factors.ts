import encodeQr from 'qr';
import {
  authProblems,
  normalizeUsername,
  type PasswordService,
  type RevokedTokens,
  type SecondFactors,
  type UserService,
} from '@galley/auth';
import type { contract } from '@galley/contract';
import { clientAddress, type Caller, type Module } from '@galley/http';
import type { Mail } from '../mail/compose.ts';
import { renewSession } from './renew-session.ts';

export interface FactorServices {
  readonly factors: SecondFactors;
  readonly passwords: PasswordService;
  readonly users: UserService;
}

export function totpModule({ factors, users }: FactorServices): Module<typeof contract.totp> {
  const targetOf = async (caller: Caller, given: string | undefined): Promise<string> => {
    const { actor, mfaComplete } = caller;
    const username = normalizeUsername(given ?? actor.username);
    if (!mfaComplete) await requireFirstSetup(caller, username);
    if (username !== actor.username) await users.requireAuthorityOver(actor, username);
    return username;
  };

  /** A session that lacks a required second factor may set up its user's first one, and nothing else (GAP-SES-4). */
  const requireFirstSetup = async ({ actor }: Caller, username: string): Promise<void> => {
    if (username === actor.username && !(await factors.hasFactor(username))) return;
    throw authProblems.forbidden('First set up your own second factor, or sign in with it.');
  };

  return {
    setup: async ({ caller, body, note }) => {
      const username = await targetOf(caller, body.username);
      note({ target: username });
      const { secret, provisioningUri } = await factors.setup(username);
      const qr_svg = encodeQr(provisioningUri, 'svg');
      return { username, secret, provisioning_uri: provisioningUri, qr_svg };
    },

    enable: async ({ caller, body, request, note }) => {
      const username = await targetOf(caller, body.username);
      note({ target: username });
      const change = { username, code: body.code, keepSessionId: caller.id };
      const { recoveryCodes, securityVersion } = await factors.enable(change);
      if (username === caller.actor.username) {
        await renewSession(request, caller, { securityVersion, factorVerified: true });
      }
      return { ok: true, recovery_codes: recoveryCodes };
    },

    disable: async ({ caller, body, request, note }) => {
      const username = await targetOf(caller, body.username);
      note({ target: username });
      const change = { username, keepSessionId: caller.id };
      const { securityVersion, hasFactor } = await factors.disable(change);
      if (username === caller.actor.username && securityVersion !== undefined) {
        await renewSession(request, caller, {
          securityVersion,
          ...(!hasFactor && { factorVerified: false }),
        });
      }
      return { ok: true };
    },

    recoveryCodes: async ({ actor, note }) => {
      note({ target: actor.username });
      return { ok: true, recovery_codes: await factors.renewRecoveryCodes(actor.username) };
    },
  };
}

export function passwordModule({
  passwords,
  mail: { outbox, links },
}: Pick<FactorServices, 'passwords'> & {
  readonly mail: Pick<Mail, 'outbox' | 'links'>;
}): Module<typeof contract.password> {
  return {
    forgotten: async ({ body: { user } }) => {
      outbox.requireEnabled();
      await links.forgotten(user);
      return { ok: true };
    },

    change: async ({ caller, body, request, note }) => {
      const { username } = caller.actor;
      note({ target: username });
      const { securityVersion, ...revoked } = await passwords.change({
        username,
        currentPassword: body.current_password,
        newPassword: body.new_password,
        address: clientAddress(request),
        keepSessionId: caller.id,
        revokeTokens: body.revoke_tokens ?? true,
      });
      note({ details: presentRevoked(revoked) });
      await renewSession(request, caller, { securityVersion });
      return { ok: true, ...presentRevoked(revoked) };
    },

    reset: async ({ body: { token, new_password }, note }) => {
      const { username, ...revoked } = await passwords.reset({ token, newPassword: new_password });
      const details = { by: 'reset link', ...presentRevoked(revoked) };
      note({ actor: username, target: username, details });
      return { ok: true, username, ...presentRevoked(revoked) };
    },
  };
}

const presentRevoked = ({ tokens, workerTokens }: RevokedTokens) => ({
  tokens_revoked: tokens,
  worker_tokens_revoked: workerTokens,
});
