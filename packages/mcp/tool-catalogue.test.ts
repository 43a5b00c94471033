import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase } from '@galley/testing';
import {
  describeTool,
  mcpScopes,
  protocolRevisions,
  toolCatalogue,
  type McpTool,
  type ToolName,
} from './tool-catalogue.ts';

const names = Object.keys(toolCatalogue) as ToolName[];
const tools: Readonly<Record<ToolName, McpTool>> = toolCatalogue;

const calls: Readonly<Record<ToolName, Record<string, unknown>>> = {
  'agent.turn_request': { reason: 'go on' },
  'agent.turn_start': { request_event_id: 1 },
  'agent.turn_complete': { request_event_id: 1 },
  'agent.heartbeat': { request_event_id: 1 },
  'table.get_state': {},
  'table.watch': { after: 0 },
  'task.create': { title: 'Write' },
  'task.get': { task_id: 't' },
  'task.list': {},
  'task.claim': { task_id: 't' },
  'task.update_status': { task_id: 't', status: 'a status of its own' },
  'proposal.create': { title: 'Change', body: 'Because' },
  'proposal.get': { proposal_id: 'p' },
  'proposal.list': { statuses: ['pending'], task_id: 't', cursor: 'c', limit: 1 },
  'proposal.attach_patch': { proposal_id: 'p', base_revision: 'a'.repeat(40), patch: '--- a' },
  'proposal.request_review': { proposal_id: 'p' },
  'proposal.withdraw': { proposal_id: 'p' },
  'vote.cast': { proposal_id: 'p', decision: 'approve' },
  'vote.list': { proposal_id: 'p' },
  'deliberation.open': { topic: 'Which?' },
  'deliberation.post': { deliberation_id: 'd', body: 'This.' },
  'deliberation.close': { deliberation_id: 'd' },
  'deliberation.get': { deliberation_id: 'd' },
  'human.request_approval': { reason: 'May we?' },
  'human.approval_status': { approval_id: 'a' },
  'resource.claim': { resource: 'a.md' },
  'resource.release': { claim_id: 'c' },
  'resource.status': {},
  'repo.read_file': { path: 'content/posts/ink.md', revision: 'main' },
  'repo.search': { query: 'ink' },
  'memory.record': { topic: 'Ink', body: 'It is black.' },
  'human.ask': { text: 'Which tone?' },
  'human.get_answer': { question_id: 'question-1' },
  'memory.query': { query: 'ink' },
};

function sampleCall(name: ToolName): Record<string, unknown> {
  return tools[name].mutating ? { ...calls[name], idempotency_key: 'k' } : { ...calls[name] };
}

describe('GAP-RC-MCP-3: the catalogue', () => {
  test('has exactly the specified tools', () => {
    const groups = {
      agent: 'turn_request turn_start turn_complete heartbeat',
      table: 'get_state watch',
      task: 'create get list claim update_status',
      proposal: 'create get list attach_patch request_review withdraw',
      vote: 'cast list',
      deliberation: 'open post close get',
      human: 'request_approval approval_status ask get_answer',
      resource: 'claim release status',
      repo: 'read_file search',
      memory: 'record query',
    };
    const all = Object.entries(groups).flatMap(([group, rest]) =>
      rest.split(' ').map((name) => `${group}.${name}`),
    );
    expect(names.toSorted()).toEqual(all.toSorted());
  });

  test('requires an idempotency key for exactly the tools that change data', () => {
    const reading = names.filter((name) => !tools[name].mutating);
    expect(reading.toSorted()).toEqual([
      'deliberation.get',
      'human.approval_status',
      'human.get_answer',
      'memory.query',
      'proposal.get',
      'proposal.list',
      'repo.read_file',
      'repo.search',
      'resource.status',
      'table.get_state',
      'table.watch',
      'task.get',
      'task.list',
      'vote.list',
    ]);
    for (const name of names) {
      const { input, mutating } = tools[name];
      expect([name, 'idempotency_key' in input.shape]).toEqual([name, mutating]);
      const withoutKey = input.safeParse(calls[name]);
      expect([name, withoutKey.success]).toEqual([name, !mutating]);
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

describe('GAP-RC-MCP-4: the scopes of a token', () => {
  test('each tool requires the scope from the rule', () => {
    const byScope = Object.groupBy(names, (name) => tools[name].scope);
    const table = Object.entries(byScope).map(([scope, some]) => [scope, some.toSorted()]);
    expect(Object.fromEntries(table)).toEqual({
      'tasks:read': [
        'deliberation.get',
        'human.approval_status',
        'human.get_answer',
        'proposal.get',
        'proposal.list',
        'table.get_state',
        'table.watch',
        'task.get',
        'task.list',
        'vote.list',
      ],
      'tasks:write': [
        'human.ask',
        'resource.claim',
        'resource.release',
        'resource.status',
        'task.claim',
        'task.create',
        'task.update_status',
      ],
      'proposals:write': [
        'deliberation.close',
        'deliberation.open',
        'deliberation.post',
        'human.request_approval',
        'proposal.attach_patch',
        'proposal.create',
        'proposal.request_review',
        'proposal.withdraw',
      ],
      'reviews:write': ['vote.cast'],
      'turns:write': [
        'agent.heartbeat',
        'agent.turn_complete',
        'agent.turn_request',
        'agent.turn_start',
      ],
      'repo:read': ['repo.read_file', 'repo.search'],
      'memory:read': ['memory.query'],
      'memory:write': ['memory.record'],
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
      'agent.turn_request agent_id',
      'task.list assigned_agent_id',
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
  test.each(names)(
    '%s has two, of draft 2020-12, that accept and reject the same as the tool',
    (name) => {
      const { inputSchema, outputSchema } = describeTool(name);
      for (const { $schema, type } of [inputSchema, outputSchema]) {
        expect([$schema, type]).toEqual(['https://json-schema.org/draft/2020-12/schema', 'object']);
      }
      const written = JSON.parse(JSON.stringify(inputSchema)) as Parameters<
        typeof z.fromJSONSchema
      >[0];
      const read = z.fromJSONSchema(written);
      expect(read.safeParse(sampleCall(name)).error).toBeUndefined();
      expect(read.safeParse({ ...sampleCall(name), surprise: 1 }).success).toBe(false);
      if (tools[name].mutating) expect(read.safeParse(calls[name]).success).toBe(false);
    },
  );

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
  expect(shown('task.get')).toEqual(columns('tasks'));
  expect(shown('proposal.withdraw')).toEqual([...columns('proposals'), 'patch'].toSorted());
  expect(shown('deliberation.close')).toEqual(columns('deliberations'));
  expect(shown('human.approval_status')).toEqual(columns('approval_requests'));
  expect(shown('resource.claim')).toEqual(columns('resource_claims'));
  expect(shown('table.get_state', 'run')).toEqual(columns('runs', ['seq', 'started_by']));
});
