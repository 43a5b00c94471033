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
import { frontmatterLimits, limitFault, tooDeep, type YamlLimits } from './yaml-limits.ts';

/** The YAML between the fences, read. */
export interface Block {
  readonly document: Document.Parsed;
  readonly values: Values;
}

export interface BlockProblem {
  readonly message: string;
  /** Where it is in the YAML. */
  readonly offset: number;
}

/**
 * YAML 1.2 core, and nothing else: without known tags, `!!timestamp`, `!!binary` and the like are read as the text
 * that is written. Shared, because building a schema costs more than reading a small block.
 */
export const blockSchema = new Schema({ schema: 'core', resolveKnownTags: false });

/** Shorter texts cannot hold enough to take long, and the limits are held to while they are read. */
const scannedFrom = 4096;

export interface ReadOptions {
  /** Keeps what an edit needs to find its place. */
  readonly sourceTokens: boolean;
  /** Those of frontmatter, unless others are given. */
  readonly limits?: YamlLimits;
}

/** Long texts that were read in this turn of the event loop: a save reads what it writes several times. */
const recent = new Map<string, Block | BlockProblem>();

/** Every key is text: `404:` is the key "404". Nobody may change what is returned. */
export function readBlock(
  yaml: string,
  { sourceTokens, limits = frontmatterLimits }: ReadOptions,
): Block | BlockProblem {
  if (yaml.length < scannedFrom) return parseBlock(yaml, { sourceTokens, limits });
  const key = `${limits.bytes} ${yaml}`;
  const known = recent.get(key);
  if (known) return known;
  const block = limitFault(yaml, limits) ?? parseBlock(yaml, { sourceTokens: true, limits });
  if (recent.size === 0) setImmediate(() => recent.clear());
  recent.set(key, block);
  return block;
}

/** As `readBlock`, for whoever changes the document. */
export function parseBlock(
  yaml: string,
  { sourceTokens, limits = frontmatterLimits }: ReadOptions,
): Block | BlockProblem {
  try {
    const document = parseDocument(yaml, {
      schema: blockSchema,
      stringKeys: true,
      // ValueReader finds them; yaml compares every key with every other.
      uniqueKeys: false,
      prettyErrors: false,
      keepSourceTokens: sourceTokens,
    });
    const [error] = document.errors;
    if (error) return syntaxProblem(document, error, { yaml, limits });
    return { document, values: readValues(document.contents, limits) };
  } catch (error) {
    if (error instanceof UnreadableNode) return { message: error.message, offset: error.offset };
    if (error instanceof RangeError) return { message: tooDeep(limits.depth), offset: 0 };
    throw error;
  }
}

function readValues(contents: Node | null, limits: YamlLimits): Values {
  if (isMap(contents)) return new ValueReader(limits).read(contents) as Values;
  if (contents === null || isNothing(contents)) return {};
  throw new UnreadableNode('The frontmatter must be a mapping of keys to values', contents);
}

/** What `yaml` puts where there are only comments and blank lines. */
function isNothing(node: Node): boolean {
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
  if (code === 'RESOURCE_EXHAUSTION') return { message: tooDeep(limits.depth), offset };
  const isUnclosed = /^Missing closing|end with a/.test(message);
  return { message, offset: isUnclosed ? (openedAt(document, offset) ?? offset) : offset };
}

/** `yaml` reports an unclosed quote or bracket where the text runs out; people look for where it was opened. */
function openedAt(document: Document.Parsed, end: number): number | undefined {
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
