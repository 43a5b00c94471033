import type { Hunk } from '@galley/runcoord';

/** Lines compared and moved, over all hunks of a patch: far more than any that was made by a tool takes. */
export const mostSteps = 50_000_000;

/** How much work is left to whoever wrote the patch; shared by all of its files. */
export interface Effort {
  left: number;
}

/** A line of the file, or one that an earlier hunk put there, which no later one may change again. */
type Line = string | { readonly put: string };

/** The hunk that fits nowhere. */
export class UnfitHunk extends Error {
  readonly hunk: Hunk;
  readonly isTooMuch: boolean;

  constructor(hunk: Hunk, isTooMuch = false) {
    super('a part of the patch does not fit');
    this.hunk = hunk;
    this.isTooMuch = isTooMuch;
  }
}

/**
 * The bytes of a file after its hunks, placed as `git apply` does without options: every line has to be there byte for
 * byte; where it is not at the stated place, the nearest place counts, below before above; what begins at line 1 has to
 * begin the file, and what has no context behind it has to end it; no hunk touches lines of another. Throws `UnfitHunk`.
 */
export function applyHunks(before: Buffer, hunks: readonly Hunk[], effort: Effort): Buffer {
  let image: Line[] = linesOf(before);
  for (const hunk of hunks) {
    const old = textsOf(hunk, '+');
    const at = placeOf(image, hunk, { old, effort });
    if (at === undefined) throw new UnfitHunk(hunk, effort.left < 0);
    effort.left -= image.length / 4;
    const put = textsOf(hunk, '-').map((text): Line => ({ put: text }));
    image = [...image.slice(0, at), ...put, ...image.slice(at + old.length)];
  }
  const texts = image.map((line) => (typeof line === 'string' ? line : line.put));
  return Buffer.from(texts.join(''), 'latin1');
}

/** One character a byte, so that what is no UTF-8 stays as it is. */
function linesOf(bytes: Buffer): string[] {
  return bytes.toString('latin1').match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function textsOf({ lines }: Hunk, without: '+' | '-'): string[] {
  return lines
    .filter(({ sign }) => sign !== without)
    .map(({ text }) => Buffer.from(text).toString('latin1'));
}

interface Wanted {
  readonly old: readonly string[];
  readonly effort: Effort;
}

function placeOf(image: readonly Line[], hunk: Hunk, wanted: Wanted): number | undefined {
  const last = image.length - wanted.old.length;
  const mustBegin = hunk.oldStart <= 1;
  const mustEnd = hunk.lines.at(-1)?.sign !== ' ';
  if (last < 0 || (mustBegin && mustEnd && last > 0)) return undefined;
  if (!mustBegin && !mustEnd) return nearestPlace(image, hunk, wanted);
  const only = mustBegin ? 0 : last;
  return fits(image, only, wanted) ? only : undefined;
}

function nearestPlace(
  image: readonly Line[],
  { newStart }: Hunk,
  wanted: Wanted,
): number | undefined {
  const stated = Math.min(Math.max(newStart - 1, 0), image.length);
  for (let away = 0; away <= image.length && wanted.effort.left >= 0; away += 1) {
    const places = away === 0 ? [stated] : [stated + away, stated - away];
    const found = places.find((at) => fits(image, at, wanted));
    if (found !== undefined) return found;
  }
  return undefined;
}

function fits(image: readonly Line[], at: number, { old, effort }: Wanted): boolean {
  if (at < 0 || at + old.length > image.length) return false;
  for (const [offset, text] of old.entries()) {
    effort.left -= 1;
    if (image[at + offset] !== text) return false;
  }
  return true;
}
