import { defineProblems } from '@galley/kernel';

export const pluginProblems = defineProblems({
  plugin_not_found: ['not_found', 'There is no such plugin'],
  invalid_plugin: ['unprocessable', 'The plugin cannot be used'],
  approval_of_risk_required: ['conflict', 'What the plugin may do has to be agreed to'],
  plugin_exists: ['conflict', 'The plugin is installed already'],
  plugin_built_in: ['conflict', 'The plugin comes with Galley'],
  plugin_enabled: ['conflict', 'The plugin is enabled'],
  plugin_change_running: ['conflict', 'Another plugin is being installed'],
  plugin_changes_not_confirmed: ['conflict', 'Other changes were confirmed'],
  no_previous_version: ['not_found', 'There is no previous version'],
  plugins_not_written: [
    'unavailable',
    'The plugins folder is not writable',
    'insufficient_storage',
  ],
  invalid_archive: ['unprocessable', 'The archive cannot be used'],
  plugin_not_running: ['not_found', 'The plugin is not running'],
  plugin_failed: ['upstream_failed', 'The plugin failed'],
  plugin_timeout: ['upstream_timeout', 'The plugin took too long'],
  check_failed: ['upstream_failed', 'A plugin could not check the document'],
  plugin_refused: ['unprocessable', 'The plugin does not do this'],
  invalid_call: ['unprocessable', 'A plugin asked for something in a wrong way'],
  storage_full: ['unprocessable', 'The plugin keeps too much'],
  fetch_refused: ['forbidden', 'The plugin may not send anything there'],
  fetch_failed: ['upstream_failed', 'What the plugin asked for over the network did not come'],
});
