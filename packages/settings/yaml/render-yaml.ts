import {
  Document,
  isMap,
  isScalar,
  isSeq,
  Pair,
  Scalar,
  visit,
  YAMLMap,
  YAMLSeq,
  type Node,
} from 'yaml';
import { isEqual } from './json-values.ts';
import { blockSchema, readBlock } from './read-block.ts';
import { settingsLimits } from './yaml-limits.ts';

export interface BlockStyle {
  readonly indent: number;
  /** Dashes are indented below their key. */
  readonly indentSeq: boolean;
  /** `[ a, b ]`. */
  readonly flowCollectionPadding: boolean;
  /** Double quotes on one line, where a block scalar would absorb following lines. */
  readonly careful: boolean;
}

export const defaultStyle: BlockStyle = {
  indent: 2,
  indentSeq: true,
  flowCollectionPadding: false,
  careful: false,
};

/** With final newline, at column 0, in LF. */
export function renderPair(key: string, value: unknown, style: BlockStyle): string {
  return renderChecked({ [key]: value }, compatibleStyle(value, style));
}

/** As `renderPair` for each, but checks them together where it can, because a check takes most of the time. */
export function renderPairs(
  pairs: readonly (readonly [key: string, value: unknown])[],
  style: BlockStyle,
): string {
  const values = Object.fromEntries(pairs);
  if (style.indentSeq || !Object.values(values).some(Array.isArray)) {
    const text = renderPlain(values, style);
    if (style.careful || readsAs(text, values)) return text;
  }
  return pairs.map(([key, value]) => renderPair(key, value, style)).join('');
}

/** At column 0 without final newline, in the style of `like` where possible. */
export function renderValue(value: unknown, style: BlockStyle, like: Node | null): string {
  const wrapper = new YAMLMap(blockSchema);
  wrapper.items.push(new Pair(new Scalar('k'), like));
  return renderChecked({ k: value }, compatibleStyle(value, style), wrapper).slice('k:'.length, -1);
}

/** yaml only supports unindented dashes with two spaces per level. */
function compatibleStyle(value: unknown, style: BlockStyle): BlockStyle {
  return Array.isArray(value) && !style.indentSeq ? { ...style, indent: 2 } : style;
}

/** At column 0, with final newline. */
export function renderItems(items: unknown[], style: BlockStyle, like: Node[]): string {
  const wrapper = new YAMLSeq(blockSchema);
  wrapper.items.push(...like);
  return renderChecked(items, style, wrapper);
}

export function indentRest(text: string, column: number): string {
  return text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(column)}`);
}

export function indentLines(text: string, column: number): string {
  return text === '' ? '' : ' '.repeat(column) + indentRest(text, column);
}

/** Strings unsafe in a block literal get double quotes. */
export function createNode(
  value: unknown,
  { like, quoted = false }: { like?: Node | null; quoted?: boolean } = {},
): Node {
  const document = new Document(null, { schema: blockSchema });
  const node = document.createNode(value, { aliasDuplicateObjects: false }) as Node;
  dress(node, like);
  visit(node, {
    Pair: (_key, { key }) => {
      // Unquoted, it would be the merge key.
      if (isScalar(key) && key.value === '<<') key.type = Scalar.QUOTE_DOUBLE;
    },
    Scalar: (place, scalar) => {
      if (typeof scalar.value !== 'string') return;
      const isQuoted = (quoted && place !== 'key') || needsQuotes(scalar.value);
      if (isQuoted) scalar.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return node;
}

/** Without folding. */
export function renderDocument(document: Document, style: BlockStyle): string {
  const { indent, indentSeq, flowCollectionPadding } = style;
  return document.toString({
    lineWidth: 0,
    indent,
    indentSeq,
    flowCollectionPadding,
    doubleQuotedMinMultiLineLength: Infinity,
  });
}

/** A literal with trailing empty lines (`|+`) would absorb following blank lines. */
function needsQuotes(text: string): boolean {
  const end = text.slice(text.trimEnd().length);
  const isBlank = end !== '' && end === text;
  return isBlank || end.indexOf('\n') !== end.lastIndexOf('\n') || text.includes('\uFEFF');
}

/** Falls back to double quotes when the output cannot be parsed back. */
function renderChecked(value: object, style: BlockStyle, like?: Node): string {
  const text = renderPlain(value, style, like);
  if (style.careful || readsAs(text, value)) return text;
  return renderPlain(value, { ...style, careful: true });
}

function renderPlain(value: object, style: BlockStyle, like?: Node): string {
  const document = new Document(null, { schema: blockSchema });
  document.contents = createNode(value, { like, quoted: style.careful });
  return renderDocument(document, style);
}

function readsAs(text: string, value: object): boolean {
  const isList = Array.isArray(value);
  const yaml = isList ? `k:\n${text}` : text;
  const block = readBlock(yaml, settingsLimits);
  return 'values' in block && isEqual(block.values, isList ? { k: value } : value);
}

function dress(node: Node, like: unknown): void {
  if (isScalar(node)) {
    copyScalarStyle(node, like);
  } else if (isSeq<Node>(node) && isSeq(like)) {
    node.flow = like.flow;
    const scalars = like.items.filter((item) => isScalar(item)).reverse();
    const byValue = new Map(scalars.map((scalar) => [scalar.value, scalar]));
    node.items.forEach((item, index) => {
      const same = isScalar(item) ? byValue.get(item.value) : undefined;
      dress(item, same ?? like.items[index] ?? like.items.at(-1));
    });
  } else if (isMap<Scalar, Node>(node) && isMap<Scalar, Node>(like)) {
    node.flow = like.flow;
    const values = new Map(like.items.map((pair) => [String(pair.key.value), pair.value]));
    for (const { key, value } of node.items) {
      if (value) dress(value, values.get(String(key.value)));
    }
  }
}

/** Keeps quotes for single lines and blocks for several. */
function copyScalarStyle(scalar: Scalar, like: unknown): void {
  if (!isScalar(like) || typeof scalar.value !== 'string' || !like.type) return;
  const isBlock = like.type === Scalar.BLOCK_LITERAL || like.type === Scalar.BLOCK_FOLDED;
  if (like.type !== Scalar.PLAIN && isBlock === scalar.value.includes('\n'))
    scalar.type = like.type;
}
