import { sql, type Selectable } from 'kysely';
import type { Database, Schema } from '@galley/database';
import { auditLengths, toAuditText } from './audit-text.ts';

export interface AuditEntry {
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly outcome: 'success' | 'denied';
  readonly address: string;
  readonly requestId: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Combined with AND. */
export interface AuditFilters {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly target?: string | undefined;
  readonly outcome?: 'success' | 'denied' | undefined;
  /** Inclusive. */
  readonly from?: Date | undefined;
  /** Exclusive. */
  readonly to?: Date | undefined;
}

const batchSize = 1_000;

/** Newest first. Each name filter has an index in the order of the result. */
export class AuditReadModel {
  readonly #db: Database;

  constructor({ db }: { readonly db: Database }) {
    this.#db = db;
  }

  async list({
    limit,
    offset,
    ...filters
  }: AuditFilters & { readonly limit: number; readonly offset: number }): Promise<AuditEntry[]> {
    const rows = await this.#newestFirst(filters).limit(limit).offset(offset).execute();
    return rows.map(toAuditEntry);
  }

  async findSettingChange(setting: string): Promise<AuditEntry | undefined> {
    const [row] = await this.#newestFirst({ action: 'settings.save', outcome: 'success' })
      .where(sql<boolean>`jsonb_exists(details -> 'changes', ${setting})`)
      .limit(1)
      .execute();
    return row && toAuditEntry(row);
  }

  /** Runs a query per batch: a slow reader holds no connection, and concurrent inserts and pruning shift no rows. */
  async *export(filters: AuditFilters): AsyncGenerator<AuditEntry[], void, undefined> {
    // As text: a JavaScript Date drops microseconds, which would skip entries of the same millisecond.
    const batch = this.#newestFirst(filters)
      .select(sql<string>`at::text`.as('exactly_at'))
      .limit(batchSize);
    let rows = await batch.execute();
    while (rows.length > 0) {
      yield rows.map(toAuditEntry);
      const { exactly_at, id } = rows.at(-1)!;
      if (rows.length < batchSize) return;
      rows = await batch
        .where(sql<boolean>`(at, id) < (${exactly_at}::timestamptz, ${id}::bigint)`)
        .execute();
    }
  }

  #newestFirst({ actor, action, target, outcome, from, to }: AuditFilters) {
    let entries = this.#db.selectFrom('audit_entries').selectAll();
    // Truncated like stored values, so that the full original value still finds the entry.
    if (actor !== undefined)
      entries = entries.where('actor', '=', toAuditText(actor, auditLengths.actor));
    if (action !== undefined) entries = entries.where('action', '=', action);
    if (target !== undefined)
      entries = entries.where('target', '=', toAuditText(target, auditLengths.target));
    if (outcome !== undefined) entries = entries.where('outcome', '=', outcome);
    if (from !== undefined) entries = entries.where('at', '>=', from);
    if (to !== undefined) entries = entries.where('at', '<', to);
    return entries.orderBy('at', 'desc').orderBy('id', 'desc');
  }
}

type AuditRow = Selectable<Schema['audit_entries']>;

function toAuditEntry({ id, request_id, ...row }: AuditRow & { exactly_at?: string }): AuditEntry {
  const { at, actor, action, target, outcome, address, details } = row;
  return {
    id: String(id),
    at,
    actor,
    action,
    target,
    outcome,
    address,
    requestId: request_id,
    details,
  };
}
