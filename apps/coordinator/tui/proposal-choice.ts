import type { ProposalRow } from './console-view.ts';
import { findNamed } from './find-named.ts';

/** Proposals when the person began to type. */
export interface ProposalsOnScreen {
  readonly rows: readonly ProposalRow[];
  readonly selected: string | undefined;
  /** Hash of the patch last shown in full, by proposal. */
  readonly shownPatches: ReadonlyMap<string, string | null>;
}

export interface ChosenProposal {
  readonly proposalId: string;
  readonly patchSha256: string | null;
  readonly unseen: boolean;
}

/** Returns an error message as a string; an empty id means the selected one. */
export function chooseProposal(id: string, onScreen: ProposalsOnScreen): ChosenProposal | string {
  const { rows, selected, shownPatches } = onScreen;
  const wanted = id === '' ? selected : id;
  if (wanted === undefined) return 'No proposal is selected. Select one or type its ID.';
  const found = findNamed(wanted, rows);
  const [row] = found;
  if (!row) return `Proposal ${wanted} not found.`;
  if (found.length > 1) return `The ID matches several proposals. Type more of it.`;
  const shown = shownPatches.get(row.id);
  if (shown !== undefined) return { proposalId: row.id, patchSha256: shown, unseen: false };
  return { proposalId: row.id, patchSha256: row.patchSha256, unseen: row.patchSha256 !== null };
}
