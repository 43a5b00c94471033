import { setImmediate } from 'node:timers/promises';
import { fileName } from './plan-renames.ts';

export interface ComparedText {
  readonly path: string;
  /** Undefined without one in the frontmatter. */
  readonly title: string | undefined;
  readonly body: string;
}

export interface SimilarPair<File extends ComparedText, Source extends ComparedText> {
  readonly from: Source;
  readonly to: File;
}

interface Scored<File, Source> {
  readonly from: Source;
  readonly to: File;
  readonly score: number;
}

/** As in git. */
const minShare = 0.5;

/**
 * Pairs files with documents of the same title, or of which half of the body is the same: the bytes of equal lines, of
 * the longer body. Equal titles and equal file names count as much as equal bodies. A pair has to be the only best one
 * for both its file and its document.
 */
export async function pairSimilar<File extends ComparedText, Source extends ComparedText>(
  files: readonly File[],
  sources: readonly Source[],
): Promise<SimilarPair<File, Source>[]> {
  const shared = new SharedLines(sources.map(({ body }) => body));
  const scored: Scored<File, Source>[] = [];
  for (const to of files) {
    await setImmediate();
    const shares = shared.with(to.body);
    for (const [at, from] of sources.entries()) {
      const score = scoreOf({ from, to, share: shares[at]! });
      if (score !== undefined) scored.push({ from, to, score });
    }
  }
  const bestOfFile = onlyBest(scored, ({ to }) => to);
  const bestOfSource = onlyBest(scored, ({ from }) => from);
  return scored.filter((one) => bestOfFile.has(one) && bestOfSource.has(one));
}

function scoreOf({
  from,
  to,
  share,
}: SimilarPair<ComparedText, ComparedText> & { readonly share: number }): number | undefined {
  const hasSameTitle = to.title !== undefined && to.title === from.title;
  if (!hasSameTitle && share < minShare) return undefined;
  return share + Number(hasSameTitle) + Number(fileName(to.path) === fileName(from.path));
}

function onlyBest<One extends { readonly score: number }>(
  scored: readonly One[],
  keyOf: (one: One) => unknown,
): ReadonlySet<One> {
  const best = new Map<unknown, { score: number; ones: One[] }>();
  for (const one of scored) {
    const { score } = one;
    const known = best.get(keyOf(one));
    if (!known || score > known.score) best.set(keyOf(one), { score, ones: [one] });
    else if (score === known.score) known.ones.push(one);
  }
  return new Set([...best.values()].flatMap(({ ones }) => (ones.length === 1 ? ones : [])));
}

/** Looks lines up instead of comparing each pair of texts. */
class SharedLines {
  readonly #sizes: readonly number[];
  readonly #byLine = new Map<string, { readonly at: number; readonly count: number }[]>();

  constructor(bodies: readonly string[]) {
    const counted = bodies.map(countLines);
    this.#sizes = counted.map(sizeOf);
    for (const [at, lines] of counted.entries()) {
      for (const [line, count] of lines) {
        const known = this.#byLine.get(line) ?? [];
        known.push({ at, count });
        this.#byLine.set(line, known);
      }
    }
  }

  /** Between 0 and 1, for each body. */
  with(body: string): number[] {
    const lines = countLines(body);
    const equal = this.#sizes.map(() => 0);
    for (const [line, count] of lines) {
      for (const other of this.#byLine.get(line) ?? [])
        equal[other.at]! += line.length * Math.min(count, other.count);
    }
    const size = sizeOf(lines);
    return equal.map((bytes, at) => bytes / Math.max(1, size, this.#sizes[at]!));
  }
}

/** Blank lines and indentation do not count. */
function countLines(body: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of body.split('\n')) {
    const trimmed = line.trim();
    if (trimmed !== '') counts.set(trimmed, (counts.get(trimmed) ?? 0) + 1);
  }
  return counts;
}

function sizeOf(lines: ReadonlyMap<string, number>): number {
  let size = 0;
  for (const [line, count] of lines) size += line.length * count;
  return size;
}
