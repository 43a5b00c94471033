import type { Database } from '@galley/database';
import { fieldError, isHostAmong, newId, type Clock } from '@galley/kernel';
import { DeliveryRepository } from './delivery-repository.ts';
import { webhookProblems } from './problems.ts';
import type { Secrets } from './secrets.ts';
import { newDelivery } from './webhook-events.ts';
import { WebhookRepository } from './webhook-repository.ts';
import type { WebhookSender } from './webhook-sender.ts';
import { testEvent, type Delivery, type Webhook, type WebhookFields } from './webhook.ts';

export interface WebhookServiceOptions {
  readonly db: Database;
  readonly secrets: Secrets;
  readonly sender: Pick<WebhookSender, 'sendNow' | 'loop'>;
  readonly privateHosts: readonly string[];
  readonly clock: Clock;
}

const maxWebhooks = 50;
const overlapMs = 24 * 3_600_000;
const deliveryLifetimeMs = 30 * 86_400_000;
const pageSize = 50;
const cleanupBatch = 1_000;

export class WebhookService {
  readonly #options: WebhookServiceOptions;
  readonly #webhooks: WebhookRepository;
  readonly #deliveries: DeliveryRepository;

  constructor(options: WebhookServiceOptions) {
    this.#options = options;
    this.#webhooks = new WebhookRepository(options.db);
    this.#deliveries = new DeliveryRepository(options.db);
  }

  list(): Promise<Webhook[]> {
    return this.#webhooks.list();
  }

  /** The secret is shown only here. @throws `invalid_fields`, `too_many_webhooks` */
  async create(
    fields: WebhookFields,
    createdBy: string,
  ): Promise<{ readonly webhook: Webhook; readonly secret: string }> {
    this.#requireAddress(fields.url);
    if ((await this.#webhooks.count()) >= maxWebhooks)
      throw webhookProblems.too_many_webhooks(
        `There are ${maxWebhooks} webhooks. Delete one that is no longer needed.`,
      );
    const id = newId();
    const { secret, sealedSecret } = this.#options.secrets.create(id);
    const createdAt = this.#options.clock.now();
    await this.#webhooks.insert({ ...fields, id, sealedSecret, createdAt, createdBy });
    return { webhook: { ...fields, id, failingSince: null, createdAt, createdBy }, secret };
  }

  /** @throws `invalid_fields`, `webhook_not_found` */
  async update(id: string, fields: WebhookFields): Promise<Webhook> {
    this.#requireAddress(fields.url);
    const webhook = await this.#webhooks.update(id, fields);
    if (!webhook) throw notFound(id);
    return webhook;
  }

  /** The earlier secret also signs for a day. @throws `webhook_not_found` */
  async replaceSecret(id: string): Promise<string> {
    const { secret, sealedSecret } = this.#options.secrets.create(id);
    const until = new Date(this.#options.clock.now().getTime() + overlapMs);
    if (!(await this.#webhooks.replaceSecret(id, sealedSecret, until))) throw notFound(id);
    return secret;
  }

  /** @throws `webhook_not_found` */
  async remove(id: string): Promise<void> {
    if (!(await this.#webhooks.remove(id))) throw notFound(id);
  }

  /** Sends an event `webhook.test` at once, also to a disabled webhook. @throws `webhook_not_found` */
  async test(id: string): Promise<Delivery> {
    await this.#require(id);
    const at = this.#options.clock.now();
    const delivery = newDelivery(id, testEvent, { at, data: {} });
    await this.#deliveries.insert([delivery]);
    await this.#options.sender.sendNow(delivery.id);
    return (await this.#deliveries.find(delivery.id))!;
  }

  /** Newest first. @throws `webhook_not_found` */
  async listDeliveries(
    id: string,
    before: string | undefined,
  ): Promise<{ readonly items: Delivery[]; readonly hasMore: boolean }> {
    await this.#require(id);
    const found = await this.#deliveries.list(id, before, pageSize + 1);
    return { items: found.slice(0, pageSize), hasMore: found.length > pageSize };
  }

  /** With the same id and body. @throws `webhook_delivery_not_found` */
  async resend(deliveryId: string): Promise<void> {
    if (!(await this.#deliveries.resend(deliveryId, this.#options.clock.now())))
      throw webhookProblems.webhook_delivery_not_found(
        `There is no delivery "${deliveryId}". Deliveries are kept for 30 days.`,
      );
    this.#options.sender.loop.wake();
  }

  removeOld(): Promise<number> {
    const before = new Date(this.#options.clock.now().getTime() - deliveryLifetimeMs);
    return this.#deliveries.removeOld(before, cleanupBatch);
  }

  async #require(id: string): Promise<void> {
    if (!(await this.#webhooks.find(id))) throw notFound(id);
  }

  /** Over http:// only to hosts that the operator has listed. */
  #requireAddress(address: string): void {
    const url = URL.parse(address);
    const isPrivate = url !== null && isHostAmong(url.hostname, this.#options.privateHosts);
    const isValid =
      url !== null &&
      (url.protocol === 'https:' || (url.protocol === 'http:' && isPrivate)) &&
      url.username === '' &&
      url.password === '';
    if (!isValid)
      throw webhookProblems.invalid_fields('The webhook was not saved.', {
        errors: [
          fieldError('url', 'not_a_webhook_address', { example: 'https://example.org/galley' }),
        ],
      });
  }
}

function notFound(id: string): Error {
  return webhookProblems.webhook_not_found(`There is no webhook "${id}".`);
}
