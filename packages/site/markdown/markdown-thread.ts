import { Worker } from 'node:worker_threads';
import { threadEnvironment } from '@galley/kernel';
import { doMarkdownJob, type MarkdownJob, type MarkdownJobs } from './markdown-jobs.ts';
import type { MarkdownRequest } from './markdown-worker.ts';

export interface MarkdownLimits {
  /** Characters. */
  readonly inPlace: number;
  /** Milliseconds per event loop turn; the thread does the rest. */
  readonly perTurn: number;
  /** Milliseconds. */
  readonly perJob: number;
  /** Milliseconds after which the thread ends. */
  readonly idle: number;
}

/** Enough for a busy machine. */
const startTimeoutMs = 30_000;

/** The slowest known text of 2,048 characters takes 30 ms. */
export const serverLimits: MarkdownLimits = {
  inPlace: 2_048,
  perTurn: 50,
  perJob: 5_000,
  idle: 15_000,
};

/** Builds serve no requests, and extra threads would use memory. */
export const buildLimits: MarkdownLimits = {
  ...serverLimits,
  inPlace: 16_384,
  perTurn: Number.POSITIVE_INFINITY,
};

/** Markdown can take quadratic time. A job that exceeds its time terminates the thread and has no result. */
export class MarkdownThread {
  readonly #limits: MarkdownLimits;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();
  /** Milliseconds in this event loop turn. */
  #spent = 0;

  constructor(limits: MarkdownLimits = serverLimits) {
    this.#limits = limits;
  }

  /** `undefined` when the job exceeds time or memory. */
  async run<Job extends MarkdownJob>(
    job: Job,
    input: MarkdownJobs[Job]['input'],
  ): Promise<MarkdownJobs[Job]['output'] | undefined> {
    if (this.#isForThisThread(input)) return this.#doInPlace(job, input);
    const turn = this.#last.then(() => this.#ask({ job, input }));
    this.#last = turn;
    return turn;
  }

  /** The time of a drawing does not depend on the length of its source. */
  #isForThisThread(input: MarkdownJobs[MarkdownJob]['input']): boolean {
    if ('kind' in input) return false;
    const { length } = 'html' in input ? input.html : input.body;
    return length <= this.#limits.inPlace && this.#spent < this.#limits.perTurn;
  }

  #doInPlace<Job extends MarkdownJob>(
    job: Job,
    input: MarkdownJobs[Job]['input'],
  ): ReturnType<typeof doMarkdownJob<Job>> {
    if (this.#spent === 0) setImmediate(() => (this.#spent = 0));
    const began = performance.now();
    const output = doMarkdownJob(job, input);
    this.#spent += performance.now() - began;
    return output;
  }

  #ask<Job extends MarkdownJob>(
    request: MarkdownRequest<Job>,
  ): Promise<MarkdownJobs[Job]['output'] | undefined> {
    clearTimeout(this.#idle);
    const isStarting = this.#worker === undefined;
    const worker = (this.#worker ??= startWorker());
    const { promise, resolve } = Promise.withResolvers<MarkdownJobs[Job]['output'] | undefined>();
    const answered = (answer: MarkdownJobs[Job]['output'] | 'ready') => {
      if (answer !== 'ready') return finish(answer);
      clearTimeout(limit);
      limit = setTimeout(failed, this.#limits.perJob);
    };
    const failed = () => {
      this.#end();
      finish(undefined);
    };
    let limit = setTimeout(failed, isStarting ? startTimeoutMs : this.#limits.perJob);
    const finish = (answer: MarkdownJobs[Job]['output'] | undefined) => {
      clearTimeout(limit);
      worker.off('message', answered).off('exit', failed);
      if (this.#worker === worker) {
        this.#idle = setTimeout(() => this.#end(), this.#limits.idle).unref();
      }
      resolve(answer);
    };
    worker.on('message', answered).on('exit', failed);
    worker.postMessage(request);
    return promise;
  }

  #end(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }
}

function startWorker(): Worker {
  const worker = new Worker(new URL('./markdown-worker.ts', import.meta.url), {
    name: 'markdown',
    env: threadEnvironment(),
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  // The exit event follows.
  worker.on('error', () => undefined);
  worker.unref();
  return worker;
}
