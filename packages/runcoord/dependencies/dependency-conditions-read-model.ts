import { sql, type RawBuilder } from 'kysely';
import { activeProposalStatuses, blockedTaskStatus } from '../classification.ts';
import { literals } from '../status-conditions-read-model.ts';

/** A dependency in one of these statuses blocks the tasks that depend on it. */
const hinderingStatuses = ['cancelled', 'canceled', 'failed', blockedTaskStatus];
const doneStatuses = ['completed', 'done', 'closed'];

/** A task that a task waits for. */
export interface Dependency {
  readonly id: string;
  readonly title: string;
  readonly status: string;
}

/** A completed task is not done before its proposals are decided: dependent tasks build on the accepted files. */
export const isUndone = sql`(dependency.status not in (${literals(doneStatuses)})
  or exists (select from proposals where task_id = dependency.id
    and proposals.status in (${literals(activeProposalStatuses)})))`;

export const isHindering = sql`dependency.status in (${literals(hinderingStatuses)})`;

/** The condition of the index of such tasks: they wait for other tasks, may be assigned, or are blocked by a tick. */
export const isDependent = sql`assigned_agent_id is null
  and (blocked_by is not null or (status = 'open' and depends_on <> '{}'))`;

/** For a statement with the table `tasks`. */
export const isWaitingForTasks = sql<boolean>`(tasks.depends_on <> '{}' and exists (
  select from tasks as dependency where dependency.id = any (tasks.depends_on) and ${isUndone}))`;

/** Column with the dependencies that are not done. */
export const waitsFor: RawBuilder<readonly Dependency[]> = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', dependency.id, 'title', dependency.title,
    'status', dependency.status)), '[]')
  from tasks as dependency where dependency.id = any (tasks.depends_on) and ${isUndone})`;
