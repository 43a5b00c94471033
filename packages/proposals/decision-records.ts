import type { Transaction } from '@galley/database';
import type { AuditAction, AuditLog } from '@galley/kernel';
import { RunEventRepository, type NewRunEvent, type RunActor } from '@galley/runcoord';
import {
  DecidedProposalRepository,
  type DecidedProposal,
  type RecordedDecision,
} from './decided-proposal-repository.ts';
import { decisionTable, type Decision } from './decision-rules.ts';

export interface RecordOptions {
  /** The audit log, written in the transaction of the change. */
  readonly auditIn: (transaction: Transaction) => AuditLog;
}

export interface Deciding {
  readonly workspaceId: string;
  readonly proposal: DecidedProposal;
  readonly decision: Decision | 'rollback';
  readonly by: RunActor;
  readonly at: Date;
  readonly note: string | null;
  readonly patchSha256: string | null;
  /** What else the log and the run are told. */
  readonly more?: Readonly<Record<string, unknown>>;
}

const eventTypes = {
  accept: 'proposal.accepted',
  reject: 'proposal.rejected',
  request_revision: 'proposal.revision_requested',
  rollback: 'proposal.rolled_back',
} as const;

/**
 * Records what a person has decided: the proposal, the requests for approval about it, the log and the run, in a
 * transaction that holds the proposal.
 */
export async function recordDecision(
  transaction: Transaction,
  deciding: Deciding,
  { auditIn }: RecordOptions,
): Promise<void> {
  const { decision, proposal, by, at } = deciding;
  const proposals = new DecidedProposalRepository(transaction);
  const requests: NewRunEvent[] = [];
  if (decision === 'rollback') await proposals.recordRollback(proposal.id, by.username, at);
  else {
    const decided = decisionOf(deciding, decisionTable[decision].to);
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
    details: detailsOf(deciding),
  });
  // Last of all, since it takes the end of the stream; what belongs to no run has nobody to tell.
  await new RunEventRepository(transaction).append([...requests, ...eventOf(deciding)]);
}

function decisionOf(deciding: Deciding, status: string): RecordedDecision {
  const { proposal, by, at, note, patchSha256 } = deciding;
  return { id: proposal.id, status, by: by.username, at, note, patchSha256 };
}

/** What was asked for is the patch as it is: one that is to be revised is not approved. */
async function decideRequests(
  proposals: DecidedProposalRepository,
  decided: RecordedDecision,
  { proposal, decision, at, patchSha256 }: Deciding,
): Promise<NewRunEvent[]> {
  const status = decision === 'accept' ? 'approved' : 'rejected';
  const requests = await proposals.decideRequests(decided, status);
  return requests.flatMap(({ id, runId: own }): NewRunEvent[] => {
    const runId = own ?? proposal.runId;
    if (runId === null) return [];
    const payload = { approval_id: id, proposal_id: proposal.id, decision: status };
    const type = 'human.approval_decided';
    return [{ runId, type, payload: { ...payload, patch_sha256: patchSha256 }, at }];
  });
}

function detailsOf({ workspaceId, proposal, note, patchSha256, more }: Deciding) {
  return {
    ...(note !== null && { note }),
    workspace_id: workspaceId,
    run_id: proposal.runId,
    patch_sha256: patchSha256,
    ...more,
  };
}

function eventOf({ proposal, decision, at, note, patchSha256, by, more }: Deciding): NewRunEvent[] {
  const { id, runId } = proposal;
  if (runId === null) return [];
  const payload = {
    proposal_id: id,
    decided_by: by.username,
    patch_sha256: patchSha256,
    note,
    ...more,
  };
  return [{ runId, type: eventTypes[decision], payload, at }];
}
