import { EventConsumer } from '@galley/database';
import {
  queueDeliveries,
  Secrets,
  WebhookSender,
  WebhookService,
  type Sealer,
} from '@galley/webhooks';
import type { Environment } from '../environment.ts';

export function composeWebhooks(
  { config, db, clock, logger }: Environment,
  { sealer }: { readonly sealer: Sealer },
) {
  const { privateHosts } = config.webhooks;
  const secrets = new Secrets(sealer);
  const sender = new WebhookSender({ db, secrets, privateHosts, clock, logger });
  const service = new WebhookService({ db, secrets, sender, privateHosts, clock });
  const consumer = new EventConsumer({
    name: 'webhooks',
    startsAt: 'end',
    handle: queueDeliveries,
    db,
    clock,
    logger,
  });
  return {
    service,
    eventConsumers: [consumer.loop],
    jobs: [sender.loop],
    cleanupTasks: { 'old webhook deliveries': () => service.removeOld() },
  };
}
