import type { Transaction } from '@galley/database';
import { integrationData, integrationEventOf, newId, type DomainEvent } from '@galley/kernel';
import { DeliveryRepository, type NewDelivery } from './delivery-repository.ts';
import { WebhookRepository } from './webhook-repository.ts';

/** Queues the deliveries of events: in the transaction that moves the cursor, so each exactly once. */
export async function queueDeliveries(
  transaction: Transaction,
  events: readonly DomainEvent[],
): Promise<void> {
  const named = events.flatMap((event) => {
    const name = integrationEventOf(event);
    return name === undefined ? [] : [{ event, name }];
  });
  if (named.length === 0) return;
  const webhooks = await new WebhookRepository(transaction).list();
  const deliveries = named.flatMap(({ event, name }) =>
    webhooks
      .filter(({ enabled, events: wanted }) => enabled && wanted.includes(name))
      .map(({ id }): NewDelivery =>
        newDelivery(id, name, { at: event.at, data: integrationData(event) }),
      ),
  );
  await new DeliveryRepository(transaction).insert(deliveries);
}

export function newDelivery(
  webhookId: string,
  event: string,
  { at, data }: { readonly at: Date; readonly data: object },
): NewDelivery {
  const body = JSON.stringify({ type: event, timestamp: at.toISOString(), data });
  return { id: `msg_${newId()}`, webhookId, event, body, createdAt: at };
}
