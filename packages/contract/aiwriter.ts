import { z } from 'zod';
import { defineNoun } from './operation.ts';
import { dateTime, problemDocument, text } from './shapes.ts';

const create = { capability: 'documents.create' } as const;

/** Maximum lengths of inputs in characters, and of the requested text. */
const most = { prompt: 20_000, type: 100, title: 300, style: 500, length: 100_000 };

const generated = z
  .object({
    content: z.string(),
    tokens_used: z
      .int()
      .meta({ description: 'Of prompt and text; estimated where the endpoint does not say.' }),
    model: z.string(),
    generated_at: dateTime,
    truncated: z.boolean().meta({
      description: 'The text was cut: at `max_length`, or where the endpoint’s tokens ended.',
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
    summary: 'How the AI writer is set up. Its key is never told, only whether there is one',
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
      'Have a text written, all at once or, for who accepts `text/event-stream`, as it comes. Nothing is saved',
    body: z.strictObject({
      prompt: text()
        .max(most.prompt)
        .refine((prompt) => prompt.trim() !== '', 'must say what is to be written'),
      type: text().max(most.type).optional().meta({ description: 'The kind of text.' }),
      title: text().max(most.title).optional(),
      style: text().max(most.style).optional(),
      max_length: z
        .int()
        .min(1)
        .max(most.length)
        .optional()
        .meta({ description: 'How many characters the text has at most.' }),
    }),
    answer: generated,
    eventStream: z.union([z.object({ text: z.string() }), generated, problemDocument]).meta({
      description:
        'By its event: `text`, a piece of the text, to be joined to those before; `done`, once, an AiGenerateResponse; or in its place `problem`, once, a Problem. Comments in between say that all is well.',
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
    summary:
      'What the caller has used of the AI writer today, and what is left; a day ends at midnight UTC',
    answer: z
      .object({
        requests_today: count(),
        tokens_today: count(),
        tokens_last_30_days: count(),
        tokens_per_day: limit().meta({ description: 'null: no limit.' }),
        tokens_left: limit(),
        requests_per_minute: limit().meta({ description: 'null: no limit.' }),
        requests_left: limit().meta({ description: 'Within this minute.' }),
        resets_at: dateTime.meta({ description: 'When the next day begins.' }),
      })
      .meta({ id: 'AiUsage', description: 'Tokens of what is under way count as used.' }),
    problems: ['not_found'],
    example: {},
  },
});
