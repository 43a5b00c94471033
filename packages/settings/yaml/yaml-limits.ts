import { Lexer } from 'yaml';
import { fieldFault, type FieldFault } from '@galley/kernel';
import { isObject, type Values } from './json-values.ts';

export interface YamlLimits {
  readonly bytes: number;
  readonly keys: number;
  readonly depth: number;
  readonly aliases: number;
  /** Tokens, which determine parsing time: keys, values, dashes, commas, brackets, comments and line ends. */
  readonly parts: number;
}

/** Without the server's block under `ownKey`, which is counted separately. */
export const frontmatterLimits = {
  bytes: 256 * 1024,
  keys: 1_000,
  depth: 64,
  aliases: 1_000,
  parts: 10_000,
} as const satisfies YamlLimits;

/** Higher, for files such as long redirect lists. */
export const settingsLimits = {
  bytes: 1024 * 1024,
  keys: 10_000,
  depth: 64,
  aliases: 1_000,
  parts: 60_000,
} as const satisfies YamlLimits;

export const ownKey = 'editorial';

export interface LimitFault extends FieldFault {
  /** In UTF-16 units. */
  readonly offset: number;
}

/** For messages about a whole text. */
export const limitSentence = ({ message }: FieldFault): string => `The YAML ${message}`;

export const tooDeep = (max: number): FieldFault => fieldFault('too_deep', { max });
export const tooManyKeys = (max: number): FieldFault => fieldFault('too_many_keys', { max });

/** Without parsing: the lexer recognises quotes, comments and block scalars in linear time. */
export function limitFault(yaml: string, limits: YamlLimits): LimitFault | undefined {
  const bytes = Buffer.byteLength(yaml);
  if (bytes > limits.bytes) {
    return { ...fieldFault('too_many_bytes', { max: limits.bytes }), offset: 0 };
  }
  const count = new PartCount(limits);
  for (const token of new Lexer().lex(yaml)) {
    const fault = count.add(token);
    if (fault) return { ...fault, offset: Math.min(count.offset, yaml.length) };
    count.pass(token);
  }
  return undefined;
}

/** Between tokens: document start, end of flow, scalar ahead. */
const signals = new Set(['\u0002', '\u0018', '\u001f']);
const blank = /^[ \t]+$/;

class PartCount {
  readonly #limits: YamlLimits;
  #parts = 0;
  #ownParts = 0;
  #keys = 0;
  #aliases = 0;
  #depth = 0;
  #isLineStart = true;
  #isScalarNext = false;
  #isOwn = false;
  offset = 0;

  constructor(limits: YamlLimits) {
    this.#limits = limits;
  }

  add(token: string): FieldFault | undefined {
    if (signals.has(token) && !this.#isScalarNext) return undefined;
    if (this.#isLineStart && this.#isScalarNext) this.#isOwn = token === ownKey;
    if (blank.test(token)) return undefined;
    const { parts, aliases } = this.#limits;
    if (this.#isOwn) this.#ownParts += 1;
    else this.#parts += 1;
    if (Math.max(this.#parts, this.#ownParts) > parts) {
      return fieldFault('too_many_parts', { max: parts });
    }
    if (this.#isScalarNext) return undefined;
    if (token.startsWith('*')) this.#aliases += 1;
    if (this.#aliases > aliases) {
      return fieldFault('too_many_aliases', { max: aliases });
    }
    return this.#addIndicator(token);
  }

  #addIndicator(token: string): FieldFault | undefined {
    const { keys, depth } = this.#limits;
    if (token === ':' && !this.#isOwn) this.#keys += 1;
    if (this.#keys > keys) return tooManyKeys(keys);
    if (token === '[' || token === '{') this.#depth += 1;
    if (token === ']' || token === '}') this.#depth -= 1;
    return this.#depth > depth ? tooDeep(depth) : undefined;
  }

  pass(token: string): void {
    if (token === '\u001f' && !this.#isScalarNext) {
      this.#isScalarNext = true;
      return;
    }
    this.#isScalarNext = false;
    if (signals.has(token)) return;
    this.offset += token.length;
    this.#isLineStart = token.endsWith('\n');
  }
}

export function limitFaultOfValues(values: Values, limits: YamlLimits): FieldFault | undefined {
  const { [ownKey]: _own, ...counted } = values;
  let [keys, parts, bytes] = [0, 0, 0];
  /** Iterative, because request values may nest deeper than the stack. */
  const open: { readonly value: unknown; readonly depth: number }[] = [
    { value: counted, depth: 1 },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    parts += 1;
    if (typeof value === 'string') bytes += Buffer.byteLength(value);
    if (bytes > limits.bytes) {
      return fieldFault('too_many_bytes', { max: limits.bytes });
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth > limits.depth) return tooDeep(limits.depth);
    const names = isObject(value) ? Object.keys(value) : [];
    keys += names.length;
    bytes += names.reduce((sum, name) => sum + Buffer.byteLength(name), 0);
    if (keys > limits.keys) return tooManyKeys(limits.keys);
    const inner: readonly unknown[] = Object.values(value);
    // A value takes at least two tokens, itself and a comma or line end.
    if (2 * (parts + open.length + inner.length) > limits.parts) {
      return fieldFault('too_many_values', { max: limits.parts / 2 });
    }
    for (const one of inner) open.push({ value: one, depth: depth + 1 });
  }
  return undefined;
}
