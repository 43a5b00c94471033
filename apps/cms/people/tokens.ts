import type { TokenService } from '@galley/auth';
import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import { presentListedToken, presentToken } from './present-tokens.ts';

export function tokensModule(tokens: TokenService): Module<typeof contract.tokens> {
  return {
    list: async ({ actor, query: { username } }) =>
      (await tokens.list(actor, username)).map(presentToken),

    overview: async ({ actor, query }) => {
      const { items, hasMore } = await tokens.overview(actor, {
        owner: query.owner,
        kind: query.kind,
        createdBy: query.created_by,
        expiresWithinDays: numberIn(query.expires_within_days),
        unusedDays: numberIn(query.unused_days),
        scope: query.scope,
        before: query.before,
      });
      const next_cursor = hasMore ? items.at(-1)!.id : null;
      return { items: items.map(presentListedToken), has_more: hasMore, next_cursor };
    },

    limits: () => Promise.resolve({ max_days: tokens.maxDays }),

    create: async ({ actor, caller, body, note }) => {
      const { name, service } = body;
      const { token, record } = await tokens.create(actor, {
        name,
        scopes: body.scopes,
        expiresInDays: body.expires_in_days,
        addressRanges: body.address_ranges,
        service,
        sessionId: caller.id,
      });
      const { id, username, scopes, addressRanges } = record;
      const restricted = addressRanges.length > 0 && { address_ranges: addressRanges };
      const owner = service !== undefined && { owner: username };
      note({ target: id, details: { name, scopes, ...restricted, ...owner } });
      return { ...presentToken(record), token };
    },

    rotate: async ({ actor, caller, body, note }) => {
      const { id, overlap_hours: overlapHours, expires_in_days: expiresInDays } = body;
      const rotation = { id, overlapHours, expiresInDays, sessionId: caller.id };
      const { token, record } = await tokens.rotate(actor, rotation);
      const { name, username: owner } = record;
      note({ details: { name, owner, overlap_hours: overlapHours } });
      return { ...presentToken(record), token };
    },

    endOverlap: async ({ actor, body: { id } }) => {
      await tokens.endPrevious(actor, id);
      return { ok: true };
    },

    revoke: async ({ actor, body: { id } }) => {
      await tokens.revoke(actor, id);
      return { ok: true };
    },

    revokeMany: async ({ actor, body: { ids }, note }) => {
      note({ target: ids[0]!, details: { ids } });
      const revoked = await tokens.revokeMany(actor, ids);
      note({ details: { ids: revoked } });
      return { revoked };
    },

    restore: async ({ actor, body: { ids }, note }) => {
      note({ target: ids[0]!, details: { ids } });
      const restored = await tokens.restore(actor, ids);
      note({ details: { ids: restored } });
      return { restored };
    },
  };
}

const numberIn = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);
