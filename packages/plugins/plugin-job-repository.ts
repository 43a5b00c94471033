import type { Database } from '@galley/database';

/** When a job of a plugin was begun last, and what became of it. */
export interface JobRun {
  readonly plugin: string;
  readonly job: string;
  readonly startedAt: Date;
  /** Null while it runs, and of one that was cut off by the end of its process. */
  readonly finishedAt: Date | null;
  readonly error: string | null;
}

export interface JobClaim {
  readonly plugin: string;
  readonly job: string;
  readonly now: Date;
  /** It is due when it was begun no later than this. */
  readonly dueSince: Date;
  /** One that was begun no later than this and has not ended is not going to end any more. */
  readonly lostSince: Date;
}

/** The last run of each job of each plugin. */
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

  /** Takes a job that is due; false when it is not, or another process has taken it. */
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

  /** `startedAt` is that of the claim: whoever lost it meanwhile changes nothing. */
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
