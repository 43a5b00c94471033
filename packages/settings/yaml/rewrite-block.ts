import { isAlias, isMap, visit, type Document, type Node, type Pair, type Scalar } from 'yaml';
import type { Values } from './json-values.ts';
import { isMergeKey } from './value-reader.ts';
import { createNode, renderDocument, type BlockStyle } from './render-yaml.ts';

/** Unchanged entries that depend on anchors of changed ones. */
export function dependentKeys(document: Document, changed: ReadonlySet<string>): Set<string> {
  const map: Node | null = document.contents;
  const dependent = new Set<string>();
  if (!isMap<Scalar, Node | null>(map)) return dependent;
  const lost = new Set<string>();
  for (const { key, value } of map.items) {
    if (isMergeKey(key)) continue;
    const name = String(key.value);
    // Aliases follow their anchors, so one pass finds indirect dependencies too.
    const isDependent = !changed.has(name) && refersTo(value, lost);
    if (isDependent) dependent.add(name);
    if (isDependent || changed.has(name)) {
      collectAnchors(key, lost);
      collectAnchors(value, lost);
    }
  }
  return dependent;
}

/** For changes that cannot be spliced. Modifies `document`. Undefined when yaml cannot write it. */
export function rewriteBlock(
  document: Document,
  { after, touched }: { after: Values; touched: ReadonlySet<string> },
  style: BlockStyle,
): string | undefined {
  const map: Node | null = document.contents;
  if (!isMap<Scalar, Node | null>(map)) return undefined;
  const added = new Set(Object.keys(after).filter((key) => touched.has(key)));
  const kept: Pair<Scalar, Node | null>[] = [];
  for (const pair of map.items) {
    const key = String(pair.key.value);
    if (!isMergeKey(pair.key) && touched.has(key)) {
      if (!added.delete(key)) continue;
      pair.value = createLike(pair.value, after[key]);
    }
    kept.push(pair);
  }
  const created = createNode(Object.fromEntries([...added].map((key) => [key, after[key]])));
  map.items = isMap<Scalar, Node | null>(created) ? [...kept, ...created.items] : kept;
  return tryRender(document, style);
}

/** yaml refuses to write an alias without its anchor. */
function tryRender(document: Document, style: BlockStyle): string | undefined {
  try {
    return renderDocument(document, style);
  } catch {
    return undefined;
  }
}

function refersTo(node: Node | null, anchors: ReadonlySet<string>): boolean {
  let refers = false;
  visit(node, {
    Alias: (_key, { source }) => {
      refers ||= anchors.has(source);
    },
  });
  return refers;
}

function collectAnchors(node: Node | null, anchors: Set<string>): void {
  visit(node, {
    Value: (_key, { anchor }) => {
      if (anchor !== undefined) anchors.add(anchor);
    },
  });
}

function createLike(old: Node | null, value: unknown): Node {
  const node = createNode(value, { like: isAlias(old) ? null : old });
  node.comment = old?.comment;
  node.commentBefore = old?.commentBefore;
  node.spaceBefore = old?.spaceBefore;
  return node;
}
