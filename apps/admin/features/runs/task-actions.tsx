import type { Task } from '@galley/sdk';
import { Ban, EllipsisVertical, RotateCcw } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import {
  Button,
  FormDialog,
  IconButton,
  Menu,
  TextField,
  toast,
  toastProblem,
} from '../../ui/index.ts';
import { controlMessages } from './messages.ts';
import { questionMessages } from './question-messages.ts';
import { refreshRuns } from './queries.ts';
import { useWorkspace } from './workspace.tsx';

export function TaskMenu(props: { readonly task: Task; readonly isFinished: boolean }): ReactNode {
  const { task, isFinished } = props;
  const messages = useMessages(questionMessages);
  const id = useWorkspace();
  const text = useMessages(controlMessages);
  const session = useSession();
  const disabledReason = !hasCapability(session, 'runs.control') && text.needsControl;
  const act = async (action: 'cancel' | 'reopen') => {
    try {
      await galley.tasks[action]({ id, task: task.id });
      toast({ text: action === 'cancel' ? messages.didCancel : messages.didReopen });
    } catch (error) {
      toastProblem(error);
    }
    await refreshRuns();
  };
  const cancel = {
    id: 'cancel',
    label: messages.cancelTask,
    icon: Ban,
    disabledReason,
    onAction: () => void act('cancel'),
  };
  const reopen = {
    id: 'reopen',
    label: messages.reopenTask,
    icon: RotateCcw,
    disabledReason,
    onAction: () => void act('reopen'),
  };
  const label = messages.taskActions(task.title || task.id);
  const actions = isFinished ? [reopen] : task.status === 'open' ? [cancel] : [reopen, cancel];
  return (
    <Menu label={label} actions={actions}>
      <IconButton kind="quiet" size="small" icon={EllipsisVertical}>
        {label}
      </IconButton>
    </Menu>
  );
}

export function NewTask({ run }: { readonly run: string }): ReactNode {
  const messages = useMessages(questionMessages);
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

function NewTaskDialog(props: { readonly run: string; readonly onClose: () => void }): ReactNode {
  const { run, onClose } = props;
  const messages = useMessages(questionMessages);
  const id = useWorkspace();
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const [isTried, setTried] = useState(false);
  const isMissing = isTried && title.trim() === '';
  const create = async () => {
    setTried(true);
    if (title.trim() === '') return;
    await galley.tasks.create({ id, run_id: run, title: title.trim(), description });
    toast({ text: messages.didCreate });
    onClose();
    await refreshRuns();
  };
  return (
    <FormDialog
      title={messages.newTask}
      action={messages.createTask}
      onClose={onClose}
      onSubmit={create}
    >
      <TextField
        label={messages.taskTitle}
        error={isMissing ? messages.taskTitleMissing : undefined}
        maxLength={300}
        value={title}
        onChange={setTitle}
        isRequired
        autoFocus
      />
      <TextField
        label={messages.taskDetails}
        rows={5}
        maxLength={20000}
        value={description}
        onChange={setDescription}
      />
    </FormDialog>
  );
}
