import type { Database } from '@galley/database';

export interface JobRun {
  readonly plugin: string;
  readonly job: string;
  readonly startedAt: Date;
  /** Null while running, and after its process was killed. */
  readonly finishedAt: Date | null;
  readonly error: string | null;
}

export interface JobClaim {
  readonly plugin: string;
  readonly job: string;
  readonly now: Date;
  /** Due when its last run started at or before this time. */
  readonly dueSince: Date;
  /** A run without end that started at or before this time is lost. */
  readonly lostSince: Date;
}

export class PluginJobRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list(): Promise<JobRun[]> {
    const rows = await this.#db.selectFrom('plugin_jobs').selectAll().execute();
    return rows.map(({ plugin, job, started_at, finished_at, error }) => ({
      plugin,
      job,
      startedAt: started_at,
      finishedAt: finished_at,
      error,
    }));
  }

  /** False when the job is not due or claimed by another process. */
  async claim({ plugin, job, now, dueSince, lostSince }: JobClaim): Promise<boolean> {
    const begun = { started_at: now, finished_at: null, error: null };
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('plugin_jobs')
      .values({ plugin, job, ...begun })
      .onConflict((conflict) =>
        conflict
          .columns(['plugin', 'job'])
          .doUpdateSet(begun)
          .where('plugin_jobs.started_at', '<=', dueSince)
          .where((row) =>
            row.or([
              row('plugin_jobs.finished_at', 'is not', null),
              row('plugin_jobs.started_at', '<=', lostSince),
            ]),
          ),
      )
      .executeTakeFirstOrThrow();
    return Number(numInsertedOrUpdatedRows) > 0;
  }

  /** A lost claim changes nothing. */
  async finish({ plugin, job, startedAt, finishedAt, error }: JobRun): Promise<void> {
    await this.#db
      .updateTable('plugin_jobs')
      .set({ finished_at: finishedAt, error })
      .where('plugin', '=', plugin)
      .where('job', '=', job)
      .where('started_at', '=', startedAt)
      .execute();
  }
}
