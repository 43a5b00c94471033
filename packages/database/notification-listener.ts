import pg from 'pg';
import { newId, Ticker, type Clock, type Logger } from '@galley/kernel';
import { breakConnection, endConnection } from './break-connection.ts';
import type { DatabaseAddress } from './database-address.ts';

export interface NotificationListenerOptions {
  /** Names its loop in logs and metrics: `run-listener`. */
  readonly id: string;
  /** Asked at each connection: an embedded server may come back on another port. */
  readonly address: () => string | DatabaseAddress;
  readonly channel: string;
  /** Is given the payload; or nothing after each connection, since something may have gone unheard before. */
  readonly onNotified: (payload: string | undefined) => void;
  /** Is called when the connection is lost: from then on, until the next one, nothing is heard. */
  readonly onLost?: () => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

const pauseMs = 1_000;
const echoPrefix = 'echo ';

/**
 * Listens on a connection of its own, and connects again when it is lost. Notifications are hints: those that come
 * while there is no connection are lost, so whoever is told looks by itself as well.
 */
export class NotificationListener {
  readonly #options: NotificationListenerOptions;
  readonly #echoes = new Map<string, PromiseWithResolvers<void>>();
  #notified: Promise<void> = Promise.resolve();
  #client: pg.Client | undefined;

  /** One run is one connection. */
  readonly loop: Ticker;

  constructor(options: NotificationListenerOptions) {
    this.#options = options;
    const { id, clock, logger } = options;
    const run = (signal: AbortSignal): Promise<void> => this.#listen(signal);
    this.loop = new Ticker({ id, everyMs: pauseMs, clock, logger, run });
  }

  /**
   * Resolves when everything has been passed on that was notified of before: what is committed earlier is heard
   * earlier. Rejects when there is no connection, or when it is lost meanwhile.
   */
  async echo(): Promise<void> {
    const id = echoPrefix + newId();
    const heard = Promise.withResolvers<void>();
    this.#echoes.set(id, heard);
    try {
      await Promise.all([heard.promise, this.notify(id)]);
    } finally {
      this.#echoes.delete(id);
    }
  }

  /** Notifies everybody who listens, itself included. Rejects when there is no connection. */
  async notify(payload: string): Promise<void> {
    // One after the other: a connection takes no query while it is at another.
    const notified = this.#notified.then(() => this.#notify(payload));
    this.#notified = notified.catch(() => undefined);
    await notified;
  }

  async #notify(payload: string): Promise<void> {
    if (this.#client === undefined) throw new Error('There is no connection to the database.');
    await this.#client.query('select pg_notify($1, $2)', [this.#options.channel, payload]);
  }

  /** Gives up a connection that does not answer any more, and makes another. */
  reconnect(): void {
    if (this.#client) breakConnection(this.#client);
  }

  #hear(payload: string | undefined): void {
    if (payload?.startsWith(echoPrefix)) this.#echoes.get(payload)?.resolve();
    else this.#options.onNotified(payload);
  }

  #lose(): void {
    this.#client = undefined;
    for (const { promise, reject } of this.#echoes.values()) {
      // Whoever waits for its query is told by that; the echo itself must not go unhandled.
      promise.catch(() => undefined);
      reject(new Error('the connection was lost'));
    }
    this.#options.onLost?.();
  }

  /** Listens until the signal aborts or the connection is lost; rejects when there is none. */
  async #listen(signal: AbortSignal): Promise<void> {
    const { id, address, channel, onNotified, logger } = this.#options;
    const place = address();
    const client = new pg.Client({
      ...(typeof place === 'string' ? { connectionString: place } : place),
      application_name: 'galley notifications',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    const over = Promise.withResolvers<Error | undefined>();
    const finish = (): void => {
      over.resolve(undefined);
      // While it connects, a database that hangs would hold up the end of the process.
      if (this.#client !== client) breakConnection(client);
    };
    signal.addEventListener('abort', finish, { once: true });
    client.on('error', over.resolve);
    client.on('end', () => over.resolve(new Error('the connection was closed')));
    client.on('notification', ({ payload }) => this.#hear(payload));
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      this.#client = client;
      onNotified(undefined);
      const lost = signal.aborted ? undefined : await over.promise;
      if (lost) logger.warn('connection lost, listening again', { loop: id, error: lost.message });
    } finally {
      signal.removeEventListener('abort', finish);
      if (this.#client) this.#lose();
      await endConnection(client).catch(() => undefined);
    }
  }
}
