import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { countForWorkers } from '@galley/http';
import { systemClock, type Logger } from '@galley/kernel';
import {
  GalleyServer,
  listen,
  untilNobodyComes,
  type CleanUp,
  type ListenPlace,
  type Probe,
} from '@galley/service';
import type { Config } from '@galley/settings';
import { Distribution } from './distribution.ts';
import { Workers } from './workers.ts';

/** Where connections come in for all workers. While there is no worker to answer, the answer is 503. */
export class SharedDoor {
  readonly #door = createServer({ pauseOnConnect: true, allowHalfOpen: true });
  readonly #withoutWorkers: GalleyServer;
  #came = 0;
  readonly distribution = new Distribution((socket) => this.#withoutWorkers.take(socket));

  /** `starting` is what probes are told while there is no worker. */
  constructor(starting: Readonly<Record<string, Probe>>) {
    this.#withoutWorkers = new GalleyServer({ starting });
    this.#door.on('connection', (socket) => {
      this.#came += 1;
      this.distribution.take(socket);
    });
  }

  listen(place: ListenPlace): ReturnType<typeof listen> {
    return listen(this.#door, place);
  }

  /** Resolves when nobody can come in any more, and all who have are with somebody. */
  async close(drainMilliseconds: number): Promise<void> {
    await untilNobodyComes(() => this.#came);
    this.#door.close();
    await this.distribution.drain();
    await this.#withoutWorkers.close(drainMilliseconds);
  }
}

export interface StartWorkersOptions {
  readonly config: Config;
  readonly count: number;
  /** Variables that the workers get beside those of this process. */
  readonly variables: Readonly<Record<string, string>>;
  readonly door: SharedDoor;
  readonly cleanUp: CleanUp;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Starts the workers of this process; resolves when all of them serve. They run the same command as this process. */
export async function startWorkers(options: StartWorkersOptions): Promise<Workers> {
  const { config, count, variables, door, cleanUp, logger, signal } = options;
  countForWorkers();
  const workers = new Workers({
    count,
    logger,
    distribution: door.distribution,
    fork: () => cluster.fork(variables),
    clock: systemClock,
  });
  cleanUp.add('the workers', () => workers.stop());
  // The first to be closed.
  cleanUp.add('the web server', () => door.close(config.server.shutdownTimeout));
  workers.start();
  const stopped = signal.aborted ? Promise.resolve() : once(signal, 'abort');
  await Promise.race([workers.ready, workers.ended, stopped]);
  return workers;
}
