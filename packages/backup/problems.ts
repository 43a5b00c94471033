import { defineProblems } from '@galley/kernel';

export const backupProblems = defineProblems({
  not_found: ['not_found', 'Not found'],
  invalid_archive: ['unprocessable', 'The archive cannot be used'],
  identity_required: ['unprocessable', 'The backup is encrypted'],
  invalid_identity: ['unprocessable', 'The private key does not fit'],
  backup_running: ['conflict', 'Another backup is running'],
  backup_failed: ['unavailable', 'The backup failed'],
  git_unusable: ['conflict', 'The git repository of the content tree cannot be used'],
  insufficient_storage: ['insufficient_storage', 'Not enough disk space'],
  restore_running: ['conflict', 'A restore is running'],
  restore_failed: ['unavailable', 'The restore failed'],
  security_settings_change: ['conflict', 'The backup changes security settings'],
  database_not_empty: ['conflict', 'The database is not empty'],
  database_in_use: ['conflict', 'The database is in use'],
  tree_fixed: ['conflict', 'The content folder cannot be replaced'],
});
