import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import { runProblems } from '../problems.ts';
import { endsWhenSilent } from '../silent-writer-repository.ts';

/** Fencing token of a location: the supervisor with the greater epoch wins. */
export interface PlaceFence {
  readonly place: string;
  readonly epoch: number;
}

export interface SupervisorFence extends PlaceFence {
  /** A location of another workspace counts as held by another supervisor. */
  readonly workspaceId: string;
}

export interface SupervisorClaim {
  readonly place: string;
  readonly workspaceId: string;
  readonly driver: string;
  /** Never reused. */
  readonly holder: string;
  readonly milliseconds: number;
  /** Label to use if the location has none yet. */
  readonly label: string;
}

/** Totals count since the supervisor's start. */
export interface SupervisorStatus {
  readonly starting: number;
  readonly running: number;
  readonly concurrency: number;
  /** Sessions that were already running when this supervisor started. */
  readonly adopted: number;
  /** Sessions that were running in the table only. */
  readonly phantom: number;
  /** Agents that were running but not in the table. */
  readonly unowned: number;
  readonly differences: readonly {
    readonly kind: 'phantom' | 'unowned';
    readonly agentId: string;
  }[];
  readonly started: number;
  readonly ended: number;
  readonly stuck: readonly StuckWork[];
  /** Error of the last check; null after a success. */
  readonly error: string | null;
}

export interface StuckWork {
  readonly runId: string;
  readonly agentId: string;
  readonly reason: string;
}

export interface SupervisorRecord {
  readonly place: string;
  readonly driver: string;
  readonly holder: string;
  readonly since: Date;
  readonly isHere: boolean;
  readonly lookedAt: Date | null;
  readonly status: SupervisorStatus | null;
}

export interface SupervisedSession {
  readonly id: string;
  readonly runId: string;
  readonly agentId: string;
  readonly requestEventId: number;
  readonly status: string;
  readonly startedAt: Date;
}

const now = sql<Date>`clock_timestamp()`;

function timeFromNow(milliseconds: number) {
  return sql<Date>`clock_timestamp() + ${milliseconds} * interval '1 millisecond'`;
}

/** Leases of supervisors. Times come from the database, because the clocks of several machines differ. */
export class SupervisorRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** Returns the label, which never changes; `undefined` while another supervisor holds the location. */
  async acquire(
    claim: SupervisorClaim,
  ): Promise<{ readonly fence: SupervisorFence; readonly label: string } | undefined> {
    const { place, workspaceId, driver, holder, milliseconds, label } = claim;
    const lease = { holder, acquired_at: now, expires_at: timeFromNow(milliseconds), status: null };
    const taken = await this.#db
      .insertInto('supervisors')
      .values({ place, workspace_id: workspaceId, driver, label, epoch: 1, ...lease })
      .onConflict((conflict) =>
        conflict
          .column('place')
          .doUpdateSet({ epoch: sql`supervisors.epoch + 1`, ...lease })
          .where('supervisors.expires_at', '<=', now)
          .where('supervisors.workspace_id', '=', workspaceId),
      )
      .returning(['epoch', 'label'])
      .executeTakeFirst();
    return taken && { fence: { place, epoch: taken.epoch, workspaceId }, label: taken.label };
  }

  /** Returns false if another supervisor has taken over. */
  async renew(fence: SupervisorFence, milliseconds: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#held(fence)
      .set({ expires_at: timeFromNow(milliseconds) })
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async tell(fence: SupervisorFence, status: SupervisorStatus): Promise<void> {
    await this.#held(fence)
      .set({ looked_at: now, status: JSON.stringify(status) })
      .execute();
  }

  /** The row stays, so that epochs are never reused. */
  async release(fence: SupervisorFence): Promise<void> {
    await this.#held(fence)
      .set({ expires_at: sql`least(expires_at, clock_timestamp())` })
      .execute();
  }

  /** Blocks takeovers until the end of the transaction. @throws `supervisor_fenced` if the lease is lost. */
  async hold({ place, epoch, workspaceId }: SupervisorFence): Promise<void> {
    const held = await this.#db
      .selectFrom('supervisors')
      .select(endsWhenSilent.as('silence'))
      .where('place', '=', place)
      .where('epoch', '=', epoch)
      .where('workspace_id', '=', workspaceId)
      .forShare()
      .executeTakeFirst();
    if (held) return;
    throw runProblems.supervisor_fenced(
      `This supervisor has lost the lease of ${place}: another supervisor has taken over.`,
    );
  }

  async findHolder(workspaceId: string, place: string): Promise<string | undefined> {
    const row = await this.#db
      .selectFrom('supervisors')
      .select('holder')
      .where('workspace_id', '=', workspaceId)
      .where('place', '=', place)
      .where('expires_at', '>', now)
      .executeTakeFirst();
    return row?.holder;
  }

  /** Supervisors that were present within the last week. */
  async list(workspaceId: string): Promise<SupervisorRecord[]> {
    const rows = await this.#db
      .selectFrom('supervisors')
      .select(['place', 'driver', 'holder', 'acquired_at as since', 'looked_at as lookedAt'])
      .select(['status', sql<boolean>`expires_at > clock_timestamp()`.as('isHere')])
      .where('workspace_id', '=', workspaceId)
      .where('expires_at', '>', sql<Date>`clock_timestamp() - interval '7 days'`)
      .orderBy('place')
      .execute();
    return rows.map((row) => ({ ...row, status: row.status as SupervisorStatus | null }));
  }

  async listSessions(workspaceId: string): Promise<SupervisedSession[]> {
    const rows = await this.#db
      .selectFrom('agent_sessions')
      .innerJoin('supervisors', 'supervisors.place', 'agent_sessions.place')
      .select([
        'agent_sessions.id',
        'run_id as runId',
        'agent_id as agentId',
        'started_at as startedAt',
      ])
      .select(['request_event_id as requestEventId', 'agent_sessions.status'])
      .where('supervisors.workspace_id', '=', workspaceId)
      .where('agent_sessions.status', 'in', ['starting', 'running'])
      .orderBy('request_event_id')
      .execute();
    return rows.map((row) => ({ ...row, requestEventId: row.requestEventId! }));
  }

  #held({ place, epoch, workspaceId }: SupervisorFence) {
    return this.#db
      .updateTable('supervisors')
      .where('place', '=', place)
      .where('epoch', '=', epoch)
      .where('workspace_id', '=', workspaceId);
  }
}
