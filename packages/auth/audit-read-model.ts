import { sql, type Selectable } from 'kysely';
import type { Database, Schema } from '@galley/database';
import { auditLengths, auditText } from './audit-text.ts';

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

/** Entries for which everything given here holds. */
export interface AuditFilters {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly target?: string | undefined;
  readonly outcome?: 'success' | 'denied' | undefined;
  /** At this time or later. */
  readonly from?: Date | undefined;
  /** Before this time. */
  readonly to?: Date | undefined;
}

const batchSize = 1_000;

/** The audit log for people to read, newest first. Each filter of a name has an index in the order of the answer. */
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
    return rows.map(auditEntry);
  }

  /** The newest entry that names a change of this setting, such as `editorial.require_approval`. */
  async findSettingChange(setting: string): Promise<AuditEntry | undefined> {
    const [row] = await this.#newestFirst({ action: 'settings.save', outcome: 'success' })
      .where(sql<boolean>`jsonb_exists(details -> 'changes', ${setting})`)
      .limit(1)
      .execute();
    return row && auditEntry(row);
  }

  /**
   * All of them, in batches. Each batch is a query of its own that begins behind the last entry of the one before:
   * no connection is held while the reader takes its time, and what is added or pruned meanwhile moves nothing.
   */
  async *export(filters: AuditFilters): AsyncGenerator<AuditEntry[], void, undefined> {
    // The time as text: a Date is cut to milliseconds, and entries of the same millisecond would be passed over.
    const batch = this.#newestFirst(filters)
      .select(sql<string>`at::text`.as('exactly_at'))
      .limit(batchSize);
    let rows = await batch.execute();
    while (rows.length > 0) {
      yield rows.map(auditEntry);
      const { exactly_at, id } = rows.at(-1)!;
      if (rows.length < batchSize) return;
      rows = await batch
        .where(sql<boolean>`(at, id) < (${exactly_at}::timestamptz, ${id}::bigint)`)
        .execute();
    }
  }

  #newestFirst({ actor, action, target, outcome, from, to }: AuditFilters) {
    let entries = this.#db.selectFrom('audit_entries').selectAll();
    // Cut as the entries were, so that what was too long is still found by the whole of it.
    if (actor !== undefined)
      entries = entries.where('actor', '=', auditText(actor, auditLengths.actor));
    if (action !== undefined) entries = entries.where('action', '=', action);
    if (target !== undefined)
      entries = entries.where('target', '=', auditText(target, auditLengths.target));
    if (outcome !== undefined) entries = entries.where('outcome', '=', outcome);
    if (from !== undefined) entries = entries.where('at', '>=', from);
    if (to !== undefined) entries = entries.where('at', '<', to);
    return entries.orderBy('at', 'desc').orderBy('id', 'desc');
  }
}

type AuditRow = Selectable<Schema['audit_entries']>;

function auditEntry({ id, request_id, ...row }: AuditRow & { exactly_at?: string }): AuditEntry {
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
