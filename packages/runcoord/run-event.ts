/** Payloads use snake_case, as on the wire. */
export const runEventTypes = [
  'task.assigned',
  'task.created',
  'task.claimed',
  'task.status_changed',
  'task.edited',
  'task.taken_over',
  'task.unassigned',
  'resource.claimed',
  'resource.released',
  'proposal.created',
  'proposal.patch_attached',
  'proposal.review_requested',
  'proposal.checked',
  'proposal.withdrawn',
  'proposal.accepted',
  'proposal.rejected',
  'proposal.revision_requested',
  'proposal.commented',
  'proposal.rolled_back',
  'proposal.pull_request_opened',
  'proposal.pull_request_updated',
  'proposal.pull_request_failed',
  'proposal.pull_request_closed',
  'proposal.merged',
  'vote.cast',
  'deliberation.opened',
  'deliberation.posted',
  'deliberation.closed',
  'memory.recorded',
  'agent.turn_requested',
  'agent.turn_scheduled',
  'agent.turn_started',
  'agent.turn_heartbeat',
  'agent.turn_completed',
  'agent.turn_failed',
  'agent.turn_expired',
  'orchestrator.completed',
  'orchestrator.blocked',
  'orchestrator.paused',
  'orchestrator.retry',
  'orchestrator.failed',
  'human.approval_requested',
  'human.approval_decided',
  'human.question_asked',
  'human.question_answered',
] as const;
export type RunEventType = (typeof runEventTypes)[number];

export interface NewRunEvent {
  readonly runId: string;
  readonly type: RunEventType;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

/** Other writers to the database may have left any type and any JSON. */
export interface RunEvent {
  readonly id: number;
  readonly runId: string;
  readonly type: string;
  readonly payload: unknown;
  readonly at: Date;
}
