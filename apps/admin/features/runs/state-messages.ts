import type { RunWaiting } from '@galley/sdk';
import { defineMessages, currentMessages } from '../../lib/messages.ts';
import type { Tone } from '../../ui/index.ts';

export const stateMessages = defineMessages('state', {
  stopped: 'Stopped',
  starting: 'Starting',
  active: 'Active',
  uncoordinated: 'Waiting for a coordinator',
  'paused-intake': 'Paused',
  draining: 'Draining',
  degraded: 'Degraded',
  completed: 'Completed',
  blocked: 'Blocked',
  failed: 'Failed',
  open: 'Open',
  in_progress: 'In progress',
  pending: 'Pending',
  review: 'In review',
  in_review: 'In review',
  revision_requested: 'Revision requested',
  accepted: 'Accepted',
  merged: 'Merged',
  rejected: 'Rejected',
  approved: 'Approved',
  withdrawn: 'Withdrawn',
  done: 'Done',
  closed: 'Closed',
  cancelled: 'Cancelled',
  canceled: 'Cancelled',
  requested: 'Requested',
  idle: 'Idle',
  running: 'Running',
  working: 'Working',
  waiting: 'Waiting',
});

const reasonMessages = defineMessages('reason', {
  pending_agent_turn: 'An agent’s turn is in progress.',
  awaiting_initial_work: 'No tasks or proposals yet.',
  all_tasks_and_proposals_terminal: 'All tasks and proposals are done.',
  all_remaining_tasks_blocked: 'All remaining tasks are blocked.',
  work_remains: 'Work remains.',
  reopened: 'Reopened by a person.',
  budget_reached: 'The budget is used up.',
  awaiting_person: 'An agent waits for an answer.',
  no_progress: 'Several turns in a row changed nothing.',
  agent_failed: 'An agent failed several times.',
});

const riskMessages = defineMessages('risk', {
  low: 'Low risk',
  medium: 'Medium risk',
  high: 'High risk',
});

const roleMessages = defineMessages('role', {
  chair: 'Chair',
  architect: 'Architect',
  tester: 'Tester',
  security: 'Security',
  memory_oracle: 'Memory',
  implementer: 'Implementer',
  reviewer: 'Reviewer',
});

const voteMessages = defineMessages('vote', {
  approve: 'For',
  reject: 'Against',
  abstain: 'Abstained',
});

function translateName(messages: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(messages, name) ? messages[name]! : name;
}

export const stateName = (state: string): string =>
  translateName(currentMessages(stateMessages), state);
/** State to show: a run that no coordinator runs is not active. */
export function effectiveRunState(state: string, waiting: RunWaiting | null | undefined): string {
  return waiting?.kind === 'coordinator' ? 'uncoordinated' : state;
}

export const runStateName = (state: string, waiting: RunWaiting | null | undefined): string =>
  stateName(effectiveRunState(state, waiting));

/** With the server's sentence about it, which names the agent and the cause. */
export function reasonText(reason: string, detail: string | null = null): string {
  const text = translateName(currentMessages(reasonMessages), reason);
  return detail === null ? text : `${text} ${detail}`;
}

export const riskName = (risk: string): string =>
  translateName(currentMessages(riskMessages), risk);
export const roleName = (role: string): string =>
  translateName(currentMessages(roleMessages), role);
export const voteName = (vote: string): string =>
  translateName(currentMessages(voteMessages), vote);

const tones: readonly (readonly [Tone, readonly string[]])[] = [
  [
    'good',
    [
      'active',
      'accepted',
      'merged',
      'approved',
      'completed',
      'done',
      'closed',
      'running',
      'working',
    ],
  ],
  [
    'warn',
    ['uncoordinated', 'paused-intake', 'draining', 'revision_requested', 'requested', 'pending'],
  ],
  ['bad', ['degraded', 'blocked', 'failed', 'rejected']],
  ['info', ['in_progress', 'in_review', 'review', 'starting']],
];

export function stateTone(state: string): Tone {
  return tones.find(([, states]) => states.includes(state))?.[0] ?? 'plain';
}

export function riskTone(risk: string): Tone {
  if (risk === 'high') return 'bad';
  return risk === 'medium' ? 'warn' : 'plain';
}
