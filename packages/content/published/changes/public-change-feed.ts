import { NotificationListener, type NotificationListenerOptions } from '@galley/database';
import { Ticker, type Clock, type Logger } from '@galley/kernel';
import {
  parseNotification,
  settingsNotification,
  type PublicNotification,
} from './public-change.ts';

/** Notified by triggers of `published_documents`. */
const channel = 'galley_public';
/** Together below one second, within which every process must see a change. */
const beatMs = 300;
const silenceTimeoutMs = 500;

export interface PublicChangeFeedOptions {
  readonly address: NotificationListenerOptions['address'];
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Heartbeats reveal a dead connection; caches must not serve pages while the feed is not current. */
export class PublicChangeFeed {
  readonly #listener: NotificationListener;
  readonly #subscribers: ((news: PublicNotification) => void)[] = [];
  readonly #clock: Clock;
  #isCurrent = false;
  #currentAt: Date | undefined;

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

  /** Whether every change committed more than a second ago has been delivered. */
  get isCurrent(): boolean {
    return this.#isCurrent;
  }

  /** Undefined before the first connection. */
  get currentAt(): Date | undefined {
    return this.#currentAt;
  }

  /** Subscribers must not throw. */
  subscribe(subscriber: (news: PublicNotification) => void): void {
    this.#subscribers.push(subscriber);
  }

  /** Resolves as well when the feed is not current. Call it after a change, before reporting success. */
  async waitUntilDelivered(): Promise<void> {
    if (!this.#isCurrent) return;
    await this.#roundTrip();
  }

  /** Each process reloads settings and themes itself. */
  async announceSettings(): Promise<void> {
    await this.#listener.notify(settingsNotification);
  }

  #hear(payload: string | undefined): void {
    // Sent after each connection, because notifications may have been missed before.
    if (payload === undefined) {
      this.#isCurrent = true;
      this.#currentAt = this.#clock.now();
    }
    const news = parseNotification(payload);
    for (const subscriber of this.#subscribers) subscriber(news);
  }

  async #beat(): Promise<boolean> {
    if (!this.#isCurrent) return true;
    await this.#roundTrip();
    return this.#isCurrent;
  }

  async #roundTrip(): Promise<void> {
    const begun = this.#clock.now();
    const patience = new AbortController();
    const tooLate = this.#clock.sleep(silenceTimeoutMs, patience.signal).then(() => 'too late');
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
