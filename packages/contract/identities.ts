import { z } from 'zod';
import { defineNoun } from './operation.ts';
import { username } from './sessions.ts';
import { providerAddress, providerChoice } from './sign-in.ts';
import { dateTime, okResponse, text } from './shapes.ts';

const identity = z
  .object({
    id: z.string(),
    provider: z.string().nullable().meta({
      description: 'Name in the configuration; null if it is no longer configured.',
    }),
    label: z.string(),
    issuer: z.string(),
    subject: z.string(),
    email: z.string(),
    linked_at: dateTime,
    last_used_at: dateTime.nullable(),
  })
  .meta({ id: 'Identity', description: 'A sign-in at a provider that opens an account.' });

/** Linked sign-ins (ADD-SSO-3, ADD-SSO-4). */
export const identities = defineNoun('identities', {
  list: {
    get: '/identities',
    access: 'session',
    summary: 'Linked sign-ins of the caller, or of another user with `users.manage`',
    query: z.strictObject({ username: username().optional() }),
    answer: z.array(identity),
    problems: ['forbidden', 'not_found'],
    example: {},
  },

  link: {
    post: '/identities/link',
    access: 'session',
    recentlyConfirmed: {},
    summary:
      'Address at which the caller signs in to link a provider to their account; the callback records the link',
    body: providerChoice,
    answer: providerAddress,
    problems: ['not_found', 'provider_unavailable', 'reauthentication_required'],
    example: { body: { provider: 'no-such-provider' }, refused: [404, 'not_found'] },
  },

  unlink: {
    post: '/identities/unlink',
    access: 'session',
    recentlyConfirmed: {},
    audited: { action: 'identity.unlink', target: 'username' },
    summary:
      'Remove a linked sign-in of the caller, or of another user with `users.manage`; ends the user’s other sessions',
    body: z.strictObject({ id: text().min(1).max(200), username: username().optional() }),
    answer: okResponse,
    problems: ['forbidden', 'not_found', 'last_way_in', 'reauthentication_required'],
    example: { body: { id: 'no-such-identity' }, refused: [404, 'not_found'] },
  },

  changes: {
    get: '/identities/changes',
    access: { capability: 'documents.review' },
    summary:
      'Links and removals of sign-ins of these users since a time, newest first, at most 100',
    query: z.strictObject({
      usernames: text()
        .min(1)
        .max(6_500)
        .meta({ description: 'User names, separated by commas; at most 100.' }),
      since: dateTime,
    }),
    answer: z.array(
      z
        .object({ username: z.string(), action: z.enum(['linked', 'unlinked']), at: dateTime })
        .meta({ id: 'IdentityChange' }),
    ),
    problems: [],
    example: { query: { usernames: 'ada', since: '2026-01-01T00:00:00.000Z' } },
  },
});
