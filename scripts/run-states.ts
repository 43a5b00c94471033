import { decisionTable } from '@galley/proposals';
import {
  activeProposalStatuses,
  blockedTaskStatus,
  actionsOfRun,
  runStates,
  decideRunState,
  terminalTaskStatuses,
  transitions,
  type Enforcement,
} from '@galley/runcoord';
import { code, type ReferenceSection } from './reference-table.ts';

const meanings: Readonly<Record<(typeof runStates)[number], string>> = {
  stopped: 'ended by a person; `start` creates a new run',
  starting: 'created, but not started',
  active: 'assigns tasks, requests reviews and schedules turns',
  'paused-intake': 'starts no new work; the current turn continues',
  draining: 'stopped, while the current turn finishes',
  degraded: 'ticks fail; the next successful tick makes the run active',
  completed: 'all tasks and proposals have ended',
  blocked: 'all remaining work is blocked',
  failed: 'ended after too many errors',
};

const codes = (names: readonly string[]): string => names.map(code).join(', ');

export function runSections(): ReferenceSection[] {
  return [runMeanings(), runTransitions(), runTicks()];
}

function runMeanings(): ReferenceSection {
  return {
    title: 'Run states',
    text: '`coordinator.enforcement` controls the effect of a state: with `recorded`, the coordinator only records it; with `enforced`, it acts on it.',
    head: ['State', 'Meaning'],
    rows: runStates.map((state) => [code(state), meanings[state]]),
  };
}

function runTransitions(): ReferenceSection {
  return {
    title: 'Actions of people',
    text: '`POST /api/v1/workspaces/{id}/runs/{action}` requires `runs.control` and acts on the newest run of the workspace. In other states it answers 409 `illegal_run_transition`. `start` creates a new run if none exists or the newest is `stopped`. With `enforced`, `stop` leads to `draining` during a turn. `POST /api/v1/workspaces/{id}/runs/{run}/{action}` acts on one run, and there `start` makes a stopped run active again.',
    head: ['Action', 'From', 'To'],
    rows: actionsOfRun.map((action) => {
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
      const settled = decideRunState({
        enforcement,
        state,
        reason: null,
        outcome,
        isTurnInFlight: false,
        hasNews: true,
      });
      return code(settled.state);
    });
  return {
    title: 'State after a tick',
    text: 'Work remains during a turn, while tasks and proposals are missing altogether, and while any work is active. With `enforced`, three failed ticks in a row change an active run of `galley start` to `degraded`. After `coordinator.max_consecutive_errors` failed ticks, `galley run` changes its run to `failed`. A draining run stays `draining` during a turn.',
    head: ['State', 'Enforcement', 'Work remains', 'All work ended', 'Remaining work is blocked'],
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
  return [
    tasksSection(),
    proposalsSection(),
    approvalsSection(),
    turnsSection(),
    deliberationsSection(),
  ];
}

function tasksSection(): ReferenceSection {
  return {
    title: 'Tasks',
    text: 'The status of a task is free text. All statuses outside this table count as active work.',
    head: ['Status', 'Counts as', 'Set by'],
    rows: [
      ['`open`', 'active work', '`task_create`'],
      [
        '`in_progress`',
        'active work',
        'the coordinator, which assigns open tasks, or `task_claim`',
      ],
      [code(blockedTaskStatus), 'blocked', '`task_update_status` of the assigned agent'],
      [codes(terminalTaskStatuses), 'ended', '`task_update_status` of the assigned agent'],
    ],
  };
}

const decisions = {
  accept: 'a person accepts it, which commits the patch to the repository',
  reject: 'a person rejects it',
  request_revision: 'a person returns it with a note',
} as const;

function proposalsSection(): ReferenceSection {
  const byPeople = Object.entries(decisionTable).map(([decision, { from, to }]) => [
    codes(from),
    code(to),
    decisions[decision as keyof typeof decisions],
    '`runs.approve`; not its author or requester',
  ]);
  return {
    title: 'Proposals',
    text: 'In other statuses, a decision answers 409 `illegal_proposal_decision`. Accepted, rejected, merged and withdrawn are final. An accepted proposal can be rolled back (`…/rollback`) and stays accepted. Proposed documents also follow [their own rules](../guides/agents.md#documents).',
    head: ['From', 'To', 'Event', 'Who'],
    rows: [
      ['', '`pending`', '`proposal_create`', 'an agent'],
      ['`pending`', '`in_review`', 'review requested', 'the coordinator, or its agent'],
      ...byPeople,
      [
        '`revision_requested`',
        '`pending`',
        '`proposal_request_review`, after the revision',
        'its agent',
      ],
      [
        codes(activeProposalStatuses),
        '`merged`',
        'its [pull request](../guides/recipes.md#pull-requests) is merged, without documents of the site',
        'a person on the remote',
      ],
      [codes(activeProposalStatuses), '`withdrawn`', '`proposal_withdraw`', 'its agent'],
    ],
  };
}

function approvalsSection(): ReferenceSection {
  return {
    title: 'Approval requests',
    text: 'An agent requests approval with `human_request_approval`. A decision applies to exactly one patch; a second decision answers 409 `already_decided`.',
    head: ['From', 'To', 'Event', 'Who'],
    rows: [
      ['', '`requested`', '`human_request_approval`', 'an agent'],
      ['`requested`', '`approved`', 'approved, or its proposal is accepted', '`runs.approve`'],
      [
        '`requested`',
        '`rejected`',
        'rejected, or its proposal is rejected or returned',
        '`runs.approve`',
      ],
      ['`requested`', '`withdrawn`', 'its proposal is withdrawn', 'the agent of the proposal'],
    ],
  };
}

function turnsSection(): ReferenceSection {
  return {
    title: 'Turns',
    text: 'A run handles turns one at a time, in the order of requests. The state of a turn follows from the events of its run.',
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
        'the coordinator, with `enforced`, after `coordinator.turn_lease` without activity; the supervisor, when the agent was interrupted or asked to end',
      ],
      [
        '`requested`, `scheduled`',
        '`expired`',
        '`agent.turn_expired`',
        'the coordinator, with `enforced`, or the supervisor, if the reason for the turn no longer exists',
      ],
      [
        '`scheduled`, `started`',
        '`failed`',
        '`agent.turn_failed`',
        'the supervisor, if the agent cannot start, exits with an error or changes nothing',
      ],
    ],
  };
}

function deliberationsSection(): ReferenceSection {
  return {
    title: 'Deliberations',
    text: 'Questions that agents discuss.',
    head: ['From', 'To', 'Event', 'Who'],
    rows: [
      ['', '`active`', '`deliberation_open`', 'an agent'],
      ['`active`', '`closed`', '`deliberation_close`', 'the agent that opened it'],
    ],
  };
}
