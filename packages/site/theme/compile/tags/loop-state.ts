import { Drop, toValue } from 'liquidjs';

/** A text is one item, an object gives pairs of name and value. */
export function enumerable(value: unknown): readonly unknown[] {
  const found: unknown = toValue(value);
  if (Array.isArray(found)) return found;
  if (typeof found === 'string') return found === '' ? [] : [found];
  if (found === null || (typeof found !== 'object' && typeof found !== 'function')) return [];
  return Symbol.iterator in found ? Array.from(found as Iterable<unknown>) : Object.entries(found);
}

/** `{{ forloop }}` outputs the fields in this order. */
export class LoopState extends Drop {
  i = 0;
  length: number;
  name: string;

  constructor(length: number, collection: string, variable: string) {
    super();
    this.length = length;
    this.name = `${variable}-${collection}`;
  }

  next(): void {
    this.i++;
  }

  index0(): number {
    return this.i;
  }

  index(): number {
    return this.i + 1;
  }

  first(): boolean {
    return this.i === 0;
  }

  last(): boolean {
    return this.i === this.length - 1;
  }

  rindex(): number {
    return this.length - this.i;
  }

  rindex0(): number {
    return this.length - this.i - 1;
  }

  override valueOf(): string {
    return JSON.stringify(this);
  }
}
