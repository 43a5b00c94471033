import { decisionTable } from '@galley/proposals';
import {
  activeProposalStatuses,
  blockedTaskStatus,
  runActions,
  runStates,
  settle,
  terminalTaskStatuses,
  transitions,
  type Enforcement,
} from '@galley/runcoord';
import { code, type ReferenceSection } from './reference-table.ts';

const meanings: Readonly<Record<(typeof runStates)[number], string>> = {
  stopped: 'ended by people; another start makes a new run',
  starting: 'made, and not begun',
  active: 'tasks are handed out, reviews asked for, turns scheduled',
  'paused-intake': 'nothing new is begun; a turn that is under way goes on',
  draining: 'stopped, and waiting for the turn under way',
  degraded: 'its ticks fail; a good one makes it active again',
  completed: 'every task and proposal is at its end',
  blocked: 'all that is left is blocked',
  failed: 'given up after too many errors',
};

const codes = (names: readonly string[]): string => names.map(code).join(', ');

export function runSections(): ReferenceSection[] {
  return [runMeanings(), runTransitions(), runTicks()];
}

function runMeanings(): ReferenceSection {
  return {
    title: 'What they mean',
    text: 'Whether a state holds for the coordinator is `coordinator.enforcement`: with `recorded` it is written down, with `enforced` it is so.',
    head: ['State', 'The run'],
    rows: runStates.map((state) => [code(state), meanings[state]]),
  };
}

function runTransitions(): ReferenceSection {
  return {
    title: 'What people do',
    text: '`POST /api/v1/workspaces/{id}/runs/{action}`, with `runs.control`, on the newest run of the workspace. From any other state it is 409 `illegal_run_transition`. `start` makes a new run where there is none or the newest is `stopped`. With `enforced`, `stop` leads to `draining` while a turn is under way.',
    head: ['Action', 'From', 'To'],
    rows: runActions.map((action) => {
      const { from, to } = transitions[action];
      return [code(action), codes(from), code(to)];
    }),
  };
}

const outcomes = [
  { state: 'active', reason: 'work_remains' },
  { state: 'completed', reason: 'all_tasks_and_proposals_terminal' },
  { state: 'blocked', reason: 'all_remaining_tasks_blocked' },
] as const;

function runTicks(): ReferenceSection {
  const after = (enforcement: Enforcement, state: string): string[] =>
    outcomes.map((outcome) => {
      const settled = settle({ enforcement, state, outcome, isTurnInFlight: false });
      return code(settled.state);
    });
  return {
    title: 'What a tick makes of it',
    text: 'While a turn is outstanding, while there is neither task nor proposal, and while some work is active, work remains. With `enforced`, three failed ticks in a row make an active run of `galley start` `degraded`. After `coordinator.max_consecutive_errors` of them, `galley run` makes its run `failed`. A run that is draining goes on draining while a turn is under way.',
    head: [
      'State',
      'Enforcement',
      'Work remains',
      'Nothing is left',
      'All that is left is blocked',
    ],
    rows: (['active', 'degraded', 'paused-intake', 'draining'] as const).flatMap((state) =>
      (['recorded', 'enforced'] as const).map((enforcement) => [
        code(state),
        code(enforcement),
        ...after(enforcement, state),
      ]),
    ),
  };
}

export function workSections(): ReferenceSection[] {
  return [tasks(), proposals(), approvals(), turns(), deliberations()];
}

function tasks(): ReferenceSection {
  return {
    title: 'Tasks',
    text: 'The status of a task is free text. What counts is whether it is work: any other status than these is.',
    head: ['Status', 'Counts as', 'Comes by'],
    rows: [
      ['`open`', 'active work', '`task.create`'],
      [
        '`in_progress`',
        'active work',
        'the coordinator, which assigns open tasks, or `task.claim`',
      ],
      [code(blockedTaskStatus), 'blocked', '`task.update_status`, by whoever it is assigned to'],
      [
        codes(terminalTaskStatuses),
        'at its end',
        '`task.update_status`, by whoever it is assigned to',
      ],
    ],
  };
}

const decisions = {
  accept: 'a person accepts: the patch is brought into the repository',
  reject: 'a person rejects',
  request_revision: 'a person sends it back, with a note',
} as const;

function proposals(): ReferenceSection {
  const byPeople = Object.entries(decisionTable).map(([decision, { from, to }]) => [
    codes(from),
    code(to),
    decisions[decision as keyof typeof decisions],
    '`runs.approve`, and not whoever made it or asked for it',
  ]);
  return {
    title: 'Proposals',
    text: 'From another status a decision is 409 `illegal_proposal_decision`. Accepted, rejected and withdrawn are ends; an accepted one can be taken back (`…/rollback`), and stays accepted. Documents among the proposed files follow [their own rules](../guides/agents.md#documents).',
    head: ['From', 'To', 'What happens', 'Who'],
    rows: [
      ['', '`pending`', '`proposal.create`', 'an agent'],
      ['`pending`', '`in_review`', 'a review is asked for', 'the coordinator, or its agent'],
      ...byPeople,
      [
        '`revision_requested`',
        '`pending`',
        '`proposal.request_review`, once it is revised',
        'its agent',
      ],
      [codes(activeProposalStatuses), '`withdrawn`', '`proposal.withdraw`', 'its agent'],
    ],
  };
}

function approvals(): ReferenceSection {
  return {
    title: 'Requests for approval',
    text: 'An agent asks people with `human.request_approval`. A decision is on exactly one patch; a second one is 409 `already_decided`.',
    head: ['From', 'To', 'What happens', 'Who'],
    rows: [
      ['', '`requested`', '`human.request_approval`', 'an agent'],
      ['`requested`', '`approved`', 'approved, or its proposal is accepted', '`runs.approve`'],
      [
        '`requested`',
        '`rejected`',
        'rejected, or its proposal is rejected or sent back',
        '`runs.approve`',
      ],
      ['`requested`', '`withdrawn`', 'its proposal is withdrawn', 'the agent of the proposal'],
    ],
  };
}

function turns(): ReferenceSection {
  return {
    title: 'Turns',
    text: 'First come, first served, one at a time in a run. The state of a turn is what the events of its run come to.',
    head: ['From', 'To', 'Event', 'Who'],
    rows: [
      [
        '',
        '`requested`',
        '`agent.turn_requested`',
        'an agent, the supervisor, or the start of a run',
      ],
      ['`requested`', '`scheduled`', '`agent.turn_scheduled`', 'the coordinator'],
      ['`scheduled`', '`started`', '`agent.turn_started`', 'its agent, or the supervisor for it'],
      [
        '`scheduled`, `started`',
        '`completed`',
        '`agent.turn_completed`',
        'its agent, or the supervisor for it',
      ],
      [
        '`scheduled`, `started`',
        '`expired`',
        '`agent.turn_expired`',
        'the coordinator, with `enforced`, after `coordinator.turn_lease` without a sign of life; the supervisor, when the agent has failed',
      ],
    ],
  };
}

function deliberations(): ReferenceSection {
  return {
    title: 'Deliberations',
    text: 'Questions that agents talk over.',
    head: ['From', 'To', 'What happens', 'Who'],
    rows: [
      ['', '`active`', '`deliberation.open`', 'an agent'],
      ['`active`', '`closed`', '`deliberation.close`', 'the agent that opened it'],
    ],
  };
}
