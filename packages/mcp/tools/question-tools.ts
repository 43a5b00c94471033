import { z } from 'zod';
import { text } from '@galley/contract';
import { id, instant, line } from '../fields.ts';
import { mutatingTool, readingTool } from '../tool.ts';
import { toWire } from '@galley/kernel';

const question = z.object({
  id: z.string(),
  workspace_id: z.string().nullable(),
  run_id: z.string(),
  agent_id: z.string(),
  text: z.string(),
  choices: z.array(z.string()),
  due_at: instant.nullable(),
  asked_at: instant,
  answer: z.string().nullable().describe('Null until a person answers.'),
  answered_by: z.string().nullable(),
  answered_at: instant.nullable(),
});

export const questionTools = {
  human_ask: mutatingTool({
    description: 'Asks people a question; end your turn, because the answer starts your next one.',
    // Every role has it.
    scope: 'turns:write',
    input: {
      text: text().min(1).max(4_000).describe('The question.'),
      choices: z.array(line('An answer.')).max(10).default([]).describe('Suggested answers.'),
      due_at: instant.optional().describe('When you need the answer.'),
    },
    output: question,
    handle: async ({ work }, { due_at: dueAt, ...rest }) =>
      toWire(await work.questions.ask({ ...rest, dueAt })),
  }),
  human_get_answer: readingTool({
    description: 'Shows a question of your run and its answer.',
    scope: 'tasks:read',
    input: { question_id: id('the question') },
    output: question,
    handle: async ({ work }, { question_id: id }) => toWire(await work.questions.get(id)),
  }),
};
