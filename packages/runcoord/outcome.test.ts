import { expect, test } from 'vitest';
import { decideOutcome, type WorkLeft } from './outcome.ts';

const nothing: WorkLeft = {
  hasOutstandingTurn: false,
  hasTasks: false,
  hasProposals: false,
  hasActiveWork: false,
  hasBlockedTasks: false,
  hasOpenQuestion: false,
};
const everything: WorkLeft = {
  hasOutstandingTurn: true,
  hasTasks: true,
  hasProposals: true,
  hasActiveWork: true,
  hasBlockedTasks: true,
  hasOpenQuestion: true,
};

test.each<[string, string, Partial<WorkLeft>, string, string]>([
  ['RC-ST-5', 'a turn is outstanding, whatever else', everything, 'active', 'pending_agent_turn'],
  ['RC-ST-5', 'a turn alone', { hasOutstandingTurn: true }, 'active', 'pending_agent_turn'],
  ['RC-ST-6', 'nothing at all', {}, 'active', 'awaiting_initial_work'],
  [
    'RC-ST-7',
    'tasks that are over',
    { hasTasks: true },
    'completed',
    'all_tasks_and_proposals_terminal',
  ],
  [
    'RC-ST-7',
    'proposals that are over',
    { hasProposals: true },
    'completed',
    'all_tasks_and_proposals_terminal',
  ],
  [
    'RC-ST-8',
    'a blocked task among those that are over',
    { hasTasks: true, hasBlockedTasks: true },
    'blocked',
    'all_remaining_tasks_blocked',
  ],
  [
    'ADD-RC',
    'a question to people, whatever is over or blocked',
    { hasTasks: true, hasBlockedTasks: true, hasOpenQuestion: true },
    'active',
    'awaiting_person',
  ],
  ['RC-ST-9', 'work', { hasTasks: true, hasActiveWork: true }, 'active', 'work_remains'],
  [
    'RC-ST-9',
    'work and a blocked task',
    { ...everything, hasOutstandingTurn: false },
    'active',
    'work_remains',
  ],
])('%s: %s', (...[, , work, state, reason]) => {
  expect(decideOutcome({ ...nothing, ...work })).toEqual({ state, reason });
});
