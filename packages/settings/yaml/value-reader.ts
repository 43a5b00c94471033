import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Scalar,
  type Alias,
  type Node,
  type Pair,
  type YAMLMap,
} from 'yaml';
import type { Values } from './json-values.ts';
import { limitSentence, ownKey, tooDeep, tooManyKeys, type YamlLimits } from './yaml-limits.ts';

/** Characters and nodes added by aliases, far above legitimate use. */
const aliasAllowance = 65_536;

/** `offset` is the position of a node without a plain JSON value. */
export class UnreadableNode extends Error {
  readonly offset: number;

  constructor(message: string, node: Node) {
    super(message);
    this.offset = node.range?.[0] ?? 0;
  }
}

/** A quoted `"<<"` is an ordinary key. */
export function isMergeKey(key: Scalar): boolean {
  return key.value === '<<' && key.type === Scalar.PLAIN;
}

/**
 * Numbers that JSON cannot represent and values with unknown tags stay text. Replaces yaml's toJS, which shares aliased
 * values, accepts circular ones and is slow. Throws UnreadableNode.
 */
export class ValueReader {
  readonly #anchors = new Map<string, Node>();
  readonly #targets = new Map<Alias, Node>();
  readonly #open = new Set<Node>();
  readonly #limits: Pick<YamlLimits, 'keys' | 'depth'>;
  #allowance = aliasAllowance;
  #keys = 0;
  #isOwn = false;
  #outerAlias: Alias | undefined;

  constructor(limits: Pick<YamlLimits, 'keys' | 'depth'>) {
    this.#limits = limits;
  }

  read(node: Node | null): unknown {
    if (node === null) return null;
    if (isAlias(node)) return this.#readAlias(node);
    this.#meet(node);
    if (isScalar(node)) return scalarValue(node);
    this.#open.add(node);
    const { depth } = this.#limits;
    if (this.#open.size > depth) throw new UnreadableNode(limitSentence(tooDeep(depth)), node);
    const value = isMap(node) ? this.#readMap(node) : this.#readItems(node);
    this.#open.delete(node);
    return value;
  }

  #readItems(node: Node): unknown {
    return isSeq(node) ? node.items.map((item) => this.read(item as Node | null)) : null;
  }

  #readMap(map: YAMLMap): Values {
    const entries = new Map<string, unknown>();
    const merged: [string, unknown][] = [];
    for (const { key, value } of map.items as Pair<Scalar, Node | null>[]) {
      this.#meet(key);
      if (isMergeKey(key)) {
        merged.push(...this.#readMerge(value, key));
        continue;
      }
      const name = String(key.value);
      if (this.#open.size === 1) this.#isOwn = name === ownKey;
      this.#countKey(key);
      if (entries.has(name)) {
        throw new UnreadableNode(`The key "${name}" is there twice; remove one of the two`, key);
      }
      entries.set(name, this.read(value));
    }
    for (const [name, value] of merged) if (!entries.has(name)) entries.set(name, value);
    return Object.fromEntries(entries);
  }

  /** The first of duplicate keys counts. */
  #readMerge(node: Node | null, key: Scalar): [string, unknown][] {
    const source = isAlias(node) ? this.#target(node) : node;
    if (isMap(source)) return Object.entries(this.read(node) as Values);
    if (isSeq(source)) {
      return source.items.flatMap((item) => this.#readMerge(item as Node | null, key));
    }
    throw new UnreadableNode('The merge key << takes a mapping, or a list of mappings', key);
  }

  #readAlias(alias: Alias): unknown {
    const target = this.#target(alias);
    if (this.#open.has(target)) {
      throw new UnreadableNode(`The alias *${alias.source} stands inside its own value`, alias);
    }
    if (this.#outerAlias) return this.read(target);
    this.#outerAlias = alias;
    const value = this.read(target);
    this.#outerAlias = undefined;
    return value;
  }

  /** At first sight, because an anchor may be redefined later. */
  #target(alias: Alias): Node {
    const target = this.#targets.get(alias) ?? this.#anchors.get(alias.source);
    if (!target) {
      const message = `The alias *${alias.source} has no anchor &${alias.source} before it`;
      throw new UnreadableNode(message, alias);
    }
    this.#targets.set(alias, target);
    return target;
  }

  /** Keys of the server's own block and of repeated aliases do not count. */
  #countKey(key: Scalar): void {
    if (this.#isOwn || this.#outerAlias) return;
    this.#keys += 1;
    const { keys } = this.#limits;
    if (this.#keys > keys) throw new UnreadableNode(limitSentence(tooManyKeys(keys)), key);
  }

  #meet(node: Node): void {
    if (this.#outerAlias) {
      this.#allowance -= 1 + (isScalar(node) ? (node.source?.length ?? 0) : 0);
      if (this.#allowance < 0) {
        throw new UnreadableNode('The aliases make the frontmatter too large', this.#outerAlias);
      }
    } else if ('anchor' in node && node.anchor !== undefined) {
      this.#anchors.set(node.anchor, node);
    }
  }
}

function scalarValue({ value, source }: Scalar): unknown {
  const isJson = typeof value !== 'number' || Number.isFinite(value);
  return isJson ? value : source;
}
