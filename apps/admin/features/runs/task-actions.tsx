import type { Task } from '@galley/sdk';
import {
  ArrowRight,
  Ban,
  EllipsisVertical,
  Hand,
  Pencil,
  RotateCcw,
  UserRoundCog,
  type LucideIcon,
} from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, IconButton, Menu, type MenuAction } from '../../ui/index.ts';
import { moveInto, type TaskAct, type TaskDialogName } from './act-on-task.ts';
import { controlMessages, runsMessages } from './messages.ts';
import { columnOf, isFinished, taskColumns } from './task-columns.ts';
import { NewTaskDialog } from './task-dialogs.tsx';
import { taskMessages } from './task-messages.ts';

interface TaskMenuProps {
  readonly task: Task;
  readonly onAct: (act: TaskAct | TaskDialogName) => void;
}

/** Offers by keyboard what the board offers by dragging. */
export function TaskMenu({ task, onAct }: TaskMenuProps): ReactNode {
  const messages = useMessages(taskMessages);
  const label = messages.taskActions({ title: task.title || task.id });
  return (
    <Menu label={label} actions={useTaskActions({ task, onAct })}>
      <IconButton kind="quiet" size="small" icon={EllipsisVertical}>
        {label}
      </IconButton>
    </Menu>
  );
}

function useTaskActions({ task, onAct }: TaskMenuProps): (MenuAction | null)[] {
  const messages = useMessages(taskMessages);
  const columns = useMessages(runsMessages);
  const text = useMessages(controlMessages);
  const disabledReason = !hasCapability(useSession(), 'runs.control') && text.needsControl;
  const action = (act: TaskAct | TaskDialogName, icon: LucideIcon, name: string): MenuAction => ({
    id: act,
    label: name,
    icon,
    disabledReason,
    onAction: () => onAct(act),
  });
  const edit = action('edit', Pencil, messages.edit);
  const reopen = action('reopen', RotateCcw, messages.reopenTask);
  if (isFinished(task.status)) return [edit, reopen];
  const moves = taskColumns.flatMap((column) => {
    const act = moveInto(task, column);
    if (act === undefined || act === 'reopen') return [];
    return [
      { ...action(act, ArrowRight, messages.moveTo({ column: columns[column] })), id: column },
    ];
  });
  const isOpen = columnOf(task) === 'columnOpen';
  return [
    edit,
    action('assign', UserRoundCog, messages.assign),
    action('takeOver', Hand, messages.takeOver),
    null,
    ...moves,
    null,
    ...(isOpen ? [] : [reopen]),
    action('cancel', Ban, messages.cancelTask),
  ];
}

export function NewTask({ run }: { readonly run: string }): ReactNode {
  const messages = useMessages(taskMessages);
  const text = useMessages(controlMessages);
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        disabledReason={!hasCapability(session, 'runs.control') && text.needsControl}
        onPress={() => setOpen(true)}
      >
        {messages.newTask}
      </Button>
      {isOpen && <NewTaskDialog run={run} onClose={() => setOpen(false)} />}
    </>
  );
}
