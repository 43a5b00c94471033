import { fieldError } from '@galley/kernel';
import { runProblems, type PatchLocation, type RunActor } from '@galley/runcoord';
import type { DecidedPatch, DecidedProposal } from './decided-proposal-repository.ts';
import { proposalProblems } from './problems.ts';

export type Decision = 'accept' | 'reject' | 'request_revision';

export interface NewComment extends PatchLocation {
  readonly body: string;
}

export interface DecisionCommand {
  readonly workspaceId: string;
  readonly proposalId: string;
  readonly decision: Decision;
  /** Null without a patch. */
  readonly patchSha256: string | null;
  /** Undefined accepts any, since the patch is the same. */
  readonly baseRevision?: string | undefined;
  readonly note: string | undefined;
  /** Accepts only these hunks of the patch; undefined accepts all. */
  readonly hunks?: readonly string[] | undefined;
  /** On lines of the patch, with a requested revision. */
  readonly comments?: readonly NewComment[] | undefined;
  readonly by: RunActor;
}

/** Allowed and resulting statuses (GAP-RC-LOOP-12). */
export const decisionTable: Readonly<
  Record<Decision, { readonly from: readonly string[]; readonly to: string }>
> = {
  accept: { from: ['pending', 'in_review'], to: 'accepted' },
  reject: { from: ['pending', 'in_review', 'revision_requested'], to: 'rejected' },
  request_revision: { from: ['pending', 'in_review'], to: 'revision_requested' },
};

/** Throws, in this order, `own_request`, `illegal_proposal_decision`, `patch_changed`. */
export function requireDecidable(
  proposal: DecidedProposal,
  command: DecisionCommand,
): DecidedPatch | null {
  requireIndependence(proposal, command.by);
  requireStatus(proposal, command.decision);
  return requireReviewedPatch(proposal, command);
}

function requireIndependence(
  { proposedBy, patch, askedBy, barred }: DecidedProposal,
  { username }: RunActor,
): void {
  const contribution =
    (username === proposedBy && 'made this proposal') ||
    (username === patch?.attachedBy && 'attached the patch') ||
    (askedBy.includes(username) && 'asked for its approval') ||
    (barred.has(username) && 'share a sign-in or a service account with a person who contributed');
  if (contribution)
    throw runProblems.own_request(`You ${contribution}. Someone else has to decide.`);
}

function requireStatus({ status }: DecidedProposal, decision: Decision): void {
  const { from } = decisionTable[decision];
  if (from.includes(status)) return;
  throw proposalProblems.illegal_proposal_decision(
    `The proposal is ${status.slice(0, 100)}; to ${decision.replace('_', ' ')} takes one that is ${from.join(' or ')}. Nothing was decided.`,
    { proposal_status: status },
  );
}

/** Throws `patch_changed`. */
export function requireReviewedPatch(
  { patch }: DecidedProposal,
  command: Pick<DecisionCommand, 'patchSha256' | 'baseRevision'>,
): DecidedPatch | null {
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

/** Throws `note_required`. Comments say what to change, too. */
export function requireNote({ decision, note, comments = [] }: DecisionCommand): void {
  if (decision !== 'request_revision' || (note ?? '').trim() !== '' || comments.length > 0) return;
  throw proposalProblems.note_required(
    'Describe the requested changes in the note, or comment on lines. The agent has no other information.',
    { errors: [fieldError('note', 'required', { label: 'Note' })] },
  );
}
