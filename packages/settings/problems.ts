import { defineProblems } from '@galley/kernel';

export const settingsProblems = defineProblems({
  invalid_configuration: ['invalid', 'The configuration is not valid'],
  invalid_site_settings: ['invalid', 'The site settings are not valid'],
  invalid_custom_fields: ['invalid', 'The custom fields are not valid'],
  invalid_plugin_settings: ['invalid', 'The settings of the plugins are not valid'],
  invalid_fields: ['unprocessable', 'Some fields are not valid'],
  stale_revision: ['conflict', 'It has changed since you opened it'],
  not_found: ['not_found', 'Not found'],
  settings_not_editable: ['conflict', 'The file cannot be changed this way'],
  settings_not_written: [
    'unavailable',
    'The settings could not be written',
    'insufficient_storage',
  ],
});
