import { defineProblems } from '@galley/kernel';

export const siteProblems = defineProblems({
  theme_not_found: ['not_found', 'Theme not found'],
  invalid_theme: ['unprocessable', 'The theme cannot be used'],
});

export const themeInstallProblems = defineProblems({
  already_exists: ['conflict', 'It already exists'],
  theme_in_use: ['conflict', 'The theme is in use'],
  theme_built_in: ['conflict', 'The theme comes with Galley'],
  no_previous_version: ['not_found', 'There is no previous version'],
  theme_install_running: ['conflict', 'A theme is being installed'],
  invalid_archive: ['unprocessable', 'The archive cannot be used'],
  invalid_theme_source: ['unprocessable', 'This theme source cannot be used'],
  invalid_theme_settings: ['unprocessable', 'The theme settings are not valid'],
  themes_not_written: ['unavailable', 'The themes folder is not writable', 'insufficient_storage'],
  upstream_failed: ['upstream_failed', 'The other server failed'],
  upstream_timeout: ['upstream_timeout', 'The other server took too long'],
});

export const buildProblems = defineProblems({
  page_failed: ['unprocessable', 'A page could not be rendered'],
  public_directory_fixed: ['unprocessable', 'The public directory cannot be replaced'],
});
