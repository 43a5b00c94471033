import type { Database, Transaction } from '@galley/database';
import type { IntegrationEvent } from '@galley/kernel';
import type { Webhook, WebhookFields } from './webhook.ts';

export interface SealedSecrets {
  readonly sealedSecret: string;
  /** Also signs until `previousUntil`. */
  readonly previousSealedSecret: string | null;
  readonly previousUntil: Date | null;
}

/** Address and secrets for deliveries. */
export interface WebhookTarget extends SealedSecrets, Pick<Webhook, 'id' | 'url'> {}

export interface NewWebhook extends WebhookFields, Pick<Webhook, 'id' | 'createdAt' | 'createdBy'> {
  readonly sealedSecret: string;
}

const columns = [
  'id',
  'name',
  'url',
  'events',
  'enabled',
  'failing_since as failingSince',
  'created_at as createdAt',
  'created_by as createdBy',
] as const;

export class WebhookRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** By name. */
  async list(): Promise<Webhook[]> {
    const rows = await this.#db.selectFrom('webhooks').select(columns).orderBy('name').execute();
    return rows.map(webhookFrom);
  }

  async find(id: string): Promise<Webhook | undefined> {
    const row = await this.#db
      .selectFrom('webhooks')
      .select(columns)
      .where('id', '=', id)
      .executeTakeFirst();
    return row && webhookFrom(row);
  }

  async findTarget(id: string): Promise<WebhookTarget | undefined> {
    return this.#db
      .selectFrom('webhooks')
      .select(['id', 'url', 'sealed_secret as sealedSecret', 'previous_until as previousUntil'])
      .select('previous_sealed_secret as previousSealedSecret')
      .where('id', '=', id)
      .executeTakeFirst();
  }

  async count(): Promise<number> {
    const { count } = await this.#db
      .selectFrom('webhooks')
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async insert({ events, createdAt, createdBy, sealedSecret, ...row }: NewWebhook): Promise<void> {
    await this.#db
      .insertInto('webhooks')
      .values({
        ...row,
        events: [...events],
        sealed_secret: sealedSecret,
        created_at: createdAt,
        created_by: createdBy,
      })
      .execute();
  }

  async update(id: string, { events, ...fields }: WebhookFields): Promise<Webhook | undefined> {
    const row = await this.#db
      .updateTable('webhooks')
      .set({ ...fields, events: [...events] })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirst();
    return row && webhookFrom(row);
  }

  /** False for an unknown id. */
  async replaceSecret(id: string, sealedSecret: string, previousUntil: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('webhooks')
      .set((row) => ({
        previous_sealed_secret: row.ref('sealed_secret'),
        previous_until: previousUntil,
        sealed_secret: sealedSecret,
      }))
      .where('id', '=', id)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async noteSuccess(id: string): Promise<void> {
    await this.#db
      .updateTable('webhooks')
      .set({ failing_since: null })
      .where('id', '=', id)
      .where('failing_since', 'is not', null)
      .execute();
  }

  async noteFailure(id: string, at: Date): Promise<void> {
    await this.#db
      .updateTable('webhooks')
      .set({ failing_since: at })
      .where('id', '=', id)
      .where('failing_since', 'is', null)
      .execute();
  }

  async disable(id: string): Promise<void> {
    await this.#db.updateTable('webhooks').set({ enabled: false }).where('id', '=', id).execute();
  }

  /** With its deliveries. False for an unknown id. */
  async remove(id: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('webhooks')
      .where('id', '=', id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
}

function webhookFrom(row: Omit<Webhook, 'events'> & { readonly events: string[] }): Webhook {
  return { ...row, events: row.events as IntegrationEvent[] };
}
