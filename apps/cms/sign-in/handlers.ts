import { authProblems, normalizeUsername, type SignInLinks, type UserService } from '@galley/auth';
import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import { renewSession } from '../people/renew-session.ts';
import { beginAtProvider } from './begin.ts';
import type { SignIn } from './compose.ts';

export interface IdentityServices extends SignIn {
  readonly users: UserService;
  readonly adminPath: string;
}

const maxNames = 100;

export function identitiesModule(services: IdentityServices): Module<typeof contract.identities> {
  const { identities, users, adminPath } = services;
  return {
    list: async ({ actor, query }) => {
      const username = normalizeUsername(query.username ?? actor.username);
      if (username !== actor.username) await users.requireAuthorityOver(actor, username);
      const found = await identities.list(username);
      return found.map(({ id, provider, issuer, subject, email, linkedAt, lastUsedAt }) => ({
        id,
        provider: provider?.id ?? null,
        label: provider?.label ?? issuer,
        issuer,
        subject,
        email,
        linked_at: linkedAt.toISOString(),
        last_used_at: lastUsedAt?.toISOString() ?? null,
      }));
    },

    link: ({ actor, body, request, response }) => {
      const { username } = actor;
      const withReturn = { ...body, return_to: body.return_to ?? `/${adminPath}/account` };
      return beginAtProvider(services, {
        request,
        response,
        purpose: 'link',
        body: withReturn,
        username,
      });
    },

    unlink: async ({ actor, caller, body: { id, ...given }, request, note }) => {
      const username = normalizeUsername(given.username ?? actor.username);
      note({ target: username });
      const isOwn = username === actor.username;
      if (!isOwn) await users.requireAuthorityOver(actor, username);
      const { issuer, securityVersion, endedSignIns } = await identities.unlink({
        id,
        username,
        actor: actor.username,
        keepSessionId: caller.id,
      });
      note({ details: { issuer } });
      if (isOwn) await renewSession(request, caller, { securityVersion, endedSignIns });
      return { ok: true };
    },

    changes: async ({ query: { usernames, since } }) => {
      const names = usernames.split(',', maxNames).map(normalizeUsername);
      const found = await identities.listChanges(names, new Date(since));
      return found.map(({ at, ...change }) => ({ ...change, at: at.toISOString() }));
    },
  };
}

export function requirePassword({ offersPassword }: Pick<SignIn, 'offersPassword'>): void {
  if (offersPassword) return;
  throw authProblems.password_sign_in_disabled(
    'Sign in with the button. If that does not work, an administrator gets a link on the server with: galley users sign-in-link',
  );
}

export type SignInServices = SignIn & { readonly signInLinks: SignInLinks };
