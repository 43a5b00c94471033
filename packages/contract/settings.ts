import { z } from 'zod';
import { defineNoun } from './operation.ts';
import { freeForm, okResponse, text } from './shapes.ts';

const settingsSection = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    fields: z.array(freeForm).meta({
      description:
        '`name label type required default help options`, and where they apply `multiple min max whole fields`; `source` says where the value comes from, `editable` whether the form may change it, `restart` whether that counts only after a restart.',
    }),
  })
  .meta({ id: 'SettingsSection' });

const settingsForm = z
  .object({
    section: z.string(),
    fields: settingsSection.shape.fields,
    values: freeForm.meta({
      description:
        'By the names of the fields. A map of names is a list of rows, each with its name in `key`.',
    }),
    revision: z.string().meta({ description: 'Of the file that the section is in.' }),
    restart_required: z
      .array(z.string())
      .meta({ description: 'Settings that the running server does not go by yet.' }),
  })
  .meta({ id: 'SettingsForm' });

const manage = { capability: 'config.manage' } as const;
const sectionId = () =>
  text().min(1).max(200).meta({ description: 'As `/settings/sections` lists it.' });

/** Settings and groups that control access, and publishing without a second person. */
const securitySettings = ['editorial', 'security', 'html'];

function hasSecuritySetting({ values }: Readonly<Record<string, unknown>>): boolean {
  const groups = Object.keys(values ?? {}).map((name) => name.split('.', 1)[0]!);
  return groups.some((group) => securitySettings.includes(group));
}

export const settings = defineNoun('settings', {
  sections: {
    get: '/settings/sections',
    access: manage,
    summary:
      'The groups of settings that forms show, among them one a theme and one a plugin with settings',
    answer: z.array(settingsSection),
    problems: ['invalid_site_settings', 'invalid_configuration', 'invalid_plugin_settings'],
    example: {},
  },

  form: {
    get: '/settings/form',
    access: manage,
    summary:
      'The fields of a section and their values, those that nobody has set with their defaults',
    query: z.strictObject({ section: sectionId() }),
    answer: settingsForm,
    problems: [
      'not_found',
      'invalid_site_settings',
      'invalid_configuration',
      'invalid_plugin_settings',
    ],
    example: { query: { section: 'feed' } },
  },

  save: {
    post: '/settings/form/save',
    access: manage,
    recentlyConfirmed: {
      tokens: 'named_scope',
      when: {
        holds: hasSecuritySetting,
        text: `to change ${securitySettings.map((name) => `\`${name}.…\``).join(', ')}`,
      },
    },
    audited: { action: 'settings.save', target: 'section' },
    summary: 'Change settings of a section, all of them or none; comments in the file stay',
    body: z.strictObject({
      section: sectionId(),
      values: freeForm.meta({
        description: 'Those that are left out stay as they are; null gives the default back.',
      }),
      expected_revision: text()
        .optional()
        .meta({ description: 'Refuse the save when the file is at another one.' }),
    }),
    answer: okResponse.extend({
      restart_required: z
        .array(z.string())
        .meta({ description: 'What was changed and counts only once the server starts anew.' }),
    }),
    problems: [
      'not_found',
      'invalid_fields',
      'stale_revision',
      'settings_not_editable',
      'settings_not_written',
      'invalid_site_settings',
      'invalid_configuration',
      'invalid_plugin_settings',
      'reauthentication_required',
    ],
    example: { body: { section: 'feed', values: { 'feed.limit': 20 } } },
  },
});
