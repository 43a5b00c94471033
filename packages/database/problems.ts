import { defineProblems } from '@galley/kernel';

export const databaseProblems = defineProblems({
  unavailable: ['unavailable', 'Temporarily unavailable'],
  database_newer: ['unavailable', 'A newer Galley has migrated the database'],
});
