import { defineProblems } from '@galley/kernel';

export const coordinatorProblems = defineProblems({
  token_refused: ['forbidden', 'The token in the terminal does not allow this'],
  run_held: ['conflict', 'Another coordinator has the run'],
  token_missing: ['invalid', 'There is no token of a worker'],
  endpoint_invalid: ['invalid', 'It is no address of an MCP endpoint'],
});
