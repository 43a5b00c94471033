import type { Outdated } from '../dependencies/outdated.ts';
import { keyOf } from '../dependencies/tags.ts';
import type { PreparedAnswer } from './prepared-answer.ts';

export interface PublishedCacheOptions {
  /** Of everything that is kept together, what it was made from included. */
  readonly maxBytes: number;
}

interface Entry {
  readonly key: string;
  readonly answer: PreparedAnswer;
  readonly tags: ReadonlySet<string>;
  readonly bytes: number;
  /** Asked for since it was last passed over for removal. */
  isUsed: boolean;
}

/** What somebody is making, while it may be outdated already. */
interface Making {
  readonly promise: Promise<PreparedAnswer>;
  /** By what changed since the making began; undefined for everything. */
  outdated: Outdated[] | undefined;
}

/** Made answers, with what each was made from. */
export interface Made {
  readonly answer: PreparedAnswer;
  readonly tags: ReadonlySet<string>;
  readonly isKept: boolean;
}

const entryBytes = 400;
const tagBytes = 120;

/**
 * Answers to public requests, ready to be sent. An answer is dropped when something changes that it was made from; one
 * that was being made meanwhile is given to those who had asked before, and not kept. What was least asked for goes
 * first when the memory is full.
 */
export class PublishedCache {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, Entry>();
  readonly #byTag = new Map<string, Set<Entry>>();
  readonly #making = new Set<Making>();
  readonly #joinable = new Map<string, Making>();
  #bytes = 0;
  #outdated = 0;
  #displaced = 0;

  constructor({ maxBytes }: PublishedCacheOptions) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes of everything that is kept. */
  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** How many were dropped so far, because something changed or for want of memory. */
  get dropped() {
    return { outdated: this.#outdated, displaced: this.#displaced };
  }

  /** What stands behind `prefix` in the tags of kept answers. */
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

  /** What a kept answer was made from. */
  tagsOf(key: string): ReadonlySet<string> | undefined {
    return this.#entries.get(key)?.tags;
  }

  /** Has an answer made, once for all who ask for it meanwhile, and keeps it. */
  fill(key: string, make: () => Promise<Made>): Promise<PreparedAnswer> {
    const known = this.#joinable.get(key);
    if (known !== undefined) return known.promise;
    const { promise, resolve } = Promise.withResolvers<PreparedAnswer>();
    const making: Making = { promise, outdated: [] };
    this.#making.add(making);
    this.#joinable.set(key, making);
    resolve(this.#finish(key, making, make));
    return promise;
  }

  async #finish(key: string, making: Making, make: () => Promise<Made>): Promise<PreparedAnswer> {
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

  /** Drops what a change has outdated. */
  drop(outdated: Outdated): void {
    for (const key of outdated.keys())
      for (const entry of this.#byTag.get(key) ?? [])
        if (outdated.outdates(entry.tags)) {
          this.#remove(entry);
          this.#outdated += 1;
        }
    for (const making of this.#making) making.outdated?.push(outdated);
    // Whoever asks from now on must see the change, and what is being made may be from before it.
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

  #keep(key: string, { answer, tags }: Made): void {
    const bytes = answer.bytes + 2 * key.length + tags.size * tagBytes + entryBytes;
    // One answer must not push everything else out.
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
    while (this.#bytes > this.#maxBytes) this.#displaceOne();
  }

  /** The one that was kept first of those that nobody has asked for lately. */
  #displaceOne(): void {
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
