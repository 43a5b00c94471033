import { wasTouchedSince, type PublicNotification, type PublishedReader } from '@galley/content';
import type { Clock } from '@galley/kernel';
import { RecordingReader } from '../dependencies/recording-reader.ts';
import { Outdated } from '../dependencies/outdated.ts';
import { tagOf } from '../dependencies/tags.ts';
import type { SiteResponse } from '../site-response.ts';
import { PreparedAnswer } from './prepared-answer.ts';
import { PublishedCache } from './published-cache.ts';
import type { StaticFallback } from './static-fallback.ts';

export interface PublishedAnswersOptions {
  readonly published: PublishedReader;
  readonly feed: {
    readonly isCurrent: boolean;
    /** All changes up to here were received; undefined when disconnected. */
    readonly currentAt: Date | undefined;
    subscribe(subscriber: (news: PublicNotification) => void): void;
  };
  readonly maxBytes: number;
  /** When the database is unavailable. */
  readonly fallback?: Pick<StaticFallback, 'find' | 'outdate'>;
  /** 0 disables stale answers. */
  readonly staleIfErrorMs: number;
  readonly contentDirectory: string;
  readonly clock: Clock;
}

/** Clock difference of servers with a shared content tree. */
const clockSkewMs = 1_000;
const pathTag = tagOf.path('');

/** Caches nothing while the change feed is disconnected, to stay correct. */
export class PublishedAnswers {
  readonly #options: PublishedAnswersOptions;
  readonly #published: PublishedReader;
  readonly #feed: PublishedAnswersOptions['feed'];
  readonly #cache: PublishedCache;
  readonly #fallback: PublishedAnswersOptions['fallback'];
  #hits = 0;
  #misses = 0;
  #stale = 0;

  constructor(options: PublishedAnswersOptions) {
    const { published, feed, maxBytes, fallback } = options;
    this.#options = options;
    this.#published = published;
    this.#feed = feed;
    this.#cache = new PublishedCache({ maxBytes });
    this.#fallback = fallback;
    feed.subscribe((news) => {
      if (news.kind === 'document') this.#drop(Outdated.by(news.change));
      else this.clear();
    });
  }

  get measures() {
    return {
      answers: this.#cache.size,
      bytes: this.#cache.bytes,
      maxBytes: this.#options.maxBytes,
      hits: this.#hits,
      misses: this.#misses,
      stale: this.#stale,
      ...this.#cache.dropped,
    };
  }

  find(key: string): PreparedAnswer | undefined {
    if (!this.#feed.isCurrent) return undefined;
    const known = this.#cache.find(key);
    if (known) this.#hits += 1;
    return known;
  }

  async make(
    key: string,
    make: (published: PublishedReader) => Promise<SiteResponse>,
  ): Promise<PreparedAnswer> {
    this.#misses += 1;
    if (!this.#feed.isCurrent) return new PreparedAnswer(await make(this.#published));
    return this.#cache.fill(key, async () => {
      const reader = new RecordingReader(this.#published);
      const answer = new PreparedAnswer(await make(reader));
      return { answer, tags: reader.tags, isKept: answer.isCacheable };
    });
  }

  /** ADD-DB-1 */
  get maySendStale(): boolean {
    const { staleIfErrorMs, clock } = this.#options;
    const { currentAt } = this.#feed;
    if (currentAt === undefined || staleIfErrorMs === 0) return false;
    return clock.now().getTime() - currentAt.getTime() <= staleIfErrorMs;
  }

  /**
   * From the cache or the static output (ADD-DB-1). Another server's latest change may be missing, so answers with
   * documents whose files changed or disappeared are excluded.
   */
  async findStale(key: string, address: string | undefined): Promise<PreparedAnswer | undefined> {
    if (!this.maySendStale) return undefined;
    const heardAt = this.#feed.currentAt!.getTime() - clockSkewMs;
    const found = this.#findCached(key) ?? (await this.#findInOutput(address));
    if (found === undefined || (await this.#isTouched(found.tags, heardAt))) return undefined;
    this.#stale += 1;
    return found.answer;
  }

  #findCached(key: string) {
    const answer = this.#cache.find(key);
    return answer && { answer, tags: this.#cache.tagsOf(key)! };
  }

  async #findInOutput(address: string | undefined) {
    const found = address === undefined ? undefined : await this.#fallback?.find(address);
    return found && { answer: new PreparedAnswer(found.response), tags: found.tags };
  }

  async #isTouched(tags: Iterable<string>, since: number): Promise<boolean> {
    const { contentDirectory } = this.#options;
    const paths = [...tags].flatMap((tag) =>
      tag.startsWith(pathTag) ? [tag.slice(pathTag.length)] : [],
    );
    const touched = paths.map((path) => wasTouchedSince(contentDirectory, path, since));
    return (await Promise.all(touched)).includes(true);
  }

  /** Includes missing files. */
  listMediaDependencies(): readonly string[] {
    return this.#cache.tagsBelow(tagOf.media(''));
  }

  drop(tags: Iterable<string>): void {
    this.#drop(Outdated.tags(tags));
  }

  clear(): void {
    this.#fallback?.outdate();
    this.#cache.clear();
  }

  #drop(outdated: Outdated): void {
    this.#fallback?.outdate(outdated);
    this.#cache.drop(outdated);
  }
}
