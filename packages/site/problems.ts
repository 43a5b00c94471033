import { defineProblems } from '@galley/kernel';

export const siteProblems = defineProblems({
  theme_not_found: ['not_found', 'There is no such theme'],
  invalid_theme: ['unprocessable', 'The theme cannot be used'],
});

/** Problems of installing and switching themes. */
export const themeInstallProblems = defineProblems({
  already_exists: ['conflict', 'There is one already'],
  theme_install_running: ['conflict', 'A theme is being installed'],
  invalid_archive: ['unprocessable', 'The archive cannot be used'],
  invalid_theme_source: ['unprocessable', 'A theme cannot be taken from there'],
  invalid_theme_settings: ['unprocessable', 'The settings of the theme do not fit'],
  themes_not_written: [
    'unavailable',
    'The themes folder cannot be written',
    'insufficient_storage',
  ],
  upstream_failed: ['upstream_failed', 'The other server failed'],
  upstream_timeout: ['upstream_timeout', 'The other server took too long'],
});

export const buildProblems = defineProblems({
  page_failed: ['unprocessable', 'A page cannot be made'],
  public_directory_fixed: ['unprocessable', 'The public directory cannot be replaced'],
});
