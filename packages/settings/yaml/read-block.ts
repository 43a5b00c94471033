import {
  isCollection,
  isMap,
  isScalar,
  parseDocument,
  Scalar,
  Schema,
  visit,
  type Document,
  type Node,
  type YAMLError,
} from 'yaml';
import type { Values } from './json-values.ts';
import { UnreadableNode, ValueReader } from './value-reader.ts';
import {
  frontmatterLimits,
  limitFault,
  limitSentence,
  tooDeep,
  type YamlLimits,
} from './yaml-limits.ts';

/** YAML between the frontmatter fences. */
export interface Block {
  readonly document: Document.Parsed;
  readonly values: Values;
}

export interface BlockProblem {
  readonly message: string;
  /** In the YAML. */
  readonly offset: number;
}

/** `!!timestamp`, `!!binary` and others are read as text. Shared: creating a schema is slow. */
export const blockSchema = new Schema({ schema: 'core', resolveKnownTags: false });

/** Shorter texts are fast in any case, and the reader enforces the limits. */
const minScannedLength = 4096;

/** UTF-16 units of YAML; its parsed form takes some 100 times as much memory. */
const rememberedLength = 64 * 1024;

/** A save reads its text several times, and the next one of the document begins with it. */
const recentBlocks = new Map<string, Block | BlockProblem>();
let recentLength = 0;

/** Keys are text: `404:` is the key "404". Callers must not modify the result. */
export function readBlock(
  yaml: string,
  limits: YamlLimits = frontmatterLimits,
): Block | BlockProblem {
  const key = `${limits.bytes} ${yaml}`;
  const known = recentBlocks.get(key);
  if (known) return known;
  const fault = yaml.length < minScannedLength ? undefined : limitFault(yaml, limits);
  const block = fault
    ? { message: limitSentence(fault), offset: fault.offset }
    : parseBlock(yaml, limits);
  remember(key, block);
  return block;
}

function remember(key: string, block: Block | BlockProblem): void {
  recentBlocks.set(key, block);
  recentLength += key.length;
  // A save of a longer text is done with it by then.
  if (recentLength > rememberedLength) setImmediate(forgetOldest);
}

function forgetOldest(): void {
  for (const oldest of recentBlocks.keys()) {
    if (recentLength <= rememberedLength) break;
    recentBlocks.delete(oldest);
    recentLength -= oldest.length;
  }
}

/** The document may be modified. */
export function parseBlock(
  yaml: string,
  limits: YamlLimits = frontmatterLimits,
): Block | BlockProblem {
  try {
    const document = parseDocument(yaml, {
      schema: blockSchema,
      stringKeys: true,
      // ValueReader finds duplicates; yaml compares all pairs of keys.
      uniqueKeys: false,
      prettyErrors: false,
      keepSourceTokens: true,
    });
    const [error] = document.errors;
    if (error) return syntaxProblem(document, error, { yaml, limits });
    return { document, values: readValues(document.contents, limits) };
  } catch (error) {
    if (error instanceof UnreadableNode) return { message: error.message, offset: error.offset };
    if (error instanceof RangeError)
      return { message: limitSentence(tooDeep(limits.depth)), offset: 0 };
    throw error;
  }
}

function readValues(contents: Node | null, limits: YamlLimits): Values {
  if (isMap(contents)) return new ValueReader(limits).read(contents) as Values;
  if (contents === null || isEmptyNode(contents)) return {};
  throw new UnreadableNode('The frontmatter must be a mapping of keys to values', contents);
}

/** yaml creates it for comments and blank lines alone. */
function isEmptyNode(node: Node): boolean {
  const isUnwritten = isScalar(node) && node.value === null && node.source === '';
  return isUnwritten && node.tag === undefined && node.anchor === undefined;
}

function syntaxProblem(
  document: Document.Parsed,
  { code, message, pos }: YAMLError,
  { yaml, limits }: { readonly yaml: string; readonly limits: YamlLimits },
): BlockProblem {
  const [offset] = pos;
  if (code === 'NON_STRING_KEY') {
    return {
      message: 'A key must be text, not a list, a mapping, an alias or a tagged value',
      offset,
    };
  }
  if (message.startsWith('Missing directives-end')) {
    return {
      message: 'A line must not begin with %; put the key in quotes',
      offset: yaml.search(/^%/m),
    };
  }
  if (code === 'RESOURCE_EXHAUSTION')
    return { message: limitSentence(tooDeep(limits.depth)), offset };
  const isUnclosed = /^Missing closing|end with a/.test(message);
  return { message, offset: isUnclosed ? (findOpening(document, offset) ?? offset) : offset };
}

/** Unclosed quote or bracket; yaml reports the end of the text. */
function findOpening(document: Document.Parsed, end: number): number | undefined {
  let opened: number | undefined;
  visit(document, {
    Value: (_key, node) => {
      const isOpened = isCollection(node) ? node.flow : isScalar(node) && isQuoted(node);
      if (isOpened && node.range?.[1] === end) [opened] = node.range;
    },
  });
  return opened;
}

function isQuoted({ type }: Scalar): boolean {
  return type === Scalar.QUOTE_DOUBLE || type === Scalar.QUOTE_SINGLE;
}
