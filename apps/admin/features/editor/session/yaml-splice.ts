import {
  Document,
  isMap,
  isScalar,
  isSeq,
  stringify,
  type Pair,
  type ParsedNode,
  type YAMLMap,
} from 'yaml';

type Parsed = Document.Parsed<ParsedNode>;
type Entry = Pair<ParsedNode, ParsedNode | null>;

export interface Splice {
  readonly path: readonly string[];
  /** `undefined` removes the entry. */
  readonly value: unknown;
}

/** Changes the lines of one entry only; `undefined` if that is not possible. */
export function spliced(
  document: Parsed,
  yaml: string,
  { path, value }: Splice,
): string | undefined {
  const name = path.at(-1)!;
  if (document.contents === null)
    return path.length === 1 && value !== undefined
      ? withEnd(yaml) + lines(name, value, 0)
      : undefined;
  const map = mapAt(document, path.slice(0, -1));
  const [first] = map?.items ?? [];
  if (!map || !first || map.flow) return undefined;
  const indent = column(yaml, first.key.range[0]);
  const entry = entryIn(map, name);
  if (value === undefined) return entry ? without(yaml, entry) : yaml;
  const text = lines(name, value, indent);
  return entry ? replaced(yaml, entry, text) : appended(yaml, map, text);
}

function without(yaml: string, entry: Entry): string | undefined {
  const start = lineStart(yaml, entry.key.range[0]);
  return isAlone(yaml, entry)
    ? yaml.slice(0, start) + yaml.slice(endOfLine(yaml, endOf(entry)))
    : undefined;
}

function replaced(yaml: string, entry: Entry, text: string): string | undefined {
  if (!isAlone(yaml, entry)) return undefined;
  const end = endOf(entry);
  const isWhole = yaml[end - 1] === '\n';
  const start = lineStart(yaml, entry.key.range[0]);
  return yaml.slice(0, start) + (isWhole ? text : text.slice(0, -1)) + yaml.slice(end);
}

function appended(yaml: string, map: YAMLMap.Parsed, text: string): string {
  const end = endOfLine(yaml, endOf(map.items.at(-1)!));
  return withEnd(yaml.slice(0, end)) + text + yaml.slice(end);
}

function endOf({ key, value }: Entry): number {
  return (value?.range ?? key.range)[1];
}

function endOfLine(yaml: string, at: number): number {
  if (yaml[at - 1] === '\n') return at;
  const end = yaml.indexOf('\n', at);
  return end === -1 ? yaml.length : end + 1;
}

function lineStart(yaml: string, at: number): number {
  return yaml.lastIndexOf('\n', at - 1) + 1;
}

function column(yaml: string, at: number): number {
  return at - lineStart(yaml, at);
}

/** Whether the key is first on its line, without a list dash or question mark before it. */
function isAlone(yaml: string, { key }: Entry): boolean {
  return yaml.slice(lineStart(yaml, key.range[0]), key.range[0]).trim() === '';
}

function withEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function mapAt(document: Parsed, path: readonly string[]): YAMLMap.Parsed | undefined {
  let node: ParsedNode | null = document.contents;
  for (const name of path) node = isMap(node) ? (entryIn(node, name)?.value ?? null) : null;
  return isMap(node) ? node : undefined;
}

function entryIn(map: YAMLMap.Parsed, name: string): Entry | undefined {
  return map.items.find(({ key }) => isScalar(key) && String(key.value) === name);
}

function lines(name: string, value: unknown, indent: number): string {
  const isShort = Array.isArray(value) && value.every((item) => typeof item !== 'object');
  const text = isShort ? inBrackets(name, value) : stringify({ [name]: value }, { lineWidth: 0 });
  return text.replace(/^(?=.)/gm, ' '.repeat(indent));
}

function inBrackets(name: string, value: unknown): string {
  const document = new Document({ [name]: value });
  const list = document.get(name, true);
  if (isSeq(list)) list.flow = true;
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}
