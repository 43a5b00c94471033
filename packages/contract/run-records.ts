import { z } from 'zod';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { dateTime, integerParameter, text } from './shapes.ts';

const longestName = 200;
const workspaceId = z.string().meta({ description: 'Of the workspace.' });
const count = z.int().nonnegative();
const name = () => text().min(1).max(longestName);

const place = {
  limit: integerParameter(1).optional().meta({ description: '50, and 200 at most.' }),
  after: name().optional().meta({ description: 'The `next` of the page before.' }),
};
const status = name().optional().meta({ description: 'Of this status alone.' });
const runId = name().optional().meta({ description: 'Of this run alone.' });

function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    next: z
      .string()
      .nullable()
      .meta({ description: 'Where the next page begins; null on the last.' }),
  });
}

const ofWorkspace = {
  base: 'runs',
  access: { capability: 'runs.read' },
  params: z.object({ id: workspaceId }),
} as const;
const problems = ['workspace_not_found', 'store_unavailable'];

const runFields = {
  id: z.string(),
  workspace_id: z.string(),
  goal: z.string().meta({ description: 'What looks like a secret in it reads `[redacted]`.' }),
  status: z.string(),
  reason: z
    .string()
    .nullable()
    .meta({ description: 'The outcome of the last tick; null before the first.' }),
  started_at: dateTime,
  ended_at: dateTime.nullable(),
  transitioned_at: dateTime.meta({ description: 'When its status last changed.' }),
};

export const runRecords = defineNoun('runs', {
  list: {
    ...ofWorkspace,
    get: '/workspaces/{id}/runs',
    summary: 'The runs of a workspace, newest first',
    query: z.strictObject({ ...place, status }),
    answer: pageOf(z.object(runFields).meta({ id: 'Run' })),
    problems,
    example: { params: { id: exampleProject.workspace } },
  },

  get: {
    ...ofWorkspace,
    get: '/workspaces/{id}/runs/{run}',
    summary: 'One run, and how much there is to do in its workspace',
    params: z.object({ id: workspaceId, run: z.string().meta({ description: 'Id of the run.' }) }),
    answer: z
      .object({
        ...runFields,
        tasks: z
          .object({
            active: count,
            blocked: count,
            terminal: count,
            assigned: count.meta({ description: 'Of the active ones, those that an agent has.' }),
          })
          .meta({ description: 'Of the workspace.' }),
        proposals_active: count.meta({ description: 'Of the workspace.' }),
        approvals_requested: count.meta({ description: 'Of the workspace.' }),
        agents_active: count.meta({ description: 'Of the run.' }),
        claims_held: count.meta({ description: 'Of the run.' }),
        last_event_id: z
          .string()
          .nullable()
          .meta({ description: 'Of the run; as `after`, it leaves what is to come.' }),
      })
      .meta({ id: 'RunDetail' }),
    problems: [...problems, 'run_not_found'],
    example: { params: { id: exampleProject.workspace, run: exampleProject.run } },
  },
});

export const tasks = defineNoun('tasks', {
  list: {
    ...ofWorkspace,
    get: '/workspaces/{id}/tasks',
    summary: 'The tasks of a workspace, in the order in which they are assigned',
    query: z.strictObject({ ...place, status, run_id: runId }),
    answer: pageOf(
      z
        .object({
          id: z.string(),
          run_id: z.string().nullable(),
          title: z.string(),
          description: z.string(),
          status: z.string(),
          assigned_agent_id: z.string().nullable(),
          created_by: z.string(),
          created_at: dateTime,
          updated_at: dateTime,
        })
        .meta({ id: 'Task' }),
    ),
    problems,
    example: { params: { id: exampleProject.workspace } },
  },
});

const patch = z
  .object({
    sha256: z.string().meta({ description: 'Of the bytes of the patch; an approval names it.' }),
    base_revision: z.string().meta({ description: 'What the patch applies to.' }),
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
  decided_by: z.string().nullable().meta({ description: 'The person who last decided on it.' }),
  decided_at: dateTime.nullable(),
  decision_note: z.string().nullable(),
  applied_commit: z
    .string()
    .nullable()
    .meta({ description: 'The commit that it went into the repository with.' }),
  rolled_back_by: z.string().nullable(),
  rolled_back_at: dateTime.nullable(),
};

const conflict = z.object({
  path: z.string(),
  what: z.enum(['added', 'changed', 'removed', 'in the way']).meta({
    description: 'What became of it since the base of the patch.',
  }),
});

const vote = z.object({
  agent_id: z.string(),
  decision: z.enum(['approve', 'reject', 'abstain']),
  comment: z.string(),
  patch_sha256: z.string().nullable().meta({ description: 'Of the patch that was voted on.' }),
  cast_at: dateTime,
});

/** Proposal with everything needed to decide on it. */
export const proposalDetail = z
  .object({
    ...proposalFields,
    body: z.string(),
    patch: patch.extend({ text: z.string() }).meta({ id: 'ProposalPatchText' }).nullable(),
    is_base_current: z.boolean().nullable().meta({
      description:
        'Whether the branch has what the patch is to, as it was on its base. Null of what is decided, and where no repository tells.',
    }),
    conflicts: z.array(conflict),
    votes: z.array(vote).meta({ description: 'Of agents, by agent.' }),
  })
  .meta({ id: 'ProposalDetail' });

export const proposalRecords = defineNoun('proposals', {
  list: {
    ...ofWorkspace,
    get: '/workspaces/{id}/proposals',
    summary: 'The proposals of a workspace with their newest patches, in the order of the database',
    query: z.strictObject({ ...place, status, run_id: runId }),
    answer: pageOf(
      z.object({ ...proposalFields, patch: patch.nullable() }).meta({ id: 'Proposal' }),
    ),
    problems,
    example: { params: { id: exampleProject.workspace } },
  },

  get: {
    ...ofWorkspace,
    get: '/workspaces/{id}/proposals/{proposal}',
    summary: 'One proposal, with its text and that of its newest patch',
    params: z.object({
      id: workspaceId,
      proposal: z.string().meta({ description: 'Id of the proposal.' }),
    }),
    answer: proposalDetail,
    problems: [...problems, 'proposal_not_found'],
    example: { params: { id: exampleProject.workspace, proposal: exampleProject.proposal } },
  },
});

export const deliberations = defineNoun('deliberations', {
  list: {
    ...ofWorkspace,
    get: '/workspaces/{id}/deliberations',
    summary: 'The deliberations of a workspace, newest first',
    query: z.strictObject({ ...place, status, run_id: runId }),
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
    problems,
    example: { params: { id: exampleProject.workspace } },
  },
});

export const agents = defineNoun('agents', {
  list: {
    ...ofWorkspace,
    get: '/workspaces/{id}/agents',
    summary: 'The agents that work here, by id; all workspaces have the same',
    query: z.strictObject(place),
    answer: pageOf(
      z
        .object({
          id: z.string(),
          role: z.string(),
          name: z.string(),
          adapter: z.string(),
          model: z.string().nullable().meta({ description: 'Null for the choice of the adapter.' }),
          command: z
            .string()
            .meta({ description: 'What looks like a secret in it reads `[redacted]`.' }),
          status: z.string(),
          enabled: z.boolean(),
        })
        .meta({ id: 'Agent' }),
    ),
    problems,
    example: { params: { id: exampleProject.workspace } },
  },
});

export const claims = defineNoun('claims', {
  list: {
    ...ofWorkspace,
    get: '/workspaces/{id}/claims',
    summary: 'What agents have for themselves alone at the moment, in runs of a workspace',
    query: z.strictObject({ ...place, run_id: runId }),
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
    problems,
    example: { params: { id: exampleProject.workspace } },
  },
});
