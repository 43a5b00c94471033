import { z } from 'zod';
import { defineNoun } from './operation.ts';
import { username } from './sessions.ts';
import { dateTime, okResponse, text } from './shapes.ts';

const apiToken = z
  .object({
    id: z.string(),
    username: z.string().meta({ description: 'Owner: a person or a service account.' }),
    name: z.string(),
    scopes: z.array(z.string()),
    created_by: z.string(),
    created_at: dateTime,
    expires_at: dateTime,
    last_used_at: dateTime.nullable(),
    last_used_addr: z
      .string()
      .nullable()
      .meta({ description: 'Network (/64) for IPv6 addresses.' }),
    address_ranges: z
      .array(z.string())
      .meta({ description: 'Addresses and networks from which it may be used; empty for any.' }),
    rotated_at: dateTime.nullable(),
    previous: z
      .object({ expires_at: dateTime, last_used_at: dateTime.nullable() })
      .nullable()
      .meta({ description: 'The secret before the last rotation, while it is valid.' }),
  })
  .meta({ id: 'ApiToken' });

const newToken = apiToken.extend({ token: z.string() }).meta({ id: 'NewApiToken' });

const listedToken = apiToken
  .extend({ owner_name: z.string(), owner_enabled: z.boolean() })
  .meta({ id: 'ListedApiToken' });

const id = () => text().min(1).max(200);
const ids = () => z.array(id()).min(1).max(100);
const days = () => z.int().min(1).max(366).optional();
/** Query parameter. */
const dayCount = () =>
  z
    .string()
    .regex(/^\d{1,4}$/)
    .optional();

export const tokens = defineNoun('tokens', {
  list: {
    get: '/tokens',
    access: 'session',
    summary:
      'API tokens of the caller, or with `users.manage` of another user or a service account',
    query: z.strictObject({ username: username().optional() }),
    answer: z.array(apiToken),
    problems: ['forbidden'],
    example: {},
  },

  overview: {
    get: '/tokens/overview',
    access: { capability: 'users.manage' },
    summary:
      'Valid API tokens of all people and service accounts, newest first, in pages of 50 (ADD-SVC-7)',
    query: z.strictObject({
      owner: username().optional(),
      kind: z.enum(['person', 'service']).optional(),
      created_by: username().optional(),
      expires_within_days: dayCount(),
      unused_days: dayCount().meta({
        description: 'Neither used, created nor rotated for this number of days.',
      }),
      scope: text()
        .max(100)
        .optional()
        .meta({ description: 'Tokens with this scope, or with `*`.' }),
      before: id().optional().meta({ description: '`next_cursor` of the previous page.' }),
    }),
    answer: z
      .object({
        items: z.array(listedToken),
        has_more: z.boolean(),
        next_cursor: z.string().nullable(),
      })
      .meta({ id: 'TokenOverview' }),
    problems: ['forbidden'],
    example: {},
  },

  limits: {
    get: '/tokens/limits',
    access: 'session',
    summary: 'Maximum lifetime of new tokens',
    answer: z.object({ max_days: z.int() }).meta({ id: 'TokenLimits' }),
    problems: [],
    example: {},
  },

  create: {
    post: '/tokens/create',
    access: 'session',
    recentlyConfirmed: {},
    audited: { action: 'token.create' },
    summary:
      'Create a token for `Authorization: Bearer`, for the caller or with `users.manage` for a service account; shown once, and limited to its scopes and the role of its owner',
    body: z.strictObject({
      name: text().trim().min(1).max(200),
      scopes: z.array(z.string().max(100)).min(1).max(100),
      expires_in_days: days().meta({
        description: 'Default 90, at most `security.token_max_lifetime`.',
      }),
      address_ranges: z
        .array(text().max(100))
        .max(20)
        .optional()
        .meta({ description: 'IP addresses and networks such as `10.0.0.0/8`; absent for any.' }),
      service: username()
        .optional()
        .meta({ description: 'User name of a service account, which then owns the token.' }),
    }),
    answer: newToken,
    problems: ['invalid_fields', 'not_found', 'forbidden', 'reauthentication_required'],
    example: { body: { name: 'Deployment', scopes: ['*'] } },
  },

  rotate: {
    post: '/tokens/rotate',
    access: 'session',
    recentlyConfirmed: {},
    audited: { action: 'token.rotate', target: 'id' },
    summary:
      'Issue another secret for a token of the caller or of a service account; the secret so far stays valid for the overlap (ADD-SVC-6)',
    body: z.strictObject({
      id: id(),
      overlap_hours: z
        .int()
        .min(0)
        .max(720)
        .meta({ description: '0 ends the secret so far at once.' }),
      expires_in_days: days().meta({ description: 'Default: the lifetime so far.' }),
    }),
    answer: newToken,
    problems: ['invalid_fields', 'not_found', 'forbidden', 'reauthentication_required'],
    example: { body: { id: 'no-such-token', overlap_hours: 24 }, refused: [404, 'not_found'] },
  },

  endOverlap: {
    post: '/tokens/end-overlap',
    access: 'session',
    audited: { action: 'token.end_overlap', target: 'id' },
    summary: 'End the secret before the last rotation at once',
    body: z.strictObject({ id: id() }),
    answer: okResponse,
    problems: ['not_found', 'forbidden'],
    example: { body: { id: 'no-such-token' }, refused: [404, 'not_found'] },
  },

  revoke: {
    post: '/tokens/revoke',
    access: 'session',
    audited: { action: 'token.revoke', target: 'id' },
    summary: 'Revoke an API token of the caller, or with `users.manage` of any owner',
    body: z.strictObject({ id: id() }),
    answer: okResponse,
    problems: ['not_found', 'forbidden'],
    example: { body: { id: 'no-such-token' }, refused: [404, 'not_found'] },
  },

  revokeMany: {
    post: '/tokens/revoke-many',
    access: { capability: 'users.manage' },
    recentlyConfirmed: { tokens: 'named_scope' },
    audited: { action: 'token.revoke' },
    summary: 'Revoke API tokens of any owners, all or none; unknown ids are skipped',
    body: z.strictObject({ ids: ids() }),
    answer: z.object({ revoked: z.array(z.string()) }).meta({ id: 'RevokedTokens' }),
    problems: ['forbidden', 'reauthentication_required'],
    example: { body: { ids: ['no-such-token'] } },
  },

  restore: {
    post: '/tokens/restore',
    access: 'session',
    audited: { action: 'token.restore' },
    summary: 'Undo revocations by the caller in the last ten minutes; other ids are skipped',
    body: z.strictObject({ ids: ids() }),
    answer: z.object({ restored: z.array(z.string()) }).meta({ id: 'RestoredTokens' }),
    problems: ['forbidden'],
    example: { body: { ids: ['no-such-token'] } },
  },
});
