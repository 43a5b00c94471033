import type { PublicNews, PublishedReader } from '@galley/content';
import { RecordingReader } from '../dependencies/recording-reader.ts';
import { Outdated } from '../dependencies/outdated.ts';
import { tagOf } from '../dependencies/tags.ts';
import type { SiteResponse } from '../site-response.ts';
import type { BuiltAnswers } from './built-answers.ts';
import { PreparedAnswer } from './prepared-answer.ts';
import { PublishedCache } from './published-cache.ts';

export interface PublishedAnswersOptions {
  readonly published: PublishedReader;
  /** Tells of every change to what is public, and whether it hears of them. */
  readonly feed: {
    readonly isCurrent: boolean;
    subscribe(subscriber: (news: PublicNews) => void): void;
  };
  readonly maxBytes: number;
  /** The static output, as far as it can be sent. */
  readonly built?: Pick<BuiltAnswers, 'find' | 'outdate'>;
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

  /** The answer that the static output has at an address, which is then kept; undefined where it has none. */
  async take(key: string, address: string): Promise<PreparedAnswer | undefined> {
    if (!this.#feed.isCurrent) return undefined;
    let isOwn = false;
    const taken = await this.#cache.fill(key, async () => {
      isOwn = true;
      const found = await this.#built?.find(address);
      if (found === undefined) return undefined;
      const answer = new PreparedAnswer(found.response);
      return { answer, tags: new Set(found.tags), isKept: answer.isKeepable };
    });
    if (taken && isOwn) this.#taken += 1;
    // What comes for somebody else is as good as kept.
    else if (taken) this.#hits += 1;
    return taken;
  }

  async make(
    key: string,
    make: (published: PublishedReader) => Promise<SiteResponse>,
  ): Promise<PreparedAnswer> {
    this.#misses += 1;
    if (!this.#feed.isCurrent) return new PreparedAnswer(await make(this.#published));
    const fill = () =>
      this.#cache.fill(key, async () => {
        const reader = new RecordingReader(this.#published);
        const answer = new PreparedAnswer(await make(reader));
        return { answer, tags: reader.tags, isKept: answer.isKeepable };
      });
    let answer = await fill();
    // Where somebody else was only looking whether the static output has it.
    while (answer === undefined) answer = await fill();
    return answer;
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
