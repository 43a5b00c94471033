import { z } from 'zod';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { name, pageOf, pageQuery, workspaceId, workspaceProblems } from './run-shapes.ts';
import { dateTime } from './shapes.ts';

/** Scopes of worker tokens (GAP-RC-MCP-4). */
export const workerScopes = [
  'tasks:read',
  'tasks:write',
  'proposals:write',
  'reviews:write',
  'turns:write',
  'repo:read',
  'memory:read',
  'memory:write',
] as const;

const workerToken = z
  .object({
    id: z.string().meta({ description: 'Id for lists and revocation; grants no access.' }),
    run_id: z.string(),
    agent_id: z.string(),
    scopes: z.array(z.string()),
    created_by: z.string(),
    created_at: dateTime,
    expires_at: dateTime,
    revoked_by: z.string().nullable(),
    revoked_at: dateTime.nullable(),
  })
  .meta({ id: 'WorkerToken' });

export const workerTokens = defineNoun('worker_tokens', {
  list: {
    get: '/workspaces/{id}/worker-tokens',
    base: 'runs',
    access: { capability: 'runs.control' },
    summary:
      'Worker tokens of a workspace, newest first, including those that ended within the last month',
    params: z.object({ id: workspaceId }),
    query: z.strictObject({
      ...pageQuery,
      run_id: name().optional().meta({ description: 'Only tokens of this run.' }),
    }),
    answer: pageOf(workerToken),
    problems: workspaceProblems,
    example: { params: { id: exampleProject.workspace } },
  },

  create: {
    post: '/workspaces/{id}/worker-tokens',
    base: 'runs',
    access: { capability: 'runs.control' },
    recentlyConfirmed: { tokens: 'named_scope' },
    audited: { action: 'worker_token.create', withTheChange: true },
    summary: 'Create a token for one agent in one run over MCP; shown once',
    params: z.object({ id: workspaceId }),
    body: z.strictObject({
      run_id: name(),
      agent_id: name(),
      scopes: z
        .array(z.enum(workerScopes))
        .min(1)
        .max(workerScopes.length)
        .optional()
        .meta({ description: 'Default: the scopes of the agent’s role.' }),
      ttl_seconds: z
        .int()
        .min(60)
        .max(604_800)
        .optional()
        .meta({ description: 'Lifetime in seconds; default 28,800 (eight hours).' }),
    }),
    answer: z
      .object({ id: z.string(), token: z.string(), expires_at: dateTime })
      .meta({ id: 'NewWorkerToken' }),
    problems: [
      ...workspaceProblems,
      'run_not_found',
      'agent_not_found',
      'reauthentication_required',
    ],
    example: {
      params: { id: exampleProject.workspace },
      body: { run_id: 'no-such-run', agent_id: 'implementer-1', scopes: ['tasks:read'] },
      refused: [404, 'run_not_found'],
    },
  },

  revoke: {
    post: '/workspaces/{id}/worker-tokens/{token}/revoke',
    base: 'runs',
    access: { capability: 'runs.control' },
    audited: { action: 'worker_token.revoke', withTheChange: true },
    summary: 'Revoke a worker token; succeeds for tokens that have already ended',
    params: z.object({
      id: workspaceId,
      token: z.string().meta({ description: 'Id of the token, not the token itself.' }),
    }),
    answer: workerToken,
    problems: [...workspaceProblems, 'worker_token_not_found'],
    example: {
      params: { id: exampleProject.workspace, token: 'no-such-token' },
      refused: [404, 'worker_token_not_found'],
    },
  },
});
