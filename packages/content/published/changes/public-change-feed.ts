import { NotificationListener, type NotificationListenerOptions } from '@galley/database';
import { Ticker, type Clock, type Logger } from '@galley/kernel';
import { newsFrom, settingsNews, type PublicNews } from './public-change.ts';

/** The channel on which the triggers of `published_documents` tell. */
const channel = 'galley_public';
/** Together less than a second, within which a change has to be seen everywhere. */
const beatMs = 300;
const patienceMilliseconds = 500;

export interface PublicChangeFeedOptions {
  readonly address: NotificationListenerOptions['address'];
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Tells of each change to what is public when it is committed, whichever process made it. It also knows whether it
 * hears: a connection may be dead for long before anybody says so, and whoever keeps pages must not show them then. So
 * it says something to itself over and over, and when it does not hear that, it is not current.
 */
export class PublicChangeFeed {
  readonly #listener: NotificationListener;
  readonly #subscribers: ((news: PublicNews) => void)[] = [];
  readonly #clock: Clock;
  #isCurrent = false;
  #currentAt: Date | undefined;

  /** The connection that listens, and the echo that shows that it still hears. */
  readonly loops: readonly Ticker[];

  constructor({ address, clock, logger }: PublicChangeFeedOptions) {
    this.#clock = clock;
    this.#listener = new NotificationListener({
      id: 'public-change-listener',
      address,
      channel,
      onNotified: (payload) => this.#hear(payload),
      onLost: () => (this.#isCurrent = false),
      clock,
      logger,
    });
    const beat = new Ticker({
      id: 'public-change-feed',
      everyMs: beatMs,
      runsAtStart: false,
      clock,
      logger,
      run: () => this.#beat(),
      finish: async () => (this.#isCurrent = false),
    });
    this.loops = [this.#listener.loop, beat];
  }

  /** Whether every change that was committed more than a second ago has been told. */
  get isCurrent(): boolean {
    return this.#isCurrent;
  }

  /** The moment up to which every change has been told; undefined before the first connection. */
  get currentAt(): Date | undefined {
    return this.#currentAt;
  }

  /** Is told of everything from now on; a subscriber must not throw. */
  subscribe(subscriber: (news: PublicNews) => void): void {
    this.#subscribers.push(subscriber);
  }

  /**
   * Resolves when every change that is committed now has been told here, or when nobody relies on that any more. For
   * whoever has made a change, and is about to say so.
   */
  async settle(): Promise<void> {
    if (!this.#isCurrent) return;
    await this.#hearsItself();
  }

  /** Tells all processes that settings or themes have changed. Theirs is to look what. */
  async announceSettings(): Promise<void> {
    await this.#listener.notify(settingsNews);
  }

  #hear(payload: string | undefined): void {
    // After each connection: something may have gone unheard before.
    if (payload === undefined) {
      this.#isCurrent = true;
      this.#currentAt = this.#clock.now();
    }
    const news = newsFrom(payload);
    for (const subscriber of this.#subscribers) subscriber(news);
  }

  /** False when an echo that was to be heard was not. */
  async #beat(): Promise<boolean> {
    if (!this.#isCurrent) return true;
    await this.#hearsItself();
    return this.#isCurrent;
  }

  async #hearsItself(): Promise<void> {
    const begun = this.#clock.now();
    const patience = new AbortController();
    const tooLate = this.#clock.sleep(patienceMilliseconds, patience.signal).then(() => 'too late');
    const heard = this.#listener.echo().then(
      () => 'heard',
      () => 'lost',
    );
    const outcome = await Promise.race([heard, tooLate]);
    patience.abort();
    if (outcome === 'heard') {
      this.#currentAt = begun;
      return;
    }
    this.#isCurrent = false;
    this.#listener.reconnect();
  }
}
