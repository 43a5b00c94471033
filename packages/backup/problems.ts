import { defineProblems } from '@galley/kernel';

export const backupProblems = defineProblems({
  not_found: ['not_found', 'There is nothing here'],
  invalid_archive: ['unprocessable', 'The archive cannot be used'],
  backup_running: ['conflict', 'A backup is being made'],
  backup_failed: ['unavailable', 'The backup could not be made'],
  git_unusable: ['conflict', 'The git repository of the content tree cannot be used'],
  insufficient_storage: ['insufficient_storage', 'There is not enough room on the disk'],
  restore_running: ['conflict', 'A backup is being restored'],
  restore_failed: ['unavailable', 'The backup could not be restored'],
  security_settings_change: ['conflict', 'The backup has other security settings'],
  database_not_empty: ['conflict', 'The database holds something'],
  database_in_use: ['conflict', 'The database is in use'],
  tree_fixed: ['conflict', 'The content folder cannot be replaced'],
});
