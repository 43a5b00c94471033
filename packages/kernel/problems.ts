import { defineProblems } from './problem.ts';

export const kernelProblems = defineProblems({
  invalid_request: ['invalid', 'The request is not valid'],
  not_found: ['not_found', 'Not found'],
  forbidden: ['forbidden', 'You do not have permission to do this'],
  unavailable: ['unavailable', 'Temporarily unavailable'],
  insufficient_storage: ['insufficient_storage', 'Not enough disk space'],
  storage_failed: ['unavailable', 'A file could not be read or written'],
});
