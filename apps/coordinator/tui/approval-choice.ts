import type { ApprovalRow } from './console-view.ts';

/** Approvals as they were on the screen when somebody began to type, so that nothing moves under their hands. */
export interface ApprovalsOnScreen {
  readonly rows: readonly ApprovalRow[];
  /** Those of the page that is open, or of the row that is selected. */
  readonly selected: readonly ApprovalRow[];
  /** By proposal, the hash of the patch that was last shown in full. */
  readonly shownPatches: ReadonlyMap<string, string | null>;
}

export interface ChosenApproval {
  readonly approval: ApprovalRow;
  /** What a decision is bound to. */
  readonly patchSha256: string | null;
  /** It has a patch, and nobody has looked at it here. */
  readonly unseen: boolean;
}

/** The approval that is meant, or a sentence on why there is none; an empty id means what is selected. */
export function chooseApproval(id: string, onScreen: ApprovalsOnScreen): ChosenApproval | string {
  const candidates = id === '' ? onScreen.selected : named(id, onScreen.rows);
  const requested = candidates.filter(isRequested);
  if (requested.length === 1) return bound(requested[0]!, onScreen.shownPatches);
  if (requested.length > 1) {
    return `That may be several approvals: ${listed(requested)}. Type more of the ID of one.`;
  }
  const [decided] = candidates;
  if (decided)
    return `Approval ${decided.id} is ${decided.status}; only a requested one is decided.`;
  const waiting = onScreen.rows.filter(isRequested);
  const rest = waiting.length === 0 ? 'None is requested.' : `Requested: ${listed(waiting)}.`;
  return id === ''
    ? `What is selected has no approval that is requested. ${rest}`
    : `There is no approval ${id} here. ${rest}`;
}

/** Lists show the end of a long id; so does whoever types one from there. An id that is whole wins. */
function named(id: string, rows: readonly ApprovalRow[]): readonly ApprovalRow[] {
  const whole = rows.filter((row) => row.id === id);
  if (whole.length > 0) return whole;
  const part = id.replace(/^…/, '');
  return rows.filter((row) => row.id.startsWith(part) || row.id.endsWith(part));
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

export function isRequested({ status }: ApprovalRow): boolean {
  return status === 'requested';
}

function listed(rows: readonly ApprovalRow[]): string {
  const ids = rows.slice(0, 5).map(({ id }) => id);
  return rows.length > ids.length ? `${ids.join(', ')} …` : ids.join(', ');
}
