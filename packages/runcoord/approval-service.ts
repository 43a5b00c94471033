import { listDependentAccounts, type Transaction } from '@galley/database';
import { redactSecrets } from '@galley/kernel';
import {
  ApprovalRepository,
  type ApprovalRecord,
  type ApprovalSubject,
} from './approval-repository.ts';
import { acting, type Act, type PeopleOptions, type PersonCommand } from './people/acting.ts';
import { runProblems } from './problems.ts';
import { quoteName, requireFound } from './require-workspace.ts';

export interface ApprovalCommand extends PersonCommand {
  readonly approvalId: string;
  readonly decision: 'approve' | 'reject';
  /** Hash of the patch that the person read; null if the proposal has no patch. */
  readonly patchSha256: string | null;
  readonly note: string | undefined;
}

const statuses = { approve: 'approved', reject: 'rejected' } as const;

/** Decisions on approval requests (GAP-RC-API-10). Each covers exactly the newest patch of its proposal. */
export class ApprovalService {
  readonly #options: PeopleOptions;

  constructor(options: PeopleOptions) {
    this.#options = options;
  }

  /**
   * The first of concurrent decisions is stored and audited.
   * @throws in this order: `workspace_not_found`, `approval_not_found`, `own_request`, `already_decided`, and
   * `patch_changed` with the current `patch_sha256`.
   */
  decide(command: ApprovalCommand): Promise<ApprovalRecord> {
    const { workspaceId, approvalId: id, decision, by } = command;
    return acting(this.#options, command, async (transaction) => {
      const approvals = new ApprovalRepository(transaction);
      const request = await requireFound(
        { workspaceId, kind: 'Approval', id, problem: runProblems.approval_not_found },
        () => approvals.find(workspaceId, id),
      );
      if (request.proposalId !== null) await approvals.lockProposal(request.proposalId);
      const status = await approvals.lock(id);
      const subject = await approvals.findSubject(id);
      await requireIndependence(transaction, by.username, { request, subject });
      requireUndecided(status);
      const patchSha256 = requireRead(command, subject);
      const note = command.note === undefined ? null : redactSecrets(command.note);
      const who = { decidedBy: by.username, decidedAt: this.#options.clock.now() };
      const decided = { id, status: statuses[decision], patchSha256, note, ...who };
      await approvals.decide(decided);
      return {
        result: { ...request, ...decided },
        act: decisionAct(decision, { ...request, ...decided }, subject.runId),
      };
    });
  }
}

/** Requests without a run have no stream. */
function decisionAct(
  decision: ApprovalCommand['decision'],
  { id, proposalId, taskId, status, patchSha256, note, decidedAt }: ApprovalRecord,
  runId: string | null,
): Act {
  const subject = { proposal_id: proposalId, patch_sha256: patchSha256 };
  const payload = { approval_id: id, decision: status, ...subject };
  const event = { type: 'human.approval_decided', payload, at: decidedAt! } as const;
  const details = { ...(note && { note }), run_id: runId, task_id: taskId, ...subject };
  const events = runId === null ? [] : [{ runId, ...event }];
  return { action: `run.${decision}`, target: id, details, events };
}

async function requireIndependence(
  transaction: Transaction,
  username: string,
  { request, subject }: { readonly request: ApprovalRecord; readonly subject: ApprovalSubject },
): Promise<void> {
  const { requestedBy } = request;
  const { proposedBy, patch } = subject;
  const barred = await listDependentAccounts(transaction, [
    requestedBy,
    proposedBy,
    patch?.attachedBy,
  ]);
  const part =
    (username === requestedBy && 'requested it') ||
    (username === proposedBy && 'made the proposal') ||
    (username === patch?.attachedBy && 'attached the patch') ||
    (barred.has(username) && 'share a sign-in or a service account with a person who contributed');
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
