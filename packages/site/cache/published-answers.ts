import { wasTouchedSince, type PublicNews, type PublishedReader } from '@galley/content';
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
  /** Tells of every change to what is public, and whether it hears of them. */
  readonly feed: {
    readonly isCurrent: boolean;
    /** The moment up to which it has told of every change. */
    readonly currentAt: Date | undefined;
    subscribe(subscriber: (news: PublicNews) => void): void;
  };
  readonly maxBytes: number;
  /** For when the database is lost. */
  readonly fallback?: Pick<StaticFallback, 'find' | 'outdate'>;
  /** How long answers may be sent that nobody can tell to be current; 0 for not at all. */
  readonly staleIfErrorMs: number;
  readonly contentDirectory: string;
  readonly clock: Clock;
}

/** The clocks of servers that share a content tree differ by less. */
const clockSkewMs = 1_000;
const pathTag = tagOf.path('');

/**
 * Answers to public requests: kept, and made again when something changed that they were made from. While changes are
 * not heard of, every answer is made anew: better slow than wrong. Where none can be made, since the database is lost,
 * `findStale` has what was public when changes were last heard of.
 */
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

  /**
   * Answers kept and their bytes; and since the start, how often one was kept, had to be made, or was sent without being
   * known to be current, and how many were dropped.
   */
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
      return { answer, tags: reader.tags, isKept: answer.isKeepable };
    });
  }

  /** Whether answers that cannot be made may be stale (ADD-DB-1). */
  get maySendStale(): boolean {
    const { staleIfErrorMs, clock } = this.#options;
    const { currentAt } = this.#feed;
    if (currentAt === undefined || staleIfErrorMs === 0) return false;
    return clock.now().getTime() - currentAt.getTime() <= staleIfErrorMs;
  }

  /**
   * What was public when changes were last heard of, kept or in the static output, for when the database is lost
   * (ADD-DB-1). A change that another server made just before may not have been heard of: so answers are left out that
   * show a document whose file was changed or removed since.
   */
  async findStale(key: string, address: string | undefined): Promise<PreparedAnswer | undefined> {
    if (!this.maySendStale) return undefined;
    const heardAt = this.#feed.currentAt!.getTime() - clockSkewMs;
    const found = this.#findKept(key) ?? (await this.#findInOutput(address));
    if (found === undefined || (await this.#isTouched(found.tags, heardAt))) return undefined;
    this.#stale += 1;
    return found.answer;
  }

  #findKept(key: string) {
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

  /** Paths of the files of the media library that kept answers were made with, whether they are there or not. */
  shownMedia(): readonly string[] {
    return this.#cache.tagsBelow(tagOf.media(''));
  }

  /** Forgets what was made from these: something changed that no feed tells of. */
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
