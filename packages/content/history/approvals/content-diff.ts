import { canonicalJson, sha256 } from '@galley/kernel';
import { comparisonLimits, measureText } from '../comparison.ts';
import { diffLines } from '../line-diff.ts';
import type { DocumentSource } from '../../document/read-document.ts';
import { isClientKey } from '../../document/revision.ts';
import { unifiedDiff, type DiffLabel } from '../unified-diff.ts';

/**
 * Method of comparison: by line, or by hash alone when a content exceeds the comparison limits. Add a new name when the
 * way lines are compared or contents are written changes.
 */
export type DiffMethod = 'lines-1' | 'hashes-1';

export interface ContentDiff {
  readonly method: DiffMethod;
  /** SHA-256 of the unified diff; without changes, of an empty text. */
  readonly sha256: string;
  /** Number of lines; null for `hashes-1`. */
  readonly added: number | null;
  readonly removed: number | null;
}

export interface LabelledContent extends DiffLabel {
  readonly content: string;
}

/**
 * Content that a revision identifies, as text: the owner, one line for each client-owned key in alphabetical order, an
 * empty line, and the body with LF. For unreadable files, the whole file.
 */
export function contentOf({ text, problem, values, body }: DocumentSource): string {
  if (text === null || problem) return text ?? '';
  const keys = Object.keys(values).filter(isClientKey).sort();
  const lines = [
    `author: ${canonicalJson(values['author'] ?? null)}`,
    ...keys.map((key) => `${JSON.stringify(key)}: ${canonicalJson(values[key])}`),
  ];
  return `${lines.join('\n')}\n\n${body.replace(/\r\n?/g, '\n')}`;
}

/** Deterministic for the same two contents. A missing left side counts as empty. */
export function diffContents(left: LabelledContent | null, right: LabelledContent): ContentDiff {
  const isSmall = [left?.content ?? '', right.content].every(isComparable);
  const shown = (content: string): string => (isSmall ? content : `sha256 ${sha256(content)}\n`);
  const edits = diffLines(left ? shown(left.content) : '', shown(right.content));
  const count = (op: 'insert' | 'delete'): number | null =>
    isSmall ? edits.filter((edit) => edit.op === op).length : null;
  return {
    method: isSmall ? 'lines-1' : 'hashes-1',
    sha256: sha256(unifiedDiff(edits, { left, right })),
    added: count('insert'),
    removed: count('delete'),
  };
}

function isComparable(content: string): boolean {
  const { bytes, lines } = measureText(Buffer.from(content));
  return bytes <= comparisonLimits.bytes && lines! <= comparisonLimits.lines;
}
