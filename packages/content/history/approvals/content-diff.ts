import { canonicalJson, sha256 } from '@galley/kernel';
import { comparisonLimits, measureText } from '../comparison.ts';
import { diffLines } from '../line-diff.ts';
import type { DocumentSource } from '../../document/read-document.ts';
import { isClientKey } from '../../document/revision.ts';
import { unifiedDiff, type DiffLabel } from '../unified-diff.ts';

/** By line, or by hash above the comparison limits. Any change of the comparison needs a new name. */
export type DiffMethod = 'lines-1' | 'hashes-1';

export interface ContentDiff {
  readonly method: DiffMethod;
  /** SHA-256 of the unified diff; without changes, of an empty text. */
  readonly sha256: string;
  /** Null for `hashes-1`. */
  readonly added: number | null;
  readonly removed: number | null;
}

export interface LabelledContent extends DiffLabel {
  readonly content: string;
}

/** Owner, one line per client-owned key by name, an empty line, body with LF; the whole file if unreadable. */
export function contentOf({ text, problem, values, body }: DocumentSource): string {
  if (text === null || problem) return text ?? '';
  const keys = Object.keys(values).filter(isClientKey).sort();
  const lines = [
    `author: ${canonicalJson(values['author'] ?? null)}`,
    ...keys.map((key) => `${JSON.stringify(key)}: ${canonicalJson(values[key])}`),
  ];
  return `${lines.join('\n')}\n\n${body.replace(/\r\n?/g, '\n')}`;
}

/** Deterministic. A missing left side counts as empty. */
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
