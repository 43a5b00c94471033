import { defineProblems } from '@galley/kernel';

export const importProblems = defineProblems({
  import_source_unreadable: ['unprocessable', 'The source of the import cannot be read'],
  import_format_unclear: ['unprocessable', 'The system of the source is not clear'],
  import_running: ['conflict', 'An import is running'],
  import_not_ready: ['conflict', 'The import cannot be started'],
});
