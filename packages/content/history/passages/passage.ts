/** Half-open, in UTF-16 units. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** A passage by its words: itself, and the text before and after it. */
export interface QuotedPassage {
  readonly quote: string;
  readonly prefix: string;
  readonly suffix: string;
}

/** Characters before and after the quote. */
export const contextLength = 48;
/** Words that occur once in both texts and are this long belong together, wherever they are. */
const tellingLength = 32;
/** The same for whole lines, which move as they are. */
const tellingLine = 16;

export function quotePassage(text: string, { from, to }: TextRange): QuotedPassage {
  return {
    quote: text.slice(from, to),
    prefix: text.slice(Math.max(0, from - contextLength), from),
    suffix: text.slice(to, to + contextLength),
  };
}

/** The place of the passage if its words tell it without doubt. `undefined`: not there, or in several places. */
export function findQuoted(text: string, passage: QuotedPassage): TextRange | undefined {
  return agreedPlace(passage, [...identifiersOf(passage)], (identifier) =>
    identifier.text.length >= tellingLength || identifier.isWhole
      ? onlyPlace(text, identifier)
      : [],
  );
}

/**
 * The place of the unchanged passage `range` of `before` in `after`. `mapped` is where a comparison of both texts sees its
 * beginning, which is enough for short words that occur once. All words must lead to the same place.
 */
export function findUnchanged(
  { before, after }: { readonly before: string; readonly after: string },
  range: TextRange,
  mapped: () => number | undefined,
): TextRange | undefined {
  const passage = quotePassage(before, range);
  const identifiers = [...identifiersOf(passage), lineOf(before, range)].filter(
    (identifier) => onlyPlace(before, identifier).length === 1,
  );
  return agreedPlace(passage, identifiers, (identifier) => {
    const places = onlyPlace(after, identifier);
    if (places.length !== 1 || isTelling(identifier)) return places;
    return places[0] === mapped() ? places : [];
  });
}

function isTelling({ text, isLine }: Identifier): boolean {
  return text.length >= (isLine ? tellingLine : tellingLength);
}

/** All lines that the passage touches. */
function lineOf(text: string, { from, to }: TextRange): Identifier {
  const start = from === 0 ? 0 : text.lastIndexOf('\n', from - 1) + 1;
  const end = text.indexOf('\n', to);
  const line = text.slice(start, end === -1 ? text.length : end + 1);
  return { text: line, offset: from - start, isWhole: false, isLine: true };
}

interface Identifier {
  readonly text: string;
  /** Where the passage begins in it. */
  readonly offset: number;
  /** Has all that is known of the passage. */
  readonly isWhole: boolean;
  readonly isLine?: true;
}

function* identifiersOf({ quote, prefix, suffix }: QuotedPassage): Generator<Identifier> {
  const offset = prefix.length;
  yield { text: prefix + quote + suffix, offset, isWhole: true };
  yield { text: prefix + quote, offset, isWhole: false };
  yield { text: quote + suffix, offset: 0, isWhole: false };
  yield { text: quote, offset: 0, isWhole: false };
}

function agreedPlace(
  { quote }: QuotedPassage,
  identifiers: readonly Identifier[],
  placesOf: (identifier: Identifier) => readonly number[],
): TextRange | undefined {
  const [from, ...others] = new Set(identifiers.flatMap((identifier) => placesOf(identifier)));
  if (from === undefined || others.length > 0) return undefined;
  return { from, to: from + quote.length };
}

/** Place of the passage. Empty if the identifier is missing, or occurs more than once. */
function onlyPlace(text: string, { text: wanted, offset }: Identifier): readonly number[] {
  if (wanted === '') return [];
  const at = text.indexOf(wanted);
  return at === -1 || text.indexOf(wanted, at + 1) !== -1 ? [] : [at + offset];
}
