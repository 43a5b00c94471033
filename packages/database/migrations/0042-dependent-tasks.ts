import { sql, type Kysely } from 'kysely';

/** The name of the index says which work it finds, as for the other indexes of a tick. */
const dependentTasks = `
alter table tasks add column depends_on text[] not null default '{}',
  add column paths text[] not null default '{}',
  add column checks text[] not null default '{}',
  add column blocked_by text;
create index tasks_unassigned_dependent on tasks (seq)
  where assigned_agent_id is null and (blocked_by is not null or (status = 'open' and depends_on <> '{}'));
create index proposals_of_task on proposals (task_id) where task_id is not null;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(dependentTasks).execute(db);
}
