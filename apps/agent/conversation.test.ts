import { describe, expect, test } from 'vitest';
import { Conversation, estimateTokens, lengthOf } from './conversation.ts';
import type { ModelAnswer } from './model/model-answer.ts';

const given = { instructions: 'Work.', task: 'The task.', state: '{"run":1}', maxTokens: 1_000 };

function answerWith(...ids: readonly string[]): ModelAnswer {
  const calls = ids.map((id) => ({ id, tool: 'repo_read_file', input: {}, text: '{}' }));
  const message = { role: 'assistant', content: null, tool_calls: calls };
  return { text: '', thinking: '', calls, isCut: false, message, usage: undefined };
}

const rolesOf = (conversation: Conversation) =>
  conversation
    .messages()
    .map(({ role }) => role)
    .join(' ');
const sizeOf = (conversation: Conversation) => estimateTokens(lengthOf(conversation.messages()));

describe('a conversation', () => {
  test('begins with instructions, task and state', () => {
    const [system, user, ...more] = new Conversation(given).messages();
    expect(system).toEqual({ role: 'system', content: 'Work.' });
    expect(user!['content']).toBe('The task.\n\nState of the run:\n{"run":1}');
    expect(more).toEqual([]);
  });

  test('removes the oldest results first, then whole rounds, and never the task', () => {
    const conversation = new Conversation(given);
    for (let n = 1; n <= 3; n += 1)
      conversation.addResults(answerWith(`c${n}`), ['x'.repeat(1_000)]);
    const [, , , first, , second, , third] = conversation.messages();
    expect(first).toMatchObject({
      tool_call_id: 'c1',
      content: '[Removed to save space: 1000 characters. Call the tool again if you need them.]',
    });
    expect(String(second!['content']) + String(third!['content'])).toBe('x'.repeat(2_000));
    for (let n = 4; n <= 40; n += 1)
      conversation.addResults(answerWith(`c${n}`), ['x'.repeat(1_000)]);
    expect(rolesOf(conversation)).toMatch(/^system user(?: assistant tool)+$/);
    expect(sizeOf(conversation)).toBeLessThanOrEqual(1_000);
    expect(conversation.messages()[1]!['content']).toContain('The task.');
    expect(conversation.messages().at(-1)).toMatchObject({ tool_call_id: 'c40' });
  });

  test('shortens long results, also of parallel calls, and a long state', () => {
    const conversation = new Conversation({ ...given, state: 's'.repeat(90_000) });
    const ids = ['a', 'b', 'c'];
    conversation.addResults(
      answerWith(...ids),
      ids.map(() => '😀'.repeat(9_000)),
    );
    expect(sizeOf(conversation)).toBeLessThanOrEqual(1_000);
    for (const { role, content } of conversation.messages().slice(3)) {
      expect([role, content]).toEqual(['tool', expect.stringMatching(/\[Cut here: \d+ more/)]);
      expect(String(content).isWellFormed()).toBe(true);
    }
  });

  test('shrinks when the model has less room than expected, until nothing is left to remove', () => {
    const conversation = new Conversation(given);
    for (let n = 1; n <= 3; n += 1) conversation.addResults(answerWith(`c${n}`), ['x'.repeat(900)]);
    let times = 0;
    for (let before = sizeOf(conversation); conversation.shrink(); times += 1) {
      expect(sizeOf(conversation)).toBeLessThan(before);
      before = sizeOf(conversation);
    }
    expect(times).toBeGreaterThan(2);
    expect(times).toBeLessThan(20);
    expect(conversation.messages()[1]!['content']).toContain('The task.');
  });

  test('refuses a task that leaves no room for work', () => {
    expect(() => new Conversation({ ...given, task: 'x'.repeat(2_500) })).toThrow(
      '--context-tokens',
    );
  });
});
