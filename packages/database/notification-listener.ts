import pg from 'pg';
import type { Clock, Logger, Loop } from '@galley/kernel';
import type { DatabaseAddress } from './database.ts';

export interface NotificationListenerOptions {
  /** Asked at each connection: an embedded server may come back on another port. */
  readonly address: () => string | DatabaseAddress;
  readonly channel: string;
  /** Is given the payload; or nothing after each connection, since something may have gone unheard before. */
  readonly onNotified: (payload: string | undefined) => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

const pauseMilliseconds = 1_000;

/**
 * Listens on a connection of its own, and connects again when it is lost. Notifications are hints: those that come
 * while there is no connection are lost, so whoever is told looks by itself as well.
 */
export class NotificationListener implements Loop {
  readonly #options: NotificationListenerOptions;
  #stopped: Promise<void> = Promise.resolve();

  constructor(options: NotificationListenerOptions) {
    this.#options = options;
  }

  get stopped(): Promise<void> {
    return this.#stopped;
  }

  start(signal: AbortSignal): void {
    this.#stopped = this.#run(signal);
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { channel, clock, logger } = this.#options;
    while (!signal.aborted) {
      try {
        await this.#listen(signal);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        logger.warn('notifications are not heard; connecting again', { channel, error: reason });
        await clock.sleep(pauseMilliseconds, signal);
      }
    }
  }

  /** Until the signal aborts; rejects when the connection is lost. */
  async #listen(signal: AbortSignal): Promise<void> {
    const { address, channel, onNotified } = this.#options;
    const place = address();
    const client = new pg.Client({
      ...(typeof place === 'string' ? { connectionString: place } : place),
      application_name: 'galley notifications',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    const over = Promise.withResolvers<void>();
    // Handled below; a connection that is lost before that must not end the process.
    over.promise.catch(() => undefined);
    const finish = (): void => over.resolve();
    signal.addEventListener('abort', finish, { once: true });
    client.on('error', over.reject);
    client.on('end', () => over.reject(new Error('the connection was closed')));
    client.on('notification', ({ payload }) => onNotified(payload));
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      onNotified(undefined);
      if (!signal.aborted) await over.promise;
    } finally {
      signal.removeEventListener('abort', finish);
      await client.end().catch(() => undefined);
    }
  }
}
