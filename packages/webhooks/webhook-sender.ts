import { Webhook as Signer } from 'standardwebhooks';
import type { Database } from '@galley/database';
import {
  isHostAmong,
  isPublicAddress,
  RefusedAddressError,
  sendOutgoing,
  Ticker,
  type Clock,
  type Logger,
} from '@galley/kernel';
import { DeliveryRepository } from './delivery-repository.ts';
import type { Secrets } from './secrets.ts';
import { WebhookRepository } from './webhook-repository.ts';
import type { Delivery } from './webhook.ts';

export interface WebhookSenderOptions {
  readonly db: Database;
  readonly secrets: Secrets;
  /** Hosts that may have addresses of this machine and its network. */
  readonly privateHosts: readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Outcome {
  readonly responseStatus: number | null;
  /** Null for a success. */
  readonly error: string | null;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
/** After each failed attempt, as Standard Webhooks recommends; the last attempt is three days after the first. */
const pauses = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
const timeoutMs = 15 * second;
/** Longer than an attempt takes, so that it is repeated only after a crash. */
const leaseMs = minute;
const batch = 10;

/** Sends due deliveries, from any number of processes. A crash during an attempt repeats it, with the same id. */
export class WebhookSender {
  readonly #options: WebhookSenderOptions;
  readonly #webhooks: WebhookRepository;
  readonly #deliveries: DeliveryRepository;

  readonly loop: Ticker;

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
    this.#webhooks = new WebhookRepository(options.db);
    this.#deliveries = new DeliveryRepository(options.db);
    const { clock, logger } = options;
    const run = (signal: AbortSignal): Promise<void> => this.sendDue(signal);
    this.loop = new Ticker({
      id: 'webhooks',
      everyMs: 1_000,
      maxBackOffMs: 60_000,
      clock,
      logger,
      run,
    });
  }

  /** Makes an attempt at once. The delivery must be pending. */
  async sendNow(id: string): Promise<void> {
    const delivery = await this.#deliveries.claim(id, this.#leaseEnd());
    if (delivery) await this.#attempt(delivery, AbortSignal.timeout(timeoutMs));
  }

  async sendDue(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const due = await this.#deliveries.claimDue(
        this.#options.clock.now(),
        this.#leaseEnd(),
        batch,
      );
      await Promise.all(
        due.map((delivery) =>
          this.#attempt(delivery, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])),
        ),
      );
      if (due.length < batch) return;
    }
  }

  #leaseEnd(): Date {
    return new Date(this.#options.clock.now().getTime() + leaseMs);
  }

  async #attempt(delivery: Delivery, signal: AbortSignal): Promise<void> {
    const { clock, logger } = this.#options;
    const { id, webhookId, attempts } = delivery;
    const { responseStatus, error } = await this.#send(delivery, signal);
    const at = clock.now();
    const isGone = responseStatus === 410;
    const pause = error === null || isGone ? undefined : pauses[attempts - 1];
    const status = error === null ? 'delivered' : pause === undefined ? 'failed' : 'pending';
    const dueAt = pause === undefined ? null : new Date(at.getTime() + pause);
    await this.#deliveries.recordAttempt(id, {
      status,
      dueAt,
      lastAttemptAt: at,
      responseStatus,
      error,
    });
    if (error === null) return this.#webhooks.noteSuccess(webhookId);
    logger.warn('webhook not delivered', { webhook: webhookId, delivery: id, attempts, error });
    await this.#webhooks.noteFailure(webhookId, at);
    if (isGone) await this.#webhooks.disable(webhookId);
  }

  async #send({ id, webhookId, body }: Delivery, signal: AbortSignal): Promise<Outcome> {
    const webhook = await this.#webhooks.findTarget(webhookId);
    if (!webhook) return { responseStatus: null, error: 'The webhook was deleted.' };
    const at = this.#options.clock.now();
    const url = new URL(webhook.url);
    const headers = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / second)),
      'webhook-signature': this.#options.secrets
        .openAll(webhook, at)
        .map((secret) => new Signer(secret).sign(id, at, body))
        .join(' '),
    };
    const isPrivate = isHostAmong(url.hostname, this.#options.privateHosts);
    const allows = (address: string): boolean => isPrivate || isPublicAddress(address);
    try {
      const response = await sendOutgoing(url, { method: 'POST', headers, body, allows, signal });
      // Only the status counts.
      response.destroy();
      return outcomeOf(response.statusCode!);
    } catch (error) {
      return { responseStatus: null, error: describe(error, url.host, signal) };
    }
  }
}

function outcomeOf(status: number): Outcome {
  const error =
    status >= 200 && status < 300
      ? null
      : status >= 300 && status < 400
        ? `The address redirects (status ${status}). Redirects are not followed: enter the final address.`
        : `The response has status ${status}.`;
  return { responseStatus: status, error };
}

function describe(error: unknown, host: string, { aborted }: AbortSignal): string {
  if (error instanceof RefusedAddressError)
    return `${error.message} List it in webhooks.private_hosts if webhooks may reach it.`;
  if (aborted) return `${host} did not answer within ${timeoutMs / second} seconds.`;
  const { code, message } = error as NodeJS.ErrnoException;
  return `${host} is unreachable (${code ?? message}).`;
}
