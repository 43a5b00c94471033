import { z } from 'zod';
import { defineNoun } from './operation.ts';
import { okResponse, text } from './shapes.ts';

const manage = { capability: 'plugins.manage' } as const;

const permission = z
  .object({
    name: z.string(),
    means: z.string().meta({ description: 'Description of the permission.' }),
    risky: z.boolean().meta({ description: 'The permission allows more than reading.' }),
  })
  .meta({ id: 'PluginPermission' });

const panel = z
  .object({
    title: z.string(),
    help: z.string(),
    source: z.string().nullable().meta({
      description: 'GET route of the plugin that provides the rows of the panel.',
    }),
    columns: z.array(z.object({ name: z.string(), label: z.string(), type: z.string() })),
    actions: z
      .array(z.object({ label: z.string(), route: z.string(), confirm: z.string().nullable() }))
      .meta({ description: 'Buttons that call POST routes of the plugin.' }),
  })
  .meta({ id: 'PluginPanel' });

const pluginInfo = z
  .object({
    name: z.string(),
    version: z.string(),
    author: z.string(),
    description: z.string(),
    enabled: z.boolean(),
    builtin: z.boolean().meta({ description: 'The plugin is built into Galley.' }),
    state: z.enum(['off', 'running', 'needs_approval', 'failed', 'broken']).meta({
      description:
        '`needs_approval`: the plugin requests unapproved permissions; `failed`: Galley disabled it after errors; `broken`: it cannot be loaded.',
    }),
    permissions: z.array(permission),
    hosts: z.array(z.string()),
    needs_approval: z.boolean().meta({
      description: 'Enabling the plugin requires `approve_risk: true`.',
    }),
    last_error: z.string().nullable().meta({
      description: 'Reason for the failure, with file and line.',
    }),
    hooks: z.array(z.string()).meta({ description: 'Events that the plugin receives.' }),
    filters: z
      .array(z.string())
      .meta({ description: 'Parts of public pages that the plugin changes.' }),
    blocks: z.array(z.string()).meta({ description: 'Content blocks that the plugin provides.' }),
    jobs: z.array(z.object({ name: z.string(), every: z.int() })).meta({
      description: 'Scheduled jobs, with their intervals in milliseconds.',
    }),
    routes: z.array(z.object({ method: z.string(), path: z.string(), access: z.string() })),
    has_settings: z.boolean().meta({
      description: 'Whether the plugin has its own settings section, `plugin:<name>`.',
    }),
    panel: panel.nullable(),
  })
  .meta({ id: 'PluginInfo' });

const name = () => text().min(1).max(200);

export const plugins = defineNoun('plugins', {
  list: {
    get: '/plugins',
    access: manage,
    summary: 'All plugins by name, including broken ones',
    answer: z.array(pluginInfo),
    problems: [],
    example: {},
  },

  enable: {
    post: '/plugins/enable',
    access: manage,
    recentlyConfirmed: {},
    audited: { action: 'plugin.enable', target: 'name' },
    summary: 'Enable a plugin; a plugin that fails to load stays disabled',
    body: z.strictObject({
      name: name(),
      approve_risk: z.boolean().default(false).meta({
        description: 'Approve the permissions of the plugin.',
      }),
    }),
    answer: okResponse,
    problems: [
      'plugin_not_found',
      'invalid_plugin',
      'approval_of_risk_required',
      'reauthentication_required',
    ],
    example: {
      body: { name: 'no-such-plugin', approve_risk: true },
      refused: [404, 'plugin_not_found'],
    },
  },

  disable: {
    post: '/plugins/disable',
    access: manage,
    audited: { action: 'plugin.disable', target: 'name' },
    summary: 'Stop and disable a plugin',
    body: z.strictObject({ name: name() }),
    answer: okResponse,
    problems: ['plugin_not_found'],
    example: { body: { name: 'no-such-plugin' }, refused: [404, 'plugin_not_found'] },
  },
});
