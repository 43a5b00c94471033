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
import { isEqual } from './json-values.ts';
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
 * better written anew. Items that are the same at its start and its end are not touched, nor are their comments; in between,
 * `goInto` may change an item from within.
 */
export function spliceList(
  site: Site,
  list: YAMLSeq<Node>,
  { before, after, goInto }: ListChange & { readonly goInto: GoInto },
): Splice[] | undefined {
  const { yaml } = site;
  const { head, tail } = countKept(before, after);
  if (after.length === 0) return undefined;
  const items = listItems(yaml, list);
  const column = columnOf(yaml, items[0]!.dash);
  const gone = items.slice(head, items.length - tail);
  const come = after.slice(head, after.length - tail);
  const both = Math.min(gone.length, come.length);
  const within = gone.map(({ node }, index) =>
    index < both ? goInto(node, { before: before[head + index], after: come[index] }) : undefined,
  );
  if (head + tail === 0 && within.every((found) => found === undefined)) return undefined;
  const splices = gone.flatMap((item, index) => {
    if (index < both) {
      return within[index] ?? [replaceItem(site, item, { value: come[index], column })];
    }
    const end = entryEnd(site, item.end, column);
    return [{ start: lineStart(yaml, item.dash), end, text: '' }];
  });
  if (come.length > both) {
    const previous = items[head + both - 1];
    const at = previous ? nextLine(yaml, previous.end) : lineStart(yaml, items[0]!.dash);
    const text = renderItems(come.slice(both), site.style, list.items.slice(-1));
    splices.push({ start: at, end: at, text: indentLines(text, column) });
  }
  return splices;
}

/** How many items are the same at the start and at the end. */
function countKept(
  before: readonly unknown[],
  after: readonly unknown[],
): { head: number; tail: number } {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && isEqual(before[head], after[head])) head += 1;
  let tail = 0;
  while (tail < shorter - head && isEqual(before.at(-1 - tail), after.at(-1 - tail))) tail += 1;
  return { head, tail };
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
