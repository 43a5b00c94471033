import { systemClock, type Logger } from '@galley/kernel';
import { attachKeeper, type Attachment } from './attachment.ts';
import { openCluster, type Cluster, type ClusterOptions } from './cluster.ts';
import type { EmbeddedConnection } from './keeper.ts';
import { stopPostmaster } from './postmaster.ts';
import { explainError } from './problems.ts';

export interface EmbeddedServerOptions extends ClusterOptions {
  /** Created when missing; default `galley`. */
  readonly database?: string;
}

export interface EmbeddedServer {
  /** The port changes when the server is restarted. */
  connection(): EmbeddedConnection;
  ownerConnection(): EmbeddedConnection;
  /** Calls `listener` when the server died and returned on another port. `listener` must not throw. */
  onMoved(listener: (connection: EmbeddedConnection) => void): void;
  /** The last process to detach stops the server. Idempotent; never rejects. */
  detach(): Promise<void>;
}

/**
 * Creates the cluster and starts the server as needed. @throws `database_start_failed`, with advice for the operator
 */
export async function attachEmbeddedServer(
  options: EmbeddedServerOptions,
): Promise<EmbeddedServer> {
  const { dataDirectory, database = 'galley', logger } = options;
  return explainError(dataDirectory, async () => {
    const cluster = await openCluster(options);
    const server = new AttachedServer(cluster, database, logger);
    await server.attach();
    return server;
  });
}

const maxPauseMs = 30_000;

class AttachedServer implements EmbeddedServer {
  readonly #cluster: Cluster;
  readonly #database: string;
  readonly #logger: Logger;
  readonly #listeners: ((connection: EmbeddedConnection) => void)[] = [];
  readonly #leaving = new AbortController();
  #attachment!: Attachment;
  #restoring: Promise<void> = Promise.resolve();
  #detached: Promise<void> | undefined;

  constructor(cluster: Cluster, database: string, logger: Logger) {
    this.#cluster = cluster;
    this.#database = database;
    this.#logger = logger;
  }

  connection(): EmbeddedConnection {
    return this.#attachment.connections.application;
  }

  ownerConnection(): EmbeddedConnection {
    return this.#attachment.connections.owner;
  }

  onMoved(listener: (connection: EmbeddedConnection) => void): void {
    this.#listeners.push(listener);
  }

  detach(): Promise<void> {
    this.#detached ??= this.#leave();
    return this.#detached;
  }

  /** Returns `false` when the process detaches meanwhile. */
  async attach(): Promise<boolean> {
    const attachment = await attachKeeper(this.#cluster, {
      database: this.#database,
      signal: this.#leaving.signal,
    });
    if (!attachment) return false;
    this.#attachment = attachment;
    void attachment.keeper.ended.then(() => {
      if (!this.#leaving.signal.aborted) this.#restoring = this.#restore();
    });
    return true;
  }

  async #restore(): Promise<void> {
    const { port } = this.connection();
    const { dataDirectory } = this.#cluster;
    this.#logger.warn('embedded database lost, restarting it', {
      data_directory: dataDirectory,
    });
    for (let pause = 500; ; pause = Math.min(pause * 2, maxPauseMs)) {
      try {
        if (!(await explainError(dataDirectory, () => this.attach()))) return;
        break;
      } catch (error) {
        // The operator may fix the cause meanwhile, such as a full disk.
        const { message } = error as Error;
        this.#logger.error('embedded database restart failed', { error: message });
        await systemClock.sleep(pause, this.#leaving.signal);
        if (this.#leaving.signal.aborted) return;
      }
    }
    this.#logger.info('embedded database restarted', { port: this.connection().port });
    if (this.connection().port !== port) this.#announce();
  }

  #announce(): void {
    for (const listener of this.#listeners) listener(this.connection());
  }

  async #leave(): Promise<void> {
    this.#leaving.abort();
    await this.#restoring;
    const { keeper } = this.#attachment;
    try {
      if (await keeper.releaseAsLast()) await stopPostmaster(this.#cluster);
    } catch (error) {
      this.#logger.debug('embedded database already stopped', {
        error: (error as Error).message,
      });
    }
    await keeper.close();
  }
}
