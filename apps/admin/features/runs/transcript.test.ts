import type { AgentSessionEvent } from '@galley/sdk';
import { expect, test } from 'vitest';
import { filesOf, prettyJson, transcriptOf } from './transcript.ts';

const at = '2026-01-01T12:00:00.000Z';
const listed = (
  ...events: readonly (readonly [AgentSessionEvent['kind'], unknown])[]
): AgentSessionEvent[] =>
  events.map(([kind, payload], index) => ({
    session_id: 's1',
    seq: String(index + 1),
    kind,
    payload,
    at,
  }));

test('joins tool calls with their results, wherever they are', () => {
  const entries = transcriptOf(
    listed(
      ['tool_call', { id: 'a', tool: 'read', input: { path: 'a.md' } }],
      ['tool_call', { id: 'b', tool: 'read', input: { path: 'b.md' } }],
      ['tool_result', { id: 'b', text: 'No such file', is_error: true }],
      ['tool_result', { id: 'a', text: 'Ink', is_error: false }],
      ['tool_result', { id: 'c', text: 'Of no call', is_error: false }],
    ),
  );
  expect(entries).toEqual([
    {
      seq: '1',
      at,
      kind: 'tool',
      tool: 'read',
      input: { path: 'a.md' },
      result: { text: 'Ink', isError: false },
    },
    {
      seq: '2',
      at,
      kind: 'tool',
      tool: 'read',
      input: { path: 'b.md' },
      result: { text: 'No such file', isError: true },
    },
    { seq: '5', at, kind: 'output', text: 'Of no call' },
  ]);
});

test('payloads without the expected fields are shown empty', () => {
  const kinds = ['prompt', 'tool_call', 'usage', 'error', 'resumable', 'output'] as const;
  for (const payload of [null, 'odd', { text: 5, id: {}, usd: 'x' }])
    expect(transcriptOf(listed(...kinds.map((kind) => [kind, payload] as const)))).toMatchObject([
      { kind: 'prompt', text: '' },
      { kind: 'tool', tool: '', result: undefined },
      { kind: 'usage', model: null, input: 0, output: 0, usd: null },
      { kind: 'error', code: 'other', text: '' },
      { kind: 'resumable', id: '' },
      { kind: 'output', text: '' },
    ]);
});

test('lists the files of tool calls once, in order', () => {
  const input = (path: unknown) => ['tool_call', { id: '', tool: '', input: path }] as const;
  const events = listed(
    input({ path: 'b.md' }),
    input({ file_path: 'a.md' }),
    input({ path: 'b.md' }),
    input({ path: 5 }),
    input('c.md'),
  );
  expect(filesOf(events)).toEqual(['b.md', 'a.md']);
});

test('formats JSON, and leaves other text alone', () => {
  expect(prettyJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  for (const text of ['{not json}', 'plain', '12']) expect(prettyJson(text)).toBe(text);
});
