import type { PublicChange } from '@galley/content';
import { keyOf, listChangedPoints, parseRange, listChangedTags } from './tags.ts';

export class Outdated {
  readonly #tags = new Set<string>();
  readonly #points = new Map<string, number[]>();

  static by(change: PublicChange): Outdated {
    return new Outdated().addChange(change);
  }

  static tags(tags: Iterable<string>): Outdated {
    const outdated = new Outdated();
    for (const tag of tags) outdated.#tags.add(tag);
    return outdated;
  }

  addChange(change: PublicChange): this {
    for (const tag of listChangedTags(change)) this.#tags.add(tag);
    for (const [key, moment] of listChangedPoints(change)) {
      const known = this.#points.get(key);
      if (known) known.push(moment);
      else this.#points.set(key, [moment]);
    }
    return this;
  }

  addTags(tags: Iterable<string>): this {
    for (const tag of tags) this.#tags.add(tag);
    return this;
  }

  /** Keys of all tags that may be outdated, see `keyOf`. */
  *keys(): Iterable<string> {
    yield* this.#tags;
    yield* this.#points.keys();
  }

  outdates(tags: Iterable<string>): boolean {
    for (const tag of tags) if (this.#has(tag)) return true;
    return false;
  }

  #has(tag: string): boolean {
    if (this.#tags.has(tag)) return true;
    const range = this.#points.size === 0 ? undefined : parseRange(tag);
    if (range === undefined) return false;
    const points = this.#points.get(keyOf(tag)) ?? [];
    return points.some((moment) => moment >= range.from && moment <= range.until);
  }
}
