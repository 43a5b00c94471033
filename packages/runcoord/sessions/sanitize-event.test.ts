import { describe, expect, test } from 'vitest';
import { bytesOf, maxEventBytes, sanitizeEvent } from './sanitize-event.ts';
import type { SessionEvent } from './session-event.ts';

const call = (input: unknown): SessionEvent => ({
  kind: 'tool_call',
  id: '1',
  tool: 'edit',
  input,
});

describe('an event of a session', () => {
  test('stays as it is if it can be stored', () => {
    const event = call({ path: 'a.md', lines: [1, 2], deep: { on: true, no: null } });
    expect(sanitizeEvent(event)).toEqual(event);
  });

  test('GAP-RC-API-8: has its secrets masked, also by the names of inputs', () => {
    const token = `galley_worker_${'xY'.repeat(21)}z`;
    expect(sanitizeEvent({ kind: 'message', text: `Use ${token}.` })).toEqual({
      kind: 'message',
      text: 'Use [redacted].',
    });
    expect(sanitizeEvent(call({ password: 'hunter2', list: ['Bearer abcdefgh'] }))).toEqual(
      call({ password: '[redacted]', list: ['Bearer [redacted]'] }),
    );
  });

  test('loses what PostgreSQL cannot store: NUL, half characters, endless depth', () => {
    let deep: unknown = 'the end';
    for (let level = 0; level < 20_000; level += 1) deep = [deep];
    const text = JSON.stringify(sanitizeEvent(call(deep)));
    expect(text).not.toContain('the end');
    expect(text.length).toBeLessThan(1_000);
    expect(sanitizeEvent({ kind: 'output', text: 'a\0b\ud800c' })).toEqual({
      kind: 'output',
      text: 'ab\ufffdc',
    });
    expect(sanitizeEvent(call({ 'a\0': '\0' }))).toEqual(call({ a: '' }));
  });

  test.each<[string, (text: string) => SessionEvent]>([
    ['message', (text) => ({ kind: 'message', text })],
    ['tool result', (text) => ({ kind: 'tool_result', id: text, text, isError: false })],
    ['tool call', (text) => ({ kind: 'tool_call', id: text, tool: text, input: { text } })],
    ['error', (text) => ({ kind: 'error', code: 'other', text })],
  ])('a large %s is cut to 64 KiB, with a mark', (_kind, eventOf) => {
    for (const character of ['a', '\u0001', 'ß', '墨', '🖋'])
      for (const length of [maxEventBytes, 10 * maxEventBytes]) {
        const cut = sanitizeEvent(eventOf(character.repeat(length)));
        expect(bytesOf(cut)).toBeLessThanOrEqual(maxEventBytes);
        expect(bytesOf(cut)).toBeGreaterThan(maxEventBytes / 4);
        expect(JSON.stringify(cut)).toMatch(/… \[\d+ more characters were cut\]/);
        expect(sanitizeEvent(cut)).toEqual(cut);
      }
  });

  test('long names of models and resumable sessions are shortened, and odd usage becomes countable', () => {
    const usage = { inputTokens: 1, outputTokens: 2, usd: null };
    const long = 'm'.repeat(5_000);
    expect(
      bytesOf(sanitizeEvent({ kind: 'usage', usage: { ...usage, model: long } })),
    ).toBeLessThan(1_200);
    expect(bytesOf(sanitizeEvent({ kind: 'resumable', id: long }))).toBeLessThan(1_200);
    const odd = { model: null, inputTokens: 1.5, outputTokens: Number.NaN, usd: -1 };
    expect(sanitizeEvent({ kind: 'usage', usage: odd })).toEqual({
      kind: 'usage',
      usage: { model: null, inputTokens: 2, outputTokens: 0, usd: 0 },
    });
    const unknown: SessionEvent = { kind: 'usage', usage: { ...usage, model: null } };
    expect(sanitizeEvent(unknown)).toEqual(unknown);
  });
});
