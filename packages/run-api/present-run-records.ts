import type { contract, AnswerOf } from '@galley/contract';
import { toWire } from '@galley/kernel';
import type { ProposalView } from '@galley/proposals';
import {
  listPatchHunks,
  readPatch,
  runProblems,
  type AgentBudget,
  type AgentRecord,
  type Page,
  type ProposalDetail,
  type ProposalRecord,
  type Question,
  type RunCensus,
  type RunWaiting,
  type RunWithUse,
  type WorkerTokenRecord,
} from '@galley/runcoord';
import { presentAgentBudget, presentBudget, presentUse } from './present-budget.ts';

export function presentPage<Item, Shown>(
  { items, next }: Page<Item>,
  present: (item: Item) => Shown,
): { items: Shown[]; next: string | null } {
  return { items: items.map(present), next };
}

export function presentRun(run: RunWithUse) {
  return { ...toWire(run), budget: presentBudget(run.budget), use: presentUse(run.use) };
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
    waiting: waiting && toWire(waiting),
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

export function presentQuestion(question: Question) {
  return {
    ...toWire(question),
    status: question.answeredAt === null ? ('open' as const) : ('answered' as const),
  };
}

export function presentProposal(proposal: ProposalRecord) {
  return { ...toWire(proposal), patch: proposal.patch && toWire(proposal.patch) };
}

export function presentProposalDetail(
  proposal: ProposalDetail,
  { isBaseCurrent, conflicts }: ProposalView,
): AnswerOf<typeof contract.proposals.get> {
  const { patch, votes, checks, comments, leftOut } = proposal;
  return {
    ...toWire(proposal),
    patch: patch && toWire(patch),
    is_base_current: isBaseCurrent,
    conflicts: [...conflicts],
    checks: checks.map(toWire),
    votes: votes.map(toWire),
    hunks: patch ? readHunks(patch.text) : [],
    left_out_hunks: [...leftOut],
    comments: comments.map((comment) => ({
      ...toWire(comment),
      is_outdated: comment.patchSha256 !== patch?.sha256,
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

export function presentAgent({ activity, budget, ...agent }: AgentRecord) {
  const { runId = null, sessionId = null, turn = null } = activity ?? {};
  return {
    ...toWire({ ...agent, runId, sessionId }),
    turn: turn === null ? null : String(turn),
    budget: presentBudget(budget ?? {}),
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
