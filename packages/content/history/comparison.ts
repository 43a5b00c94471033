import { frontmatterChanges, type FrontmatterChange } from '../document/frontmatter-changes.ts';
import { decodeSource } from '../document/frontmatter/decode-source.ts';
import type { Values } from '@galley/settings';
import { parseSource } from '../document/frontmatter/parse-source.ts';
import type { SourceProblem } from '../document/frontmatter/source-problem.ts';
import { diffLines, type LineEdit } from './line-diff.ts';
import { contentProblems } from '../document/problems.ts';
import { unifiedDiff, type DiffLabel } from './unified-diff.ts';

export interface ComparedText extends DiffLabel {
  readonly bytes: Buffer;
}

export interface ComparedSide {
  /** Text of the file; invalid UTF-8 is shown as U+FFFD. */
  readonly raw: string;
  readonly problem: SourceProblem | null;
}

/** A missing left text counts as empty. */
export interface Comparison {
  readonly left: ComparedSide;
  readonly right: ComparedSide;
  readonly diff: string;
  /** Line numbers start at the body. */
  readonly bodyDiff: readonly LineEdit[];
  /** Empty when a side is unreadable, because its values are unknown. */
  readonly frontmatterChanges: readonly FrontmatterChange[];
}

/** Limits of each side (CMS-LIM-1, CMS-LIM-2). */
export const comparisonLimits = { bytes: 1_048_576, lines: 2_000 } as const;

/** @throws `comparison_too_large`, with the sizes */
export function compareTexts(left: ComparedText | null, right: ComparedText): Comparison {
  requireComparable({ left: measureText(left?.bytes), right: measureText(right.bytes) });
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

/** `lines` is null when the file was too large to be read. */
export interface ComparedSize {
  readonly bytes: number;
  readonly lines: number | null;
}

/** @throws `comparison_too_large`, also for a side that was not read */
export function requireComparable(sides: Readonly<Record<string, ComparedSize>>): void {
  const faults = Object.entries(sides).flatMap(([side, size]) => findSizeFault(side, size) ?? []);
  if (faults.length === 0) return;
  const { bytes, lines } = comparisonLimits;
  throw contentProblems.comparison_too_large(
    `Too large to compare: ${faults.join(', and ')}. The limit per side is ${bytes} bytes (1 MiB) and ${lines} lines.`,
    { limit_bytes: bytes, limit_lines: lines, ...sides },
  );
}

function findSizeFault(side: string, { bytes, lines }: ComparedSize): string | undefined {
  if (lines === null)
    return `the ${side} side has ${bytes} bytes, which exceeds limits.document_body`;
  if (bytes > comparisonLimits.bytes) return `the ${side} side has ${bytes} bytes`;
  if (lines > comparisonLimits.lines) return `the ${side} side has ${lines} lines`;
  return undefined;
}

/** Counts in the bytes: an oversized file is never decoded. */
export function measureText(bytes: Buffer = Buffer.alloc(0)): ComparedSize {
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
