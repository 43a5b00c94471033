import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import { runProblems } from './problems.ts';
import { endsWhenSilent } from './silent-writer-repository.ts';

/** Fencing token of a run: the lease with the greater epoch wins. */
export interface RunFence {
  readonly runId: string;
  readonly epoch: number;
}

export interface LeaseClaim {
  readonly runId: string;
  /** Never reused. */
  readonly holder: string;
  readonly milliseconds: number;
}

export interface LeaseClaims extends Omit<LeaseClaim, 'runId'> {
  readonly runIds: readonly string[];
}

export interface HeldLease {
  readonly holder: string;
  readonly since: Date;
  readonly until: Date;
}

const now = sql<Date>`clock_timestamp()`;

function timeFromNow(milliseconds: number) {
  return sql<Date>`clock_timestamp() + ${milliseconds} * interval '1 millisecond'`;
}

/** Leases of runs. Times come from the database, because the clocks of several machines differ. */
export class LeaseRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** `undefined` while another holder has it. A single statement: of two concurrent callers, one succeeds. */
  async acquire({ runId, holder, milliseconds }: LeaseClaim): Promise<RunFence | undefined> {
    const lease = { holder, acquired_at: now, expires_at: timeFromNow(milliseconds) };
    const taken = await this.#db
      .insertInto('run_leases')
      .values({ run_id: runId, epoch: 1, ...lease })
      .onConflict((conflict) =>
        conflict
          .column('run_id')
          .doUpdateSet({ epoch: sql`run_leases.epoch + 1`, ...lease })
          .where('run_leases.expires_at', '<=', now),
      )
      .returning('epoch')
      .executeTakeFirst();
    return taken && { runId, epoch: taken.epoch };
  }

  /** Skips a lease locked by a writing step, even if expired: a hanging writer must not block the other leases. */
  async acquireFree({ runIds, holder, milliseconds }: LeaseClaims): Promise<RunFence[]> {
    const { rows } = await sql<RunFence>`
      with wanted as (
        select run_id from unnest(${sql.val([...runIds])}::text[]) as given (run_id)
      ), free as (
        select run_leases.run_id from run_leases join wanted using (run_id) where expires_at <= ${now}
        for no key update of run_leases skip locked
      ), taken as (
        update run_leases set epoch = epoch + 1, holder = ${holder},
          acquired_at = ${now}, expires_at = ${timeFromNow(milliseconds)}
        from free where run_leases.run_id = free.run_id
        returning run_leases.run_id, epoch
      ), made as (
        insert into run_leases (run_id, epoch, holder, acquired_at, expires_at)
        select run_id, 1, ${holder}, ${now}, ${timeFromNow(milliseconds)} from wanted
        where not exists (select from run_leases where run_leases.run_id = wanted.run_id)
        on conflict do nothing
        returning run_id, epoch
      )
      select run_id as "runId", epoch from taken union all select run_id, epoch from made
    `.execute(this.#db);
    return rows;
  }

  async findHeld(runId: string): Promise<HeldLease | undefined> {
    return this.#db
      .selectFrom('run_leases')
      .select(['holder', 'acquired_at as since', 'expires_at as until'])
      .where('run_id', '=', runId)
      .where('expires_at', '>', now)
      .executeTakeFirst();
  }

  /** Returns the runs that were taken over. Skips leases locked by a writing step: waiting would block the others. */
  async renew(fences: readonly RunFence[], milliseconds: number): Promise<string[]> {
    const ids = sql.val(fences.map(({ runId }) => runId));
    const epochs = sql.val(fences.map(({ epoch }) => epoch));
    const { rows } = await sql<{ run_id: string }>`
      with ours as (
        select run_id, epoch from unnest(${ids}::text[], ${epochs}::bigint[]) as given (run_id, epoch)
      ), free as (
        select run_leases.run_id from run_leases join ours using (run_id, epoch)
        for no key update of run_leases skip locked
      ), renewed as (
        update run_leases set expires_at = ${timeFromNow(milliseconds)}
        from free where run_leases.run_id = free.run_id
      )
      select run_id from run_leases join ours using (run_id) where run_leases.epoch <> ours.epoch
    `.execute(this.#db);
    return rows.map(({ run_id }) => run_id);
  }

  /** Notifies listeners. The row stays, so that epochs are never reused. */
  async release({ runId, epoch }: RunFence): Promise<void> {
    await this.#db
      .updateTable('run_leases')
      .set({ expires_at: sql`least(expires_at, clock_timestamp())` })
      .where('run_id', '=', runId)
      .where('epoch', '=', epoch)
      .returning(sql`pg_notify('galley_runs', run_id)`.as('told'))
      .execute();
  }

  /** Waits for a step in progress. */
  async revoke(runId: string): Promise<void> {
    await this.#db
      .updateTable('run_leases')
      .set({ epoch: sql`epoch + 1`, expires_at: sql`least(expires_at, clock_timestamp())` })
      .where('run_id', '=', runId)
      .execute();
  }

  /** Blocks takeovers until the end of the transaction. @throws `run_fenced` if the lease is lost. */
  async hold({ runId, epoch }: RunFence): Promise<void> {
    const held = await this.#db
      .selectFrom('run_leases')
      .select(endsWhenSilent.as('silence'))
      .where('run_id', '=', runId)
      .where('epoch', '=', epoch)
      .forShare()
      .executeTakeFirst();
    if (!held) throw fenced(runId);
  }
}

export function fenced(runId: string) {
  return runProblems.run_fenced(
    `This coordinator has lost the lease of the run ${runId}: another coordinator has taken over, or the run was force-stopped.`,
    { run_id: runId },
  );
}
