import { z } from 'zod';
import { defineNoun } from './operation.ts';
import { dateTime, text } from './shapes.ts';

const name = () => text().min(1).max(200);

const column = z.object({ name: z.string(), label: z.string(), type: z.string() });

export const pluginPanels = defineNoun('plugins', {
  panel: {
    get: '/plugins/panel',
    access: 'signed_in',
    summary: 'The panel of a running plugin, filled from its route; requires access to that route',
    query: z.strictObject({ name: name() }),
    answer: z
      .object({
        name: z.string(),
        title: z.string(),
        help: z.string(),
        columns: z.array(column),
        rows: z.array(z.record(z.string(), z.unknown())).meta({
          description: 'Values by column name; at most 1,000 rows.',
        }),
        has_more: z.boolean().meta({ description: 'Whether further rows exist.' }),
        summary: z.string().nullable().meta({ description: 'Text of the plugin above the table.' }),
        actions: z.array(
          z.object({
            label: z.string(),
            url: z
              .string()
              .meta({ description: 'Address for the POST request, as a path of the server.' }),
            confirm: z.string().nullable().meta({ description: 'Confirmation question.' }),
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
    summary: 'Scheduled jobs of running plugins, with their last results',
    query: z.strictObject({ name: name().optional() }),
    answer: z.array(
      z
        .object({
          plugin: z.string(),
          job: z.string(),
          every: z.int().meta({ description: 'Duration in milliseconds.' }),
          last_run_at: dateTime.nullable(),
          last_finished_at: dateTime.nullable().meta({
            description: 'Null while the job runs, and after an interrupted run.',
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
