import { randomBytes } from 'node:crypto';
import type { WebhookTarget } from './webhook-repository.ts';

/** Encryption at rest; `context` ties a value to its webhook. */
export interface Sealer {
  seal(plain: string, context: string): string;
  open(sealed: string, context: string): string | undefined;
}

/** Secrets of Standard Webhooks: `whsec_` and 24 to 64 bytes as base64. */
export class Secrets {
  readonly #sealer: Sealer;

  constructor(sealer: Sealer) {
    this.#sealer = sealer;
  }

  create(webhookId: string): { readonly secret: string; readonly sealedSecret: string } {
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    return { secret, sealedSecret: this.#sealer.seal(secret, contextOf(webhookId)) };
  }

  /** The current one first. None if the master key has changed: then signatures are missing, and receivers refuse. */
  openAll(webhook: Omit<WebhookTarget, 'url'>, at: Date): string[] {
    const { id, sealedSecret, previousSealedSecret, previousUntil } = webhook;
    const isOverlap = previousUntil !== null && at < previousUntil;
    return [sealedSecret, isOverlap ? previousSealedSecret : null].flatMap((sealed) => {
      const secret = sealed === null ? undefined : this.#sealer.open(sealed, contextOf(id));
      return secret === undefined ? [] : [secret];
    });
  }
}

function contextOf(webhookId: string): string {
  return `webhook ${webhookId}`;
}
