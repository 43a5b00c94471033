import { defineProblems } from './problem.ts';

/** Problems common to all packages. */
export const kernelProblems = defineProblems({
  invalid_request: ['invalid', 'The request is not valid'],
  not_found: ['not_found', 'There is nothing here'],
  forbidden: ['forbidden', 'You may not do this'],
  unavailable: ['unavailable', 'Not available at the moment'],
  insufficient_storage: ['insufficient_storage', 'There is not enough room on the disk'],
  storage_failed: ['unavailable', 'A file could not be written or read'],
});
