import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type Node,
  type Pair,
} from 'yaml';
import { fieldFault, type FieldFault } from '@galley/kernel';
import type { Finding, KeyPath, Place, Source } from './finding.ts';
import { limitFault, settingsLimits, type YamlLimits } from './yaml/yaml-limits.ts';

/** Syntax errors are in `findings`. */
export interface YamlSource extends Source {
  readonly document: Document;
  readonly findings: readonly Finding[];
  readonly placeOfNode: (node: Node) => Place;
}

// The parser's messages quote the text, which may contain a password.
const explanations: Readonly<Record<string, string>> = {
  BAD_ALIAS: 'no anchor of this name comes before it; put a value that begins with * in quotes',
  BAD_DQ_ESCAPE: 'in double quotes, a backslash must be doubled',
  BAD_INDENT:
    'the indentation does not fit the lines around it, or a bracket before it is not closed',
  BAD_SCALAR_START: 'a value that begins with this character must be in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a value that contains ": " must be in quotes',
  DUPLICATE_KEY: 'this key is there already; keep one of the two',
  MISSING_CHAR: 'a quote, bracket, comma or colon is missing here',
  MULTILINE_IMPLICIT_KEY: 'a key must be on one line, with ": " after it',
  MULTIPLE_DOCS: 'the file must hold a single document; remove what begins at this ---',
  NON_STRING_KEY: 'a key must be plain text',
  TAB_AS_INDENT: 'a tab cannot indent; use spaces',
  TAG_RESOLVE_FAILED:
    'tags (words that begin with !) have no meaning here; put the value in quotes',
};
const unexplained =
  'this is not valid YAML from here on; check quotes, brackets and indentation (inside [ ] and { }, ${NAME} needs quotes)';

const invalidYaml = (reason: string): FieldFault => fieldFault('invalid_yaml', { reason });

/** Texts over the limits are not parsed. */
export function parseYaml(
  text: string,
  name: string,
  limits: YamlLimits = settingsLimits,
): YamlSource {
  const fault = limitFault(text, limits);
  if (!fault) return parsed(text, name);
  const { line, column } = positionAt(text, fault.offset);
  return {
    ...parsed('', name),
    findings: [{ ...fault, place: { name, line, column }, path: [] }],
  };
}

function positionAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

function parsed(text: string, name: string): YamlSource {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
  });
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { name, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const placeOfNode = (node: Node) => placeAt(node.range?.[0] ?? 0);
  const findings: Finding[] = selectReportable([...document.errors, ...document.warnings]).map(
    ({ code, pos }) => ({
      place: placeAt(code === 'DUPLICATE_KEY' ? findKeyAfter(text, pos[0]) : pos[0]),
      path: [],
      ...invalidYaml(explanations[code] ?? unexplained),
    }),
  );
  const anchors = new Set<string>();
  visit(document, {
    // Visited for a node before its children's aliases.
    Value: (_role, { anchor }) => {
      if (anchor !== undefined) anchors.add(anchor);
    },
    Alias: (_role, node) => {
      if (anchors.has(node.source)) return;
      findings.push({
        place: placeOfNode(node),
        path: [],
        ...invalidYaml(explanations.BAD_ALIAS!),
      });
    },
  });
  if (findings.length === 0 && !isExpandable(document)) {
    findings.push({
      place: placeAt(0),
      path: [],
      ...invalidYaml('its aliases (*name) expand to too much'),
    });
  }
  return {
    document,
    findings,
    placeOfNode,
    // A getter, because substitution changes the document after parsing.
    get value() {
      return document.toJS() as unknown;
    },
    placeOf: (path, part) => {
      const node = findNode(document, path, part);
      return node ? placeOfNode(node) : placeAt(0);
    },
  };
}

/** Duplicate keys are reported together; any other error makes later ones unreliable. */
function selectReportable<E extends { readonly code: string }>(errors: readonly E[]): readonly E[] {
  const first = errors.findIndex(({ code }) => code !== 'DUPLICATE_KEY');
  return first === -1 ? errors : errors.slice(0, first + 1);
}

/** For a key without value, the parser reports the end of the line instead of the key. */
const findKeyAfter = (text: string, offset: number) =>
  offset + /^(\s|#.*)*/.exec(text.slice(offset))![0].length;

function isExpandable(document: Document): boolean {
  try {
    document.toJS();
    return true;
  } catch {
    // With all aliases resolved, only the guard against nested aliases can throw.
    return false;
  }
}

/** Or the last existing node on the way. */
function findNode(document: Document, path: KeyPath, part: 'key' | 'value'): Node | undefined {
  let value: unknown = document.contents;
  let key: unknown = value;
  for (const step of path) {
    const entry = entryOf(isAlias(value) ? value.resolve(document) : value, step);
    if (!entry) break;
    ({ key, value } = entry);
  }
  const node = part === 'key' ? key : value;
  if (isNode(node)) return node;
  return isNode(key) ? key : undefined;
}

function entryOf(parent: unknown, step: PropertyKey): { key: unknown; value: unknown } | undefined {
  if (isMap(parent)) {
    const pair = parent.items.find(({ key }) => keyText(key) === String(step));
    return pair && { key: pair.key, value: pair.value };
  }
  const item = isSeq(parent) ? parent.items[Number(step)] : undefined;
  return item === undefined ? undefined : { key: item, value: item };
}

const keyText = (key: unknown) => String(isScalar(key) ? key.value : key);

export function toPath(ancestors: readonly unknown[], node: unknown): KeyPath {
  const chain = [...ancestors, node];
  return chain.flatMap<string | number>((ancestor, index) => {
    if (isMap(ancestor)) return [keyText((chain[index + 1] as Pair).key)];
    return isSeq(ancestor) ? [ancestor.items.indexOf(chain[index + 1])] : [];
  });
}
