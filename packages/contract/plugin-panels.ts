import { z } from 'zod';
import { defineNoun } from './operation.ts';
import { dateTime, text } from './shapes.ts';

const name = () => text().min(1).max(200);

const column = z.object({ name: z.string(), label: z.string(), type: z.string() });

export const pluginPanels = defineNoun('plugins', {
  panel: {
    get: '/plugins/panel',
    access: 'signed_in',
    summary: 'The page of a running plugin, filled from its route, for whoever may call that',
    query: z.strictObject({ name: name() }),
    answer: z
      .object({
        name: z.string(),
        title: z.string(),
        help: z.string(),
        columns: z.array(column),
        rows: z.array(z.record(z.string(), z.unknown())).meta({
          description: 'By the names of the columns; at most 1,000.',
        }),
        has_more: z.boolean().meta({ description: 'There are more rows than these.' }),
        summary: z
          .string()
          .nullable()
          .meta({ description: 'What the plugin says above the table.' }),
        actions: z.array(
          z.object({
            label: z.string(),
            url: z.string().meta({ description: 'Where to POST to, from the root of the server.' }),
            confirm: z.string().nullable().meta({ description: 'What to ask first.' }),
          }),
        ),
      })
      .meta({ id: 'FilledPluginPanel' }),
    problems: ['plugin_not_running', 'plugin_failed', 'plugin_timeout'],
    example: { query: { name: 'no-such-plugin' }, refused: [404, 'plugin_not_running'] },
  },

  jobs: {
    get: '/plugins/jobs',
    access: { capability: 'plugins.manage' },
    summary: 'What running plugins do at set times, and how it went the last time',
    query: z.strictObject({ name: name().optional() }),
    answer: z.array(
      z
        .object({
          plugin: z.string(),
          job: z.string(),
          every: z.int().meta({ description: 'Milliseconds.' }),
          last_run_at: dateTime.nullable(),
          last_finished_at: dateTime.nullable().meta({
            description: 'Null while it runs, and when it was cut off.',
          }),
          next_run_at: dateTime,
          last_error: z.string().nullable(),
        })
        .meta({ id: 'PluginJob' }),
    ),
    problems: [],
    example: {},
  },
});
