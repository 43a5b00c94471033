import type { ApprovalRow } from './console-view.ts';
import { findNamed } from './find-named.ts';

/** Approvals when the person began to type. Later updates do not change the choice. */
export interface ApprovalsOnScreen {
  readonly rows: readonly ApprovalRow[];
  readonly selected: readonly ApprovalRow[];
  /** Hash of the patch last shown in full, by proposal. */
  readonly shownPatches: ReadonlyMap<string, string | null>;
}

export interface ChosenApproval {
  readonly approval: ApprovalRow;
  readonly patchSha256: string | null;
  readonly unseen: boolean;
}

/** Returns an error message as a string; an empty id means the selected one. */
export function chooseApproval(id: string, onScreen: ApprovalsOnScreen): ChosenApproval | string {
  const candidates = id === '' ? onScreen.selected : findNamed(id, onScreen.rows);
  const requested = candidates.filter(isRequested);
  if (requested.length === 1) return bound(requested[0]!, onScreen.shownPatches);
  if (requested.length > 1) {
    return `The ID matches several approvals: ${listed(requested)}. Type more of it.`;
  }
  const [decided] = candidates;
  if (decided) return `Approval ${decided.id} is already ${decided.status}.`;
  const waiting = onScreen.rows.filter(isRequested);
  const rest =
    waiting.length === 0 ? 'No approval is requested.' : `Requested: ${listed(waiting)}.`;
  return id === ''
    ? `The selected item has no requested approval. ${rest}`
    : `Approval ${id} not found. ${rest}`;
}

function bound(
  approval: ApprovalRow,
  shownPatches: ApprovalsOnScreen['shownPatches'],
): ChosenApproval {
  const shown = approval.proposalId === null ? undefined : shownPatches.get(approval.proposalId);
  if (shown !== undefined) return { approval, patchSha256: shown, unseen: false };
  const { patchSha256 } = approval;
  return { approval, patchSha256, unseen: patchSha256 !== null };
}

function isRequested({ status }: ApprovalRow): boolean {
  return status === 'requested';
}

function listed(rows: readonly ApprovalRow[]): string {
  const ids = rows.slice(0, 5).map(({ id }) => id);
  return rows.length > ids.length ? `${ids.join(', ')} …` : ids.join(', ');
}
