import { z } from 'zod';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { runBudget, runUse } from './run-budgets.ts';
import {
  name,
  pageOf,
  pageQuery,
  runWaiting,
  workspaceId,
  workspaceProblems,
} from './run-shapes.ts';
import { dateTime } from './shapes.ts';
import { proposalPullRequest } from './pull-request.ts';

const count = z.int().nonnegative();
const status = name().optional().meta({ description: 'Only entries with this status.' });
const runId = name().optional().meta({ description: 'Only entries of this run.' });

const workspaceOperation = {
  base: 'runs',
  access: { capability: 'runs.read' },
  params: z.object({ id: workspaceId }),
} as const;

const runFields = {
  id: z.string(),
  workspace_id: z.string(),
  goal: z.string().meta({ description: 'Secrets are replaced by `[redacted]`.' }),
  status: z.string(),
  reason: z
    .string()
    .nullable()
    .meta({ description: 'Result of the last tick; null before the first.' }),
  reason_detail: z
    .string()
    .nullable()
    .meta({ description: 'Sentence about the reason, if the coordinator paused the run.' }),
  started_at: dateTime,
  ended_at: dateTime.nullable(),
  transitioned_at: dateTime.meta({ description: 'Time of the last status change.' }),
  budget: runBudget,
  use: runUse,
  recipe: z.string().nullable().meta({ description: 'Recipe that started the run.' }),
  parameters: z
    .record(z.string(), z.string())
    .nullable()
    .meta({ description: 'Parameters of the recipe. Secrets are replaced by `[redacted]`.' }),
};

export const runRecords = defineNoun('runs', {
  list: {
    ...workspaceOperation,
    get: '/workspaces/{id}/runs',
    summary: 'Runs of a workspace, newest first',
    query: z.strictObject({ ...pageQuery, status }),
    answer: pageOf(z.object(runFields).meta({ id: 'Run' })),
    problems: workspaceProblems,
    example: { params: { id: exampleProject.workspace } },
  },

  get: {
    ...workspaceOperation,
    get: '/workspaces/{id}/runs/{run}',
    summary: 'One run, with the amount of work in its workspace',
    params: z.object({ id: workspaceId, run: z.string().meta({ description: 'Id of the run.' }) }),
    answer: z
      .object({
        ...runFields,
        waiting: runWaiting
          .nullable()
          .meta({ description: 'The cause of the wait; null if it could not be read.' }),
        tasks: z
          .object({
            active: count,
            blocked: count,
            terminal: count,
            assigned: count.meta({ description: 'Active tasks that are assigned to an agent.' }),
          })
          .meta({ description: 'Tasks of the workspace.' }),
        proposals_active: count.meta({ description: 'Proposals of the workspace.' }),
        approvals_requested: count.meta({ description: 'Requests of the workspace.' }),
        agents_active: count.meta({ description: 'Agents of the run.' }),
        claims_held: count.meta({ description: 'Claims of the run.' }),
        agents: z
          .array(z.object({ agent_id: z.string(), budget: runBudget, use: runUse }))
          .meta({ description: 'Agents that have a budget in the run or have used some.' }),
        last_event_id: z.string().nullable().meta({
          description:
            'Id of the latest event of the run; pass it as `after` to receive only newer events.',
        }),
      })
      .meta({ id: 'RunDetail' }),
    problems: [...workspaceProblems, 'run_not_found'],
    example: { params: { id: exampleProject.workspace, run: exampleProject.run } },
  },
});

const names = z.array(z.string());

export const taskRecord = z
  .object({
    id: z.string(),
    run_id: z.string().nullable(),
    title: z.string(),
    description: z.string(),
    status: z.string(),
    note: z
      .string()
      .nullable()
      .meta({ description: 'Why it has its status, as stated by its agent or a person.' }),
    assigned_agent_id: z.string().nullable(),
    taken_over_by: z
      .string()
      .nullable()
      .meta({ description: 'Person who does the task; agents are not offered it.' }),
    depends_on: names.meta({ description: 'Ids of tasks of the run that have to be done first.' }),
    waits_for: z
      .array(z.object({ id: z.string(), title: z.string(), status: z.string() }))
      .meta({ description: 'Tasks of `depends_on` that are not done, or whose proposals wait.' }),
    paths: names.meta({
      description: 'Paths in the repository that its proposals may change; empty: all.',
    }),
    checks: names.meta({ description: 'Names of the checks of its proposals.' }),
    created_by: z.string(),
    created_at: dateTime,
    updated_at: dateTime,
  })
  .meta({ id: 'Task' });

export const taskRecords = defineNoun('tasks', {
  list: {
    ...workspaceOperation,
    get: '/workspaces/{id}/tasks',
    summary: 'Tasks of a workspace, in the order of assignment',
    query: z.strictObject({ ...pageQuery, status, run_id: runId }),
    answer: pageOf(taskRecord),
    problems: workspaceProblems,
    example: { params: { id: exampleProject.workspace } },
  },
});

const patch = z
  .object({
    sha256: z.string().meta({ description: 'SHA-256 of the patch bytes; approvals refer to it.' }),
    base_revision: z.string().meta({ description: 'Revision that the patch applies to.' }),
    bytes: count,
    attached_by: z.string(),
    attached_at: dateTime,
  })
  .meta({ id: 'ProposalPatch' });

const proposalFields = {
  id: z.string(),
  run_id: z.string().nullable(),
  task_id: z.string().nullable(),
  title: z.string(),
  risk: z.string(),
  status: z.string(),
  proposed_by: z.string(),
  created_at: dateTime,
  updated_at: dateTime,
  decided_by: z
    .string()
    .nullable()
    .meta({ description: 'The person who last decided on the proposal.' }),
  decided_at: dateTime.nullable(),
  decision_note: z.string().nullable(),
  applied_commit: z
    .string()
    .nullable()
    .meta({ description: 'Commit that applied the proposal to the repository.' }),
  rolled_back_by: z.string().nullable(),
  rolled_back_at: dateTime.nullable(),
  checks_state: z.enum(['none', 'pending', 'passed', 'failed', 'error']).meta({
    description:
      'Checks of the newest patch. `error`: none fails, but some could not be carried out.',
  }),
  pull_request: proposalPullRequest,
};

const conflict = z.object({
  path: z.string(),
  what: z.enum(['added', 'changed', 'removed', 'in the way']).meta({
    description: 'Change of the file since the base of the patch.',
  }),
});

const check = z.object({
  name: z.string(),
  outcome: z.enum(['pass', 'fail', 'error']).meta({
    description: '`error`: the check could not be carried out.',
  }),
  detail: z.string().meta({ description: 'Findings, or the output of the command.' }),
  at: dateTime,
});

const vote = z.object({
  agent_id: z.string(),
  decision: z.enum(['approve', 'reject', 'abstain']),
  comment: z.string(),
  patch_sha256: z
    .string()
    .nullable()
    .meta({ description: 'SHA-256 of the patch that was voted on.' }),
  cast_at: dateTime,
});

const hunk = z
  .object({
    id: z.string().meta({ description: 'The same as long as the hunk is the same.' }),
    path: z.string(),
    kind: z
      .enum(['change', 'add', 'delete', 'rename', 'copy'])
      .meta({ description: 'All kinds but `change` stand for a whole file.' }),
    header: z.string().meta({ description: 'The @@ line; empty for a whole file.' }),
  })
  .meta({ id: 'PatchHunk' });

const proposalComment = z
  .object({
    id: z.string(),
    patch_sha256: z.string(),
    path: z.string(),
    side: z.enum(['old', 'new']),
    line: z.int(),
    quote: z.string().meta({ description: 'The line as the patch has it.' }),
    body: z.string(),
    author: z.string(),
    created_at: dateTime,
    is_outdated: z
      .boolean()
      .meta({ description: 'The comment is on an earlier patch than the newest.' }),
  })
  .meta({ id: 'ProposalComment' });

export const proposalDetail = z
  .object({
    ...proposalFields,
    body: z.string(),
    patch: patch.extend({ text: z.string() }).meta({ id: 'ProposalPatchText' }).nullable(),
    is_base_current: z.boolean().nullable().meta({
      description:
        'Whether the files of the patch are unchanged on the branch since its base. Null for decided proposals and without a readable repository.',
    }),
    conflicts: z.array(conflict),
    votes: z.array(vote).meta({ description: 'Votes of agents, sorted by agent.' }),
    hunks: z.array(hunk).meta({
      description:
        'Parts of the newest patch in its order, which can be accepted singly. Empty if the patch is not readable.',
    }),
    left_out_hunks: z
      .array(hunk)
      .meta({ description: 'Parts of the patch that the acceptance omitted.' }),
    comments: z
      .array(proposalComment)
      .meta({ description: 'Comments of people on lines of patches, oldest first.' }),
    checks: z.array(check).meta({ description: 'Checks of the newest patch, sorted by name.' }),
  })
  .meta({ id: 'ProposalDetail' });

export const proposalRecords = defineNoun('proposals', {
  list: {
    ...workspaceOperation,
    get: '/workspaces/{id}/proposals',
    summary: 'Proposals of a workspace with their newest patches, in database order',
    query: z.strictObject({ ...pageQuery, status, run_id: runId }),
    answer: pageOf(
      z.object({ ...proposalFields, patch: patch.nullable() }).meta({ id: 'Proposal' }),
    ),
    problems: workspaceProblems,
    example: { params: { id: exampleProject.workspace } },
  },

  get: {
    ...workspaceOperation,
    get: '/workspaces/{id}/proposals/{proposal}',
    summary: 'One proposal, with its text and its newest patch',
    params: z.object({
      id: workspaceId,
      proposal: z.string().meta({ description: 'Id of the proposal.' }),
    }),
    answer: proposalDetail,
    problems: [...workspaceProblems, 'proposal_not_found'],
    example: { params: { id: exampleProject.workspace, proposal: exampleProject.proposal } },
  },
});

export const deliberations = defineNoun('deliberations', {
  list: {
    ...workspaceOperation,
    get: '/workspaces/{id}/deliberations',
    summary: 'Deliberations of a workspace, newest first',
    query: z.strictObject({ ...pageQuery, status, run_id: runId }),
    answer: pageOf(
      z
        .object({
          id: z.string(),
          run_id: z.string().nullable(),
          topic: z.string(),
          status: z.string(),
          created_by: z.string(),
          created_at: dateTime,
          updated_at: dateTime,
        })
        .meta({ id: 'Deliberation' }),
    ),
    problems: workspaceProblems,
    example: { params: { id: exampleProject.workspace } },
  },

  posts: {
    ...workspaceOperation,
    get: '/workspaces/{id}/deliberations/{deliberation}/posts',
    summary: 'Posts of agents in a deliberation, oldest first',
    params: z.object({
      id: workspaceId,
      deliberation: z.string().meta({ description: 'Id of the deliberation.' }),
    }),
    query: z.strictObject(pageQuery),
    answer: pageOf(
      z
        .object({
          id: z.string(),
          deliberation_id: z.string(),
          agent_id: z.string(),
          body: z.string(),
          posted_at: dateTime,
        })
        .meta({ id: 'DeliberationPost' }),
    ),
    problems: [...workspaceProblems, 'deliberation_not_found'],
    example: {
      params: { id: exampleProject.workspace, deliberation: exampleProject.deliberation },
    },
  },
});

export const agents = defineNoun('agents', {
  list: {
    ...workspaceOperation,
    get: '/workspaces/{id}/agents',
    summary: 'Agents by id, the same for all workspaces',
    query: z.strictObject(pageQuery),
    answer: pageOf(
      z
        .object({
          id: z.string(),
          role: z.string(),
          name: z.string(),
          adapter: z.string(),
          model: z.string().nullable().meta({ description: 'Null: the adapter chooses.' }),
          command: z.string().meta({ description: 'Secrets are replaced by `[redacted]`.' }),
          budget: runBudget.meta({ description: 'For its turns in one run.' }),
          status: z.enum(['working', 'waiting', 'idle']).meta({
            description:
              '`working`: has a session or has started its turn; `waiting`: its turn is requested or scheduled.',
          }),
          enabled: z.boolean(),
          run_id: z.string().nullable().meta({ description: 'Run in which it works or waits.' }),
          session_id: z
            .string()
            .nullable()
            .meta({ description: 'Null for an agent that no supervisor has started.' }),
          turn: z
            .string()
            .nullable()
            .meta({ description: 'Id of the event that requested its turn.' }),
        })
        .meta({ id: 'Agent' }),
    ),
    problems: workspaceProblems,
    example: { params: { id: exampleProject.workspace } },
  },
});

export const claims = defineNoun('claims', {
  list: {
    ...workspaceOperation,
    get: '/workspaces/{id}/claims',
    summary: 'Resources that agents currently hold exclusively, in runs of a workspace',
    query: z.strictObject({ ...pageQuery, run_id: runId }),
    answer: pageOf(
      z
        .object({
          id: z.string(),
          run_id: z.string(),
          agent_id: z.string(),
          resource: z.string(),
          claimed_at: dateTime,
          expires_at: dateTime,
        })
        .meta({ id: 'ResourceClaim' }),
    ),
    problems: workspaceProblems,
    example: { params: { id: exampleProject.workspace } },
  },
});
