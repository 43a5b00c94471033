import type { Task } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Checkbox, TextField } from '../../ui/index.ts';
import { tasksQuery } from './queries.ts';
import { columnOf } from './task-columns.ts';
import { taskMessages } from './task-messages.ts';
import { useWorkspace } from './workspace.tsx';

type Limits = Pick<Task, 'depends_on' | 'paths'>;

/** Tasks that have to be done first, and paths. Agents rely on them, so those of an assigned task cannot change. */
export function useTaskLimits(run: string | null, task?: Task) {
  const messages = useMessages(taskMessages);
  const tasks = useQuery({ ...tasksQuery(useWorkspace(), run ?? ''), enabled: run !== null });
  const [dependsOn, setDependsOn] = useState(task?.depends_on ?? []);
  const [paths, setPaths] = useState((task?.paths ?? []).join('\n'));
  const others = (tasks.data ?? []).filter(
    (one) => one.id !== task?.id && (columnOf(one) !== 'columnDone' || dependsOn.includes(one.id)),
  );
  const toggle = (id: string, isOn: boolean) =>
    setDependsOn((before) => (isOn ? [...before, id] : before.filter((one) => one !== id)));
  const isFixed = run === null || isAssigned(task);
  const fields: ReactNode = !isFixed && (
    <>
      {others.length > 0 && (
        <div role="group" aria-label={messages.dependsOn} className="field">
          <span className="field-label">{messages.dependsOn}</span>
          {others.map(({ id, title }) => (
            <Checkbox
              key={id}
              isSelected={dependsOn.includes(id)}
              onChange={(isOn) => toggle(id, isOn)}
            >
              {title || id}
            </Checkbox>
          ))}
        </div>
      )}
      <TextField
        label={messages.paths}
        help={messages.pathsHelp}
        rows={2}
        value={paths}
        onChange={setPaths}
        isCode
      />
    </>
  );
  const limits: Limits = { depends_on: dependsOn, paths: linesOf(paths) };
  return { fields, limits: isFixed ? {} : limits };
}

function isAssigned(task: Task | undefined): boolean {
  return task !== undefined && task.assigned_agent_id !== null;
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
