import { z } from 'zod';
import { text } from '@galley/contract';
import { id, instant, line, nextCursor, page, statuses } from '../fields.ts';
import { mutatingTool, readingTool } from '../tool.ts';
import { toWire } from '../wire.ts';

const task = z.object({
  id: z.string(),
  workspace_id: z.string().nullable(),
  run_id: z.string().nullable(),
  title: z.string(),
  description: z.string(),
  status: z.string(),
  assigned_agent_id: z.string().nullable(),
  fence: z
    .int()
    .describe('How often it was assigned: what you have from `task.claim` is over when it grows.'),
  created_by: z.string(),
  created_at: instant,
  updated_at: instant,
});

const taskId = id('the task');
const status = text().min(1).max(50);

export const taskTools = {
  'task.create': mutatingTool({
    description: 'Creates an open, unassigned task.',
    scope: 'tasks:write',
    input: {
      title: line('What is to be done, in a few words.'),
      description: text().max(20_000).default('').describe('Everything the assignee must know.'),
    },
    output: task,
    handle: async ({ work }, { title, description }) =>
      toWire(await work.tasks.create({ title, description })),
  }),
  'task.get': readingTool({
    description: 'Shows a task.',
    scope: 'tasks:read',
    input: { task_id: taskId },
    output: task,
    handle: async ({ work }, { task_id: id }) => toWire(await work.tasks.get(id)),
  }),
  'task.list': readingTool({
    description: 'Lists tasks in the order of the database.',
    scope: 'tasks:read',
    input: {
      statuses: statuses('tasks'),
      assigned_agent_id: id('an agent, to list only what is assigned to it').optional(),
      ...page,
    },
    output: z.object({ tasks: z.array(task), next_cursor: nextCursor }),
    handle: async ({ work }, { assigned_agent_id: assignedAgentId, cursor: after, ...rest }) => {
      const { items, next } = await work.tasks.list({ ...rest, assignedAgentId, after });
      return { tasks: items.map(toWire), next_cursor: next };
    },
  }),
  'task.claim': mutatingTool({
    description: 'Assigns an open, unassigned task to you and puts it in progress.',
    scope: 'tasks:write',
    input: { task_id: taskId },
    output: task,
    handle: async ({ work }, { task_id: id }) => toWire(await work.tasks.claim(id)),
  }),
  'task.update_status': mutatingTool({
    description: 'Changes the status of a task that is assigned to you.',
    scope: 'tasks:write',
    input: {
      task_id: taskId,
      status: status.describe(
        'Such as in_progress, review, blocked, completed or failed; any other counts as work that goes on.',
      ),
      expected_status: status
        .optional()
        .describe('The status that you know; the change is refused when it is another by now.'),
      fence: z
        .int()
        .min(0)
        .optional()
        .describe('The fence that you know; the change is refused when the task was reassigned.'),
    },
    output: task,
    handle: async ({ work }, { task_id: taskId, expected_status: expectedStatus, ...rest }) =>
      toWire(await work.tasks.updateStatus({ ...rest, taskId, expectedStatus })),
  }),
};
