import { sql } from 'kysely';
import type { Database } from '@galley/database';
import type { AuditEvent, AuditLog, Clock } from '@galley/kernel';
import { auditLengths, auditText } from './audit-text.ts';

const longestDetailsBytes = 16 * 1024;
/** NUL and half a surrogate pair, the way JSON writes them; or another escape, which is passed over as a whole. */
const escape = /\\(?:(u0000|ud[89a-f][0-9a-f]{2})|.)/g;

/** Where audit events are kept. The database lets nobody change an entry, or remove one of the last 30 days. */
export class AuditRepository implements AuditLog {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Text that is too long is cut; details of more than 16 KiB, or that are no JSON, are replaced by `{truncated: true}`. */
  async record(event: AuditEvent): Promise<void> {
    await this.#db
      .insertInto('audit_entries')
      .values({
        at: this.#clock.now(),
        actor: auditText(event.actor, auditLengths.actor),
        action: event.action,
        target: auditText(event.target, auditLengths.target),
        outcome: event.outcome,
        address: auditText(event.address, auditLengths.address),
        request_id: auditText(event.requestId, auditLengths.requestId),
        details: detailsJson(event.details),
      })
      .execute();
  }

  /** Removes entries from before this time that are older than 30 days, and returns how many there were. */
  async prune(before: Date): Promise<number> {
    const { rows } = await sql<{
      removed: number;
    }>`select prune_audit_entries(${before}) as removed`.execute(this.#db);
    return rows[0]!.removed;
  }
}

function detailsJson(details: AuditEvent['details']): string {
  const json = cleanJson(details);
  return json !== undefined && Buffer.byteLength(json) <= longestDetailsBytes
    ? json
    : '{"truncated":true}';
}

/** Undefined for what JSON cannot hold, such as a value nested thousands deep: better an entry without it than none. */
function cleanJson(details: AuditEvent['details']): string | undefined {
  try {
    return JSON.stringify(details).replace(escape, (found, unfit: string | undefined) =>
      unfit === undefined ? found : '\\ufffd',
    );
  } catch {
    return undefined;
  }
}
