import { sql, type Selectable } from 'kysely';
import { DomainEventRepository, type BuildsTable, type Database } from '@galley/database';
import { newId, systemActor } from '@galley/kernel';
import type { BuildReport } from './build-site.ts';

export type BuildStatus = BuildsTable['status'];

export type BuildReason = 'request' | 'publish' | 'settings' | 'start' | 'command';

export interface BuildLogLine {
  readonly at: string;
  readonly level: 'info' | 'warning' | 'error';
  readonly message: string;
}

export type BuildResult = Omit<BuildReport, 'id' | 'findings'> & {
  readonly findings: number;
};

export interface Build {
  readonly id: string;
  readonly status: BuildStatus;
  readonly reason: BuildReason;
  readonly requestedBy: string | null;
  readonly isFull: boolean;
  readonly requestedAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly result: BuildResult | null;
  readonly error: string | null;
}

export interface BuildRequest {
  readonly reason: BuildReason;
  readonly by: string | null;
  readonly isFull: boolean;
  readonly at: Date;
}

export interface BuildsReport {
  readonly status: 'idle' | 'building' | 'failed';
  readonly queued: number;
  readonly last: Build | undefined;
}

const kept = 100;
const columns = [
  'id',
  'status',
  'reason',
  'requested_by',
  'is_full',
  'requested_at',
  'started_at',
  'finished_at',
  'result',
  'error',
] as const;

/** Also keeps the last hundred results. */
export class BuildRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Merges with a waiting build, which becomes full if requested. */
  async request({ reason, by, isFull, at }: BuildRequest): Promise<void> {
    await this.#db
      .insertInto('builds')
      .values({
        id: newId(),
        status: 'queued',
        reason,
        requested_by: by,
        is_full: isFull,
        requested_at: at,
      })
      .onConflict((conflict) =>
        conflict
          .column('status')
          .where('status', '=', 'queued')
          .doUpdateSet({ is_full: sql<boolean>`builds.is_full or excluded.is_full` }),
      )
      .execute();
  }

  async start(at: Date): Promise<Build | undefined> {
    const row = await this.#db
      .updateTable('builds')
      .set({ status: 'building', started_at: at })
      .where('status', '=', 'queued')
      .returning(columns)
      .executeTakeFirst();
    return row && buildFrom(row);
  }

  /** For a build that was not queued. */
  async startAtOnce({ reason, by, isFull, at }: BuildRequest): Promise<Build> {
    const row = await this.#db
      .insertInto('builds')
      .values({
        id: newId(),
        status: 'building',
        reason,
        requested_by: by,
        is_full: isFull,
        requested_at: at,
        started_at: at,
      })
      .returning(columns)
      .executeTakeFirstOrThrow();
    return buildFrom(row);
  }

  async finish(
    id: string,
    outcome: {
      readonly at: Date;
      readonly log: readonly BuildLogLine[];
      readonly result?: BuildResult | undefined;
      readonly error?: string | undefined;
    },
  ): Promise<void> {
    const { at, log, result, error } = outcome;
    const status = error === undefined ? 'done' : 'failed';
    await this.#db.transaction().execute(async (transaction) => {
      const row = await transaction
        .updateTable('builds')
        .set({
          status,
          finished_at: at,
          error: error ?? null,
          result: result ? JSON.stringify(result) : null,
          log: JSON.stringify(log),
        })
        .where('id', '=', id)
        .returning('reason')
        .executeTakeFirst();
      const data = { build_id: id, status, reason: row?.reason, ...result };
      const { username: actor } = systemActor;
      const event = { type: 'build.finished', at, actor, subject: id, data } as const;
      await new DomainEventRepository(transaction).append([event]);
    });
    await this.#removeOld();
  }

  /** Ends builds of killed processes. Requires the build lock. */
  async abandon(at: Date): Promise<void> {
    await this.#db
      .updateTable('builds')
      .set({ status: 'failed', finished_at: at, error: 'The build process ended.' })
      .where('status', '=', 'building')
      .execute();
  }

  async report(): Promise<BuildsReport> {
    const newest = (status: BuildStatus) =>
      this.#db
        .selectFrom('builds')
        .select(columns)
        .where('status', '=', status)
        .orderBy('finished_at', 'desc')
        .limit(1)
        .executeTakeFirst();
    const [queued, building, done, failed] = await Promise.all(
      (['queued', 'building', 'done', 'failed'] as const).map(newest),
    );
    const hasFailed = (failed?.finished_at ?? 0) > (done?.finished_at ?? 0);
    return {
      status: building ? 'building' : hasFailed ? 'failed' : 'idle',
      queued: queued ? 1 : 0,
      last: done && buildFrom(done),
    };
  }

  /** Newest first. */
  async list(): Promise<Build[]> {
    const rows = await this.#db
      .selectFrom('builds')
      .select(columns)
      .orderBy('requested_at', 'desc')
      .orderBy('id', 'desc')
      .limit(kept)
      .execute();
    return rows.map(buildFrom);
  }

  async find(id: string): Promise<(Build & { readonly log: readonly BuildLogLine[] }) | undefined> {
    const row = await this.#db
      .selectFrom('builds')
      .select(columns)
      .select('log')
      .where('id', '=', id)
      .executeTakeFirst();
    return row && { ...buildFrom(row), log: row.log as BuildLogLine[] };
  }

  async #removeOld(): Promise<void> {
    await this.#db
      .deleteFrom('builds')
      .where('status', 'in', ['done', 'failed'])
      .where('id', 'not in', (recent) =>
        recent
          .selectFrom('builds')
          .select('id')
          .orderBy('requested_at', 'desc')
          .orderBy('id', 'desc')
          .limit(kept),
      )
      .execute();
  }
}

function buildFrom(row: Omit<Selectable<BuildsTable>, 'log'>): Build {
  return {
    id: row.id,
    status: row.status,
    reason: row.reason as BuildReason,
    requestedBy: row.requested_by,
    isFull: row.is_full,
    requestedAt: row.requested_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    result: row.result as BuildResult | null,
    error: row.error,
  };
}
