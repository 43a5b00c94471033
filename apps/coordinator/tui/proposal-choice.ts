import type { ProposalRow } from './console-view.ts';

/** Proposals as they were on the screen when somebody began to type. */
export interface ProposalsOnScreen {
  readonly rows: readonly ProposalRow[];
  /** That of the page that is open, or of the row that is selected. */
  readonly selected: string | undefined;
  /** By proposal, the hash of the patch that was last shown in full. */
  readonly shownPatches: ReadonlyMap<string, string | null>;
}

export interface ChosenProposal {
  readonly proposalId: string;
  /** What a decision is bound to. */
  readonly patchSha256: string | null;
  /** It has a patch, and nobody has looked at it here. */
  readonly unseen: boolean;
}

/** The proposal that is meant, or a sentence on why there is none; an empty id means what is selected. */
export function chooseProposal(id: string, onScreen: ProposalsOnScreen): ChosenProposal | string {
  const { rows, selected, shownPatches } = onScreen;
  const wanted = id === '' ? selected : id;
  if (wanted === undefined) return 'No proposal is selected. Type the ID of one.';
  const found = named(wanted, rows);
  const [row] = found;
  if (!row) return `There is no proposal ${wanted} here.`;
  if (found.length > 1) return `That may be several proposals. Type more of the ID of one.`;
  const shown = shownPatches.get(row.id);
  if (shown !== undefined) return { proposalId: row.id, patchSha256: shown, unseen: false };
  return { proposalId: row.id, patchSha256: row.patchSha256, unseen: row.patchSha256 !== null };
}

/** Lists show the end of a long id; so does whoever types one from there. An id that is whole wins. */
function named(id: string, rows: readonly ProposalRow[]): readonly ProposalRow[] {
  const whole = rows.filter((row) => row.id === id);
  const part = id.replace(/^…/, '');
  return whole.length > 0
    ? whole
    : rows.filter((row) => row.id.startsWith(part) || row.id.endsWith(part));
}
