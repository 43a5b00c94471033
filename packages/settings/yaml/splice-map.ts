import { isSeq, type Node } from 'yaml';
import {
  colonEnd,
  columnOf,
  entryEnd,
  isBlockCollection,
  isBlockMap,
  isBlockScalar,
  lineBreak,
  lineStart,
  nextLine,
  pairEnd,
  pairStart,
  selectStyle,
  type YamlText,
  type SourcePair,
  type Splice,
} from './block-layout.ts';
import { isEqual, isObject, own, type MapChange } from './json-values.ts';
import { isMergeKey } from './value-reader.ts';
import { indentLines, indentRest, renderPair, renderPairs, renderValue } from './render-yaml.ts';
import { spliceList, type GoInto } from './splice-list.ts';

/**
 * Comments above removed entries stay. New entries are appended: to the whole YAML for the outermost mapping, otherwise
 * after its last entry. Values in `rewritten` are always replaced.
 */
export function spliceMap(
  site: YamlText,
  items: readonly SourcePair[],
  { before, after, rewritten }: MapChange & { rewritten?: ReadonlySet<string> },
): Splice[] {
  const splices: Splice[] = [];
  const added = new Set(Object.keys(after));
  for (const pair of items) {
    if (isMergeKey(pair.key)) continue;
    const key = String(pair.key.value);
    const change = { before: own(before, key), after: own(after, key) };
    if (!added.delete(key)) splices.push(removePair(site, pair));
    else if (rewritten?.has(key)) splices.push(replaceValue(site, pair, change.after));
    else if (!isEqual(change.before, change.after))
      splices.push(...spliceValue(site, pair, change));
  }
  const missing = [...added].filter((key) => !isEqual(own(before, key), after[key]));
  if (missing.length === 0) return splices;
  const column = items[0] ? columnOf(site.yaml, pairStart(items[0])) : 0;
  const at = column === 0 ? site.yaml.length : findMapEnd(site, items, splices);
  const text = renderPairs(
    missing.map((key) => [key, after[key]]),
    site.style,
  );
  return [...splices, { start: at, end: at, text: indentLines(text, column) }];
}

function removePair(site: YamlText, pair: SourcePair): Splice {
  const { yaml } = site;
  const start = pairStart(pair);
  const end = entryEnd(site, pairEnd(yaml, pair), columnOf(yaml, start));
  return { start: lineStart(yaml, start), end, text: '' };
}

/** Offset after the last entry and what would be deleted with it. */
function findMapEnd(
  { yaml }: YamlText,
  items: readonly SourcePair[],
  splices: readonly Splice[],
): number {
  const end = nextLine(yaml, pairEnd(yaml, items.at(-1)!));
  return Math.max(end, splices.at(-1)?.end ?? 0);
}

/** In place when something of a block collection stays. */
function spliceValue(
  site: YamlText,
  pair: SourcePair,
  { before, after }: { before: unknown; after: unknown },
): Splice[] {
  const { value } = pair;
  if (
    isBlockMap(value) &&
    isObject(before) &&
    isObject(after) &&
    canEditInPlace(value.items, { before, after })
  ) {
    return spliceMap(site, value.items, { before, after });
  }
  if (
    isSeq<Node>(value) &&
    isBlockCollection(value) &&
    Array.isArray(before) &&
    Array.isArray(after)
  ) {
    const goInto = createItemEditor(site);
    const splices = spliceList(site, value, { before, after, goInto });
    if (splices) return splices;
  }
  return [replaceValue(site, pair, after)];
}

/** The first entry follows the dash; deleting it rewrites the item. */
function createItemEditor(site: YamlText): GoInto {
  return (node, { before, after }) => {
    if (!isBlockMap(node) || !isObject(before) || !isObject(after)) return undefined;
    const first = node.items[0]?.key;
    if (!first || !Object.hasOwn(after, String(first.value))) return undefined;
    return canEditInPlace(node.items, { before, after })
      ? spliceMap(site, node.items, { before, after })
      : undefined;
  };
}

/** At least one entry must stay, and merged entries cannot be deleted. */
function canEditInPlace(items: readonly SourcePair[], { before, after }: MapChange): boolean {
  const keys = new Set<string>();
  for (const { key } of items) if (!isMergeKey(key)) keys.add(String(key.value));
  return (
    keys.values().some((key) => Object.hasOwn(after, key)) &&
    Object.keys(before).every((key) => keys.has(key) || Object.hasOwn(after, key))
  );
}

/** Comments on the key's line or after the value move to the key's line. */
function replaceValue(site: YamlText, pair: SourcePair, after: unknown): Splice {
  const { yaml } = site;
  const { key, value } = pair;
  const start = pairStart(pair);
  const column = columnOf(yaml, start);
  const style = selectStyle(site, value, column);
  const last = pairEnd(yaml, pair);
  const end = lineBreak(yaml, last);
  const colon = colonEnd(pair);
  if (colon === undefined) {
    const text = renderPair(String(key.value), after, style).slice(0, -1);
    return { start, end, text: indentRest(text, column) };
  }
  const isBlock = isBlockCollection(value) || isBlockScalar(value);
  const comments = keyLineComment(yaml, pair, colon) + (isBlock ? '' : yaml.slice(last, end));
  const rendered = renderValue(after, style, value);
  const firstEnd = (rendered + '\n').indexOf('\n');
  const first = rendered.slice(0, firstEnd).replace(/^ /, spaceAfter(yaml, colon));
  return {
    start: colon,
    end,
    text: first + comments + indentRest(rendered.slice(firstEnd), column),
  };
}

/** Between a key and a value on a later line, with preceding space. */
function keyLineComment(yaml: string, { value, srcToken }: SourcePair, colon: number): string {
  if (!value) return '';
  const start = value.range![0];
  if (isBlockScalar(value)) {
    const header = yaml.slice(start, lineBreak(yaml, start));
    return /^[^\s#]+([ \t]+#.*)$/.exec(header)?.[1] ?? '';
  }
  const end = lineBreak(yaml, colon);
  if (start < end) return '';
  const comment = srcToken?.sep?.find(({ type, offset }) => type === 'comment' && offset >= colon);
  if (!comment || comment.offset > end) return '';
  const before = yaml.slice(colon, comment.offset);
  return yaml.slice(colon + before.trimEnd().length, end);
}

function spaceAfter(yaml: string, colon: number): string {
  return /^[ \t]+(?=[^\s#])/.exec(yaml.slice(colon, lineBreak(yaml, colon)))?.[0] ?? ' ';
}
