import { z } from 'zod';
import { taskLimits, text } from '@galley/contract';
import { id, instant, line, nextCursor, page, statuses } from '../fields.ts';
import { mutatingTool, readingTool } from '../tool.ts';
import { toWire } from '@galley/kernel';

const task = z.object({
  id: z.string(),
  workspace_id: z.string().nullable(),
  run_id: z.string().nullable(),
  title: z.string(),
  description: z.string(),
  status: z.string(),
  note: z.string().nullable(),
  assigned_agent_id: z.string().nullable(),
  fence: z.int(),
  depends_on: z.array(z.string()),
  waits_for: z.array(z.object({ id: z.string(), title: z.string(), status: z.string() })),
  paths: z.array(z.string()),
  checks: z.array(z.string()),
  created_by: z.string(),
  created_at: instant,
  updated_at: instant,
});

const taskId = id('the task');
const status = text().min(1).max(50);

export const taskTools = {
  task_create: mutatingTool({
    description:
      'Creates an open, unassigned task, which is assigned once the tasks of `depends_on` are done.',
    scope: 'tasks:write',
    input: {
      title: line('Short summary of the work.'),
      description: text().max(20_000).default('').describe('Full description for the assignee.'),
      ...taskLimits,
    },
    output: task,
    handle: async ({ work }, { depends_on: dependsOn, ...text }) =>
      toWire(await work.tasks.create({ ...text, dependsOn })),
  }),
  task_update: mutatingTool({
    description: 'Changes the limits of an unassigned task that you created.',
    scope: 'tasks:write',
    input: { task_id: taskId, ...taskLimits },
    output: task.pick({ id: true, waits_for: true }),
    handle: async ({ work }, { task_id: id, depends_on: dependsOn, ...rest }) =>
      toWire(await work.tasks.update(id, { ...rest, dependsOn })),
  }),
  task_get: readingTool({
    description: 'Shows a task.',
    scope: 'tasks:read',
    input: { task_id: taskId },
    output: task,
    handle: async ({ work }, { task_id: id }) => toWire(await work.tasks.get(id)),
  }),
  task_list: readingTool({
    description: 'Lists tasks.',
    scope: 'tasks:read',
    input: {
      statuses: statuses('tasks'),
      assigned_agent_id: id('an agent; lists only its tasks').optional(),
      ...page,
    },
    output: z.object({ tasks: z.array(task), next_cursor: nextCursor }),
    handle: async ({ work }, { assigned_agent_id: assignedAgentId, cursor: after, ...rest }) => {
      const { items, next } = await work.tasks.list({ ...rest, assignedAgentId, after });
      return { tasks: items.map(toWire), next_cursor: next };
    },
  }),
  task_claim: mutatingTool({
    description: 'Assigns an open, unassigned task to you and puts it in progress.',
    scope: 'tasks:write',
    input: { task_id: taskId },
    output: task.extend({
      fence: task.shape.fence.describe('Number of assignments; grows when it is reassigned.'),
    }),
    handle: async ({ work }, { task_id: id }) => toWire(await work.tasks.claim(id)),
  }),
  task_update_status: mutatingTool({
    description: 'Changes the status of a task that is assigned to you.',
    scope: 'tasks:write',
    input: {
      task_id: taskId,
      status: status.describe(
        'Such as in_progress, review, blocked, completed or failed; other values count as work in progress.',
      ),
      note: text().min(1).max(1_000).optional().describe('Why, in a sentence for people.'),
      expected_status: status
        .optional()
        .describe('The status that you expect; the server refuses the change if it differs.'),
      fence: z
        .int()
        .min(0)
        .optional()
        .describe(
          'The fence that you expect; the server refuses the change if the task was reassigned.',
        ),
    },
    output: task,
    handle: async ({ work }, { task_id: taskId, expected_status: expectedStatus, ...rest }) =>
      toWire(await work.tasks.updateStatus({ ...rest, taskId, expectedStatus })),
  }),
};
