import pg from 'pg';
import { newId, Ticker, type Clock, type Logger } from '@galley/kernel';
import { breakConnection, endConnection } from './break-connection.ts';
import type { DatabaseAddress } from './database-address.ts';

export interface NotificationListenerOptions {
  readonly id: string;
  /** Read at each connection: an embedded server may return on another port. */
  readonly address: () => string | DatabaseAddress;
  readonly channel: string;
  /** Receives the payload, or `undefined` after each new connection, since notifications may have been missed. */
  readonly onNotified: (payload: string | undefined) => void;
  /** Called when the connection is lost; notifications are missed until the next connection. */
  readonly onLost?: () => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

const pauseMs = 1_000;
const echoPrefix = 'echo ';

/** Notifications sent during an outage are lost, so consumers must also poll. */
export class NotificationListener {
  readonly #options: NotificationListenerOptions;
  readonly #echoes = new Map<string, PromiseWithResolvers<void>>();
  #notified: Promise<void> = Promise.resolve();
  #client: pg.Client | undefined;

  readonly loop: Ticker;

  constructor(options: NotificationListenerOptions) {
    this.#options = options;
    const { id, clock, logger } = options;
    const run = (signal: AbortSignal): Promise<void> => this.#listen(signal);
    this.loop = new Ticker({ id, everyMs: pauseMs, clock, logger, run });
  }

  /**
   * Resolves when all earlier notifications have been passed on (PostgreSQL delivers in the order of commits). Rejects
   * without a connection.
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

  /** Rejects without a connection. */
  async notify(payload: string): Promise<void> {
    const notified = this.#notified.then(() => this.#notify(payload));
    this.#notified = notified.catch(() => undefined);
    await notified;
  }

  async #notify(payload: string): Promise<void> {
    if (this.#client === undefined) throw new Error('Not connected to the database.');
    await this.#client.query('select pg_notify($1, $2)', [this.#options.channel, payload]);
  }

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
      // The caller's query reports the failure.
      promise.catch(() => undefined);
      reject(new Error('the connection was lost'));
    }
    this.#options.onLost?.();
  }

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
      // While connecting, a hanging database would delay the end of the process.
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
      if (lost) logger.warn('connection lost, reconnecting', { loop: id, error: lost.message });
    } finally {
      signal.removeEventListener('abort', finish);
      if (this.#client) this.#lose();
      await endConnection(client).catch(() => undefined);
    }
  }
}
