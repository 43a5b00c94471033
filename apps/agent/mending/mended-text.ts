import type { Fault, Mend } from './faults.ts';
import { findPlaces, type Place } from './markdown-places.ts';

export interface MendedFault extends Fault {
  readonly mend: Mend;
}

export interface MendedText {
  readonly text: string;
  readonly mended: readonly MendedFault[];
  readonly left: readonly Fault[];
}

/** Parses the result and drops each replacement that does not read back as intended. */
export function mendText(source: string, faults: readonly Fault[]): MendedText {
  let mended = faults.filter((fault) => isMendable(fault));
  for (let text = withMends(source, mended); ; text = withMends(source, mended)) {
    const wrong = wrongMends({ source, text, mended });
    if (wrong.size === 0) {
      const left = faults.filter((fault) => !(mended as readonly Fault[]).includes(fault));
      return { text, mended, left };
    }
    mended = mended.filter((fault) => !wrong.has(fault));
  }
}

function isMendable(fault: Fault): fault is MendedFault {
  return fault.mend !== undefined && fault.stretch !== undefined;
}

function withMends(source: string, mended: readonly MendedFault[]): string {
  const inOrder = mended.toSorted((one, other) => one.stretch!.start - other.stretch!.start);
  let text = '';
  let at = 0;
  for (const { stretch, mend } of inOrder) {
    text += source.slice(at, stretch!.start) + mend.text;
    at = stretch!.end;
  }
  return text + source.slice(at);
}

interface Change {
  readonly source: string;
  readonly text: string;
  readonly mended: readonly MendedFault[];
}

/** Returns all of them if the culprit cannot be identified. */
function wrongMends({ source, text, mended }: Change): ReadonlySet<MendedFault> {
  const before = findPlaces(source);
  const after = findPlaces(text);
  const isSame = before.length === after.length && masked(source, before) === masked(text, after);
  if (!isSame) return new Set(mended);
  const wrong = new Set<MendedFault>();
  const expected = before.map(({ address, altText }) => ({ address, altText }));
  for (const { place, kind, mend } of mended)
    expected[place]![kind === 'missing_alt' ? 'altText' : 'address'] = mend.text;
  for (const [place, { address, altText, isReference }] of after.entries()) {
    const wanted = expected[place]!;
    // A reference follows its definition, which may have been mended.
    if (altText === wanted.altText && (isReference || address === wanted.address)) continue;
    const own = mended.filter((fault) => fault.place === place);
    if (own.length === 0) return new Set(mended);
    for (const fault of own) wrong.add(fault);
  }
  return wrong;
}

/** Equal for texts that differ only in addresses and alt texts. */
export function masked(source: string, places: readonly Place[]): string {
  const stretches = places
    .flatMap(({ target, alt }) => [target, alt])
    .filter((stretch) => stretch !== undefined)
    .toSorted((one, other) => one.start - other.start || one.end - other.end);
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of stretches) {
    // Nested range, such as an image in the text of a link.
    if (start < at) continue;
    parts.push(source.slice(at, start));
    at = end;
  }
  parts.push(source.slice(at));
  return JSON.stringify(parts);
}
