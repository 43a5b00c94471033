import { isMap, isScalar, type Node } from 'yaml';

export type Fail = (node: Node | null | undefined, message: string) => Error;

/** Fields of a mapping of `theme.yaml`. Refuses unknown ones. */
export class Fields {
  readonly #node: Node | null;
  readonly #values = new Map<string, Node | null>();
  readonly #fail: Fail;

  constructor(
    node: Node | null,
    { known, fail }: { readonly known: readonly string[]; readonly fail: Fail },
  ) {
    this.#node = node;
    this.#fail = fail;
    if (!isMap<Node, Node | null>(node)) {
      throw fail(node, `must be a mapping with ${known.join(', ')}`);
    }
    for (const { key, value } of node.items) {
      const name = String(isScalar(key) ? key.value : key);
      if (!known.includes(name)) throw fail(key, `${name} is not known; ${known.join(', ')} are`);
      this.#values.set(name, value);
    }
  }

  node(name: string): Node | null {
    return this.#values.get(name) ?? null;
  }

  /** `undefined` when missing. */
  value(name: string): unknown {
    const node = this.node(name);
    return isScalar(node) ? (node.value ?? undefined) : undefined;
  }

  text(name: string, absent?: string): string {
    const value = this.node(name) === null ? absent : (this.value(name) ?? absent);
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    throw this.fail(name, `${name} must be given, as text`);
  }

  /** At the field, or at the mapping if the field is missing. */
  fail(name: string, message: string): Error {
    return this.#fail(this.node(name) ?? this.#node, message);
  }
}
