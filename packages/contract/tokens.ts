import { z } from 'zod';
import { defineNoun } from './operation.ts';
import { username } from './sessions.ts';
import { dateTime, okResponse, text } from './shapes.ts';

const apiToken = z
  .object({
    id: z.string(),
    username: z.string(),
    name: z.string(),
    scopes: z.array(z.string()),
    created_at: dateTime,
    expires_at: dateTime,
    last_used_at: dateTime.nullable(),
    last_used_addr: z.string().nullable(),
  })
  .meta({ id: 'ApiToken' });

export const tokens = defineNoun('tokens', {
  list: {
    get: '/tokens',
    access: 'session',
    summary: 'Personal API tokens of the caller, or with `users.manage` of another user',
    query: z.strictObject({ username: username().optional() }),
    answer: z.array(apiToken),
    problems: ['forbidden'],
    example: {},
  },

  create: {
    post: '/tokens/create',
    access: 'session',
    recentlyConfirmed: {},
    audited: { action: 'token.create' },
    summary:
      'Create a token for `Authorization: Bearer`; shown once, and limited to its scopes and the role of its owner',
    body: z.strictObject({
      name: text().trim().min(1).max(200),
      scopes: z.array(z.string().max(100)).min(1).max(100),
      expires_in_days: z.int().min(1).max(366).optional().meta({ description: 'Default 90' }),
    }),
    answer: apiToken.extend({ token: z.string() }).meta({ id: 'NewApiToken' }),
    problems: ['invalid_fields', 'reauthentication_required'],
    example: { body: { name: 'Deployment', scopes: ['*'] } },
  },

  revoke: {
    post: '/tokens/revoke',
    access: 'session',
    audited: { action: 'token.revoke', target: 'id' },
    summary: 'Revoke an API token of the caller, or with `users.manage` of any user',
    body: z.strictObject({ id: text().min(1).max(200) }),
    answer: okResponse,
    problems: ['not_found', 'forbidden'],
    example: { body: { id: 'no-such-token' }, refused: [404, 'not_found'] },
  },
});
