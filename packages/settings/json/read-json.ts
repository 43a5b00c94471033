import { fieldFault, type FieldFault } from '@galley/kernel';
import type { Values } from '../yaml/json-values.ts';
import type { YamlLimits } from '../yaml/yaml-limits.ts';

type JsonLimits = Pick<YamlLimits, 'bytes' | 'depth' | 'keys'>;

export interface JsonMember {
  /** Start of the key, in UTF-16 units of the text. */
  readonly start: number;
  readonly key: string;
  readonly node: JsonNode;
}

export interface JsonNode {
  readonly start: number;
  readonly end: number;
  readonly value: unknown;
  /** Absent for lists and single values. */
  readonly members?: readonly JsonMember[];
}

export class JsonFault extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** End of the object that starts at `start`; undefined when none does, or when it is not closed. */
export function findJsonEnd(text: string, start: number): number | undefined {
  const opening = /\{\s*["}]/y;
  opening.lastIndex = start;
  if (!opening.test(text)) return undefined;
  const token = /"(?:[^"\\\n]|\\.)*"|[{}]/g;
  token.lastIndex = start;
  let depth = 0;
  for (let found = token.exec(text); found; found = token.exec(text)) {
    if (found[0] === '{') depth += 1;
    if (found[0] === '}') depth -= 1;
    if (depth === 0) return token.lastIndex;
  }
  return undefined;
}

/** Keeps the positions of values, which JSON.parse does not report. @throws JsonFault */
export function parseJson(text: string, limits: JsonLimits): JsonNode {
  if (Buffer.byteLength(text) > limits.bytes) {
    throw tooLarge(fieldFault('too_many_bytes', { max: limits.bytes }), 0);
  }
  return new JsonParser(text, limits).parse();
}

const tooLarge = ({ message }: FieldFault, offset: number) =>
  new JsonFault(`The JSON ${message}`, offset);

// JSON forbids only U+0000 to U+001F.
const stringToken = /"(?:[ !#-[\]-\uFFFF]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const plainToken = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/y;
const space = /[ \t\r\n]*/y;

class JsonParser {
  readonly #text: string;
  readonly #limits: JsonLimits;
  #at = 0;
  #depth = 0;
  #keys = 0;

  constructor(text: string, limits: JsonLimits) {
    this.#text = text;
    this.#limits = limits;
  }

  parse(): JsonNode {
    this.#match(space);
    const node = this.#parseValue();
    this.#match(space);
    if (this.#at < this.#text.length) throw this.#fault('the end of the object');
    return node;
  }

  #parseValue(): JsonNode {
    const start = this.#at;
    if (this.#text[start] === '{') return this.#nested(() => this.#parseObject(start));
    if (this.#text[start] === '[') return this.#nested(() => this.#parseList(start));
    const source = this.#match(stringToken) ?? this.#match(plainToken);
    if (source === undefined) throw this.#fault('a value');
    const value: unknown = JSON.parse(source);
    const isFinite = typeof value !== 'number' || Number.isFinite(value);
    return { start, end: this.#at, value: isFinite ? value : source };
  }

  #nested(parse: () => JsonNode): JsonNode {
    this.#depth += 1;
    const { depth: max } = this.#limits;
    if (this.#depth > max) throw tooLarge(fieldFault('too_deep', { max }), this.#at);
    const node = parse();
    this.#depth -= 1;
    return node;
  }

  #parseObject(start: number): JsonNode {
    const members = new Map<string, JsonMember>();
    this.#parseItems('}', () => {
      const keyStart = this.#at;
      const key = this.#parseKey();
      if (members.has(key)) {
        const message = `The key "${key}" is there twice; remove one of the two`;
        throw new JsonFault(message, keyStart);
      }
      members.set(key, { start: keyStart, key, node: this.#parseValue() });
    });
    const values = [...members.values()].map(({ key, node }) => [key, node.value] as const);
    const value: Values = Object.fromEntries(values);
    return { start, end: this.#at, value, members: [...members.values()] };
  }

  #parseKey(): string {
    const source = this.#match(stringToken);
    if (source === undefined) throw this.#fault('a key in double quotes');
    this.#keys += 1;
    const { keys: max } = this.#limits;
    if (this.#keys > max) throw tooLarge(fieldFault('too_many_keys', { max }), this.#at);
    this.#match(space);
    if (this.#text[this.#at] !== ':') throw this.#fault('a colon');
    this.#at += 1;
    this.#match(space);
    return JSON.parse(source) as string;
  }

  #parseList(start: number): JsonNode {
    const value: unknown[] = [];
    this.#parseItems(']', () => value.push(this.#parseValue().value));
    return { start, end: this.#at, value };
  }

  #parseItems(closing: string, parseItem: () => void): void {
    this.#at += 1;
    this.#match(space);
    for (let isFirst = true; this.#text[this.#at] !== closing; isFirst = false) {
      if (!isFirst) {
        if (this.#text[this.#at] !== ',') throw this.#fault(`a comma or ${closing}`);
        this.#at += 1;
        this.#match(space);
      }
      parseItem();
      this.#match(space);
    }
    this.#at += 1;
  }

  #match(token: RegExp): string | undefined {
    token.lastIndex = this.#at;
    const found = token.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #fault(expected: string): JsonFault {
    return new JsonFault(`The JSON is not valid: ${expected} should stand here`, this.#at);
  }
}
