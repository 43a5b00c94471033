import { fieldError } from '@galley/kernel';
import { chooseHunks, listPatchHunks, type FileChange, type HunkSelection } from '@galley/runcoord';
import { proposalProblems } from './problems.ts';

export interface ChosenChanges {
  readonly changes: readonly FileChange[];
  /** Null for the whole patch. */
  readonly selection: HunkSelection | null;
}

/** Undefined ids choose everything. Throws `no_hunks_chosen`, `unknown_hunks` (ADD-RUN-20). */
export function selectHunks(
  changes: readonly FileChange[],
  ids: readonly string[] | undefined,
): ChosenChanges {
  if (ids === undefined) return { changes, selection: null };
  if (ids.length === 0)
    throw proposalProblems.no_hunks_chosen(
      'hunks: choose at least one. Nothing was decided. To accept no hunk, reject the proposal.',
      { errors: [fieldError('hunks', 'empty')] },
    );
  const chosen = new Set(ids);
  const parts = listPatchHunks(changes);
  const known = new Set(parts.map(({ id }) => id));
  const unknown = [...chosen].filter((id) => !known.has(id));
  if (unknown.length > 0)
    throw proposalProblems.unknown_hunks(
      `The patch has no hunks ${unknown.slice(0, 5).join(', ')}. Nothing was decided; read the proposal again, and send ids of its hunks.`,
      { hunks: unknown },
    );
  const leftOut = parts.filter(({ id }) => !chosen.has(id));
  if (leftOut.length === 0) return { changes, selection: null };
  const accepted = parts.filter(({ id }) => chosen.has(id));
  return { changes: chooseHunks(changes, chosen), selection: { accepted, leftOut } };
}
