import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatchHunk } from 'diff';
import type { LineEdit } from './line-diff.ts';

export interface DiffLabel {
  readonly path: string;
  readonly at: Date;
}

const context = 3;
const noEnding = '\\ No newline at end of file';

/** For `git apply` and `patch -p1` in the content tree; empty without differences. `/dev/null` is a missing side. */
export function unifiedDiff(
  edits: readonly LineEdit[],
  { left, right }: { readonly left: DiffLabel | null; readonly right: DiffLabel },
): string {
  const hunks = hunksOf(edits);
  if (hunks.length === 0) return '';
  const patch = {
    oldFileName: left ? `a/${left.path}` : '/dev/null',
    newFileName: `b/${right.path}`,
    oldHeader: left?.at.toISOString(),
    newHeader: right.at.toISOString(),
    hunks,
  };
  return formatPatch(patch, FILE_HEADERS_ONLY);
}

function hunksOf(edits: readonly LineEdit[]): StructuredPatchHunk[] {
  const ranges: { start: number; end: number }[] = [];
  for (const [at, { op }] of edits.entries()) {
    if (op === 'equal') continue;
    const [start, end] = [Math.max(at - context, 0), at + context + 1];
    const last = ranges.at(-1);
    if (last && start <= last.end) last.end = end;
    else ranges.push({ start, end });
  }
  return ranges.map(({ start, end }) => hunkOf(edits.slice(start, end)));
}

function hunkOf(edits: readonly LineEdit[]): StructuredPatchHunk {
  const old = edits.flatMap(({ leftLine }) => leftLine ?? []);
  const now = edits.flatMap(({ rightLine }) => rightLine ?? []);
  return {
    // Only an empty side has no line of its own; every other hunk has context lines.
    oldStart: old[0] ?? 1,
    oldLines: old.length,
    newStart: now[0] ?? 1,
    newLines: now.length,
    lines: edits.flatMap(({ op, text }) => {
      const line = { equal: ' ', insert: '+', delete: '-' }[op] + text;
      return line.endsWith('\n') ? line.slice(0, -1) : [line, noEnding];
    }),
  };
}
