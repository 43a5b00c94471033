import {
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Scalar,
  type CST,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { defaultStyle, type BlockStyle } from './render-yaml.ts';

/** Replaces the range by `text` (in LF). */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface YamlText {
  readonly yaml: string;
  readonly style: BlockStyle;
}

/** Source tokens locate the colon and comments. */
export type SourcePair = Pair<Scalar, Node | null>;

/** False for brackets. */
export function isBlockCollection(node: Node | null): boolean {
  return isCollection(node) && !node.flow;
}

export function isBlockMap(node: Node | null): node is YAMLMap<Scalar, Node | null> {
  return isMap(node) && !node.flow;
}

export function lineStart(yaml: string, offset: number): number {
  return offset === 0 ? 0 : yaml.lastIndexOf('\n', offset - 1) + 1;
}

export function columnOf(yaml: string, offset: number): number {
  return offset - lineStart(yaml, offset);
}

export function lineBreak(yaml: string, offset: number): number {
  const newline = yaml.indexOf('\n', offset);
  if (newline === -1) return yaml.length;
  return yaml[newline - 1] === '\r' ? newline - 1 : newline;
}

export function nextLine(yaml: string, offset: number): number {
  const newline = yaml.indexOf('\n', offset);
  return newline === -1 ? yaml.length : newline + 1;
}

/** A careful edit includes blank lines and deeper comment lines, which a block scalar above would absorb. */
export function entryEnd({ yaml, style }: YamlText, contentEnd: number, column: number): number {
  let end = nextLine(yaml, contentEnd);
  while (style.careful && end < yaml.length) {
    const line = yaml.slice(end, lineBreak(yaml, end));
    const depth = line.search(/[^ \t]/);
    if (depth !== -1 && (line[depth] !== '#' || depth <= column)) break;
    end = nextLine(yaml, end);
  }
  return end;
}

/** Without trailing comments and blank lines, unless they belong to the value. */
export function contentEnd(yaml: string, node: Node): number {
  const [start, end] = node.range!;
  if (isCollection(node) && isBlockCollection(node)) {
    const last: unknown = node.items.at(-1);
    if (isPair(last)) return pairEnd(yaml, last as SourcePair);
    return last ? contentEnd(yaml, last as Node) : end;
  }
  if (!isBlockScalar(node)) return end;
  const text = yaml.slice(start, end);
  const keepsBlankLines = /^[|>]\d?\+/.test(text);
  return keepsBlankLines && text.endsWith('\n') ? end - 1 : start + text.trimEnd().length;
}

export function isBlockScalar(node: Node | null): node is Scalar {
  const type = isScalar(node) ? node.type : undefined;
  return type === Scalar.BLOCK_LITERAL || type === Scalar.BLOCK_FOLDED;
}

const isTrivia = ({ type }: CST.SourceToken): boolean =>
  type === 'space' || type === 'newline' || type === 'comment';

function endOfLast(tokens: CST.SourceToken[] = []): number | undefined {
  const last = tokens.findLast((token) => !isTrivia(token));
  return last && last.offset + last.source.length;
}

export function pairEnd(yaml: string, { key, value, srcToken }: SourcePair): number {
  // The range of an empty value starts at a comment after the colon.
  if (value && srcToken?.value) return contentEnd(yaml, value);
  return endOfLast(srcToken?.sep) ?? key.range![1];
}

/** Includes marks before the key (`? `, an anchor). */
export function pairStart({ key, srcToken }: SourcePair): number {
  return srcToken?.start.find((token) => !isTrivia(token))?.offset ?? key.range![0];
}

/** Undefined for `? key` without a colon. */
export function colonEnd({ srcToken }: SourcePair): number | undefined {
  const colon = srcToken?.sep?.find(({ type }) => type === 'map-value-ind');
  return colon && colon.offset + 1;
}

export interface SourceItem {
  readonly node: Node;
  readonly dash: number;
  readonly end: number;
}

export function listItems(yaml: string, list: YAMLSeq<Node>): SourceItem[] {
  const token = list.srcToken;
  if (token?.type !== 'block-seq') return [];
  return list.items.map((node, index) => {
    const { start, value } = token.items[index]!;
    const dash = start.find(({ type }) => type === 'seq-item-ind')!.offset;
    return { node, dash, end: value ? contentEnd(yaml, node) : endOfLast(start)! };
  });
}

/** From the first collections. */
export function detectStyle(yaml: string, contents: Node | null): BlockStyle {
  const values = isBlockMap(contents) ? contents.items.map(({ value }) => value) : [];
  const blocks = values.filter((value) => isBlockCollection(value));
  const map = blocks.find((value) => isMap(value));
  const list = blocks.find((value) => isSeq(value));
  const flow = [contents, ...values].find(
    (value) => isCollection(value) && value.flow && value.items.length > 0,
  );
  const depth = (node: Node | null | undefined): number => columnOf(yaml, node?.range?.[0] ?? 0);
  return {
    indent: depth(map) || depth(list) || defaultStyle.indent,
    indentSeq: !list || depth(list) > 0,
    flowCollectionPadding: flow ? isPadded(yaml, flow) : defaultStyle.flowCollectionPadding,
    careful: false,
  };
}

export function selectStyle(site: YamlText, node: Node | null, column: number): BlockStyle {
  const { yaml, style } = site;
  if (!isCollection(node)) return style;
  if (node.flow) return { ...style, flowCollectionPadding: isPadded(yaml, node) };
  const indent = columnOf(yaml, node.range![0]) - column;
  return { ...style, indent: indent > 0 ? indent : style.indent, indentSeq: indent > 0 };
}

function isPadded(yaml: string, node: Node): boolean {
  return yaml[node.range![0] + 1] === ' ';
}

/** Edits must not overlap. Insertions precede deletions at the same position. */
export function applySplices(yaml: string, splices: readonly Splice[], ending: string): string {
  let result = '';
  let done = 0;
  for (const { start, end, text } of splices.toSorted(
    (a, b) => a.start - b.start || a.end - b.end,
  )) {
    result += yaml.slice(done, start) + text.replaceAll('\n', ending);
    done = end;
  }
  return result + yaml.slice(done);
}
