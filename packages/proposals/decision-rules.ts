import { runProblems, type RunActor } from '@galley/runcoord';
import type { DecidedPatch, DecidedProposal } from './decided-proposal-repository.ts';
import { proposalProblems } from './problems.ts';

export type Decision = 'accept' | 'reject' | 'request_revision';

export interface DecisionCommand {
  readonly workspaceId: string;
  readonly proposalId: string;
  readonly decision: Decision;
  /** Of the patch that was read; null exactly when there is none to read. */
  readonly patchSha256: string | null;
  /** Of the patch that was read; undefined: whatever it is, since the patch is the same. */
  readonly baseRevision?: string | undefined;
  readonly note: string | undefined;
  readonly by: RunActor;
}

/** From which status a person may decide so, and what it comes to (GAP-RC-LOOP-12). */
export const decisionTable: Readonly<
  Record<Decision, { readonly from: readonly string[]; readonly to: string }>
> = {
  accept: { from: ['pending', 'in_review'], to: 'accepted' },
  reject: { from: ['pending', 'in_review', 'revision_requested'], to: 'rejected' },
  request_revision: { from: ['pending', 'in_review'], to: 'revision_requested' },
};

/**
 * Throws, in this order, `own_request`, `illegal_proposal_decision` with the `proposal_status`, and `patch_changed` with
 * the `patch_sha256` and the `base_revision` that there are. Returns the patch that is decided on.
 */
export function requireDecidable(
  proposal: DecidedProposal,
  command: DecisionCommand,
): DecidedPatch | null {
  requireIndependence(proposal, command.by);
  requireStatus(proposal, command.decision);
  return requireRead(proposal, command);
}

function requireIndependence(
  { proposedBy, patch, askedBy }: DecidedProposal,
  { username }: RunActor,
): void {
  const part =
    (username === proposedBy && 'made this proposal') ||
    (username === patch?.attachedBy && 'attached the patch') ||
    (askedBy.includes(username) && 'asked for its approval');
  if (part) throw runProblems.own_request(`You ${part}; somebody else has to decide.`);
}

function requireStatus({ status }: DecidedProposal, decision: Decision): void {
  const { from } = decisionTable[decision];
  if (from.includes(status)) return;
  throw proposalProblems.illegal_proposal_decision(
    `The proposal is ${status.slice(0, 100)}; to ${decision.replace('_', ' ')} takes one that is ${from.join(' or ')}. Nothing was decided.`,
    { proposal_status: status },
  );
}

function requireRead({ patch }: DecidedProposal, command: DecisionCommand): DecidedPatch | null {
  const { patchSha256, baseRevision } = command;
  const isSame = patchSha256 === (patch?.sha256 ?? null);
  if (isSame && (baseRevision === undefined || baseRevision === patch?.baseRevision)) return patch;
  throw runProblems.patch_changed(
    patch === null
      ? 'There is no patch to decide on. Nothing was decided; send no patch_sha256.'
      : 'That is not the patch that the proposal has now. Nothing was decided; read it, and send its hash as patch_sha256.',
    { patch_sha256: patch?.sha256 ?? null, base_revision: patch?.baseRevision ?? null },
  );
}

/** Throws `note_required` of a decision that says nothing without one. */
export function requireNote({ decision, note }: DecisionCommand): void {
  if (decision !== 'request_revision' || (note ?? '').trim() !== '') return;
  throw proposalProblems.note_required(
    'Say in the note what is to be revised; the agent has nothing else to go by.',
    { errors: [{ path: 'note', message: 'is missing' }] },
  );
}
