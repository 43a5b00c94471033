import type { TokenService } from '@galley/auth';
import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import { presentToken } from './present-people.ts';

export function tokensModule(tokens: TokenService): Module<typeof contract.tokens> {
  return {
    list: async ({ actor, query: { username } }) =>
      (await tokens.list(actor, username)).map(presentToken),

    create: async ({ actor, caller, body, note }) => {
      const { name, scopes, expires_in_days: expiresInDays } = body;
      const { token, record } = await tokens.create(actor, {
        name,
        scopes,
        expiresInDays,
        sessionId: caller.id,
      });
      note({ target: record.id, details: { name, scopes: record.scopes } });
      return { ...presentToken(record), token };
    },

    revoke: async ({ actor, body: { id } }) => {
      await tokens.revoke(actor, id);
      return { ok: true };
    },
  };
}
