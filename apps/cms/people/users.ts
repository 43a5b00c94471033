import {
  normalizeRoleName,
  normalizeUsername,
  type PasswordService,
  type RoleService,
  type UserService,
} from '@galley/auth';
import type { OwnershipService } from '@galley/content';
import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import { presentUser } from './present-people.ts';
import { renewSession } from './renew-session.ts';

export interface UserServices {
  readonly users: UserService;
  readonly passwords: PasswordService;
  readonly ownership: OwnershipService;
  readonly adminPath: string;
}

export function usersModule(routes: UserServices): Module<typeof contract.users> {
  const { users, passwords, ownership, adminPath } = routes;

  return {
    list: async () => (await users.list()).map(presentUser),

    save: async ({ actor, caller, body, request, note }) => {
      note({ target: normalizeUsername(body.username) });
      const saved = await users.save(actor, body, caller.id);
      const { user, created, changed, changes, securityVersion } = saved;
      note({ details: { created, changed, role: user.role, changes } });
      const isOwn = caller.by === 'session' && user.username === actor.username;
      if (isOwn && securityVersion !== undefined) {
        await renewSession(request, caller, { securityVersion });
      }
      return presentUser(user);
    },

    saveOwn: async ({ actor, body, note }) => {
      note({ target: actor.username });
      const { user, changed } = await users.saveOwn(actor, body);
      note({ details: { changed } });
      return presentUser(user);
    },

    delete: async ({ actor, body, note }) => {
      const { reassign_to: reassignTo } = body;
      const username = normalizeUsername(body.username);
      note({ target: username });
      if (reassignTo !== undefined) note({ details: { reassign_to: reassignTo } });
      await users.delete(actor, username, {
        reassignTo,
        ownership: {
          count: (owner) => ownership.count(owner),
          transfer: (from, to) => ownership.transfer(actor, from, to),
        },
      });
      return { ok: true };
    },

    resetLink: async ({ actor, body, note }) => {
      note({ target: normalizeUsername(body.username) });
      const { username, token, expiresAt } = await passwords.issueResetLink(actor, body.username);
      const path = `/${adminPath}/reset#${token}`;
      return { username, token, path, expires_at: expiresAt.toISOString() };
    },
  };
}

export function rolesModule(roles: RoleService): Module<typeof contract.roles> {
  return {
    list: () => roles.list(),

    save: async ({ actor, body, note }) => {
      note({ target: normalizeRoleName(body.name) });
      const { role, changes } = await roles.save(actor, body);
      note({ details: { capabilities: role.capabilities, changes } });
      return role;
    },

    delete: async ({ actor, body: { name }, note }) => {
      note({ target: normalizeRoleName(name) });
      await roles.delete(actor, name);
      return { ok: true };
    },
  };
}
