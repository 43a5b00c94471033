/** Database-wide unless scoped. */
export interface WorkLeft {
  readonly hasOutstandingTurn: boolean;
  readonly hasTasks: boolean;
  readonly hasProposals: boolean;
  readonly hasActiveWork: boolean;
  readonly hasBlockedTasks: boolean;
  /** Always false in `recorded` mode, whose table of the contract knows no questions. */
  readonly hasOpenQuestion: boolean;
}

export type OutcomeReason =
  | 'pending_agent_turn'
  | 'awaiting_initial_work'
  | 'all_tasks_and_proposals_terminal'
  | 'all_remaining_tasks_blocked'
  | 'awaiting_person'
  | 'work_remains';

export interface Outcome {
  readonly state: 'active' | 'completed' | 'blocked';
  readonly reason: OutcomeReason;
}

interface Row extends Outcome {
  readonly when: (work: WorkLeft) => boolean;
}

/** The contract's table (Run outcome per tick), row by row. The first matching row applies. */
const rows: readonly Row[] = [
  {
    when: ({ hasOutstandingTurn }) => hasOutstandingTurn,
    state: 'active',
    reason: 'pending_agent_turn',
  },
  {
    when: ({ hasTasks, hasProposals }) => !hasTasks && !hasProposals,
    state: 'active',
    reason: 'awaiting_initial_work',
  },
  {
    when: ({ hasActiveWork, hasOpenQuestion }) => !hasActiveWork && hasOpenQuestion,
    state: 'active',
    reason: 'awaiting_person',
  },
  {
    when: ({ hasActiveWork, hasBlockedTasks }) => !hasActiveWork && !hasBlockedTasks,
    state: 'completed',
    reason: 'all_tasks_and_proposals_terminal',
  },
  {
    when: ({ hasActiveWork, hasBlockedTasks }) => !hasActiveWork && hasBlockedTasks,
    state: 'blocked',
    reason: 'all_remaining_tasks_blocked',
  },
  { when: () => true, state: 'active', reason: 'work_remains' },
];

export function decideOutcome(work: WorkLeft): Outcome {
  const { state, reason } = rows.find(({ when }) => when(work))!;
  return { state, reason };
}
