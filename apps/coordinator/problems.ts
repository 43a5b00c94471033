import { defineProblems } from '@galley/kernel';

export const coordinatorProblems = defineProblems({
  token_refused: ['forbidden', 'GALLEY_TOKEN does not allow this'],
  decision_refused: ['conflict', 'The server refused the request'],
  server_unreachable: ['unavailable', 'Content server unreachable'],
  run_held: ['conflict', 'Another coordinator holds the run'],
  token_missing: ['invalid', 'Worker token missing'],
  coordinator_unavailable: ['unavailable', 'Coordinator unreachable'],
  supervisor_refused: ['unauthenticated', 'The coordinator rejected the supervisor token'],
  endpoint_invalid: ['invalid', 'Not an MCP endpoint'],
});
