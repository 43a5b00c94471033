import cluster, { type Worker } from 'node:cluster';
import { countForWorkers, serveWorkerMetrics } from '@galley/http';
import type { Clock, Logger } from '@galley/kernel';
import { cmsProblems } from '../problems.ts';
import { isReadyMessage, stopMessage, type ServerAddresses } from './messages.ts';

export interface WorkersOptions {
  readonly count: number;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** A worker that ends sooner is replaced after a pause: a crash loop would keep a core busy. */
const shortLifeMs = 10_000;
const pauseMs = 1_000;
const maxFailedStarts = 10;

interface WorkerExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** Workers share one port through `node:cluster`; each runs this process's command again. */
export class Workers {
  readonly #options: WorkersOptions;
  readonly #givenUp = new AbortController();
  readonly #signal: AbortSignal;
  readonly #ready = new Set<Worker>();
  readonly #served = Promise.withResolvers<ServerAddresses>();
  readonly #allReady = Promise.withResolvers<void>();
  #failedStarts = 0;

  constructor(options: WorkersOptions) {
    this.#options = options;
    this.#signal = AbortSignal.any([options.signal, this.#givenUp.signal]);
  }

  /** When the first worker cannot start, this process exits with its code. */
  async start(): Promise<ServerAddresses & { readonly stopped: Promise<void> }> {
    countForWorkers();
    serveWorkerMetrics();
    this.#signal.addEventListener('abort', stopAll);
    const first = this.#keepFirst();
    const served = await this.#served.promise;
    const more = this.#signal.aborted ? 0 : this.#options.count - 1;
    const others = Array.from({ length: more }, () => this.#keep(this.#fork()));
    const stopped = Promise.all([first, ...others]).then(() => undefined);
    await Promise.race([this.#allReady.promise, stopped]);
    return { ...served, stopped };
  }

  /** Starts the first worker alone, for one-time work: it binds the port, migrates and indexes. */
  async #keepFirst(): Promise<void> {
    const first = this.#fork();
    const ended = waitForExit(first);
    const isServing = await Promise.race([
      this.#served.promise.then(() => true),
      ended.then(() => false),
    ]);
    if (!isServing) process.exit((await ended).code ?? 1);
    await this.#keep(first);
  }

  async #keep(first: Worker): Promise<void> {
    const { clock, logger } = this.#options;
    for (let worker = first; ; worker = this.#fork()) {
      const began = performance.now();
      const { code, signal } = await waitForExit(worker);
      if (!this.#ready.delete(worker)) this.#failedStarts += 1;
      if (this.#signal.aborted) return;
      // A worker that received SIGTERM exits with 0.
      const level = code === 0 ? 'info' : 'error';
      logger[level]('worker ended, starting another', { worker: worker.id, code, signal });
      if (this.#failedStarts >= maxFailedStarts && this.#ready.size === 0) throw this.#giveUp();
      if (performance.now() - began < shortLifeMs) await clock.sleep(pauseMs, this.#signal);
      if (this.#signal.aborted) return;
    }
  }

  #fork(): Worker {
    const { count, logger } = this.#options;
    const worker = cluster.fork();
    worker.on('message', (message: unknown) => {
      if (!isReadyMessage(message)) return;
      this.#failedStarts = 0;
      this.#ready.add(worker);
      logger.debug('worker ready', { worker: worker.id, pid: worker.process.pid });
      this.#served.resolve(message.ready);
      if (this.#ready.size === count) this.#allReady.resolve();
    });
    // Sending to a worker that has just ended; its end is a separate event.
    worker.on('error', (error) =>
      logger.debug('worker unreachable', { worker: worker.id, error: String(error) }),
    );
    // The listener that stops all workers may have run before this worker existed.
    if (this.#signal.aborted) stopWorker(worker);
    return worker;
  }

  #giveUp(): Error {
    this.#givenUp.abort();
    return cmsProblems.workers_died(
      `Server workers failed to start ${maxFailedStarts} times in a row. See the log for the cause.`,
    );
  }
}

function stopAll(): void {
  for (const worker of Object.values(cluster.workers ?? {})) if (worker) stopWorker(worker);
}

function stopWorker(worker: Worker): void {
  // A worker that has just ended needs no message.
  worker.send(stopMessage, () => undefined);
}

function waitForExit(worker: Worker): Promise<WorkerExit> {
  const { promise, resolve } = Promise.withResolvers<WorkerExit>();
  const { process: child } = worker;
  if (worker.isDead()) resolve({ code: child.exitCode, signal: child.signalCode });
  worker.once('exit', (code: number | null, signal: string | null) => resolve({ code, signal }));
  if (child.pid === undefined) child.once('error', () => resolve({ code: null, signal: null }));
  return promise;
}
