import { defineProblems } from '@galley/kernel';

/** Problems of making, keeping, checking and restoring backups. */
export const backupProblems = defineProblems({
  not_found: ['not_found', 'There is nothing here'],
  invalid_archive: ['unprocessable', 'The archive cannot be used'],
  backup_running: ['conflict', 'A backup is being made'],
  backup_failed: ['unavailable', 'The backup could not be made'],
  git_unusable: ['conflict', 'The git repository of the content tree cannot be used'],
  insufficient_storage: ['unavailable', 'There is not enough room on the disk'],
  restore_running: ['conflict', 'A backup is being restored'],
  restore_failed: ['unavailable', 'The backup could not be restored'],
  tree_fixed: ['conflict', 'The content folder cannot be replaced'],
});
