import { defineProblems } from '@galley/kernel';

export const databaseProblems = defineProblems({
  unavailable: ['unavailable', 'Not available at the moment'],
  database_newer: ['unavailable', 'The database belongs to a newer Galley'],
});
