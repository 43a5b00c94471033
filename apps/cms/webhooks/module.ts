import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import type { Delivery, Webhook, WebhookService } from '@galley/webhooks';

export function webhooksModule(webhooks: WebhookService): Module<typeof contract.webhooks> {
  return {
    list: async () => (await webhooks.list()).map(presentWebhook),

    create: async ({ actor, body, note }) => {
      const fields = { ...body, enabled: true };
      const { webhook, secret } = await webhooks.create(fields, actor.username);
      const { name, url, events } = body;
      note({ target: webhook.id, details: { name, url, events } });
      return { ...presentWebhook(webhook), secret };
    },

    save: async ({ body: { id, ...fields }, note }) => {
      const webhook = await webhooks.update(id, fields);
      note({ details: { ...fields } });
      return presentWebhook(webhook);
    },

    replaceSecret: async ({ body: { id } }) => ({ secret: await webhooks.replaceSecret(id) }),

    delete: async ({ body: { id } }) => {
      await webhooks.remove(id);
      return { ok: true };
    },

    test: async ({ body: { id } }) => presentDelivery(await webhooks.test(id)),

    deliveries: async ({ query: { id, before } }) => {
      const { items, hasMore } = await webhooks.listDeliveries(id, before);
      const next_cursor = hasMore ? items.at(-1)!.id : null;
      return { items: items.map(presentDelivery), has_more: hasMore, next_cursor };
    },

    resend: async ({ body: { delivery } }) => {
      await webhooks.resend(delivery);
      return { ok: true };
    },
  };
}

function presentWebhook({ failingSince, createdAt, createdBy, events, ...webhook }: Webhook) {
  return {
    ...webhook,
    events: [...events],
    failing_since: failingSince?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
    created_by: createdBy,
  };
}

function presentDelivery(delivery: Delivery) {
  return {
    id: delivery.id,
    event: delivery.event,
    status: delivery.status,
    attempts: delivery.attempts,
    created_at: delivery.createdAt.toISOString(),
    last_attempt_at: delivery.lastAttemptAt?.toISOString() ?? null,
    next_attempt_at: delivery.dueAt?.toISOString() ?? null,
    response_status: delivery.responseStatus,
    error: delivery.error,
    body: delivery.body,
  };
}
