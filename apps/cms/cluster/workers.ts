import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Clock, Logger } from '@galley/kernel';
import { cmsProblems } from '../problems.ts';
import type { Distribution } from './distribution.ts';
import { GatheredMetrics } from './gathered-metrics.ts';
import { isOurs, type ToPrimary, type ToWorker } from './messages.ts';
import { Restarts } from './restarts.ts';

export interface WorkersOptions {
  readonly count: number;
  readonly fork: () => Worker;
  readonly distribution: Distribution;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Death {
  readonly code: number | null;
  readonly signal: string | null;
  readonly lived: number;
}

/** The workers of this process: as many as there are to be, whatever becomes of them. */
export class Workers {
  readonly #options: WorkersOptions;
  readonly #living = new Map<number, Worker>();
  readonly #serving = new Set<number>();
  readonly #metrics = new GatheredMetrics();
  readonly #restarts = new Restarts();
  readonly #stop = new AbortController();
  #isLeaving = false;
  readonly #ready = Promise.withResolvers<void>();
  #ended: Promise<unknown> = Promise.resolve();

  constructor(options: WorkersOptions) {
    this.#options = options;
  }

  /** Resolves when all serve for the first time. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Resolves when all have ended because of `stop`; rejects with `workers_died` when they cannot be kept alive. */
  get ended(): Promise<unknown> {
    return this.#ended;
  }

  start(): void {
    this.#ended = Promise.all(Array.from({ length: this.#options.count }, () => this.#keep()));
  }

  /** Has them say that all are about to stop. */
  leave(): void {
    this.#isLeaving = true;
    for (const worker of this.#living.values()) tell(worker, { kind: 'leave' });
  }

  /** Has them finish what they have begun, and resolves when they have ended. */
  async stop(): Promise<void> {
    this.#stop.abort();
    for (const worker of this.#living.values()) tell(worker, { kind: 'stop' });
    // Why they could not be kept alive has been told to whoever waited for that.
    await this.#ended.catch(() => undefined);
    await Promise.all([...this.#living.values()].map(untilGone));
  }

  /** One worker after the other. */
  async #keep(): Promise<void> {
    const { clock, logger } = this.#options;
    while (!this.#stop.signal.aborted) {
      const { worker, lived, code, signal } = await this.#run();
      if (this.#stop.signal.aborted) return;
      const pause_ms = this.#restarts.noteDeath(lived);
      // Somebody may have asked one worker alone to stop.
      const level = code === 0 ? 'info' : 'error';
      logger[level]('a worker has ended and is started again', { worker, code, signal, pause_ms });
      // As long as another serves, the site is there, and whoever mends what is wrong has time.
      if (this.#restarts.areHopeless && this.#serving.size === 0) throw this.#giveUp();
      await clock.sleep(pause_ms, this.#stop.signal);
    }
  }

  #giveUp(): Error {
    this.#stop.abort();
    return cmsProblems.workers_died(
      'The workers of the server end as soon as they are started, ten times in a row. The log has what each of ' +
        'them said; what is wrong there is to be mended first.',
    );
  }

  async #run(): Promise<Death & { readonly worker: number }> {
    const { fork, distribution, logger } = this.#options;
    const began = performance.now();
    const worker = fork();
    this.#living.set(worker.id, worker);
    worker.on('message', (message: unknown) => {
      if (isOurs<ToPrimary>(message)) this.#hear(worker, message);
    });
    // What could not be sent to one that has just ended. Its end is heard of by itself.
    worker.on('error', (error) =>
      logger.debug('a worker was not reached', { worker: worker.id, error: String(error) }),
    );
    // It can be sent nothing from then on, which may be before its end is known.
    worker.once('disconnect', () => this.#leave(worker));
    const { code, signal } = await untilGone(worker);
    // What it said last comes out of the channel after its end is known.
    if (worker.isConnected()) await once(worker, 'disconnect');
    this.#leave(worker);
    this.#living.delete(worker.id);
    distribution.remove(worker);
    this.#metrics.end(worker.id);
    return { worker: worker.id, code, signal, lived: performance.now() - began };
  }

  #leave(worker: Worker): void {
    this.#serving.delete(worker.id);
    this.#options.distribution.retire(worker);
  }

  #hear(worker: Worker, message: ToPrimary): void {
    const { distribution, count, logger } = this.#options;
    switch (message.kind) {
      case 'ready':
        logger.debug('a worker serves', { worker: worker.id, pid: worker.process.pid });
        this.#serving.add(worker.id);
        // One that has been started meanwhile.
        if (this.#isLeaving) tell(worker, { kind: 'leave' });
        distribution.add(worker);
        if (this.#serving.size === count) this.#ready.resolve();
        break;
      case 'took':
        distribution.acknowledge(worker);
        break;
      case 'leaving':
        this.#leave(worker);
        tell(worker, { kind: 'stop' });
        break;
      case 'counted':
        this.#metrics.note(worker.id, message.metrics);
        break;
      case 'collected':
        this.#metrics.note(worker.id, message.metrics, message.question);
        break;
      case 'gather':
        void this.#answerScrape(worker, message.question);
    }
  }

  async #answerScrape(worker: Worker, question: number): Promise<void> {
    // One that is starting knows nothing yet, and one that is leaving has said what it knows.
    const measured = [...this.#living.values()]
      .filter(({ id }) => this.#serving.has(id))
      .map((one) => ({ tell: (message: ToWorker) => tell(one, message) }));
    tell(worker, { kind: 'gathered', question, text: await this.#metrics.gather(measured) });
  }
}

/** Whoever has ended is told nothing, and need not be. */
function tell(worker: Worker, message: ToWorker): void {
  worker.send(message, () => undefined);
}

/** Resolves when the process has ended, or could not be started. */
function untilGone(worker: Worker): Promise<Omit<Death, 'lived'>> {
  const { promise, resolve } = Promise.withResolvers<Omit<Death, 'lived'>>();
  const { process: child } = worker;
  if (worker.isDead()) resolve({ code: child.exitCode, signal: child.signalCode });
  worker.once('exit', (code: number | null, signal: string | null) => resolve({ code, signal }));
  if (child.pid === undefined) child.once('error', () => resolve({ code: null, signal: null }));
  return promise;
}
