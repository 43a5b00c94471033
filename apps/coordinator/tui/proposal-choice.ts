import type { ProposalRow } from './console-view.ts';

/** Proposals visible when the person began to type. */
export interface ProposalsOnScreen {
  readonly rows: readonly ProposalRow[];
  /** Proposal of the open page or the selected row. */
  readonly selected: string | undefined;
  /** Hash of the patch last shown in full, by proposal. */
  readonly shownPatches: ReadonlyMap<string, string | null>;
}

export interface ChosenProposal {
  readonly proposalId: string;
  /** Patch that the decision covers. */
  readonly patchSha256: string | null;
  /** The proposal has a patch that was not shown in this console. */
  readonly unseen: boolean;
}

/** Finds the proposal for an id, or returns an error message; an empty id means the selected one. */
export function chooseProposal(id: string, onScreen: ProposalsOnScreen): ChosenProposal | string {
  const { rows, selected, shownPatches } = onScreen;
  const wanted = id === '' ? selected : id;
  if (wanted === undefined) return 'No proposal is selected. Select one or type its ID.';
  const found = named(wanted, rows);
  const [row] = found;
  if (!row) return `Proposal ${wanted} not found.`;
  if (found.length > 1) return `The ID matches several proposals. Type more of it.`;
  const shown = shownPatches.get(row.id);
  if (shown !== undefined) return { proposalId: row.id, patchSha256: shown, unseen: false };
  return { proposalId: row.id, patchSha256: row.patchSha256, unseen: row.patchSha256 !== null };
}

/** Matches an id or the end of one, because lists show only the end of long ids. A full match wins. */
function named(id: string, rows: readonly ProposalRow[]): readonly ProposalRow[] {
  const whole = rows.filter((row) => row.id === id);
  const part = id.replace(/^…/, '');
  return whole.length > 0
    ? whole
    : rows.filter((row) => row.id.startsWith(part) || row.id.endsWith(part));
}
