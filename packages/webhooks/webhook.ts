import type { IntegrationEvent } from '@galley/kernel';

/** Sent only by a person, to try a webhook. */
export const testEvent = 'webhook.test';

export interface WebhookFields {
  readonly name: string;
  readonly url: string;
  readonly events: readonly IntegrationEvent[];
  readonly enabled: boolean;
}

export interface Webhook extends WebhookFields {
  readonly id: string;
  /** Since the first failed attempt after the last successful one. */
  readonly failingSince: Date | null;
  readonly createdAt: Date;
  readonly createdBy: string;
}

export interface Delivery {
  /** Header `webhook-id`; the same for all attempts, so that receivers can recognise repetitions. */
  readonly id: string;
  readonly webhookId: string;
  readonly event: string;
  readonly body: string;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  /** Null unless pending. */
  readonly dueAt: Date | null;
  readonly createdAt: Date;
  readonly lastAttemptAt: Date | null;
  readonly responseStatus: number | null;
  readonly error: string | null;
}
