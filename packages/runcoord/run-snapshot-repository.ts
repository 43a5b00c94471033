import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import { newId } from '@galley/kernel';
import { runProblems } from './problems.ts';
import { inScope, type WorkScope } from './work-scope-read-model.ts';

/** Raise it with every change that readers have to handle. */
export const snapshotSchemaVersion = 1;

export interface RunSnapshot {
  readonly id: string;
  readonly schema_version: number;
  readonly run: Readonly<Record<string, unknown>>;
  readonly [part: string]: unknown;
}

export interface SnapshotRequest {
  readonly runId: string;
  readonly scope: WorkScope;
  readonly now: Date;
}

export class RunSnapshotRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** Uses a single statement, so that the data is consistent. @throws `run_not_found`. */
  async take({ runId, scope, now }: SnapshotRequest): Promise<RunSnapshot> {
    const id = newId(now.getTime());
    const of = inScope(scope);
    const { rows } = await sql<{ projection: RunSnapshot }>`
      insert into run_snapshots (id, run_id, schema_version, projection, at)
      select ${id}, runs.id, ${snapshotSchemaVersion}::integer, jsonb_build_object(
        'id', ${id}::text, 'schema_version', ${snapshotSchemaVersion}::integer,
        'at', ${now.toISOString()}::text, 'run', to_jsonb(runs),
        'last_event_id', (select coalesce(max(run_events.id), 0) from run_events where run_id = runs.id),
        'agents', ${rowsOf('agents', sql`true`, sql`id`)},
        'tasks', ${rowsOf('tasks', of, sql`seq`)},
        'proposals', ${rowsOf('proposals', of, sql`seq`)},
        'patches', (select coalesce(jsonb_agg(to_jsonb(attached) - 'patch' || jsonb_build_object('bytes', octet_length(patch))
          order by attached.seq), '[]') from proposal_patches as attached
          where attached.proposal_id in (select id from proposals where ${of})),
        'claims', (select coalesce(jsonb_agg(to_jsonb(claim) order by claim.claimed_at, claim.id), '[]')
          from resource_claims as claim where claim.run_id = runs.id and claim.released_at is null),
        'deliberations', ${rowsOf('deliberations', of, sql`created_at, id`)},
        'approvals', (select coalesce(jsonb_agg(to_jsonb(approval) order by requested_at, approval.id), '[]')
          from approval_requests as approval
          where approval.run_id = runs.id or proposal_id in (select id from proposals where ${of})),
        'sessions', (select coalesce(jsonb_agg(to_jsonb(session) order by session.started_at, session.id), '[]')
          from agent_sessions as session where session.run_id = runs.id)
      ), ${now}
      from runs where runs.id = ${runId}
      returning projection
    `.execute(this.#db);
    if (rows.length === 0)
      throw runProblems.run_not_found(`Run ${runId} not found.`, { run_id: runId });
    return rows[0]!.projection;
  }

  async prune(runId: string, kept: number): Promise<void> {
    await this.#db
      .deleteFrom('run_snapshots')
      .where('run_id', '=', runId)
      .where('id', 'not in', (query) =>
        query
          .selectFrom('run_snapshots')
          .select('id')
          .where('run_id', '=', runId)
          .orderBy('at', 'desc')
          .orderBy('id', 'desc')
          .limit(kept),
      )
      .execute();
  }
}

function rowsOf(
  table: string,
  condition: ReturnType<typeof inScope>,
  order: ReturnType<typeof sql>,
) {
  const name = sql.table(table);
  return sql`(select coalesce(jsonb_agg(to_jsonb(${name}) order by ${order}), '[]') from ${name} where ${condition})`;
}
