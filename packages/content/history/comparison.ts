import { frontmatterChanges, type FrontmatterChange } from '../document/frontmatter-changes.ts';
import { decodeSource } from '../document/frontmatter/decode-source.ts';
import type { Values } from '@galley/settings';
import { parseSource } from '../document/frontmatter/parse-source.ts';
import type { SourceProblem } from '../document/frontmatter/source-problem.ts';
import { diffLines, type LineEdit } from './line-diff.ts';
import { contentProblems } from '../document/problems.ts';
import { unifiedDiff, type DiffLabel } from './unified-diff.ts';

/** One of two texts that are compared. */
export interface ComparedText extends DiffLabel {
  readonly bytes: Buffer;
}

export interface ComparedSide {
  /** The file; bytes that are no UTF-8 are shown as U+FFFD. */
  readonly raw: string;
  /** Why its frontmatter, or all of it, cannot be read. */
  readonly problem: SourceProblem | null;
}

/** Two texts side by side; a left one that is not there is empty. */
export interface Comparison {
  readonly left: ComparedSide;
  readonly right: ComparedSide;
  /** Unified, of the files as they are. */
  readonly diff: string;
  /** Of the bodies, whose lines are counted from their own first. */
  readonly bodyDiff: readonly LineEdit[];
  /** None when a side cannot be read: nobody knows its values. */
  readonly frontmatterChanges: readonly FrontmatterChange[];
}

/** The largest sides that are compared (CMS-LIM-1, CMS-LIM-2). */
export const comparisonLimits = { bytes: 1_048_576, lines: 2_000 } as const;

/** Compares two texts. Throws `comparison_too_large`, with how large each is. */
export function compareTexts(left: ComparedText | null, right: ComparedText): Comparison {
  requireComparable({ left: sizeOf(left?.bytes), right: sizeOf(right.bytes) });
  const [before, after] = [sourceOf(left?.bytes), sourceOf(right.bytes)];
  const isReadable = !before.problem && !after.problem;
  return {
    left: before,
    right: after,
    diff: unifiedDiff(diffLines(before.raw, after.raw), { left, right }),
    bodyDiff: diffLines(before.body, after.body),
    frontmatterChanges: isReadable ? frontmatterChanges(before.values, after.values) : [],
  };
}

/** How large a side is. Lines are null of a file that was not read, since it has too many bytes for a document. */
export interface ComparedSize {
  readonly bytes: number;
  readonly lines: number | null;
}

/** Throws `comparison_too_large` when a side is beyond the limits, or was not read. */
export function requireComparable(sides: Readonly<Record<string, ComparedSize>>): void {
  const faults = Object.entries(sides).flatMap(([side, size]) => faultOf(side, size) ?? []);
  if (faults.length === 0) return;
  const { bytes, lines } = comparisonLimits;
  throw contentProblems.comparison_too_large(
    `This cannot be compared: ${faults.join(', and ')}. A side may have at most ${bytes} bytes (1 MiB) and ${lines} lines.`,
    { limit_bytes: bytes, limit_lines: lines, ...sides },
  );
}

function faultOf(side: string, { bytes, lines }: ComparedSize): string | undefined {
  if (lines === null)
    return `the ${side} side has ${bytes} bytes, more than a document may have (limits.document_body)`;
  if (bytes > comparisonLimits.bytes) return `the ${side} side has ${bytes} bytes`;
  if (lines > comparisonLimits.lines) return `the ${side} side has ${lines} lines`;
  return undefined;
}

/** Counted in the bytes: what is too large is not made a text first. */
export function sizeOf(bytes: Buffer = Buffer.alloc(0)): ComparedSize {
  const newline = 10;
  let lines = bytes.length > 0 && bytes.at(-1) !== newline ? 1 : 0;
  for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) lines += 1;
  return { bytes: bytes.length, lines };
}

interface Source extends ComparedSide {
  readonly body: string;
  readonly values: Values;
}

function sourceOf(bytes: Buffer = Buffer.alloc(0)): Source {
  const { problem } = decodeSource(bytes);
  const raw = bytes.toString();
  const { body, values, problem: broken } = parseSource(raw);
  return { raw, body, values, problem: problem ?? broken };
}
