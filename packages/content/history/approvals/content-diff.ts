import { canonicalJson, sha256 } from '@galley/kernel';
import { comparisonLimits, sizeOf } from '../comparison.ts';
import { diffLines } from '../line-diff.ts';
import type { DocumentSource } from '../../document/read-document.ts';
import { isClientKey } from '../../document/revision.ts';
import { unifiedDiff, type DiffLabel } from '../unified-diff.ts';

/**
 * How two contents were compared: line by line, or, where one of them is beyond the limits of a comparison, by their
 * hashes alone. Whoever changes how lines are compared or contents written gives the new way another name.
 */
export type DiffMethod = 'lines-1' | 'hashes-1';

/** What is new in a content, without the content. */
export interface ContentDiff {
  readonly method: DiffMethod;
  /** Of the unified diff; nothing changed is that of an empty text. */
  readonly sha256: string;
  /** Lines; null where hashes were compared. */
  readonly added: number | null;
  readonly removed: number | null;
}

/** A content, and where and when it was. */
export interface LabelledContent extends DiffLabel {
  readonly content: string;
}

/**
 * What the revision names, as text: the owner, a line each for the writers' keys in the order of their names, an empty
 * line, and the body with LF. Of a file that cannot be read, all of it.
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

/** The same for the same two contents, always: a left one that is not there is empty. */
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
  const { bytes, lines } = sizeOf(Buffer.from(content));
  return bytes <= comparisonLimits.bytes && lines! <= comparisonLimits.lines;
}
