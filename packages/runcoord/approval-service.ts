import type { Database, Transaction } from '@galley/database';
import { redactSecrets, type AuditAction, type AuditLog, type Clock } from '@galley/kernel';
import { ApprovalRecordsReadModel, type ApprovalRecord } from './approval-records-read-model.ts';
import { ApprovalRepository, type ApprovalSubject } from './approval-repository.ts';
import { runProblems } from './problems.ts';
import { requireWorkspace, quoteName } from './require-workspace.ts';
import { RunControlRepository } from './run-control-repository.ts';
import type { RunActor } from './run-control.ts';
import { RunEventRepository } from './run-event-repository.ts';

export interface ApprovalServiceOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly auditIn: (transaction: Transaction) => AuditLog;
}

export interface ApprovalCommand {
  readonly workspaceId: string;
  readonly approvalId: string;
  readonly decision: 'approve' | 'reject';
  /** Hash of the patch that the person read; null if the proposal has no patch. */
  readonly patchSha256: string | null;
  readonly note: string | undefined;
  readonly by: RunActor;
}

const statuses = { approve: 'approved', reject: 'rejected' } as const;

/** Decisions on approval requests (GAP-RC-API-10). Each covers exactly the newest patch of its proposal. */
export class ApprovalService {
  readonly #options: ApprovalServiceOptions;

  constructor(options: ApprovalServiceOptions) {
    this.#options = options;
  }

  /**
   * The first of concurrent decisions is stored and audited.
   * @throws in this order: `workspace_not_found`, `approval_not_found`, `own_request`, `already_decided`, and
   * `patch_changed` with the current `patch_sha256`.
   */
  async decide(command: ApprovalCommand): Promise<ApprovalRecord> {
    const { db } = this.#options;
    await requireWorkspace(new RunControlRepository(db), command.workspaceId);
    return db.transaction().execute((transaction) => this.#decide(transaction, command));
  }

  async #decide(transaction: Transaction, command: ApprovalCommand): Promise<ApprovalRecord> {
    const { approvalId, decision, by } = command;
    const request = await getRequest(transaction, command);
    const approvals = new ApprovalRepository(transaction);
    if (request.proposalId !== null) await approvals.lockProposal(request.proposalId);
    const status = await approvals.lock(approvalId);
    const subject = await approvals.findSubject(approvalId);
    requireIndependence(by.username, request, subject);
    requireUndecided(status);
    const patchSha256 = requireRead(command, subject);
    const note = command.note === undefined ? null : redactSecrets(command.note);
    const at = this.#options.clock.now();
    const decided = { id: approvalId, status: statuses[decision], patchSha256, note };
    await approvals.decide({ ...decided, by: by.username, at });
    const after = { ...request, ...decided, decidedBy: by.username, decidedAt: at };
    await this.#record(transaction, { command, after, runId: subject.runId });
    await this.#tell(transaction, after, subject.runId);
    return after;
  }

  async #record(
    transaction: Transaction,
    {
      command,
      after,
      runId,
    }: { command: ApprovalCommand; after: ApprovalRecord; runId: string | null },
  ): Promise<void> {
    const { decision, by, workspaceId } = command;
    await this.#options.auditIn(transaction).record({
      action: `run.${decision}` satisfies AuditAction,
      actor: by.username,
      target: after.id,
      outcome: 'success',
      address: by.address,
      requestId: by.requestId,
      details: {
        ...(after.note && { note: after.note }),
        run_id: runId,
        proposal_id: after.proposalId,
        task_id: after.taskId,
        patch_sha256: after.patchSha256,
        workspace_id: workspaceId,
      },
    });
  }

  /** Called last, because appending locks the end of the stream. Requests without a run have no stream. */
  async #tell(
    transaction: Transaction,
    { id, proposalId, status, patchSha256, decidedAt }: ApprovalRecord,
    runId: string | null,
  ): Promise<void> {
    if (runId === null) return;
    const payload = {
      approval_id: id,
      proposal_id: proposalId,
      decision: status,
      patch_sha256: patchSha256,
    };
    const event = { runId, type: 'human.approval_decided', payload, at: decidedAt! } as const;
    await new RunEventRepository(transaction).append([event]);
  }
}

async function getRequest(
  transaction: Transaction,
  { workspaceId, approvalId }: ApprovalCommand,
): Promise<ApprovalRecord> {
  const records = new ApprovalRecordsReadModel(transaction);
  // PostgreSQL rejects NUL, so no stored id contains it.
  const found = approvalId.includes('\0') ? undefined : await records.find(workspaceId, approvalId);
  if (found) return found;
  throw runProblems.approval_not_found(
    `Approval "${quoteName(approvalId)}" not found in the workspace "${workspaceId}".`,
  );
}

function requireIndependence(
  username: string,
  { requestedBy }: ApprovalRecord,
  { proposedBy, patch }: ApprovalSubject,
): void {
  const part =
    (username === requestedBy && 'requested it') ||
    (username === proposedBy && 'made the proposal') ||
    (username === patch?.attachedBy && 'attached the patch');
  if (!part) return;
  throw runProblems.own_request(
    `You cannot decide this approval because you ${part}. Ask another person to decide.`,
  );
}

function requireUndecided(status: string): void {
  if (status === 'requested') return;
  throw runProblems.already_decided(`The approval is already ${quoteName(status)}.`, {
    approval_status: status,
  });
}

function requireRead({ patchSha256 }: ApprovalCommand, { patch }: ApprovalSubject): string | null {
  const present = patch?.sha256 ?? null;
  if (patchSha256 === present) return present;
  throw runProblems.patch_changed(
    present === null
      ? 'The approval has no patch. Nothing was decided; omit patch_sha256.'
      : 'The proposal has a different patch now. Nothing was decided; read the new patch and send its hash as patch_sha256.',
    { patch_sha256: present },
  );
}
