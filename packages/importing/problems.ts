import { defineProblems } from '@galley/kernel';

export const importProblems = defineProblems({
  import_source_unreadable: ['unprocessable', 'The source of the import cannot be read'],
});
