import { z } from 'zod';
import { defineNoun } from './operation.ts';
import { username } from './sessions.ts';
import { dateTime, okResponse, text } from './shapes.ts';

const manage = { capability: 'users.manage' } as const;

const serviceAccount = z
  .object({
    username: z.string().meta({ description: 'Begins with `service:`.' }),
    name: z.string(),
    description: z.string(),
    role: z
      .string()
      .meta({ description: 'Its capabilities, except those to decide on the work of others.' }),
    enabled: z.boolean(),
    responsible: z
      .string()
      .nullable()
      .meta({ description: 'Person who is notified before tokens end.' }),
    responsible_role: z
      .string()
      .nullable()
      .meta({ description: 'Role whose people are notified instead.' }),
    created_by: z.string(),
    created_at: dateTime,
    tokens: z.int().meta({ description: 'Number of valid tokens.' }),
    last_used_at: dateTime.nullable(),
    holders: z.array(z.string()).meta({
      description:
        'Everyone who has ever created or rotated a token of it: they are contributors to what it writes (ADD-SVC-3).',
    }),
  })
  .meta({ id: 'ServiceAccount' });

export const serviceAccounts = defineNoun('service_accounts', {
  list: {
    get: '/service-accounts',
    access: manage,
    summary: 'Accounts of programs, by user name (ADD-SVC-1)',
    answer: z.array(serviceAccount),
    problems: [],
    example: {},
  },

  save: {
    post: '/service-accounts/save',
    access: manage,
    recentlyConfirmed: { tokens: 'named_scope' },
    audited: { action: 'service_account.save' },
    summary:
      'Create or change a service account; an absent `enabled` stays unchanged. Changes take effect with the next request of its tokens',
    body: z.strictObject({
      username: username().meta({ description: 'With or without `service:`.' }),
      name: text()
        .max(500)
        .optional()
        .meta({ description: 'Default: the user name without `service:`.' }),
      description: text().max(2_000),
      role: text().max(200),
      responsible: username().nullable().optional(),
      responsible_role: text().max(200).nullable().optional(),
      enabled: z.boolean().optional(),
    }),
    answer: serviceAccount,
    problems: ['invalid_fields', 'forbidden', 'in_use', 'reauthentication_required'],
    example: {
      body: { username: 'nightly', description: 'Imports the agenda', role: 'powerless' },
    },
  },

  delete: {
    post: '/service-accounts/delete',
    access: manage,
    recentlyConfirmed: { tokens: 'named_scope' },
    audited: { action: 'service_account.delete' },
    summary:
      'Delete a service account with its tokens; `reassign_to` names the person who gets its documents and is required if it owns any',
    body: z.strictObject({ username: username(), reassign_to: username().optional() }),
    answer: okResponse,
    problems: ['not_found', 'forbidden', 'in_use', 'invalid_fields', 'reauthentication_required'],
    example: { body: { username: 'service:unknown' }, refused: [404, 'not_found'] },
  },
});
