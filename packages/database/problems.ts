import { defineProblems } from '@galley/kernel';

export const databaseProblems = defineProblems({
  unavailable: ['unavailable', 'Temporarily unavailable'],
  database_newer: ['unavailable', 'The database belongs to a newer Galley'],
});
