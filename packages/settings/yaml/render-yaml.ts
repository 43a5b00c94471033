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

/** How a file writes what it holds. */
export interface BlockStyle {
  /** Spaces a level. */
  readonly indent: number;
  /** Whether the dashes of a list stand deeper than its key. */
  readonly indentSeq: boolean;
  /** Whether there is a space inside brackets: `[ a, b ]`. */
  readonly flowCollectionPadding: boolean;
  /** For places where a block of text would swallow what follows: every string in double quotes, on one line. */
  readonly careful: boolean;
}

export const defaultStyle: BlockStyle = {
  indent: 2,
  indentSeq: true,
  flowCollectionPadding: false,
  careful: false,
};

/** `key: value` with a final newline, at column 0, in LF. */
export function renderPair(key: string, value: unknown, style: BlockStyle): string {
  return renderChecked({ [key]: value }, fitting(value, style));
}

/** What follows the colon of a key at column 0, without a final newline; it looks like `like` where it can. */
export function renderValue(value: unknown, style: BlockStyle, like: Node | null): string {
  const wrapper = new YAMLMap(blockSchema);
  wrapper.items.push(new Pair(new Scalar('k'), like));
  return renderChecked({ k: value }, fitting(value, style), wrapper).slice('k:'.length, -1);
}

/** `yaml` puts the dashes of a list under its key only where a level is two spaces. */
function fitting(value: unknown, style: BlockStyle): BlockStyle {
  return Array.isArray(value) && !style.indentSeq ? { ...style, indent: 2 } : style;
}

/** The lines of a block list at column 0, with a final newline. */
export function renderItems(items: unknown[], style: BlockStyle, like: Node[]): string {
  const wrapper = new YAMLSeq(blockSchema);
  wrapper.items.push(...like);
  return renderChecked(items, style, wrapper);
}

/** Moves every line but the first to a column; empty lines stay empty. */
export function indentRest(text: string, column: number): string {
  return text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(column)}`);
}

/** Moves lines to a column; empty lines stay empty. */
export function indentLines(text: string, column: number): string {
  return text === '' ? '' : ' '.repeat(column) + indentRest(text, column);
}

/** A node for `value`, dressed as `like`; strings that a block literal cannot hold safely are in double quotes. */
export function createNode(
  value: unknown,
  { like, quoted = false }: { like?: Node | null; quoted?: boolean } = {},
): Node {
  const document = new Document(null, { schema: blockSchema });
  const node = document.createNode(value, { aliasDuplicateObjects: false }) as Node;
  dress(node, like);
  visit(node, {
    Pair: (_key, { key }) => {
      // Without quotes it would be the merge key.
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

/** Text for a document, in the way of the file; lines are never folded. */
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

/** A literal that ends in empty lines (`|+`) would take in blank lines that follow it in the file. */
function needsQuotes(text: string): boolean {
  const end = text.slice(text.trimEnd().length);
  const isBlank = end !== '' && end === text;
  return isBlank || end.indexOf('\n') !== end.lastIndexOf('\n') || text.includes('\uFEFF');
}

/** What does not read back as what was meant is written again with every string in double quotes. */
function renderChecked(value: object, style: BlockStyle, like?: Node): string {
  const document = new Document(null, { schema: blockSchema });
  document.contents = createNode(value, { like, quoted: style.careful });
  const text = renderDocument(document, style);
  if (style.careful || readsAs(text, value)) return text;
  document.contents = createNode(value, { quoted: true });
  return renderDocument(document, style);
}

function readsAs(text: string, value: object): boolean {
  const isList = Array.isArray(value);
  const yaml = isList ? `k:\n${text}` : text;
  const block = readBlock(yaml, { sourceTokens: false, limits: settingsLimits });
  return 'values' in block && isEqual(block.values, isList ? { k: value } : value);
}

function dress(node: Node, like: unknown): void {
  if (isScalar(node)) {
    dressScalar(node, like);
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

/** Quotes stay quotes on one line, blocks stay blocks on several; plain text is for `yaml` to judge. */
function dressScalar(scalar: Scalar, like: unknown): void {
  if (!isScalar(like) || typeof scalar.value !== 'string' || !like.type) return;
  const isBlock = like.type === Scalar.BLOCK_LITERAL || like.type === Scalar.BLOCK_FOLDED;
  if (like.type !== Scalar.PLAIN && isBlock === scalar.value.includes('\n'))
    scalar.type = like.type;
}
