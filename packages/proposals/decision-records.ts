import type { Transaction } from '@galley/database';
import type { AuditAction, AuditLog } from '@galley/kernel';
import {
  RunEventRepository,
  type HunkSelection,
  type NewRunEvent,
  type RunActor,
} from '@galley/runcoord';
import {
  DecidedProposalRepository,
  type DecidedProposal,
  type RecordedDecision,
} from './decided-proposal-repository.ts';
import { decisionTable, type Decision } from './decision-rules.ts';

export interface RecordOptions {
  readonly auditIn: (transaction: Transaction) => AuditLog;
}

export interface DecisionRecord {
  readonly workspaceId: string;
  readonly proposal: DecidedProposal;
  /** `merge`: by the remote, which is no approval. */
  readonly decision: Decision | 'rollback' | 'merge';
  readonly by: RunActor;
  readonly at: Date;
  readonly note: string | null;
  readonly patchSha256: string | null;
  /** Accepted and omitted hunks; absent for the whole patch. */
  readonly hunks?: HunkSelection | null;
  readonly more?: Readonly<Record<string, unknown>>;
}

const eventTypes = {
  accept: 'proposal.accepted',
  reject: 'proposal.rejected',
  request_revision: 'proposal.revision_requested',
  rollback: 'proposal.rolled_back',
  merge: 'proposal.merged',
} as const;

/** The transaction has to hold the proposal. */
export async function recordDecision(
  transaction: Transaction,
  deciding: DecisionRecord,
  { auditIn }: RecordOptions,
): Promise<void> {
  const { decision, proposal, by, at } = deciding;
  const proposals = new DecidedProposalRepository(transaction);
  const requests: NewRunEvent[] = [];
  if (decision === 'rollback') await proposals.recordRollback(proposal.id, by.username, at);
  else {
    const status = decision === 'merge' ? 'merged' : decisionTable[decision].to;
    const decided = toRecordedDecision(deciding, status);
    await proposals.record(decided);
    requests.push(...(await decideRequests(proposals, decided, deciding)));
  }
  await auditIn(transaction).record({
    action: `proposal.${decision}` satisfies AuditAction,
    actor: by.username,
    target: proposal.id,
    outcome: 'success',
    address: by.address,
    requestId: by.requestId,
    details: auditDetails(deciding),
  });
  // Last, because it locks the end of the event stream. Proposals without a run have no event.
  await new RunEventRepository(transaction).append([...requests, ...toEvents(deciding)]);
}

function toRecordedDecision(deciding: DecisionRecord, status: string): RecordedDecision {
  const { proposal, by, at, note, patchSha256, hunks = null } = deciding;
  return { id: proposal.id, status, by: by.username, at, note, patchSha256, hunks };
}

/** Requests concern the current patch, so a requested revision rejects them. */
async function decideRequests(
  proposals: DecidedProposalRepository,
  decided: RecordedDecision,
  deciding: DecisionRecord,
): Promise<NewRunEvent[]> {
  const { proposal, decision, at, patchSha256 } = deciding;
  if (decision === 'merge') {
    await proposals.decideRequests(decided, 'withdrawn');
    return [];
  }
  const status = decision === 'accept' ? 'approved' : 'rejected';
  const requests = await proposals.decideRequests(decided, status);
  return requests.flatMap(({ id, runId: own }): NewRunEvent[] => {
    const runId = own ?? proposal.runId;
    if (runId === null) return [];
    const payload = { approval_id: id, proposal_id: proposal.id, decision: status };
    const type = 'human.approval_decided';
    return [
      {
        runId,
        type,
        payload: { ...payload, patch_sha256: patchSha256, ...hunkDetails(deciding) },
        at,
      },
    ];
  });
}

function auditDetails(deciding: DecisionRecord) {
  const { workspaceId, proposal, note, patchSha256, more } = deciding;
  return {
    ...(note !== null && { note }),
    workspace_id: workspaceId,
    run_id: proposal.runId,
    patch_sha256: patchSha256,
    ...hunkDetails(deciding),
    ...more,
  };
}

/** Absent for the whole patch. */
function hunkDetails({ hunks, decision }: DecisionRecord) {
  if (!hunks || decision !== 'accept') return {};
  const left = hunks.leftOut.map(({ id, path, header }) => ({ id, path, header }));
  return { accepted_hunks: hunks.accepted.map(({ id }) => id), left_out_hunks: left };
}

function toEvents(deciding: DecisionRecord): NewRunEvent[] {
  const { proposal, decision, at, note, patchSha256, by, more } = deciding;
  const { id, runId } = proposal;
  if (runId === null) return [];
  const payload = {
    proposal_id: id,
    decided_by: by.username,
    patch_sha256: patchSha256,
    note,
    ...hunkDetails(deciding),
    ...more,
  };
  return [{ runId, type: eventTypes[decision], payload, at }];
}
