import { z } from 'zod';
import { integrationEvents } from '@galley/kernel';
import { defineNoun } from './operation.ts';
import { dateTime, okResponse, text } from './shapes.ts';

const manage = { capability: 'operations.manage' } as const;

const id = () => text().min(1).max(200);

const webhookEvent = z.enum(integrationEvents);

const webhook = z
  .object({
    id: z.string(),
    name: z.string(),
    url: z.string(),
    events: z.array(webhookEvent),
    enabled: z.boolean().meta({
      description: 'Events of a disabled webhook are not recorded; pending deliveries wait.',
    }),
    failing_since: dateTime.nullable().meta({
      description: 'Time of the first failed attempt after the last successful one.',
    }),
    created_at: dateTime,
    created_by: z.string(),
  })
  .meta({ id: 'Webhook' });

const newWebhook = webhook
  .extend({ secret: z.string().meta({ description: 'Signing secret, shown only once.' }) })
  .meta({ id: 'NewWebhook' });

const delivery = z
  .object({
    id: z.string().meta({ description: 'Header `webhook-id`, the same for all attempts.' }),
    event: z.string(),
    status: z.enum(['pending', 'delivered', 'failed']),
    attempts: z.int(),
    created_at: dateTime,
    last_attempt_at: dateTime.nullable(),
    next_attempt_at: dateTime.nullable(),
    response_status: z.int().nullable(),
    error: z.string().nullable().meta({ description: 'Failure of the last attempt.' }),
    body: z.string(),
  })
  .meta({ id: 'WebhookDelivery' });

const fields = {
  name: text().trim().min(1).max(200),
  url: text().trim().min(1).max(2_000).meta({
    description:
      'An https:// address; http:// only for a host in `webhooks.private_hosts`. No user and password.',
  }),
  events: z.array(webhookEvent).min(1),
};

export const webhooks = defineNoun('webhooks', {
  list: {
    get: '/webhooks',
    access: manage,
    summary: 'Webhooks, by name',
    answer: z.array(webhook),
    problems: [],
    example: {},
  },

  create: {
    post: '/webhooks/create',
    access: manage,
    audited: { action: 'webhook.create' },
    summary: 'Create a webhook; its secret is shown once',
    body: z.strictObject(fields),
    answer: newWebhook,
    problems: ['invalid_fields', 'too_many_webhooks'],
    example: {
      body: { name: 'Search', url: 'https://example.org/galley', events: ['document.published'] },
    },
  },

  save: {
    post: '/webhooks/save',
    access: manage,
    audited: { action: 'webhook.save', target: 'id' },
    summary: 'Change a webhook',
    body: z.strictObject({ id: id(), ...fields, enabled: z.boolean() }),
    answer: webhook,
    problems: ['invalid_fields', 'webhook_not_found'],
    example: {
      body: {
        id: 'no-such-webhook',
        name: 'Search',
        url: 'https://example.org/galley',
        events: ['document.published'],
        enabled: true,
      },
      refused: [404, 'webhook_not_found'],
    },
  },

  replaceSecret: {
    post: '/webhooks/replace_secret',
    access: manage,
    audited: { action: 'webhook.replace_secret', target: 'id' },
    summary: 'Create another secret; the earlier one also signs for 24 hours',
    body: z.strictObject({ id: id() }),
    answer: z.object({ secret: z.string() }).meta({ id: 'WebhookSecret' }),
    problems: ['webhook_not_found'],
    example: { body: { id: 'no-such-webhook' }, refused: [404, 'webhook_not_found'] },
  },

  delete: {
    post: '/webhooks/delete',
    access: manage,
    audited: { action: 'webhook.delete', target: 'id' },
    summary: 'Delete a webhook and its deliveries',
    body: z.strictObject({ id: id() }),
    answer: okResponse,
    problems: ['webhook_not_found'],
    example: { body: { id: 'no-such-webhook' }, refused: [404, 'webhook_not_found'] },
  },

  test: {
    post: '/webhooks/test',
    access: manage,
    audited: { action: 'webhook.test', target: 'id' },
    summary: 'Send an event `webhook.test` at once, also to a disabled webhook',
    body: z.strictObject({ id: id() }),
    answer: delivery,
    problems: ['webhook_not_found'],
    example: { body: { id: 'no-such-webhook' }, refused: [404, 'webhook_not_found'] },
  },

  deliveries: {
    get: '/webhooks/deliveries',
    access: manage,
    summary: 'Deliveries of a webhook, newest first, in pages of 50; kept for 30 days',
    query: z.strictObject({
      id: id(),
      before: id().optional().meta({ description: '`next_cursor` of the previous page.' }),
    }),
    answer: z
      .object({
        items: z.array(delivery),
        has_more: z.boolean(),
        next_cursor: z.string().nullable(),
      })
      .meta({ id: 'WebhookDeliveriesResponse' }),
    problems: ['webhook_not_found'],
    example: { query: { id: 'no-such-webhook' }, refused: [404, 'webhook_not_found'] },
  },

  resend: {
    post: '/webhooks/resend',
    access: manage,
    audited: { action: 'webhook.resend', target: 'delivery' },
    summary: 'Send a delivery again, with the same id and body',
    body: z.strictObject({ delivery: id() }),
    answer: okResponse,
    problems: ['webhook_delivery_not_found'],
    example: {
      body: { delivery: 'no-such-delivery' },
      refused: [404, 'webhook_delivery_not_found'],
    },
  },
});
