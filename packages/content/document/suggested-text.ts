/** A suggestion as it was made: `replacement` for `quote`, between `prefix` and `suffix`. */
export interface SuggestedText {
  readonly quote: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly replacement: string;
  /** False if no saved text had the words around it: a client may have made them up. */
  readonly isAnchored: boolean;
}

/** Words in a row. Fewer if the suggestion has no more with its neighbours. */
const sequenceLength = 4;
const contextWords = sequenceLength - 1;

export type TakenOver<Suggestion> = Suggestion & {
  /** Else a part of it. */
  readonly isWhole: boolean;
};

/**
 * The suggestions of which a change from `before` to `after` takes over words (ADD-SUG-3). The texts alone decide, not how
 * the words came there: by accepting, by pasting, or in part. A suggestion counts if `after` has a sequence of four words
 * (or signs) that it changes more often than `before`. The words on either side count, so single words, signs and deletions
 * are found as well. Linear in the length of the texts.
 */
export function takenOver<Suggestion extends SuggestedText>(
  suggestions: readonly Suggestion[],
  before: string,
  after: string,
): TakenOver<Suggestion>[] {
  if (suggestions.length === 0 || before === after) return [];
  const had = new SequenceCounts(before);
  const has = new SequenceCounts(after);
  return suggestions.flatMap((suggestion) => {
    const alone = { ...suggestion, prefix: '', suffix: '' };
    const ways = suggestion.isAnchored ? [suggestion] : [suggestion, alone];
    const extents = ways.map((way) => extentOf(changedSequences(way), had, has));
    const found = extents.find((extent) => extent === 'whole') ?? extents.find(Boolean);
    return found ? [{ ...suggestion, isWhole: found === 'whole' }] : [];
  });
}

function extentOf(
  { length, come, gone }: ChangedSequences,
  had: SequenceCounts,
  has: SequenceCounts,
): 'whole' | 'part' | undefined {
  const more = [...come].filter((words) => has.count(words, length) > had.count(words, length));
  if (more.length > 0) return more.length === come.size ? 'whole' : 'part';
  // A deletion at the beginning or the end of a text brings no sequence.
  const isLess = [...gone].every((words) => has.count(words, length) < had.count(words, length));
  return come.size === 0 && gone.size > 0 && isLess ? 'whole' : undefined;
}

interface ChangedSequences {
  readonly length: number;
  /** Only with the suggestion. */
  readonly come: ReadonlySet<string>;
  /** Only without it. */
  readonly gone: ReadonlySet<string>;
}

function changedSequences({ quote, prefix, suffix, replacement }: SuggestedText): ChangedSequences {
  const start = wordsOf(prefix).slice(-contextWords);
  const end = wordsOf(suffix).slice(0, contextWords);
  const without = [...start, ...wordsOf(quote), ...end];
  const within = [...start, ...wordsOf(replacement), ...end];
  const length = Math.min(sequenceLength, Math.max(1, within.length));
  const [former, latter] = [without, within].map((words) => new Set(sequencesOf(words, length)));
  return { length, come: latter!.difference(former!), gone: former!.difference(latter!) };
}

class SequenceCounts {
  readonly #words: readonly string[];
  readonly #byLength = new Map<number, ReadonlyMap<string, number>>();

  constructor(text: string) {
    this.#words = wordsOf(text);
  }

  count(words: string, length: number): number {
    return this.#counts(length).get(words) ?? 0;
  }

  #counts(length: number): ReadonlyMap<string, number> {
    const known = this.#byLength.get(length);
    if (known) return known;
    const counts = new Map<string, number>();
    for (const words of sequencesOf(this.#words, length))
      counts.set(words, (counts.get(words) ?? 0) + 1);
    this.#byLength.set(length, counts);
    return counts;
  }
}

function sequencesOf(words: readonly string[], length: number): string[] {
  const count = Math.max(0, words.length - length + 1);
  return Array.from({ length: count }, (_, at) => words.slice(at, at + length).join(' '));
}

/** Scripts without spaces are split into characters. */
function wordsOf(text: string): string[] {
  return (
    text.match(
      /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu,
    ) ?? []
  );
}
