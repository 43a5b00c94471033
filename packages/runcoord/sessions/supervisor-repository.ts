import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import { runProblems } from '../problems.ts';
import { endsWhenSilent } from '../silent-writer-repository.ts';

/** Proves who starts agents in a place: of two, the one with the greater epoch. */
export interface PlaceFence {
  readonly place: string;
  readonly epoch: number;
}

export interface SupervisorFence extends PlaceFence {
  /** Of another workspace, the place is another supervisor's. */
  readonly workspaceId: string;
}

export interface SupervisorClaim {
  /** Where agents are started: of one engine or one machine, for one workspace. */
  readonly place: string;
  readonly workspaceId: string;
  readonly driver: string;
  /** Of one process, and never of another or a later one. */
  readonly holder: string;
  readonly milliseconds: number;
  /** Of the place, when it has none yet. */
  readonly label: string;
}

/** What a supervisor found at its last look; the totals count since it was started. */
export interface SupervisorStatus {
  readonly starting: number;
  readonly running: number;
  readonly concurrency: number;
  /** Were running when this supervisor came. */
  readonly adopted: number;
  /** Were running in the table, and nowhere else. */
  readonly phantom: number;
  /** Ran, and were not in the table. */
  readonly unowned: number;
  /** The last of these. */
  readonly differences: readonly {
    readonly kind: 'phantom' | 'unowned';
    readonly agentId: string;
  }[];
  readonly started: number;
  readonly ended: number;
  /** What was asked for in vain so often that it is not asked for any more. */
  readonly stuck: readonly StuckWork[];
  /** Why the last look could not be finished; null when it was. */
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
  /** Whether it was heard of lately. */
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

/** Who starts agents where. The time is the database's, since the clocks of several machines differ. */
export class SupervisorRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** With the label of the place, which stays; undefined while somebody else has it. */
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

  /** False when somebody else has taken over. */
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

  /** Ends the lease at once. Its row stays: epochs never come again. */
  async release(fence: SupervisorFence): Promise<void> {
    await this.#held(fence)
      .set({ expires_at: sql`least(expires_at, clock_timestamp())` })
      .execute();
  }

  /**
   * Lets the rest of this transaction happen only if nobody has taken over, and nobody take over before it ends.
   * Throws `supervisor_fenced` otherwise.
   */
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
      `This supervisor may start and end nothing more at ${place}: another one has taken over.`,
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

  /** Those of a workspace that were there within the last week, by place. */
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

  /** What is not over of all places of a workspace, oldest first. */
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
