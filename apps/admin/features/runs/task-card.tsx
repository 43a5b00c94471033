import type { Task } from '@galley/sdk';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Time } from '../../ui/index.ts';
import type { TaskAct, TaskDialogName } from './act-on-task.ts';
import styles from './runs.module.css';
import { StateBadge } from './state-badge.tsx';
import { TaskMenu } from './task-actions.tsx';
import { taskMessages } from './task-messages.ts';
import { runsMessages } from './messages.ts';
import { listNames } from '../../lib/format.ts';

export function TaskCard(props: {
  readonly task: Task;
  readonly isStateTold: boolean;
  readonly onDrag: ((task: Task | null) => void) | undefined;
  readonly onAct: (act: TaskAct | TaskDialogName) => void;
}): ReactNode {
  const { task, isStateTold, onDrag, onAct } = props;
  const messages = useMessages(runsMessages);
  const text = useMessages(taskMessages);
  const { taken_over_by: person, assigned_agent_id: agent, status } = task;
  const assignee = person === null ? (agent ?? messages.nobody) : text.takenOver({ who: person });
  const note = task.note ?? (status === 'blocked' ? text.noReason : null);
  return (
    <li
      className={styles['card']}
      {...(onDrag && {
        draggable: true,
        onDragStart: (event) => {
          event.dataTransfer.setData('text/plain', task.id);
          event.dataTransfer.effectAllowed = 'move';
          onDrag(task);
        },
        onDragEnd: () => onDrag(null),
      })}
    >
      <span className={styles['cardHead']}>
        <span className={`${styles['cardTitle'] ?? ''} breaks`} title={task.description}>
          {task.title || task.id}
        </span>
        <TaskMenu task={task} onAct={onAct} />
      </span>
      <TaskLimits task={task} />
      {note !== null && <span className="soft small breaks">{note}</span>}
      <span className={styles['cardFoot']}>
        <span className="cut">{assignee}</span>
        {isStateTold ? <StateBadge state={status} /> : <Time at={task.updated_at} />}
      </span>
    </li>
  );
}

function TaskLimits({ task }: { readonly task: Task }): ReactNode {
  const text = useMessages(taskMessages);
  const { status, waits_for: others, paths, checks } = task;
  const lines = [
    ...(others.length > 0 && status === 'open'
      ? [text.waitsFor({ titles: listNames(others.map(({ id, title }) => `“${title || id}”`)) })]
      : []),
    ...(paths.length > 0 ? [`${text.paths}: ${paths.join(', ')}`] : []),
    ...(checks.length > 0 ? [`${text.checks}: ${checks.join(', ')}`] : []),
  ];
  return lines.map((line) => (
    <span key={line} className="soft small breaks">
      {line}
    </span>
  ));
}
