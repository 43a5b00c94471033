import { toValue, type Context, type Emitter } from 'liquidjs';

/** Memory overhead, in characters. */
const pieceCost = 32;

/** Limited, because a looping template could fill the memory within its time limit. */
export class PageText implements Emitter {
  buffer = '';
  readonly #limit: Context['memoryLimit'];

  constructor({ memoryLimit }: Context) {
    this.#limit = memoryLimit;
  }

  /** Throws when the output exceeds the limit. */
  write(value: unknown): void {
    const piece = toText(value);
    this.#limit.use(piece.length + pieceCost);
    this.buffer += piece;
  }
}

type Printable = string | number | boolean | readonly unknown[] | null | undefined;

/** Like Liquid: empty for nil, lists joined without separator. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  const plain = toValue(value) as Printable;
  if (plain === undefined || plain === null) return '';
  if (Array.isArray(plain)) return plain.map((item) => toText(item)).join('');
  return String(plain);
}
