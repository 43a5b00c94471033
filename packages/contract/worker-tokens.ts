import { z } from 'zod';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { dateTime, integerParameter, text } from './shapes.ts';

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

const workspaceId = z.string().meta({ description: 'Of the workspace.' });
const name = () => text().min(1).max(200);

const workerToken = z
  .object({
    id: z.string().meta({ description: 'For lists and to revoke it; opens nothing.' }),
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

const problems = ['workspace_not_found', 'store_unavailable'];

export const workerTokens = defineNoun('worker_tokens', {
  list: {
    get: '/workspaces/{id}/worker-tokens',
    base: 'runs',
    access: { capability: 'runs.control' },
    summary: 'Tokens of workers in a workspace, newest first, with those that ended within a month',
    params: z.object({ id: workspaceId }),
    query: z.strictObject({
      limit: integerParameter(1).optional().meta({ description: '50, and 200 at most.' }),
      after: name().optional().meta({ description: 'The `next` of the page before.' }),
      run_id: name().optional().meta({ description: 'Of this run alone.' }),
    }),
    answer: z.object({
      items: z.array(workerToken),
      next: z
        .string()
        .nullable()
        .meta({ description: 'Where the next page begins; null on the last.' }),
    }),
    problems,
    example: { params: { id: exampleProject.workspace } },
  },

  create: {
    post: '/workspaces/{id}/worker-tokens',
    base: 'runs',
    access: { capability: 'runs.control' },
    recentlyConfirmed: { tokens: 'named_scope' },
    audited: { action: 'worker_token.create', withTheChange: true },
    summary: 'Make a token with which one agent works in one run over MCP; it is shown this once',
    params: z.object({ id: workspaceId }),
    body: z.strictObject({
      run_id: name(),
      agent_id: name(),
      scopes: z.array(z.enum(workerScopes)).min(1).max(workerScopes.length),
      ttl_seconds: z
        .int()
        .min(60)
        .max(604_800)
        .optional()
        .meta({ description: 'How long it is good for: 28,800 (eight hours) when absent.' }),
    }),
    answer: z
      .object({ id: z.string(), token: z.string(), expires_at: dateTime })
      .meta({ id: 'NewWorkerToken' }),
    problems: [...problems, 'run_not_found', 'agent_not_found', 'reauthentication_required'],
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
    summary: 'End a worker’s token; it is refused from then on, and one that has ended stays so',
    params: z.object({
      id: workspaceId,
      token: z.string().meta({ description: 'Id of the token, not the token.' }),
    }),
    answer: workerToken,
    problems: [...problems, 'worker_token_not_found'],
    example: {
      params: { id: exampleProject.workspace, token: 'no-such-token' },
      refused: [404, 'worker_token_not_found'],
    },
  },
});
