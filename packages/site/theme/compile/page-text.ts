import { toValue, type Context, type Emitter } from 'liquidjs';

/** What a piece of text takes in memory beside its characters, in characters. */
const pieceCost = 32;

/**
 * The text of a page, or of a part of it, as it grows. All of it counts towards what the page may make: within its time,
 * a template that loops could fill the memory else.
 */
export class PageText implements Emitter {
  buffer = '';
  readonly #limit: Context['memoryLimit'];

  constructor({ memoryLimit }: Context) {
    this.#limit = memoryLimit;
  }

  /** Throws when the page has made too much. */
  write(value: unknown): void {
    const piece = textOf(value);
    this.#limit.use(piece.length + pieceCost);
    this.buffer += piece;
  }
}

type Shown = string | number | boolean | readonly unknown[] | null | undefined;

/** A value as Liquid puts it out: nothing for what is not there, lists without anything between their items. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const plain = toValue(value) as Shown;
  if (plain === undefined || plain === null) return '';
  if (Array.isArray(plain)) return plain.map((item) => textOf(item)).join('');
  return String(plain);
}
