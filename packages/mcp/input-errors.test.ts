import { expect, test } from 'vitest';
import { describeInputErrors } from './input-errors.ts';
import { toolCatalogue, type McpTool, type ToolName } from './tool-catalogue.ts';

const tools: Readonly<Record<ToolName, McpTool>> = toolCatalogue;

function errorsOf(name: ToolName, given: unknown): string[] {
  const { input } = tools[name];
  const { error } = input.safeParse(given);
  const errors = describeInputErrors(error!, { name, input, given });
  return errors.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
}

test.each<[string, ToolName, unknown, string]>([
  [
    'a missing argument',
    'task_create',
    {},
    'title: missing; give a string. Short summary of the work.',
  ],
  [
    'a missing choice',
    'vote_cast',
    { proposal_id: 'p' },
    'decision: missing; give "approve", "reject" or "abstain". Your vote.',
  ],
  [
    'another choice',
    'vote_cast',
    { proposal_id: 'p', decision: 'yes' },
    'decision: must be "approve", "reject" or "abstain", not "yes".',
  ],
  [
    'another type',
    'task_list',
    { statuses: 'open' },
    'statuses: must be a list, not a string. Only tasks with these statuses.',
  ],
  [
    'another type within a list',
    'task_list',
    { statuses: [4] },
    'statuses.0: must be a string, not a number. Only tasks with these statuses.',
  ],
  [
    'null for an optional argument',
    'task_list',
    { assigned_agent_id: null },
    'assigned_agent_id: must be a string, not null. The id of an agent; lists only its tasks.',
  ],
  ['a small number', 'table_watch', { after: -1 }, 'after: must be at least 0, not -1.'],
  [
    'a fraction',
    'table_watch',
    { after: 0.5 },
    'after: must be a whole number, not 0.5. ID of the last event that you have seen; 0 for all events.',
  ],
  [
    'a long text',
    'task_create',
    { title: 'x'.repeat(301) },
    'title: must have at most 300 characters, not 301.',
  ],
  ['an empty text', 'task_create', { title: '' }, 'title: must have at least 1 character, not 0.'],
  ['an empty list', 'task_list', { statuses: [] }, 'statuses: must have at least 1 item, not 0.'],
  [
    'text that cannot be stored',
    'task_create',
    { title: 'a\0' },
    'title: must not hold a NUL character or half a surrogate pair.',
  ],
  [
    'an unknown argument',
    'task_claim',
    { task_id: 't', id: 't' },
    'task_claim has no argument "id". It takes: task_id, idempotency_key.',
  ],
  ['a list of arguments', 'task_create', [], 'must be an object with arguments, not a list.'],
])('says what is right instead of %s', (...[, name, given, message]) => {
  expect(errorsOf(name, given)).toEqual([message]);
});

test('shows the form of an argument, and only the beginning of a long value', () => {
  const given = { proposal_id: 'p', decision: 'approve', patch_sha256: 'z'.repeat(500) };
  expect(errorsOf('vote_cast', given)).toEqual([
    expect.stringMatching(
      /^patch_sha256: "z{99}… does not have the right form\. SHA-256 of the patch/,
    ),
  ]);
});

test('lists ten errors at most', () => {
  expect(errorsOf('task_list', { statuses: Array.from({ length: 20 }, () => 1) })).toHaveLength(10);
});
