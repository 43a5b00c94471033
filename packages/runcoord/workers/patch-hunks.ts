import { sha256 } from '@galley/kernel';
import type { FileChange, Hunk } from './file-change.ts';

/** Part of a patch that a person accepts or leaves out. New, deleted, renamed and copied files are one part each. */
export interface PatchHunk {
  /** Depends only on the change itself, so that it also identifies an unchanged hunk of a later patch. */
  readonly id: string;
  readonly path: string;
  readonly kind: FileChange['kind'];
  /** The @@ line without its heading; empty for a whole file. */
  readonly header: string;
}

/** Accepted and omitted parts; only for a decision that omits some. */
export interface HunkSelection {
  readonly accepted: readonly PatchHunk[];
  readonly leftOut: readonly PatchHunk[];
}

/** In the order of the patch. */
export function listPatchHunks(changes: readonly FileChange[]): PatchHunk[] {
  const seen = new Map<string, number>();
  return changes.flatMap((change) => partsOf(change).map((part) => describePart(part, seen)));
}

/** The changes of a patch without the hunks that are not chosen. Unknown ids have no effect. */
export function chooseHunks(
  changes: readonly FileChange[],
  chosen: ReadonlySet<string>,
): FileChange[] {
  const seen = new Map<string, number>();
  return changes.flatMap((change): FileChange[] => {
    const parts = partsOf(change).map((part) => ({ part, id: describePart(part, seen).id }));
    if (parts.every(({ id }) => chosen.has(id))) return [change];
    if (change.kind !== 'change') return [];
    const hunks = withoutOmitted(parts.map(({ id, part }) => [part.hunks[0]!, chosen.has(id)]));
    return hunks.length > 0 ? [{ ...change, hunks }] : [];
  });
}

function partsOf(change: FileChange): FileChange[] {
  if (change.kind !== 'change') return [change];
  return change.hunks.map((hunk) => ({ ...change, hunks: [hunk] }));
}

function describePart(change: FileChange, seen: Map<string, number>): PatchHunk {
  const { kind, from, to, hunks } = change;
  const content = hunks.map(({ oldStart, lines }) => [
    oldStart,
    lines.map(({ sign, text }) => sign + text),
  ]);
  const key = sha256(JSON.stringify([kind, from, to, content]));
  const repetition = seen.get(key) ?? 0;
  seen.set(key, repetition + 1);
  const id = (repetition === 0 ? key : sha256(`${key} ${repetition}`)).slice(0, 16);
  return { id, kind, path: to ?? from, header: kind === 'change' ? headerOf(hunks[0]!) : '' };
}

function headerOf(hunk: Hunk): string {
  const { old, now } = countLines(hunk);
  return `@@ -${hunk.oldStart},${old} +${hunk.newStart},${now} @@`;
}

/** The lines that omitted hunks would add or remove shift the position of the hunks below. */
function withoutOmitted(hunks: readonly (readonly [Hunk, boolean])[]): Hunk[] {
  const kept: Hunk[] = [];
  let shift = 0;
  for (const [hunk, isChosen] of hunks) {
    const { old, now } = countLines(hunk);
    if (isChosen) kept.push({ ...hunk, newStart: hunk.newStart - shift });
    else shift += now - old;
  }
  return kept;
}

function countLines({ lines }: Hunk): { readonly old: number; readonly now: number } {
  return {
    old: lines.filter(({ sign }) => sign !== '+').length,
    now: lines.filter(({ sign }) => sign !== '-').length,
  };
}

export interface PatchLocation {
  readonly path: string;
  readonly side: 'old' | 'new';
  readonly line: number;
}

/** The line without its break; `undefined` if no hunk shows it. */
export function findPatchLine(
  changes: readonly FileChange[],
  { path, side, line }: PatchLocation,
): string | undefined {
  const change = changes.find(({ from, to }) => (to ?? from) === path);
  for (const hunk of change?.hunks ?? []) {
    const shown = hunk.lines.filter(({ sign }) => sign !== (side === 'old' ? '+' : '-'));
    const found = shown[line - (side === 'old' ? hunk.oldStart : hunk.newStart)];
    if (found) return found.text.replace(/\r?\n$/, '');
  }
  return undefined;
}
