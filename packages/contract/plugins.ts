import { z } from 'zod';
import { defineNoun } from './operation.ts';
import { okResponse, text } from './shapes.ts';

const manage = { capability: 'plugins.manage' } as const;

const permission = z
  .object({
    name: z.string(),
    means: z.string().meta({ description: 'What it lets the plugin do, in words.' }),
    risky: z.boolean().meta({ description: 'It is more than reading.' }),
  })
  .meta({ id: 'PluginPermission' });

const panel = z
  .object({
    title: z.string(),
    help: z.string(),
    source: z.string().nullable().meta({
      description: 'The GET route of the plugin whose answer the page shows.',
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
    builtin: z.boolean().meta({ description: 'It comes with Galley.' }),
    state: z.enum(['off', 'running', 'needs_approval', 'failed', 'broken']).meta({
      description:
        '`needs_approval` asks for more than somebody agreed to; `failed` was switched off by Galley; `broken` cannot be used as it is.',
    }),
    permissions: z.array(permission),
    hosts: z.array(z.string()),
    needs_approval: z.boolean().meta({
      description: 'Switching it on needs `approve_risk: true`.',
    }),
    last_error: z.string().nullable().meta({
      description: 'Why it failed or cannot be used, with file and line.',
    }),
    hooks: z.array(z.string()).meta({ description: 'What it is told of.' }),
    filters: z.array(z.string()).meta({ description: 'What of the public pages it changes.' }),
    blocks: z.array(z.string()).meta({ description: 'Blocks that texts can have with it.' }),
    jobs: z.array(z.object({ name: z.string(), every: z.int() })).meta({
      description: 'What it does by itself, and how often, in milliseconds.',
    }),
    routes: z.array(z.object({ method: z.string(), path: z.string(), access: z.string() })),
    has_settings: z.boolean().meta({
      description: 'The section `plugin:<name>` of the settings is its own.',
    }),
    panel: panel.nullable(),
  })
  .meta({ id: 'PluginInfo' });

const name = () => text().min(1).max(200);

export const plugins = defineNoun('plugins', {
  list: {
    get: '/plugins',
    access: manage,
    summary: 'Every plugin, by name, the broken ones among them',
    answer: z.array(pluginInfo),
    problems: [],
    example: {},
  },

  enable: {
    post: '/plugins/enable',
    access: manage,
    recentlyConfirmed: {},
    audited: { action: 'plugin.enable', target: 'name' },
    summary: 'Switch a plugin on. It is loaded first: what is broken stays off',
    body: z.strictObject({
      name: name(),
      approve_risk: z.boolean().default(false).meta({
        description: 'You agree to what its permissions let it do.',
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
    summary: 'Stop a plugin, and leave it off',
    body: z.strictObject({ name: name() }),
    answer: okResponse,
    problems: ['plugin_not_found'],
    example: { body: { name: 'no-such-plugin' }, refused: [404, 'plugin_not_found'] },
  },
});
