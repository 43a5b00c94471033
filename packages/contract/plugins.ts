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
    checks: z.array(z.enum(['document.save', 'document.publish'])).meta({
      description:
        'Events that the plugin can refuse. If it fails, saves go through and publications do not.',
    }),
    fields: z
      .array(z.object({ name: z.string(), label: z.string(), validated: z.boolean() }))
      .meta({ description: 'Field types; the module checks the values of `validated` ones.' }),
    endpoints: z
      .array(z.object({ method: z.string(), path: z.string() }))
      .meta({ description: 'Answered for everybody, below `/_plugins/<name>`.' }),
    blocks_publishing: z.string().nullable().meta({
      description:
        'Reason why the plugin cannot check publications. Nothing is published until it runs again, or is disabled.',
    }),
    previous_version: z.string().nullable().meta({
      description: 'Version that the last update replaced; `plugins/rollback` restores it.',
    }),
    has_settings: z.boolean().meta({
      description: 'Whether the plugin has its own settings section, `plugin:<name>`.',
    }),
    panel: panel.nullable(),
  })
  .meta({ id: 'PluginInfo' });

const change = z
  .object({
    kind: z.enum([
      'permission',
      'host',
      'hook',
      'filter',
      'block',
      'job',
      'route',
      'setting',
      'panel',
      'check',
      'field',
      'endpoint',
    ]),
    name: z.string().meta({ description: '`render`, `example.org`, `GET /report`.' }),
    change: z.enum(['added', 'removed', 'changed']).meta({
      description: '`changed`: the definition differs, such as the interval of a job.',
    }),
  })
  .meta({ id: 'PluginChange' });

const review = z
  .object({
    name: z.string(),
    version: z.string(),
    author: z.string(),
    description: z.string(),
    permissions: z.array(permission),
    hosts: z.array(z.string()),
    installed_version: z.string().nullable().meta({
      description: 'Null unless the plugin is installed; empty if it cannot be read.',
    }),
    changes: z.array(change).meta({
      description:
        'Differences from the installed version; everything is `added` if there is none.',
    }),
    needs_approval: z.boolean().meta({
      description:
        'The plugin is enabled, and this version requests more than was approved: the change requires `approve_risk`.',
    }),
    confirmation: z.string().meta({
      description: 'Names exactly these changes; `plugins/update` and `plugins/rollback` need it.',
    }),
  })
  .meta({ id: 'PluginReview' });

const name = () => text().min(1).max(200);

const confirmation = text().max(200).meta({
  description: '`confirmation` of the review of this change.',
});

const packageProblems = [
  'invalid_archive',
  'invalid_plugin',
  'plugin_built_in',
  'payload_too_large',
  'unsupported_media_type',
];
const storeProblems = ['plugin_change_running', 'plugins_not_written', 'reauthentication_required'];
const changeProblems = [
  'plugin_not_found',
  'plugin_changes_not_confirmed',
  'approval_of_risk_required',
  ...storeProblems,
];
const notAnArchive = { name: 'word-count.zip', content: 'PK' };

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

  review: {
    post: '/plugins/review',
    access: manage,
    summary:
      'Describe the plugin in a ZIP: its permissions, and its differences from the installed version',
    multipart: true,
    body: z.strictObject({}),
    answer: review,
    problems: packageProblems,
    example: { file: notAnArchive, refused: [422, 'invalid_archive'] },
  },

  install: {
    post: '/plugins/install',
    access: manage,
    recentlyConfirmed: {},
    audited: { action: 'plugin.install' },
    summary: 'Install a plugin from a ZIP; it stays disabled',
    multipart: true,
    body: z.strictObject({}),
    answer: review,
    problems: [...packageProblems, 'plugin_exists', ...storeProblems],
    example: { file: notAnArchive, refused: [422, 'invalid_archive'] },
  },

  update: {
    post: '/plugins/update',
    access: manage,
    recentlyConfirmed: {},
    audited: { action: 'plugin.update' },
    summary:
      'Replace an installed plugin with the reviewed ZIP; the previous version is kept, and an enabled plugin stays enabled',
    multipart: true,
    body: z.strictObject({
      confirmation,
      approve_risk: z.enum(['true', 'false']).default('false').meta({
        description: 'Approve the permissions and hosts of an enabled plugin.',
      }),
    }),
    answer: review,
    problems: [...packageProblems, ...changeProblems],
    example: {
      body: { confirmation: 'none' },
      file: notAnArchive,
      refused: [422, 'invalid_archive'],
    },
  },

  previous: {
    get: '/plugins/previous',
    access: manage,
    summary: 'Differences that a rollback brings',
    query: z.strictObject({ name: name() }),
    answer: review,
    problems: ['plugin_not_found', 'plugin_built_in', 'no_previous_version', 'invalid_plugin'],
    example: { query: { name: 'no-such-plugin' }, refused: [404, 'plugin_not_found'] },
  },

  rollback: {
    post: '/plugins/rollback',
    access: manage,
    recentlyConfirmed: {},
    audited: { action: 'plugin.rollback', target: 'name' },
    summary: 'Exchange the installed version of a plugin and the previous one',
    body: z.strictObject({
      name: name(),
      confirmation,
      approve_risk: z.boolean().default(false).meta({
        description: 'Approve the permissions and hosts of an enabled plugin.',
      }),
    }),
    answer: review,
    problems: ['plugin_built_in', 'no_previous_version', 'invalid_plugin', ...changeProblems],
    example: {
      body: { name: 'no-such-plugin', confirmation: 'none' },
      refused: [404, 'plugin_not_found'],
    },
  },

  delete: {
    post: '/plugins/delete',
    access: manage,
    recentlyConfirmed: {},
    audited: { action: 'plugin.delete', target: 'name' },
    summary: 'Delete a disabled plugin with its previous version; its settings are kept',
    body: z.strictObject({
      name: name(),
      remove_data: z.boolean().default(false).meta({
        description:
          'Also delete what the plugin stored in the database. Otherwise a plugin of the same name gets it.',
      }),
    }),
    answer: okResponse,
    problems: ['plugin_not_found', 'plugin_built_in', 'plugin_enabled', ...storeProblems],
    example: { body: { name: 'no-such-plugin' }, refused: [404, 'plugin_not_found'] },
  },
});
