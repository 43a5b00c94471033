import type { RunDetail, Task } from '@galley/sdk';
import type { UseQueryResult } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, classNames, EmptyState, QueryBoundary, Panel } from '../../ui/index.ts';
import { actOnTask, isDialog, moveInto, type TaskAct, type TaskDialogName } from './act-on-task.ts';
import { maxItems } from './queries.ts';
import styles from './runs.module.css';
import { NewTask } from './task-actions.tsx';
import { TaskCard } from './task-card.tsx';
import { columnOf, taskColumns, type TaskColumnName } from './task-columns.ts';
import { AssignTaskDialog, BlockTaskDialog, EditTaskDialog } from './task-dialogs.tsx';
import { runsMessages } from './messages.ts';
import { useWorkspace } from './workspace.tsx';

/** Tasks of one run by status. */
export function TaskPanel(props: {
  readonly query: UseQueryResult<Task[]>;
  readonly run: RunDetail;
}): ReactNode {
  const { query, run } = props;
  const messages = useMessages(runsMessages);
  const isOver = ['completed', 'failed', 'stopped'].includes(run.status);
  return (
    <Panel title={messages.tasks} isFlush actions={!isOver && <NewTask run={run.id} />}>
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

type ActOn = (task: Task, act: TaskAct | TaskDialogName) => void;

function TaskColumns({ tasks }: { readonly tasks: readonly Task[] }): ReactNode {
  const messages = useMessages(runsMessages);
  const id = useWorkspace();
  const [asked, setAsked] = useState<{ task: Task; dialog: TaskDialogName } | null>(null);
  const [dragged, setDragged] = useState<Task | null>(null);
  const byColumn = Map.groupBy(tasks, columnOf);
  const actOn: ActOn = (task, act) => {
    if (isDialog(act)) setAsked({ task, dialog: act });
    else void actOnTask(id, task, act);
  };
  return (
    <>
      <div className={styles['columns']}>
        {taskColumns.map((name) => {
          const mine = byColumn.get(name) ?? [];
          return (
            <TaskColumn
              key={name}
              name={name}
              tasks={name === 'columnDone' ? mine.toReversed() : mine}
              dragged={dragged}
              onDrag={setDragged}
              onAct={actOn}
            />
          );
        })}
      </div>
      {tasks.length >= maxItems && (
        <p className={styles['hint']}>{messages.truncated({ count: maxItems })}</p>
      )}
      {asked && <AskedDialog {...asked} onClose={() => setAsked(null)} />}
    </>
  );
}

const dialogs = { edit: EditTaskDialog, assign: AssignTaskDialog, block: BlockTaskDialog };

function AskedDialog(props: {
  readonly task: Task;
  readonly dialog: TaskDialogName;
  readonly onClose: () => void;
}): ReactNode {
  const { dialog, ...rest } = props;
  const Dialog = dialogs[dialog];
  return <Dialog {...rest} />;
}

const few = 8;

function TaskColumn(props: {
  readonly name: TaskColumnName;
  readonly tasks: readonly Task[];
  readonly dragged: Task | null;
  readonly onDrag: (task: Task | null) => void;
  readonly onAct: ActOn;
}): ReactNode {
  const { name, tasks, dragged, onDrag, onAct } = props;
  const messages = useMessages(runsMessages);
  const mayControl = hasCapability(useSession(), 'runs.control');
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? tasks : tasks.slice(0, few);
  const move = dragged && moveInto(dragged, name);
  return (
    <section
      className={classNames(styles['column'], move && styles['target'])}
      aria-label={messages[name]}
      {...(move && {
        // Without it, the browser refuses the drop.
        onDragOver: (event) => event.preventDefault(),
        onDrop: (event) => {
          event.preventDefault();
          onDrag(null);
          onAct(dragged, move);
        },
      })}
    >
      <h3>
        {messages[name]} <span className="soft">{tasks.length}</span>
      </h3>
      <ul>
        {shown.map((task) => (
          <TaskCard
            key={task.id}
            task={task}
            isStateTold={name === 'columnActive' || name === 'columnDone'}
            onDrag={mayControl ? onDrag : undefined}
            onAct={(act) => onAct(task, act)}
          />
        ))}
      </ul>
      {shown.length < tasks.length && (
        <Button kind="quiet" size="small" onPress={() => setWhole(true)}>
          {messages.showAll({ count: tasks.length })}
        </Button>
      )}
    </section>
  );
}
