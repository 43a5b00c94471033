import { sql } from 'kysely';
import type { Database } from '@galley/database';
import type { AuditEvent, AuditLog, Clock } from '@galley/kernel';
import { auditLengths, toAuditText } from './audit-text.ts';

const maxDetailsBytes = 16 * 1024;
/** NUL and lone surrogates, which PostgreSQL rejects. The second branch consumes any other escape whole. */
const invalidEscape = /\\(?:(u0000|ud[89a-f][0-9a-f]{2})|.)/g;

/** The database rejects updates, and deletion of entries younger than 30 days. */
export class AuditRepository implements AuditLog {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Long text is truncated; details over 16 KiB or not serialisable become `{truncated: true}`. */
  async record(event: AuditEvent): Promise<void> {
    await this.insertion(event).execute();
  }

  /** `record` as a part of another statement. */
  insertion(event: AuditEvent) {
    return this.#db.insertInto('audit_entries').values({
      at: this.#clock.now(),
      actor: toAuditText(event.actor, auditLengths.actor),
      action: event.action,
      target: toAuditText(event.target, auditLengths.target),
      outcome: event.outcome,
      address: toAuditText(event.address, auditLengths.address),
      request_id: toAuditText(event.requestId, auditLengths.requestId),
      details: detailsJson(event.details),
    });
  }

  /** Deletes only entries older than both `before` and 30 days. */
  async prune(before: Date): Promise<number> {
    const { rows } = await sql<{
      removed: number;
    }>`select prune_audit_entries(${before}) as removed`.execute(this.#db);
    return rows[0]!.removed;
  }
}

function detailsJson(details: AuditEvent['details']): string {
  const json = toStorableJson(details);
  return json !== undefined && Buffer.byteLength(json) <= maxDetailsBytes
    ? json
    : '{"truncated":true}';
}

/** `undefined` when JSON cannot hold the details: an entry without details is better than none. */
function toStorableJson(details: AuditEvent['details']): string | undefined {
  try {
    return JSON.stringify(details).replace(invalidEscape, (escape, invalid: string | undefined) =>
      invalid === undefined ? escape : '\\ufffd',
    );
  } catch {
    return undefined;
  }
}
