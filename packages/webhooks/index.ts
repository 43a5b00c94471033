export { Secrets, type Sealer } from './secrets.ts';
export { queueDeliveries } from './webhook-events.ts';
export { WebhookSender } from './webhook-sender.ts';
export { WebhookService } from './webhook-service.ts';
export { type Delivery, type Webhook } from './webhook.ts';
