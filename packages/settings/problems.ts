import { defineProblems } from '@galley/kernel';

export const settingsProblems = defineProblems({
  invalid_configuration: ['invalid', 'The configuration is not valid'],
  invalid_site_settings: ['invalid', 'The site settings are not valid'],
  settings_not_written: ['unavailable', 'The settings could not be written'],
});
