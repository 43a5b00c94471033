import type { Hunk } from '@galley/runcoord';

/** Line comparisons and moves; far more than tool-generated patches need. */
export const maxSteps = 50_000_000;

export interface WorkBudget {
  left: number;
}

/** A line of the file, or one inserted by an earlier hunk, which later hunks must not change. */
type Line = string | { readonly put: string };

export class UnmatchedHunk extends Error {
  readonly hunk: Hunk;
  readonly isTooMuch: boolean;
  /** Number of places that a recounted hunk matches. */
  readonly matchCount: number;

  constructor(hunk: Hunk, { isTooMuch = false, matchCount = 0 } = {}) {
    super('a part of the patch does not fit');
    this.hunk = hunk;
    this.isTooMuch = isTooMuch;
    this.matchCount = matchCount;
  }
}

/**
 * Like `git apply`: if the stated position fails, the nearest match counts, below before above; a hunk at line 1 must
 * match the start, one without trailing context the end. Hunks must not overlap. A recounted hunk must match at exactly
 * one place, wherever that is. Throws `UnmatchedHunk`.
 */
export function applyHunks(before: Buffer, hunks: readonly Hunk[], effort: WorkBudget): Buffer {
  let image: Line[] = splitLines(before);
  for (const hunk of hunks) {
    const old = hunkLines(hunk, '+');
    const at = findPosition(image, hunk, { old, effort });
    if (at === undefined) throw new UnmatchedHunk(hunk, { isTooMuch: effort.left < 0 });
    effort.left -= image.length / 4;
    const put = hunkLines(hunk, '-').map((text): Line => ({ put: text }));
    image = [...image.slice(0, at), ...put, ...image.slice(at + old.length)];
  }
  const texts = image.map((line) => (typeof line === 'string' ? line : line.put));
  return Buffer.from(texts.join(''), 'latin1');
}

/** Latin-1 maps each byte to a character, which preserves bytes that are not UTF-8. */
function splitLines(bytes: Buffer): string[] {
  return bytes.toString('latin1').match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function hunkLines({ lines }: Hunk, without: '+' | '-'): string[] {
  return lines
    .filter(({ sign }) => sign !== without)
    .map(({ text }) => Buffer.from(text).toString('latin1'));
}

interface HunkMatch {
  readonly old: readonly string[];
  readonly effort: WorkBudget;
}

function findPosition(image: readonly Line[], hunk: Hunk, wanted: HunkMatch): number | undefined {
  const last = image.length - wanted.old.length;
  if (hunk.isRecounted) return findOnly(image, hunk, wanted);
  const mustBegin = hunk.oldStart <= 1;
  const mustEnd = hunk.lines.at(-1)?.sign !== ' ';
  if (last < 0 || (mustBegin && mustEnd && last > 0)) return undefined;
  if (!mustBegin && !mustEnd) return findNearest(image, hunk, wanted);
  const only = mustBegin ? 0 : last;
  return matches(image, only, wanted) ? only : undefined;
}

function findNearest(
  image: readonly Line[],
  { newStart }: Hunk,
  wanted: HunkMatch,
): number | undefined {
  const stated = Math.min(Math.max(newStart - 1, 0), image.length);
  for (let distance = 0; distance <= image.length && wanted.effort.left >= 0; distance += 1) {
    const candidates = distance === 0 ? [stated] : [stated + distance, stated - distance];
    const found = candidates.find((at) => matches(image, at, wanted));
    if (found !== undefined) return found;
  }
  return undefined;
}

function findOnly(image: readonly Line[], hunk: Hunk, wanted: HunkMatch): number | undefined {
  const found: number[] = [];
  for (let at = 0; at <= image.length && wanted.effort.left >= 0; at += 1)
    if (matches(image, at, wanted)) found.push(at);
  if (found.length > 1) throw new UnmatchedHunk(hunk, { matchCount: found.length });
  return wanted.effort.left < 0 ? undefined : found[0];
}

function matches(image: readonly Line[], at: number, { old, effort }: HunkMatch): boolean {
  if (at < 0 || at + old.length > image.length) return false;
  for (const [offset, text] of old.entries()) {
    effort.left -= 1;
    if (image[at + offset] !== text) return false;
  }
  return true;
}
