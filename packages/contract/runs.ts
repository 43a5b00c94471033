import { z } from 'zod';
import { defineNoun } from './operation.ts';
import { recipeParameters } from './recipes.ts';
import { newBudget, runBudget, runUse } from './run-budgets.ts';
import { keyProblems, name, runWaiting, workspaceId, workspaceProblems } from './run-shapes.ts';
import { dateTime, text } from './shapes.ts';

/** Actions on the newest run of a workspace (RC-API-3). */
export const runActions = ['start', 'pause', 'resume', 'stop', 'force-stop'] as const;

const count = z.int().nonnegative();

export const runStatus = z
  .object({
    run_id: z.string().meta({ description: 'Empty without a run.' }),
    workspace_id: z.string(),
    goal: z.string().meta({ description: 'Secrets are replaced by `[redacted]`.' }),
    state: z.string(),
    reason: z.string().nullable().meta({
      description:
        'Result of the last tick; for a run that the coordinator paused `budget_reached`, `awaiting_person`, `no_progress` or `agent_failed`.',
    }),
    reason_detail: z.string().nullable().meta({ description: 'Sentence about such a reason.' }),
    waiting: runWaiting.nullable().meta({
      description: 'The cause of the wait; null without a run, or if it could not be read.',
    }),
    active_agent_count: count,
    active_deliberations: count.meta({ description: 'Number in all workspaces.' }),
    open_proposals: count,
    pending_approvals: count,
    blockers: count,
    updated_at: dateTime.meta({ description: 'Start of the run.' }),
    transitioned_at: dateTime.nullable().meta({ description: 'Last status change of the run.' }),
    enforcement: z.enum(['recorded', 'enforced']),
    budget: runBudget,
    use: runUse,
  })
  .meta({ id: 'RunStatus' });

const runTransition = z
  .object({ run_id: z.string(), state: z.string() })
  .meta({ id: 'RunTransition' });

const transitionProblems = [...keyProblems, ...workspaceProblems, 'run_transition_failed'];

const transitionReason = z
  .string()
  .max(1_000)
  .optional()
  .meta({ description: 'For the audit log.' });

const runAction = {
  base: 'runs',
  access: { capability: 'runs.control' },
  params: z.object({ id: workspaceId, run: z.string().meta({ description: 'Id of the run.' }) }),
  idempotent: true,
  bodyOptional: true,
  body: z.strictObject({ reason: transitionReason }),
  answer: runTransition,
  problems: [...transitionProblems, 'run_not_found', 'illegal_run_transition'],
  example: {
    params: { id: 'default', run: 'run-0' },
    body: {},
    refused: [404, 'run_not_found'],
  },
} as const;

const audited = (action: string) => ({ action, withTheChange: true }) as const;

/** Values of other types count as absent (RC-API-14). */
const lenientText = z.string().optional().catch(undefined);

export const runs = defineNoun('runs', {
  status: {
    get: '/workspaces/{id}/runs/status',
    base: 'runs',
    access: { capability: 'runs.read' },
    summary:
      'The newest run of a workspace; the header X-Galley-Degraded lists data that could not be read',
    params: z.object({ id: workspaceId }),
    answer: runStatus,
    problems: ['store_unavailable'],
    example: { params: { id: 'default' } },
  },

  control: {
    post: '/workspaces/{id}/runs/{action}',
    base: 'runs',
    access: { capability: 'runs.control' },
    audited: { action: 'run.{action}', withTheChange: true },
    summary: 'Start, pause, resume or stop the newest run of a workspace',
    params: z.object({
      id: workspaceId,
      // Accepts any text: the service checks it after the workspace, and refuses it with its own code.
      action: z.string().meta({ override: { type: 'string', enum: [...runActions] } }),
    }),
    idempotent: true,
    lenientBody: true,
    bodyOptional: true,
    body: z.object({
      run_id: lenientText.meta({ description: 'Ignored; the newest run is used.' }),
      goal: lenientText.meta({
        description: 'For a run created by `start`; at most 4,000 characters.',
      }),
      reason: lenientText.meta({ description: 'For the audit log; at most 1,000 characters.' }),
    }),
    answer: runTransition,
    problems: [
      ...transitionProblems,
      'invalid_run_action',
      'run_not_found',
      'illegal_run_transition',
    ],
    example: {
      params: { id: 'default', action: 'pause' },
      body: { goal: '' },
      refused: [404, 'run_not_found'],
    },
  },

  create: {
    post: '/workspaces/{id}/runs',
    base: 'runs',
    access: { capability: 'runs.control' },
    audited: audited('run.create'),
    summary: 'Start another run of a workspace; runs in progress continue',
    params: z.object({ id: workspaceId }),
    idempotent: true,
    creates: true,
    bodyOptional: true,
    body: z.strictObject({
      goal: text().max(4_000).optional(),
      recipe: text().min(1).max(50).optional().meta({ description: 'Instead of a goal.' }),
      parameters: recipeParameters.optional(),
      budget: newBudget.optional().meta({
        description: 'Missing limits come from the recipe, then from `coordinator.budget`.',
      }),
    }),
    answer: runTransition,
    problems: [...transitionProblems, 'recipe_not_found', 'invalid_recipe'],
    example: {
      params: { id: 'unknown' },
      body: { goal: 'Check the links of all guides' },
      refused: [404, 'workspace_not_found'],
    },
  },

  start: {
    ...runAction,
    post: '/workspaces/{id}/runs/{run}/start',
    audited: audited('run.start'),
    summary: 'Start a stopped run again',
  },

  pause: {
    ...runAction,
    post: '/workspaces/{id}/runs/{run}/pause',
    audited: audited('run.pause'),
    summary: 'Pause a run: it starts no new work',
  },

  resume: {
    ...runAction,
    post: '/workspaces/{id}/runs/{run}/resume',
    audited: audited('run.resume'),
    summary: 'Resume a paused run',
  },

  stop: {
    ...runAction,
    post: '/workspaces/{id}/runs/{run}/stop',
    audited: audited('run.stop'),
    summary: 'Stop a run, after the turn in progress',
  },

  forceStop: {
    ...runAction,
    post: '/workspaces/{id}/runs/{run}/force-stop',
    audited: audited('run.force-stop'),
    summary: 'Stop a run at once',
  },

  reopen: {
    ...runAction,
    post: '/workspaces/{id}/runs/{run}/reopen',
    audited: audited('run.reopen'),
    summary: 'Make a run that has ended active again',
  },

  budget: {
    ...runAction,
    bodyOptional: false,
    post: '/workspaces/{id}/runs/{run}/budget',
    audited: audited('run.budget'),
    summary: 'Set limits of a run; resumes it if it is paused because a budget is used up',
    body: newBudget.extend({
      agent_id: name().optional().meta({
        description: 'Sets the limits of this agent in the run instead of those of the run.',
      }),
    }),
    problems: [...transitionProblems, 'run_not_found', 'agent_not_found', 'budget_too_low'],
    example: {
      params: { id: 'default', run: 'run-0' },
      body: { turns: 40, usd: 10 },
      refused: [404, 'run_not_found'],
    },
  },
});
