import { sql } from 'kysely';
import type { Database } from '@galley/database';
import { selectActivity } from './agent-activity-read-model.ts';
import { activeProposalStatuses } from './classification.ts';
import { isUndone, isWaitingForTasks } from './dependencies/dependency-conditions-read-model.ts';
import { isActiveTask, isBlockedTask, literals } from './status-conditions-read-model.ts';
import { describeWaiting, type RunSituation, type RunWaiting } from './run-waiting.ts';

export class RunWaitingReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Counts only what belongs to the run. A single statement, so that its parts are consistent. */
  async find(runId: string): Promise<RunWaiting | null> {
    const { rows } = await sql<RunSituation>`
      select status as state, reason, reason_detail as "reasonDetail",
        (select jsonb_build_object('agentId', agent_id, 'isWorking', activity.status = 'working', 'reason', reason,
            'working', count(*) filter (where activity.status = 'working') over (),
            'title', case split_part(reason, ' ', 1)
              when 'task' then (select title from tasks where id = split_part(reason, ' ', 2))
              when 'review' then (select title from proposals where id = split_part(reason, ' ', 2))
              when 'revise' then (select title from proposals where id = split_part(reason, ' ', 2)) end)
          from (${selectActivity({ runId })}) as activity cross join lateral (
            select coalesce((select left(payload ->> 'reason', 400) from run_events where id = turn), '') as reason
          ) as requested
          order by activity.status = 'working' desc, turn limit 1) as turn,
        exists (select from supervisors where workspace_id = runs.workspace_id
          and expires_at > clock_timestamp()) as "isSupervised",
        exists (select from run_leases where run_id = runs.id
          and expires_at > clock_timestamp()) as "isCoordinated",
        (select jsonb_build_object('id', id, 'who', agent_id, 'text', text) from questions
          where run_id = runs.id and answered_at is null order by seq limit 1) as question,
        (select jsonb_build_object('id', id, 'who', requested_by, 'text', coalesce(reason, ''))
          from approval_requests where approval_requests.run_id = runs.id and status = 'requested'
          order by requested_at, id limit 1) as approval,
        (select jsonb_build_object('id', id, 'who', proposed_by, 'text', title, 'status', proposals.status)
          from proposals where run_id = runs.id and proposals.status in (${literals(activeProposalStatuses)})
          order by proposals.status = 'revision_requested', seq limit 1) as proposal,
        (select jsonb_build_object('id', id, 'who', taken_over_by, 'text', title) from tasks
          where run_id = runs.id and taken_over_by is not null and ${isActiveTask}
          order by seq limit 1) as "personTask",
        (select jsonb_build_object('id', id, 'who', coalesce(note, ''), 'text', title) from tasks
          where run_id = runs.id and ${isBlockedTask} order by seq limit 1) as "blockedTask",
        (select jsonb_build_object('id', tasks.id, 'who', dependency.title, 'text', tasks.title)
          from tasks join tasks as dependency on dependency.id = any (tasks.depends_on) and ${isUndone}
          where tasks.run_id = runs.id and ${isUnassigned('tasks')} and not (${isUnassigned('dependency')})
          order by tasks.seq, dependency.seq limit 1) as "dependentTask",
        (select count(*) from tasks where run_id = runs.id and ${isBlockedTask}) as "tasksBlocked",
        (select count(*) from tasks where run_id = runs.id and ${isActiveTask}
          and not (${isUnassigned('tasks')} and ${isWaitingForTasks})) as "tasksActive"
      from runs where id = ${runId}
    `.execute(this.#db);
    return rows[0] ? describeWaiting(rows[0]) : null;
  }
}

function isUnassigned(table: string) {
  return sql`${sql.ref(`${table}.status`)} = 'open' and ${sql.ref(`${table}.assigned_agent_id`)} is null`;
}
