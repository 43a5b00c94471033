import type { Outdated } from '../dependencies/outdated.ts';
import { keyOf } from '../dependencies/tags.ts';
import type { PreparedAnswer } from './prepared-answer.ts';

export interface PublishedCacheOptions {
  /** Limit of all cached data, including tags. */
  readonly maxBytes: number;
}

interface Entry {
  readonly key: string;
  readonly answer: PreparedAnswer;
  readonly tags: ReadonlySet<string>;
  readonly bytes: number;
  isUsed: boolean;
}

interface PendingAnswer {
  readonly promise: Promise<PreparedAnswer>;
  /** Changes since rendering began; undefined for all. */
  outdated: Outdated[] | undefined;
}

export interface RenderedAnswer {
  readonly answer: PreparedAnswer;
  readonly tags: ReadonlySet<string>;
  readonly isKept: boolean;
}

const entryBytes = 400;
const tagBytes = 120;

/** An answer outdated while rendered goes to its waiting requests but is not cached. Evicts the least requested. */
export class PublishedCache {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, Entry>();
  readonly #byTag = new Map<string, Set<Entry>>();
  readonly #making = new Set<PendingAnswer>();
  readonly #joinable = new Map<string, PendingAnswer>();
  #bytes = 0;
  #outdated = 0;
  #displaced = 0;

  constructor({ maxBytes }: PublishedCacheOptions) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#entries.size;
  }

  get dropped() {
    return { outdated: this.#outdated, displaced: this.#displaced };
  }

  tagsBelow(prefix: string): readonly string[] {
    return [...this.#byTag.keys()].flatMap((tag) =>
      tag.startsWith(prefix) ? [tag.slice(prefix.length)] : [],
    );
  }

  find(key: string): PreparedAnswer | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    entry.isUsed = true;
    return entry.answer;
  }

  tagsOf(key: string): ReadonlySet<string> | undefined {
    return this.#entries.get(key)?.tags;
  }

  /** Renders once for concurrent requests. */
  fill(key: string, make: () => Promise<RenderedAnswer>): Promise<PreparedAnswer> {
    const known = this.#joinable.get(key);
    if (known !== undefined) return known.promise;
    const { promise, resolve } = Promise.withResolvers<PreparedAnswer>();
    const making: PendingAnswer = { promise, outdated: [] };
    this.#making.add(making);
    this.#joinable.set(key, making);
    resolve(this.#finish(key, making, make));
    return promise;
  }

  async #finish(
    key: string,
    making: PendingAnswer,
    make: () => Promise<RenderedAnswer>,
  ): Promise<PreparedAnswer> {
    try {
      const made = await make();
      const isOutdated = making.outdated?.some((one) => one.outdates(made.tags)) ?? true;
      if (made.isKept && !isOutdated) this.#keep(key, made);
      return made.answer;
    } finally {
      this.#making.delete(making);
      if (this.#joinable.get(key) === making) this.#joinable.delete(key);
    }
  }

  drop(outdated: Outdated): void {
    for (const key of outdated.keys())
      for (const entry of this.#byTag.get(key) ?? [])
        if (outdated.outdates(entry.tags)) {
          this.#remove(entry);
          this.#outdated += 1;
        }
    for (const making of this.#making) making.outdated?.push(outdated);
    // Later requests must see the change.
    this.#joinable.clear();
  }

  clear(): void {
    this.#outdated += this.#entries.size;
    this.#entries.clear();
    this.#byTag.clear();
    this.#bytes = 0;
    for (const making of this.#making) making.outdated = undefined;
    this.#joinable.clear();
  }

  #keep(key: string, { answer, tags }: RenderedAnswer): void {
    const bytes = answer.bytes + 2 * key.length + tags.size * tagBytes + entryBytes;
    // A single answer must not evict most others.
    if (bytes > this.#maxBytes / 8) return;
    const old = this.#entries.get(key);
    if (old) this.#remove(old);
    const entry: Entry = { key, answer, tags, bytes, isUsed: false };
    this.#entries.set(key, entry);
    for (const tag of tags) {
      const key = keyOf(tag);
      const tagged = this.#byTag.get(key);
      if (tagged) tagged.add(entry);
      else this.#byTag.set(key, new Set([entry]));
    }
    this.#bytes += bytes;
    while (this.#bytes > this.#maxBytes) this.#evictOne();
  }

  /** Evicts the oldest answer without recent requests. */
  #evictOne(): void {
    for (const entry of this.#entries.values()) {
      if (!entry.isUsed) {
        this.#remove(entry);
        this.#displaced += 1;
        return;
      }
      entry.isUsed = false;
      this.#entries.delete(entry.key);
      this.#entries.set(entry.key, entry);
    }
  }

  #remove(entry: Entry): void {
    this.#entries.delete(entry.key);
    this.#bytes -= entry.bytes;
    for (const tag of entry.tags) {
      const key = keyOf(tag);
      const tagged = this.#byTag.get(key);
      tagged?.delete(entry);
      if (tagged?.size === 0) this.#byTag.delete(key);
    }
  }
}
