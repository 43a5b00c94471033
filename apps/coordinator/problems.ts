import { defineProblems } from '@galley/kernel';

export const coordinatorProblems = defineProblems({
  token_refused: ['forbidden', 'The token in the terminal does not allow this'],
  run_held: ['conflict', 'Another coordinator has the run'],
  token_missing: ['invalid', 'There is no token of a worker'],
  coordinator_unavailable: ['unavailable', 'The coordinator cannot be reached'],
  supervisor_refused: [
    'unauthenticated',
    'The coordinator does not know the token of the supervisor',
  ],
  endpoint_invalid: ['invalid', 'It is no address of an MCP endpoint'],
});
