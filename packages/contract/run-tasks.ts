import { pathPatternSyntax } from '@galley/kernel';
import { z } from 'zod';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { taskRecord } from './run-records.ts';
import { keyProblems, name, workspaceId, workspaceProblems } from './run-shapes.ts';
import { text } from './shapes.ts';

const title = () => text().min(1).max(300);
const description = () => text().max(20_000);

const maxLimits = 50;

/** Also of the tools of agents. */
export const taskLimits = {
  depends_on: z
    .array(text().min(1).max(200))
    .max(maxLimits)
    .optional()
    .meta({ description: 'Ids of tasks of the run to be done first.' }),
  paths: z.array(text().regex(pathPatternSyntax)).max(maxLimits).optional().meta({
    description:
      'Paths in the repository, such as content/posts/**, that its proposals may change.',
  }),
  checks: z
    .array(text().regex(/^[a-z][a-z0-9_-]{0,49}$/))
    .max(maxLimits)
    .optional()
    .meta({ description: 'Checks of its proposals.' }),
};

const change = {
  base: 'runs',
  access: { capability: 'runs.control' },
  idempotent: true,
  answer: taskRecord,
} as const;
const problems = [...keyProblems, ...workspaceProblems, 'run_over'];
const ofTask = {
  ...change,
  params: z.object({ id: workspaceId, task: z.string().meta({ description: 'Id of the task.' }) }),
  problems: [...problems, 'task_not_found'],
} as const;
const noTask = {
  params: { id: exampleProject.workspace, task: 'no-such-task' },
  refused: [404, 'task_not_found'],
} as const;

export const tasks = defineNoun('tasks', {
  create: {
    ...change,
    post: '/workspaces/{id}/tasks',
    audited: { action: 'task.create', withTheChange: true },
    summary: 'Create an open task in a run in progress',
    params: z.object({ id: workspaceId }),
    body: z.strictObject({
      run_id: name(),
      title: title(),
      description: description().optional(),
      note: text().max(1_000).optional().meta({ description: 'Shown at the task.' }),
      ...taskLimits,
    }),
    problems: [...problems, 'run_not_found', 'invalid_dependency'],
    example: {
      params: { id: exampleProject.workspace },
      body: { run_id: 'no-such-run', title: 'Check the links' },
      refused: [404, 'run_not_found'],
    },
  },

  update: {
    ...ofTask,
    post: '/workspaces/{id}/tasks/{task}/update',
    audited: { action: 'task.update', withTheChange: true },
    summary: 'Edit a task; fields left out stay as they are',
    body: z.strictObject({
      title: title().optional(),
      description: description().optional(),
      status: text().min(1).max(50).optional().meta({
        description:
          '`open`, `in_progress`, `blocked`, `completed`, `cancelled` or `failed`; other values count as work in progress.',
      }),
      note: text()
        .max(1_000)
        .nullable()
        .optional()
        .meta({
          override: { type: ['string', 'null'], maxLength: 1_000 },
          description: 'Why it has its status; null removes it.',
        }),
      ...taskLimits,
    }),
    problems: [...ofTask.problems, 'invalid_dependency', 'task_taken'],
    example: { ...noTask, body: { status: 'open' } },
  },

  cancel: {
    ...ofTask,
    post: '/workspaces/{id}/tasks/{task}/cancel',
    audited: { action: 'task.cancel', withTheChange: true },
    summary: 'Cancel a task',
    example: noTask,
  },

  reopen: {
    ...ofTask,
    post: '/workspaces/{id}/tasks/{task}/reopen',
    audited: { action: 'task.reopen', withTheChange: true },
    summary: 'Open a task again, without an agent and a note',
    example: noTask,
  },

  takeOver: {
    ...ofTask,
    post: '/workspaces/{id}/tasks/{task}/take-over',
    audited: { action: 'task.take-over', withTheChange: true },
    summary: 'Do an unfinished task yourself: agents are not offered it until it is open again',
    problems: [...ofTask.problems, 'status_changed'],
    example: noTask,
  },

  assign: {
    ...ofTask,
    post: '/workspaces/{id}/tasks/{task}/assign',
    audited: { action: 'task.assign', withTheChange: true },
    summary: 'Assign an unfinished task to an agent, or leave it to the coordinator',
    body: z.strictObject({
      agent_id: text()
        .min(1)
        .max(200)
        .nullable()
        .meta({
          override: { type: ['string', 'null'], minLength: 1, maxLength: 200 },
          description: 'Null: the coordinator assigns it.',
        }),
    }),
    problems: [...ofTask.problems, 'agent_not_found', 'status_changed', 'task_waits'],
    example: { ...noTask, body: { agent_id: null } },
  },
});
