import { expect, test } from 'vitest';
import { describeInputErrors } from './input-errors.ts';
import { toolCatalogue, type McpTool, type ToolName } from './tool-catalogue.ts';

const tools: Readonly<Record<ToolName, McpTool>> = toolCatalogue;

function errorsOf(name: ToolName, given: unknown): string[] {
  const { input } = tools[name];
  const { error } = input.safeParse(given);
  const errors = describeInputErrors(error!, { input, given });
  return errors.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
}

test.each<[string, ToolName, unknown, string]>([
  ['a missing argument', 'task_create', {}, 'title: title is required'],
  ['a missing choice', 'vote_cast', { proposal_id: 'p' }, 'decision: decision is required'],
  [
    'another choice',
    'vote_cast',
    { proposal_id: 'p', decision: 'yes' },
    'decision: must be one of approve, reject, abstain, not "yes"',
  ],
  ['another type', 'task_list', { statuses: 'open' }, 'statuses: must be a list, not "open"'],
  ['another type within a list', 'task_list', { statuses: [4] }, 'statuses.0: must be text, not 4'],
  [
    'null for an optional argument',
    'task_list',
    { assigned_agent_id: null },
    'assigned_agent_id: must be text, not null',
  ],
  ['a small number', 'table_watch', { after: -1 }, 'after: must be at least 0, not -1'],
  ['a fraction', 'table_watch', { after: 0.5 }, 'after: must be a whole number, not 0.5'],
  [
    'a long text',
    'task_create',
    { title: 'x'.repeat(301) },
    'title: must have at most 300 characters, not 301',
  ],
  ['an empty text', 'task_create', { title: '' }, 'title: must not be empty'],
  ['an empty list', 'task_list', { statuses: [] }, 'statuses: must not be empty'],
  [
    'text that cannot be stored',
    'task_create',
    { title: 'a\0' },
    'title: must not hold a NUL character or half a surrogate pair',
  ],
  [
    'an unknown argument',
    'task_claim',
    { task_id: 't', id: 't' },
    'id: unknown key; there are task_id, idempotency_key',
  ],
  ['a list of arguments', 'task_create', [], 'must be a map of keys, not […]'],
])('says what is right instead of %s', (...[, name, given, message]) => {
  expect(errorsOf(name, given)).toEqual([message]);
});

test('shows the form of an argument, and only the beginning of a long value', () => {
  const given = { proposal_id: 'p', decision: 'approve', patch_sha256: 'z'.repeat(500) };
  expect(errorsOf('vote_cast', given)).toEqual([
    expect.stringMatching(/^patch_sha256: must be a valid value, not "z{99}…$/),
  ]);
});

test('lists twenty errors at most', () => {
  const unknown = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`x${index}`, 1]));
  expect(errorsOf('task_list', unknown)).toHaveLength(20);
});
