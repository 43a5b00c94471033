import { defineProblems } from '@galley/kernel';

export const runProblems = defineProblems({
  invalid_run_action: ['invalid', 'There is no such action on runs'],
  illegal_run_transition: ['conflict', 'The run cannot do that from the state that it is in'],
  // Unavailable when nothing was begun yet.
  run_transition_failed: ['conflict', 'The state of the run could not be changed', 'unavailable'],
  run_not_found: ['not_found', 'There is no such run'],
  workspace_not_found: ['not_found', 'There is no such workspace'],
  invalid_request: ['invalid', 'The request is not valid'],
  proposal_not_found: ['not_found', 'There is no such proposal'],
  approval_not_found: ['not_found', 'There is no such request for approval'],
  own_request: ['forbidden', 'You have a part in what is to be decided'],
  already_decided: ['conflict', 'This has been decided already'],
  patch_changed: ['conflict', 'The proposal has another patch by now'],
  too_many_waiting: ['unavailable', 'Too many are waiting for events here'],
  run_fenced: ['conflict', 'The run is no longer this coordinator’s'],
  run_not_recorded: ['unavailable', 'That a tick of the run failed could not be recorded'],
  malformed_turn_event: ['unprocessable', 'An event about a turn cannot be understood'],
  store_unavailable: ['unavailable', 'The runs cannot be reached at the moment'],
});
