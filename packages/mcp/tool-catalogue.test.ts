import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase } from '@galley/testing';
import {
  describeTool,
  findTool,
  mcpScopes,
  protocolRevisions,
  toolCatalogue,
  type McpTool,
  type ToolName,
} from './tool-catalogue.ts';

const names = Object.keys(toolCatalogue) as ToolName[];
const tools: Readonly<Record<ToolName, McpTool>> = toolCatalogue;

const calls: Readonly<Record<ToolName, Record<string, unknown>>> = {
  agent_turn_request: { reason: 'go on' },
  agent_turn_start: { request_event_id: 1 },
  agent_turn_complete: { request_event_id: 1 },
  agent_heartbeat: { request_event_id: 1 },
  table_get_state: {},
  table_watch: { after: 0 },
  task_create: { title: 'Write' },
  task_get: { task_id: 't' },
  task_list: {},
  task_claim: { task_id: 't' },
  task_update: { task_id: 't', depends_on: ['u'], paths: ['posts/**'], checks: ['links'] },
  task_update_status: { task_id: 't', status: 'a status of its own' },
  proposal_create: { title: 'Change', body: 'Because' },
  proposal_get: { proposal_id: 'p' },
  proposal_list: { statuses: ['pending'], task_id: 't', cursor: 'c', limit: 1 },
  proposal_attach_patch: { proposal_id: 'p', base_revision: 'a'.repeat(40), patch: '--- a' },
  proposal_edit: { proposal_id: 'p', path: 'a.md', old: 'x', new: 'y' },
  proposal_put_file: { proposal_id: 'p', path: 'a.md', content: 'x' },
  proposal_delete_file: { proposal_id: 'p', path: 'a.md' },
  proposal_request_review: { proposal_id: 'p' },
  proposal_withdraw: { proposal_id: 'p' },
  vote_cast: { proposal_id: 'p', decision: 'approve' },
  vote_list: { proposal_id: 'p' },
  deliberation_open: { topic: 'Which?' },
  deliberation_post: { deliberation_id: 'd', body: 'This.' },
  deliberation_close: { deliberation_id: 'd' },
  deliberation_get: { deliberation_id: 'd' },
  human_request_approval: { reason: 'May we?' },
  human_approval_status: { approval_id: 'a' },
  resource_claim: { resource: 'a.md' },
  resource_release: { claim_id: 'c' },
  resource_status: {},
  repo_list: { path: 'content' },
  repo_read_file: { path: 'content/posts/ink.md', revision: 'main' },
  repo_search: { query: 'ink' },
  memory_record: { topic: 'Ink', body: 'It is black.' },
  human_ask: { text: 'Which tone?' },
  human_get_answer: { question_id: 'question-1' },
  memory_query: { query: 'ink' },
};

function sampleCall(name: ToolName): Record<string, unknown> {
  return tools[name].mutating ? { ...calls[name], idempotency_key: 'k' } : { ...calls[name] };
}

describe('GAP-RC-MCP-3: the catalogue', () => {
  test('has exactly the specified tools', () => {
    const groups = {
      agent: 'turn_request turn_start turn_complete heartbeat',
      table: 'get_state watch',
      task: 'create update get list claim update_status',
      proposal: 'create get list attach_patch edit put_file delete_file request_review withdraw',
      vote: 'cast list',
      deliberation: 'open post close get',
      human: 'request_approval approval_status ask get_answer',
      resource: 'claim release status',
      repo: 'list read_file search',
      memory: 'record query',
    };
    const all = Object.entries(groups).flatMap(([group, rest]) =>
      rest.split(' ').map((name) => `${group}_${name}`),
    );
    expect(names.toSorted()).toEqual(all.toSorted());
  });

  test('accepts an idempotency key for exactly the tools that change data', () => {
    const reading = names.filter((name) => !tools[name].mutating);
    expect(reading.toSorted()).toEqual([
      'deliberation_get',
      'human_approval_status',
      'human_get_answer',
      'memory_query',
      'proposal_get',
      'proposal_list',
      'repo_list',
      'repo_read_file',
      'repo_search',
      'resource_status',
      'table_get_state',
      'table_watch',
      'task_get',
      'task_list',
      'vote_list',
    ]);
    for (const name of names) {
      const { input, mutating } = tools[name];
      expect([name, 'idempotency_key' in input.shape]).toEqual([name, mutating]);
      expect([name, input.safeParse(calls[name]).success]).toEqual([name, true]);
    }
  });

  test.each(names)('%s has a one-sentence description and describes all inputs', (name) => {
    expect(tools[name].description).toMatch(/^[A-Z][^.]*\.$/);
    const { properties = {} } = describeTool(name).inputSchema;
    for (const [field, schema] of Object.entries(properties)) {
      expect([field, schema]).toEqual([
        field,
        expect.objectContaining({ description: expect.stringMatching(/^\S.*\.$/) as string }),
      ]);
    }
  });
});

describe('ADD-RUN-3: tool names', () => {
  test('are accepted by all clients', () => {
    for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  });

  test('are found with a dot after the group, too', () => {
    for (const name of names) {
      const found = { name, tool: toolCatalogue[name] };
      expect(findTool(name)).toEqual(found);
      expect(findTool(name.replace('_', '.'))).toEqual(found);
    }
    for (const name of ['task', 'task.', 'task..create', 'toString', '__proto__'])
      expect(findTool(name)).toBeUndefined();
  });
});

test('the list of all tools takes at most 40 KB', () => {
  const tools = names.map((name) => describeTool(name));
  expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThanOrEqual(40_000);
});

describe('GAP-RC-MCP-4: the scopes of a token', () => {
  test('each tool requires the scope from the rule', () => {
    const byScope = Object.groupBy(names, (name) => tools[name].scope);
    const table = Object.entries(byScope).map(([scope, some]) => [scope, some.toSorted()]);
    expect(Object.fromEntries(table)).toEqual({
      'tasks:read': [
        'deliberation_get',
        'human_approval_status',
        'human_get_answer',
        'proposal_get',
        'proposal_list',
        'table_get_state',
        'table_watch',
        'task_get',
        'task_list',
        'vote_list',
      ],
      'tasks:write': [
        'resource_claim',
        'resource_release',
        'resource_status',
        'task_claim',
        'task_create',
        'task_update',
        'task_update_status',
      ],
      'proposals:write': [
        'deliberation_close',
        'deliberation_open',
        'deliberation_post',
        'human_request_approval',
        'proposal_attach_patch',
        'proposal_create',
        'proposal_delete_file',
        'proposal_edit',
        'proposal_put_file',
        'proposal_request_review',
        'proposal_withdraw',
      ],
      'reviews:write': ['vote_cast'],
      'turns:write': [
        'agent_heartbeat',
        'agent_turn_complete',
        'agent_turn_request',
        'agent_turn_start',
        'human_ask',
      ],
      'repo:read': ['repo_list', 'repo_read_file', 'repo_search'],
      'memory:read': ['memory_query'],
      'memory:write': ['memory_record'],
    });
    expect(Object.keys(mcpScopes).toSorted()).toEqual(Object.keys(byScope).toSorted());
  });

  test('agent and run are never inputs', () => {
    const fields = names.flatMap((name) =>
      Object.keys(tools[name].input.shape).map((field) => `${name} ${field}`),
    );
    const telling = /agent_id|run_id|actor|_by$|workspace|role|scope/;
    expect(fields.filter((field) => telling.test(field))).toEqual([
      // These ids name another agent's turn or a filter, not the caller.
      'agent_turn_request agent_id',
      'task_list assigned_agent_id',
    ]);
  });
});

describe('the input of a tool', () => {
  test.each(names)('%s accepts a valid call and rejects unknown fields', (name) => {
    const { input } = tools[name];
    expect(input.safeParse(sampleCall(name)).error).toBeUndefined();
    expect(input.safeParse({ ...sampleCall(name), surprise: 1 }).success).toBe(false);
  });

  const withText = names.filter((name) =>
    Object.values(sampleCall(name)).some((value) => typeof value === 'string'),
  );

  test.each(withText)('%s rejects text that the database cannot store', (name) => {
    const texts = Object.entries(sampleCall(name)).filter(([, value]) => typeof value === 'string');
    for (const [field, value] of texts) {
      for (const bad of ['\0', '\ud800']) {
        const call = { ...sampleCall(name), [field]: `${String(value)}${bad}` };
        expect([field, tools[name].input.safeParse(call).success]).toEqual([field, false]);
      }
    }
  });
});

describe('GAP-RC-MCP-1: the JSON schemas of a tool', () => {
  test.each(names)('%s accept and reject the same as the tool', (name) => {
    const { inputSchema, outputSchema } = describeTool(name);
    const written = JSON.parse(JSON.stringify(inputSchema)) as Parameters<
      typeof z.fromJSONSchema
    >[0];
    const read = z.fromJSONSchema(written);
    expect(read.safeParse(sampleCall(name)).error).toBeUndefined();
    expect(read.safeParse({ ...sampleCall(name), surprise: 1 }).success).toBe(false);
    const fields = Object.keys(outputSchema.properties ?? {});
    expect(fields).toEqual(Object.keys(tools[name].output.shape));
  });

  test('the newest protocol version comes first', () => {
    expect(protocolRevisions[0]).toBe('2026-07-28');
    expect(protocolRevisions.toSorted().toReversed()).toEqual(protocolRevisions);
  });
});

test('output schemas have the columns of their tables', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  const tables = await database.db.introspection.getTables();
  const shown = (tool: ToolName, part?: string): string[] => {
    const whole = tools[tool].output.shape;
    const schema = part === undefined ? whole : (whole[part] as z.ZodObject).shape;
    return Object.keys(schema).toSorted();
  };
  const columns = (name: string, unless: readonly string[] = ['seq']): string[] =>
    tables
      .find((table) => table.name === name)!
      .columns.map((column) => column.name)
      .filter((column) => !unless.includes(column))
      .toSorted();
  expect(shown('task_get')).toEqual(
    [...columns('tasks', ['seq', 'taken_over_by', 'blocked_by']), 'waits_for'].toSorted(),
  );
  expect(shown('proposal_withdraw')).toEqual(
    [...columns('proposals', ['seq', 'decided_hunks']), 'patch'].toSorted(),
  );
  expect(shown('deliberation_close')).toEqual(columns('deliberations'));
  expect(shown('human_approval_status')).toEqual(columns('approval_requests'));
  expect(shown('resource_claim')).toEqual(columns('resource_claims'));
  const progress = ['resumed_after_event_id', 'progress_sha256', 'progress_turns'];
  const internal = [...progress, 'budget', 'agent_budgets'];
  expect(shown('table_get_state', 'run')).toEqual(
    columns('runs', ['seq', 'started_by', 'reason_detail', ...internal]),
  );
});
