import type { contract, AnswerOf } from '@galley/contract';
import type { ProposalView } from '@galley/proposals';
import {
  listPatchHunks,
  readPatch,
  runProblems,
  type AgentBudget,
  type AgentRecord,
  type ApprovalRecord,
  type ClaimRecord,
  type DeliberationPost,
  type DeliberationRecord,
  type Memory,
  type Page,
  type PatchRecord,
  type PersonMessage,
  type ProposalDetail,
  type ProposalRecord,
  type Question,
  type RunCensus,
  type RunWaiting,
  type RunWithUse,
  type TaskRecord,
  type WorkerTokenRecord,
} from '@galley/runcoord';
import { presentAgentBudget, presentBudget, presentUse } from './present-budget.ts';

type ItemOf<O> = AnswerOf<O> extends { items: (infer Item)[] } ? Item : never;

export function presentPage<Item, Shown>(
  { items, next }: Page<Item>,
  present: (item: Item) => Shown,
): { items: Shown[]; next: string | null } {
  return { items: items.map(present), next };
}

export function presentRun(run: RunWithUse): ItemOf<typeof contract.runs.list> {
  return {
    id: run.id,
    workspace_id: run.workspaceId,
    goal: run.goal,
    status: run.status,
    reason: run.reason,
    reason_detail: run.reasonDetail,
    started_at: run.startedAt.toISOString(),
    ended_at: run.endedAt?.toISOString() ?? null,
    transitioned_at: run.transitionedAt.toISOString(),
    budget: presentBudget(run.budget),
    use: presentUse(run.use),
    recipe: run.recipe,
    parameters: run.parameters && { ...run.parameters },
  };
}

export function presentRunDetail(
  run: RunWithUse,
  {
    census,
    waiting,
    budgets,
  }: {
    readonly census: RunCensus;
    readonly waiting: RunWaiting | null;
    readonly budgets: readonly AgentBudget[];
  },
): AnswerOf<typeof contract.runs.get> {
  return {
    ...presentRun(run),
    waiting: presentWaiting(waiting),
    tasks: {
      active: census.tasksActive,
      blocked: census.tasksBlocked,
      terminal: census.tasksTerminal,
      assigned: census.tasksAssigned,
    },
    proposals_active: census.proposalsActive,
    approvals_requested: census.approvalsRequested,
    agents_active: census.agentsActive,
    claims_held: census.claimsHeld,
    agents: budgets.map(presentAgentBudget),
    last_event_id: census.lastEventId === null ? null : String(census.lastEventId),
  };
}

export function presentWaiting(
  waiting: RunWaiting | null,
): AnswerOf<typeof contract.runs.get>['waiting'] {
  if (!waiting) return null;
  const { subjectId, ...rest } = waiting;
  return { ...rest, subject_id: subjectId };
}

export function presentTask(task: TaskRecord): ItemOf<typeof contract.tasks.list> {
  return {
    id: task.id,
    run_id: task.runId,
    title: task.title,
    description: task.description,
    status: task.status,
    note: task.note,
    assigned_agent_id: task.assignedAgentId,
    taken_over_by: task.takenOverBy,
    depends_on: [...task.dependsOn],
    waits_for: [...task.waitsFor],
    paths: [...task.paths],
    checks: [...task.checks],
    created_by: task.createdBy,
    ...timesOf(task),
  };
}

export function presentQuestion(question: Question): ItemOf<typeof contract.questions.list> {
  return {
    id: question.id,
    run_id: question.runId,
    agent_id: question.agentId,
    text: question.text,
    choices: [...question.choices],
    status: question.answeredAt === null ? 'open' : 'answered',
    due_at: question.dueAt?.toISOString() ?? null,
    asked_at: question.askedAt.toISOString(),
    answer: question.answer,
    answered_by: question.answeredBy,
    answered_at: question.answeredAt?.toISOString() ?? null,
    about: question.about,
  };
}

export function presentMemory(memory: Memory): ItemOf<typeof contract.memories.list> {
  return {
    id: memory.id,
    run_id: memory.runId,
    agent_id: memory.agentId,
    topic: memory.topic,
    body: memory.body,
    recorded_at: memory.recordedAt.toISOString(),
  };
}

export function presentProposal(proposal: ProposalRecord): ItemOf<typeof contract.proposals.list> {
  return {
    id: proposal.id,
    run_id: proposal.runId,
    task_id: proposal.taskId,
    title: proposal.title,
    risk: proposal.risk,
    status: proposal.status,
    proposed_by: proposal.proposedBy,
    ...timesOf(proposal),
    decided_by: proposal.decidedBy,
    decided_at: proposal.decidedAt?.toISOString() ?? null,
    decision_note: proposal.decisionNote,
    applied_commit: proposal.appliedCommit,
    rolled_back_by: proposal.rolledBackBy,
    rolled_back_at: proposal.rolledBackAt?.toISOString() ?? null,
    checks_state: proposal.checksState,
    pull_request: proposal.pullRequest && { ...proposal.pullRequest },
    patch: proposal.patch && presentPatch(proposal.patch),
  };
}

export function presentProposalDetail(
  proposal: ProposalDetail,
  { isBaseCurrent, conflicts }: ProposalView,
): AnswerOf<typeof contract.proposals.get> {
  const { body, patch, votes, checks, comments, leftOut } = proposal;
  return {
    ...presentProposal(proposal),
    body,
    patch: patch && { ...presentPatch(patch), text: patch.text },
    is_base_current: isBaseCurrent,
    conflicts: [...conflicts],
    checks: checks.map(({ at, ...check }) => ({ ...check, at: at.toISOString() })),
    votes: votes.map(({ agentId, decision, comment, patchSha256, castAt }) => ({
      agent_id: agentId,
      decision,
      comment,
      patch_sha256: patchSha256,
      cast_at: castAt.toISOString(),
    })),
    hunks: patch ? readHunks(patch.text) : [],
    left_out_hunks: leftOut.map((hunk) => ({ ...hunk })),
    comments: comments.map(({ patchSha256, createdAt, ...comment }) => ({
      ...comment,
      patch_sha256: patchSha256,
      created_at: createdAt.toISOString(),
      is_outdated: patchSha256 !== patch?.sha256,
    })),
  };
}

function readHunks(text: string) {
  try {
    return listPatchHunks(readPatch(text));
  } catch (error) {
    if (runProblems.invalid_patch.is(error)) return [];
    throw error;
  }
}

function presentPatch({ sha256, baseRevision, bytes, attachedBy, attachedAt }: PatchRecord) {
  return {
    sha256,
    base_revision: baseRevision,
    bytes,
    attached_by: attachedBy,
    attached_at: attachedAt.toISOString(),
  };
}

export function presentDeliberation(
  deliberation: DeliberationRecord,
): ItemOf<typeof contract.deliberations.list> {
  return {
    id: deliberation.id,
    run_id: deliberation.runId,
    topic: deliberation.topic,
    status: deliberation.status,
    created_by: deliberation.createdBy,
    ...timesOf(deliberation),
  };
}

export function presentPost(post: DeliberationPost): ItemOf<typeof contract.deliberations.posts> {
  return {
    id: post.id,
    deliberation_id: post.deliberationId,
    agent_id: post.agentId,
    body: post.body,
    posted_at: post.postedAt.toISOString(),
  };
}

export function presentMessage(message: PersonMessage): ItemOf<typeof contract.runs.messages> {
  return {
    id: message.id,
    agent_id: message.agentId,
    sent_by: message.sentBy,
    text: message.text,
    sent_at: message.sentAt.toISOString(),
    session_id: message.sessionId,
    reply: message.reply,
  };
}

export function presentApproval(
  approval: ApprovalRecord,
): AnswerOf<typeof contract.approvals.approve> {
  return {
    id: approval.id,
    run_id: approval.runId,
    proposal_id: approval.proposalId,
    task_id: approval.taskId,
    status: approval.status,
    requested_by: approval.requestedBy,
    requested_at: approval.requestedAt.toISOString(),
    decided_by: approval.decidedBy,
    decided_at: approval.decidedAt?.toISOString() ?? null,
    patch_sha256: approval.patchSha256,
    reason: approval.reason,
    note: approval.note,
  };
}

export function presentAgent(agent: AgentRecord): ItemOf<typeof contract.agents.list> {
  const { id, role, name, adapter, model, command, budget, status, enabled, activity } = agent;
  const { runId = null, sessionId = null, turn = null } = activity ?? {};
  const working = {
    run_id: runId,
    session_id: sessionId,
    turn: turn === null ? null : String(turn),
  };
  const limits = presentBudget(budget ?? {});
  return { id, role, name, adapter, model, command, budget: limits, status, enabled, ...working };
}

export function presentClaim(claim: ClaimRecord): ItemOf<typeof contract.claims.list> {
  return {
    id: claim.id,
    run_id: claim.runId,
    agent_id: claim.agentId,
    resource: claim.resource,
    claimed_at: claim.claimedAt.toISOString(),
    expires_at: claim.expiresAt.toISOString(),
  };
}

function timesOf({ createdAt, updatedAt }: { createdAt: Date; updatedAt: Date }) {
  return { created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
}

export function presentWorkerToken(
  record: WorkerTokenRecord,
): AnswerOf<typeof contract.workerTokens.revoke> {
  return {
    id: record.id,
    run_id: record.runId,
    agent_id: record.agentId,
    scopes: [...record.scopes],
    created_by: record.createdBy,
    created_at: record.createdAt.toISOString(),
    expires_at: record.expiresAt.toISOString(),
    revoked_by: record.revokedBy,
    revoked_at: record.revokedAt?.toISOString() ?? null,
  };
}

export function presentNewWorkerToken({
  token,
  record,
}: {
  readonly token: string;
  readonly record: WorkerTokenRecord;
}): AnswerOf<typeof contract.workerTokens.create> {
  return { id: record.id, token, expires_at: record.expiresAt.toISOString() };
}
