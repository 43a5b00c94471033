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
        '`name label type required default help options`, and if applicable `multiple min max whole fields`; `source` is the origin of the value, `editable` whether the form can change it, `restart` whether a change requires a restart.',
    }),
  })
  .meta({ id: 'SettingsSection' });

const settingsForm = z
  .object({
    section: z.string(),
    fields: settingsSection.shape.fields,
    values: freeForm.meta({
      description:
        'Values by field name. A map of names is a list of rows, each with its name in `key`.',
    }),
    revision: z.string().meta({ description: 'Revision of the file that contains the section.' }),
    restart_required: z
      .array(z.string())
      .meta({ description: 'Changed settings that take effect after a restart.' }),
  })
  .meta({ id: 'SettingsForm' });

const manage = { capability: 'config.manage' } as const;
const sectionId = () =>
  text().min(1).max(200).meta({ description: 'Section name, as listed by `/settings/sections`.' });

/** Settings and groups that control access, publishing without a second person, and where visitors send data. */
const securitySettings = ['editorial', 'security', 'html', 'csp', 'snippets', 'form_server'];

function hasSecuritySetting({ values }: Readonly<Record<string, unknown>>): boolean {
  const groups = Object.keys(values ?? {}).map((name) => name.split('.', 1)[0]!);
  return groups.some((group) => securitySettings.includes(group));
}

export const settings = defineNoun('settings', {
  sections: {
    get: '/settings/sections',
    access: manage,
    summary:
      'Sections of settings with a form, including one per theme and per plugin with settings',
    answer: z.array(settingsSection),
    problems: ['invalid_site_settings', 'invalid_configuration', 'invalid_plugin_settings'],
    example: {},
  },

  form: {
    get: '/settings/form',
    access: manage,
    summary: 'Fields and values of a section; unset fields have their default values',
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
    summary: 'Change settings of a section, all or none; comments in the file are preserved',
    body: z.strictObject({
      section: sectionId(),
      values: freeForm.meta({
        description: 'New values. Omitted settings stay unchanged; null restores the default.',
      }),
      expected_revision: text()
        .optional()
        .meta({ description: 'Refuse the save if the file has a different revision.' }),
    }),
    answer: okResponse.extend({
      restart_required: z
        .array(z.string())
        .meta({ description: 'Changed settings that take effect after a restart.' }),
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
