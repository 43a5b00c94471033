import type { Task } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { FormDialog, Select, TextField, toast } from '../../ui/index.ts';
import { agentsQuery, refreshRuns } from './queries.ts';
import { useTaskLimits } from './task-limits.tsx';
import { taskMessages } from './task-messages.ts';
import { useWorkspace } from './workspace.tsx';

interface OfTask {
  readonly task: Task;
  readonly onClose: () => void;
}

interface Words {
  readonly title: string;
  readonly description: string;
}

/** Sends the words once they are complete. */
function useWords(given: Words, send: (words: Words) => Promise<void>) {
  const messages = useMessages(taskMessages);
  const [title, setTitle] = useState(given.title);
  const [description, setDescription] = useState(given.description);
  const [isTried, setTried] = useState(false);
  const isMissing = title.trim() === '';
  const submit = async () => {
    setTried(true);
    if (!isMissing) await send({ title: title.trim(), description });
  };
  const fields = (
    <>
      <TextField
        label={messages.taskTitle}
        error={isTried && isMissing ? messages.taskTitleMissing : undefined}
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
    </>
  );
  return { fields, submit };
}

export function NewTaskDialog(props: {
  readonly run: string;
  readonly onClose: () => void;
}): ReactNode {
  const { run, onClose } = props;
  const messages = useMessages(taskMessages);
  const id = useWorkspace();
  const limits = useTaskLimits(run);
  const { fields, submit } = useWords({ title: '', description: '' }, async (words) => {
    await galley.tasks.create({ id, run_id: run, ...words, ...limits.limits });
    toast({ text: messages.didCreate });
    onClose();
    await refreshRuns();
  });
  return (
    <FormDialog
      title={messages.newTask}
      action={messages.createTask}
      onClose={onClose}
      onSubmit={submit}
    >
      {fields}
      {limits.fields}
    </FormDialog>
  );
}

export function EditTaskDialog({ task, onClose }: OfTask): ReactNode {
  const messages = useMessages(taskMessages);
  const id = useWorkspace();
  const [note, setNote] = useState(task.note ?? '');
  const limits = useTaskLimits(task.run_id, task);
  const { fields, submit } = useWords(task, async (words) => {
    const kept = note.trim() === '' ? null : note.trim();
    const isNoteNew = kept !== task.note;
    const changes = { ...words, ...limits.limits, ...(isNoteNew && { note: kept }) };
    await galley.tasks.update({ id, task: task.id, ...changes });
    toast({ text: messages.didEdit });
    onClose();
    await refreshRuns();
  });
  return (
    <FormDialog
      title={messages.editTitle}
      action={messages.save}
      onClose={onClose}
      onSubmit={submit}
    >
      {fields}
      {limits.fields}
      <TextField
        label={messages.note}
        help={messages.noteHelp}
        maxLength={1000}
        value={note}
        onChange={setNote}
      />
    </FormDialog>
  );
}

export function BlockTaskDialog({ task, onClose }: OfTask): ReactNode {
  const messages = useMessages(taskMessages);
  const id = useWorkspace();
  const [note, setNote] = useState('');
  const block = async () => {
    const kept = note.trim() === '' ? null : note.trim();
    await galley.tasks.update({ id, task: task.id, status: 'blocked', note: kept });
    toast({ text: messages.didMove });
    onClose();
    await refreshRuns();
  };
  return (
    <FormDialog
      title={messages.blockTitle}
      size="small"
      action={messages.block}
      onClose={onClose}
      onSubmit={block}
    >
      <TextField
        label={messages.blockWhy}
        help={messages.blockWhyHelp}
        maxLength={1000}
        value={note}
        onChange={setNote}
        autoFocus
      />
    </FormDialog>
  );
}

const coordinator = '';

export function AssignTaskDialog({ task, onClose }: OfTask): ReactNode {
  const messages = useMessages(taskMessages);
  const id = useWorkspace();
  const agents = useQuery(agentsQuery(id));
  const [agent, setAgent] = useState(task.assigned_agent_id ?? coordinator);
  const assign = async () => {
    await galley.tasks.assign({
      id,
      task: task.id,
      agent_id: agent === coordinator ? null : agent,
    });
    toast({ text: messages.didAssign });
    onClose();
    await refreshRuns();
  };
  const enabled = (agents.data ?? []).filter((one) => one.enabled);
  return (
    <FormDialog
      title={messages.assignTitle}
      size="small"
      action={messages.assignAction}
      onClose={onClose}
      onSubmit={assign}
    >
      <p className="soft breaks">{task.title || task.id}</p>
      <Select
        label={messages.agent}
        value={agent}
        onChange={setAgent}
        options={[
          { id: coordinator, label: messages.coordinatorChooses },
          ...enabled.map((one) => ({ id: one.id, label: one.id })),
        ]}
      />
    </FormDialog>
  );
}
