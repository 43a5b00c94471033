import type { PublicNews, PublishedReader } from '@galley/content';
import { RecordingReader } from '../dependencies/recording-reader.ts';
import { Outdated } from '../dependencies/outdated.ts';
import { tagOf } from '../dependencies/tags.ts';
import type { SiteResponse } from '../site-response.ts';
import type { BuiltAnswers } from './built-answers.ts';
import { PreparedAnswer } from './prepared-answer.ts';
import { PublishedCache, type Made } from './published-cache.ts';

export interface PublishedAnswersOptions {
  readonly published: PublishedReader;
  /** Tells of every change to what is public, and whether it hears of them. */
  readonly feed: {
    readonly isCurrent: boolean;
    subscribe(subscriber: (news: PublicNews) => void): void;
  };
  readonly maxBytes: number;
  /** The static output, as far as it can be sent. */
  readonly built?: Pick<BuiltAnswers, 'isCurrent' | 'find' | 'outdate'>;
}

/**
 * Answers to public requests: kept, and made again when something changed that they were made from. While changes are
 * not heard of, every answer is made anew: better slow than wrong.
 */
export class PublishedAnswers {
  readonly #published: PublishedReader;
  readonly #feed: PublishedAnswersOptions['feed'];
  readonly #cache: PublishedCache;
  readonly #maxBytes: number;
  readonly #built: PublishedAnswersOptions['built'];
  #hits = 0;
  #taken = 0;
  #misses = 0;

  constructor({ published, feed, maxBytes, built }: PublishedAnswersOptions) {
    this.#published = published;
    this.#feed = feed;
    this.#cache = new PublishedCache({ maxBytes });
    this.#maxBytes = maxBytes;
    this.#built = built;
    feed.subscribe((news) => {
      built?.outdate();
      if (news.kind === 'document') this.#cache.drop(Outdated.by(news.change));
      else this.#cache.clear();
    });
  }

  /**
   * Answers kept and their bytes; and since the start, how often one was kept, was taken from the static output, or had
   * to be made, and how many were dropped.
   */
  get measures() {
    return {
      answers: this.#cache.size,
      bytes: this.#cache.bytes,
      maxBytes: this.#maxBytes,
      hits: this.#hits,
      built: this.#taken,
      misses: this.#misses,
      ...this.#cache.dropped,
    };
  }

  find(key: string): PreparedAnswer | undefined {
    if (!this.#feed.isCurrent) return undefined;
    const known = this.#cache.find(key);
    if (known) this.#hits += 1;
    return known;
  }

  /** `address` is where the static output has the answer, if it has. */
  async make(
    key: string,
    make: (published: PublishedReader) => Promise<SiteResponse>,
    address?: string,
  ): Promise<PreparedAnswer> {
    if (!this.#feed.isCurrent) {
      this.#misses += 1;
      return new PreparedAnswer(await make(this.#published));
    }
    let isOwn = false;
    const answer = this.#cache.fill(key, async () => {
      isOwn = true;
      return (address && (await this.#take(address))) || this.#make(make);
    });
    // What is being made for somebody else is as good as kept.
    if (!isOwn) this.#hits += 1;
    // Somebody else has only looked whether it was built.
    return (await answer) ?? this.make(key, make);
  }

  /** Whether it may be worth looking in the static output. */
  get isBuilt(): boolean {
    return this.#feed.isCurrent && this.#built?.isCurrent === true;
  }

  /** The answer that the static output has, which is then kept; undefined where it has none. */
  take(key: string, address: string): Promise<PreparedAnswer | undefined> {
    return this.#cache.fill(key, () => this.#take(address));
  }

  async #take(address: string): Promise<Made | undefined> {
    const found = await this.#built?.find(address);
    if (found === undefined) return undefined;
    this.#taken += 1;
    const answer = new PreparedAnswer(found.response);
    return { answer, tags: new Set(found.tags), isKept: answer.isKeepable };
  }

  async #make(make: (published: PublishedReader) => Promise<SiteResponse>): Promise<Made> {
    this.#misses += 1;
    const reader = new RecordingReader(this.#published);
    const answer = new PreparedAnswer(await make(reader));
    return { answer, tags: reader.tags, isKept: answer.isKeepable };
  }

  /** Paths of the files of the media library that kept answers were made with, whether they are there or not. */
  shownMedia(): readonly string[] {
    return this.#cache.tagsBelow(tagOf.media(''));
  }

  /** Forgets what was made from these: something changed that no feed tells of. */
  drop(tags: Iterable<string>): void {
    this.#built?.outdate();
    this.#cache.drop(Outdated.tags(tags));
  }

  clear(): void {
    this.#built?.outdate();
    this.#cache.clear();
  }
}
