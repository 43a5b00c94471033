import type { Task } from '@galley/sdk';
import type { UseQueryResult } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Button, EmptyState, QueryBoundary, Panel, Time } from '../../ui/index.ts';
import { maxItems } from './queries.ts';
import styles from './runs.module.css';
import { StateBadge } from './state-badge.tsx';
import { NewTask, TaskMenu } from './task-actions.tsx';
import { runsMessages } from './messages.ts';

const finished: readonly string[] = [
  ...['completed', 'done', 'closed', 'cancelled', 'canceled', 'failed'],
];

type ColumnName = 'columnOpen' | 'columnActive' | 'columnBlocked' | 'columnDone';
const columns: readonly ColumnName[] = [
  ...(['columnOpen', 'columnActive', 'columnBlocked', 'columnDone'] as const),
];

/** Like the coordinator, counts unknown statuses as active. */
function columnOf({ status }: Task): ColumnName {
  if (status === 'open') return 'columnOpen';
  if (status === 'blocked') return 'columnBlocked';
  return finished.includes(status) ? 'columnDone' : 'columnActive';
}

export function TaskPanel(props: {
  readonly query: UseQueryResult<Task[]>;
  /** A run in progress, to which tasks can be added. */
  readonly run?: string | undefined;
}): ReactNode {
  const { query, run } = props;
  const messages = useMessages(runsMessages);
  return (
    <Panel title={messages.tasks} isFlush actions={run !== undefined && <NewTask run={run} />}>
      <QueryBoundary query={query}>
        {(tasks) =>
          tasks.length === 0 ? (
            <EmptyState icon={ListChecks} title={messages.noTasks}>
              {messages.noTasksText}
            </EmptyState>
          ) : (
            <TaskColumns tasks={tasks} />
          )
        }
      </QueryBoundary>
    </Panel>
  );
}

function TaskColumns({ tasks }: { readonly tasks: readonly Task[] }): ReactNode {
  const messages = useMessages(runsMessages);
  const byColumn = Map.groupBy(tasks, columnOf);
  return (
    <>
      <div className={styles['columns']}>
        {columns.map((name) => {
          const mine = byColumn.get(name) ?? [];
          return (
            <TaskColumn
              key={name}
              name={name}
              tasks={name === 'columnDone' ? mine.toReversed() : mine}
            />
          );
        })}
      </div>
      {tasks.length >= maxItems && <p className={styles['hint']}>{messages.truncated(maxItems)}</p>}
    </>
  );
}

const few = 8;

function TaskColumn(props: {
  readonly name: ColumnName;
  readonly tasks: readonly Task[];
}): ReactNode {
  const { name, tasks } = props;
  const messages = useMessages(runsMessages);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? tasks : tasks.slice(0, few);
  return (
    <section className={styles['column']} aria-label={messages[name]}>
      <h3>
        {messages[name]} <span className="soft">{tasks.length}</span>
      </h3>
      <ul>
        {shown.map((task) => (
          <TaskCard
            key={task.id}
            task={task}
            isStateTold={name === 'columnActive' || name === 'columnDone'}
          />
        ))}
      </ul>
      {shown.length < tasks.length && (
        <Button kind="quiet" size="small" onPress={() => setWhole(true)}>
          {messages.showAll(tasks.length)}
        </Button>
      )}
    </section>
  );
}

function TaskCard(props: { readonly task: Task; readonly isStateTold: boolean }): ReactNode {
  const { task, isStateTold } = props;
  const messages = useMessages(runsMessages);
  return (
    <li className={styles['card']}>
      <span className={styles['cardHead']}>
        <span className={`${styles['cardTitle'] ?? ''} breaks`} title={task.description}>
          {task.title || task.id}
        </span>
        <TaskMenu task={task} isFinished={finished.includes(task.status)} />
      </span>
      {task.note && <span className="soft small breaks">{task.note}</span>}
      <span className={styles['cardFoot']}>
        <span className="cut">{task.assigned_agent_id ?? messages.nobody}</span>
        {isStateTold ? <StateBadge state={task.status} /> : <Time at={task.updated_at} />}
      </span>
    </li>
  );
}
