import { canonicalJson } from '@galley/kernel';
import type { Node, YAMLSeq } from 'yaml';
import {
  columnOf,
  entryEnd,
  isBlockCollection,
  isBlockScalar,
  lineBreak,
  lineStart,
  listItems,
  nextLine,
  styleAt,
  type Site,
  type SourceItem,
  type Splice,
} from './block-layout.ts';
import { isEqual, isObject, own } from './json-values.ts';
import { indentLines, indentRest, renderItems } from './render-yaml.ts';

interface ListChange {
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
}

/** The splices that change an item from within; undefined where it is better written anew. */
export type GoInto = (node: Node, item: ItemChange) => Splice[] | undefined;

export interface ItemChange {
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * The splices that make a block list hold `after` in place of `before`, or undefined when no item stays and it is
 * better written anew. An item that stays is not touched, or changed from within by `goInto`; one that has moved takes
 * its text, quotes and the comment behind it along; and one that goes leaves nothing to another.
 */
export function spliceList(
  site: Site,
  list: YAMLSeq<Node>,
  { before, after, goInto }: ListChange & { readonly goInto: GoInto },
): Splice[] | undefined {
  const { yaml, style } = site;
  if (after.length === 0) return undefined;
  const items = listItems(yaml, list);
  const column = columnOf(yaml, items[0]!.dash);
  const origins = originsOf(before, after);
  let isAnyKept = false;
  /** Where the next item goes that does not stay. */
  let at = lineStart(yaml, items[0]!.dash);
  const splices = after.flatMap((value, place) => {
    const { from, stays } = origins[place]!;
    const item = from === undefined ? undefined : items[from]!;
    const isSame = item !== undefined && isEqual(before[from!], value);
    isAnyKept ||= isSame;
    if (!item || !stays) {
      const text = item
        ? movedItem(site, item, { value, column, isSame })
        : indentLines(renderItems([value], style, list.items.slice(-1)), column);
      return [{ start: at, end: at, text }];
    }
    at = nextLine(yaml, item.end);
    if (isSame) return [];
    const within = goInto(item.node, { before: before[from!], after: value });
    isAnyKept ||= within !== undefined;
    return within ?? [replaceItem(site, item, { value, column })];
  });
  if (!isAnyKept) return undefined;
  const staying = new Set(origins.map(({ from, stays }) => (stays ? from : undefined)));
  const gone = items.filter((_, index) => !staying.has(index));
  return [
    ...splices,
    ...gone.map(({ dash, end }) => {
      return { start: lineStart(yaml, dash), end: entryEnd(site, end, column), text: '' };
    }),
  ];
}

/** Where an item comes from: a place in the list as it was, or nowhere. */
interface Origin {
  readonly from: number | undefined;
  /** Its line is where it belongs, between those of the others that stay. */
  readonly stays: boolean;
}

/**
 * Which item was which. Those that are equal are the same; of the others, one between two that stay is what was changed
 * there, the most alike first, and as many as are left over have been moved as well.
 */
function originsOf(before: readonly unknown[], after: readonly unknown[]): Origin[] {
  const from = equalItems(before, after);
  const staying = longestRise(from);
  const taken = new Set(from);
  const take = (place: number, index: number) => {
    from[place] = index;
    taken.add(index);
  };
  const nextStaying = endsBefore(from, staying, before.length);
  let low = -1;
  for (const [place, value] of after.entries()) {
    if (from[place] === undefined) {
      const between = freeBetween(low, nextStaying[place]!, taken);
      const index = mostAlike(between, before, value);
      if (index === undefined) continue;
      take(place, index);
      staying.add(place);
    }
    if (staying.has(place)) low = from[place]!;
  }
  const strangers = [...after.keys()].filter((place) => from[place] === undefined);
  const left = [...before.keys()].filter((index) => !taken.has(index));
  if (strangers.length === left.length) strangers.forEach((place, nth) => take(place, left[nth]!));
  return from.map((index, place) => ({ from: index, stays: staying.has(place) }));
}

/** For each place, where the item was that stays next after it; `end` behind the last one. */
function endsBefore(
  from: readonly (number | undefined)[],
  staying: ReadonlySet<number>,
  end: number,
): number[] {
  const ends: number[] = [];
  let next = end;
  for (let place = from.length - 1; place >= 0; place -= 1) {
    ends[place] = next;
    if (staying.has(place)) next = from[place]!;
  }
  return ends;
}

/** At most `mostCompared`: of a long list that is another altogether, none is more alike than the next. */
function freeBetween(
  low: number,
  high: number,
  taken: ReadonlySet<number | undefined>,
): readonly number[] {
  const found: number[] = [];
  for (let index = low + 1; index < high && found.length < mostCompared; index += 1) {
    if (!taken.has(index)) found.push(index);
  }
  return found;
}

/** For each item where an equal one was, in the same order where that can be; each place once. */
function equalItems(before: readonly unknown[], after: readonly unknown[]): (number | undefined)[] {
  const places = Map.groupBy(before.keys(), (index) => canonicalJson(before[index]));
  let last = -1;
  return after.map((value) => {
    const found = places.get(canonicalJson(value)) ?? [];
    const next = found.findIndex((index) => index > last);
    const [index] = found.splice(Math.max(0, next), 1);
    last = index ?? last;
    return index;
  });
}

/** The places of as many numbers as can be, each greater than the one before. */
function longestRise(numbers: readonly (number | undefined)[]): Set<number> {
  /** The place where the best rise of each length ends. */
  const ends: number[] = [];
  const previous = new Map<number, number | undefined>();
  for (const [place, number] of numbers.entries()) {
    if (number === undefined) continue;
    // The ends grow with the length: halving finds the first that is greater.
    let [length, tooLong] = [0, ends.length];
    while (length < tooLong) {
      const middle = (length + tooLong) >> 1;
      if (numbers[ends[middle]!]! > number) tooLong = middle;
      else length = middle + 1;
    }
    previous.set(place, ends[length - 1]);
    ends[length] = place;
  }
  const rise = new Set<number>();
  for (let place = ends.at(-1); place !== undefined; place = previous.get(place)) rise.add(place);
  return rise;
}

const mostCompared = 20;

function mostAlike(
  places: readonly number[],
  before: readonly unknown[],
  value: unknown,
): number | undefined {
  const alike = (place: number) => {
    const old = before[place];
    if (!isObject(old) || !isObject(value)) return 0;
    return Object.keys(old).filter((key) => isEqual(old[key], own(value, key))).length;
  };
  let best: { readonly place: number; readonly score: number } | undefined;
  for (const place of places) {
    const score = alike(place);
    if (!best || score > best.score) best = { place, score };
  }
  return best?.place;
}

/** The lines of an item for another place, changed or not. */
function movedItem(
  site: Site,
  item: SourceItem,
  change: { value: unknown; column: number; isSame: boolean },
): string {
  const { yaml } = site;
  const { dash } = item;
  const end = lineBreak(yaml, item.end);
  const {
    start,
    end: rest,
    text,
  } = change.isSame ? { start: dash, end: dash, text: '' } : replaceItem(site, item, change);
  const lines = yaml.slice(dash, start) + text + yaml.slice(rest, end);
  return `${' '.repeat(change.column)}${lines.replaceAll('\r\n', '\n')}\n`;
}

/** A comment behind the item stays where the new one is on one line too. */
function replaceItem(
  site: Site,
  { node, dash, end: last }: SourceItem,
  { value, column }: { value: unknown; column: number },
): Splice {
  const { yaml } = site;
  const text = renderItems([value], styleAt(site, node, column), [node]).slice(0, -1);
  const isBlock = isBlockCollection(node) || isBlockScalar(node);
  const end = isBlock || text.includes('\n') ? lineBreak(yaml, last) : last;
  return { start: dash, end, text: indentRest(text, column) };
}
