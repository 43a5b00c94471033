import { z } from 'zod';
import { faultIssue, fieldFault } from '@galley/kernel';
import { defineNoun } from './operation.ts';
import { dateTime, problemDocument, text } from './shapes.ts';

const create = { capability: 'documents.create' } as const;

/** Maximum lengths of inputs in characters, and of the requested text. */
const maxLengths = { prompt: 20_000, type: 100, title: 300, style: 500, length: 100_000 };

const generated = z
  .object({
    content: z.string(),
    tokens_used: z.int().meta({
      description: 'Tokens of the prompt and the text; an estimate if the endpoint reports none.',
    }),
    model: z.string(),
    generated_at: dateTime,
    truncated: z.boolean().meta({
      description: 'The text was cut off at `max_length` or at the token limit of the endpoint.',
    }),
  })
  .meta({ id: 'AiGenerateResponse' });

const count = () => z.int().min(0);
const limit = () => count().nullable();

export const aiwriter = defineNoun('aiwriter', {
  settings: {
    get: '/aiwriter/settings',
    base: 'plugins',
    access: create,
    summary:
      'Settings of the AI writer. The API key is never returned, only whether one is configured',
    answer: z
      .object({
        enabled: z.boolean(),
        api_key_configured: z.boolean(),
        model: z.string(),
        max_tokens: z.int(),
        temperature: z.number(),
      })
      .meta({ id: 'AiWriterSettings' }),
    problems: ['not_found'],
    example: {},
  },

  generate: {
    post: '/aiwriter/generate',
    base: 'plugins',
    access: create,
    summary:
      'Generate a text, in one response or, with `Accept: text/event-stream`, as a stream. Nothing is saved',
    body: z.strictObject({
      prompt: text()
        .max(maxLengths.prompt)
        .refine((prompt) => prompt.trim() !== '', faultIssue(fieldFault('empty'))),
      type: text().max(maxLengths.type).optional().meta({ description: 'Kind of text.' }),
      title: text().max(maxLengths.title).optional(),
      style: text().max(maxLengths.style).optional(),
      max_length: z
        .int()
        .min(1)
        .max(maxLengths.length)
        .optional()
        .meta({ description: 'Maximum length of the text in characters.' }),
    }),
    answer: generated,
    eventStream: z.union([z.object({ text: z.string() }), generated, problemDocument]).meta({
      description:
        'Events: `text` carries the next piece of the text; `done` ends the stream with an AiGenerateResponse; `problem` ends it with a Problem. Comments between events keep the connection alive.',
    }),
    problems: [
      'not_found',
      'not_configured',
      'rate_limited',
      'upstream_failed',
      'upstream_timeout',
    ],
    example: { body: { prompt: 'What colour is ink?' } },
  },

  usage: {
    get: '/aiwriter/usage',
    base: 'plugins',
    access: create,
    summary: 'AI writer usage and remaining quota of the caller; a day ends at midnight UTC',
    answer: z
      .object({
        requests_today: count(),
        tokens_today: count(),
        tokens_last_30_days: count(),
        tokens_per_day: limit().meta({ description: 'null: no limit.' }),
        tokens_left: limit(),
        requests_per_minute: limit().meta({ description: 'null: no limit.' }),
        requests_left: limit().meta({ description: 'Remaining requests in the current minute.' }),
        resets_at: dateTime.meta({ description: 'Start of the next day.' }),
      })
      .meta({ id: 'AiUsage', description: 'Tokens of requests in progress count as used.' }),
    problems: ['not_found'],
    example: {},
  },
});
