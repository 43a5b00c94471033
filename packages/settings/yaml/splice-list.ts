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
  selectStyle,
  type YamlText,
  type SourceItem,
  type Splice,
} from './block-layout.ts';
import { isEqual, isObject, own } from './json-values.ts';
import { indentLines, indentRest, renderItems } from './render-yaml.ts';

interface ListChange {
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
}

/** Undefined when the item must be rewritten. */
export type GoInto = (node: Node, item: ItemChange) => Splice[] | undefined;

export interface ItemChange {
  readonly before: unknown;
  readonly after: unknown;
}

/** Undefined when no item stays. Moved items keep their text, quotes and trailing comment. */
export function spliceList(
  site: YamlText,
  list: YAMLSeq<Node>,
  { before, after, goInto }: ListChange & { readonly goInto: GoInto },
): Splice[] | undefined {
  const { yaml, style } = site;
  if (after.length === 0) return undefined;
  const items = listItems(yaml, list);
  const column = columnOf(yaml, items[0]!.dash);
  const origins = matchItems(before, after);
  let isAnyKept = false;
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

interface Origin {
  readonly from: number | undefined;
  /** Its line keeps its relative order. */
  readonly stays: boolean;
}

/** Between two equal items, the most similar ones are considered edited, and the rest of equal number moved. */
function matchItems(before: readonly unknown[], after: readonly unknown[]): Origin[] {
  const from = equalItems(before, after);
  const staying = longestIncreasingSubsequence(from);
  const taken = new Set(from);
  const take = (place: number, index: number) => {
    from[place] = index;
    taken.add(index);
  };
  const nextStaying = endsBefore(from, staying, before.length);
  let low = -1;
  for (const [place, value] of after.entries()) {
    if (from[place] === undefined) {
      const between = listUnmatched(low, nextStaying[place]!, taken);
      const index = findMostSimilar(between, before, value);
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

/** Old index of the next kept item; `end` after the last. */
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

/** In a completely different list, similarity means nothing. */
function listUnmatched(
  low: number,
  high: number,
  taken: ReadonlySet<number | undefined>,
): readonly number[] {
  const found: number[] = [];
  for (let index = low + 1; index < high && found.length < maxComparedItems; index += 1) {
    if (!taken.has(index)) found.push(index);
  }
  return found;
}

/** In order where possible; each index once. */
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

function longestIncreasingSubsequence(numbers: readonly (number | undefined)[]): Set<number> {
  /** Position where the best subsequence of each length ends. */
  const ends: number[] = [];
  const previous = new Map<number, number | undefined>();
  for (const [place, number] of numbers.entries()) {
    if (number === undefined) continue;
    // Ends grow with length.
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

const maxComparedItems = 20;

function findMostSimilar(
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

function movedItem(
  site: YamlText,
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

/** Keeps a trailing comment when the new item fits on one line. */
function replaceItem(
  site: YamlText,
  { node, dash, end: last }: SourceItem,
  { value, column }: { value: unknown; column: number },
): Splice {
  const { yaml } = site;
  const text = renderItems([value], selectStyle(site, node, column), [node]).slice(0, -1);
  const isBlock = isBlockCollection(node) || isBlockScalar(node);
  const end = isBlock || text.includes('\n') ? lineBreak(yaml, last) : last;
  return { start: dash, end, text: indentRest(text, column) };
}
