import { availableParallelism } from 'node:os';
import { Worker, type ResourceLimits } from 'node:worker_threads';
import { buildProblems, type Built, type BuildTask } from '@galley/site';
import type { BuildAnswer, BuildJob, BuildOrder } from './build-worker.ts';
import type { FilterAnswer, FilterAsk } from './filters-elsewhere.ts';

/** Fewer pages are made sooner than threads are. */
export const leastForThreads = 300;
const mostThreads = 8;
/** So that a thread has something to do while its answer is on the way. */
const ordersAhead = 2;

/**
 * Threads that make pages, with this one as many as there are processors. Starting one takes half a second; they may be
 * started before it is known what they are for, and without what this thread needs for a build.
 */
export class BuildThreads {
  readonly #threads: readonly Thread[];

  /** `documents`: about how many are public, of each of which a thread knows everything but the text. */
  constructor(documents: number) {
    const length = Math.min(availableParallelism(), mostThreads) - 1;
    const resourceLimits = limitsFor(documents);
    this.#threads = Array.from({ length }, () => startThread(resourceLimits));
  }

  /**
   * Has the pages of all orders made, and takes the orders out of the list. Rejects with the first failure; either way
   * no thread is left then.
   */
  async render(
    { job, answerAsk, renderHere }: ThreadedWork,
    orders: BuildTask[][],
    onBuilt: (built: Built) => void,
  ): Promise<void> {
    const work = { job, answerAsk, orders, onBuilt };
    try {
      await Promise.all([
        ...this.#threads.map((thread) => employ(thread, work)),
        renderHere(orders, onBuilt),
      ]);
    } finally {
      // Where something failed, who is still at it finds nothing more to do.
      orders.length = 0;
      await this.end();
    }
  }

  /** Ends them, whatever they do. */
  async end(): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }
}

export interface ThreadedWork {
  readonly job: BuildJob;
  /** Asks the plugins, which run here. */
  readonly answerAsk: (ask: FilterAsk) => Promise<FilterAnswer>;
  /** Makes the same pages in this thread, from the orders that are left. */
  readonly renderHere: (orders: BuildTask[][], onBuilt: (built: Built) => void) => Promise<void>;
}

const workerFile = new URL('./build-worker.ts', import.meta.url);

interface Thread {
  readonly worker: Worker;
  /** Rejects where it ends before it was told to, and with what it failed. */
  readonly ended: Promise<void>;
}

function startThread(resourceLimits: ResourceLimits): Thread {
  const worker = new Worker(workerFile, { resourceLimits });
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  worker.on('error', reject);
  worker.on('exit', (code) => {
    if (code === 0) resolve();
    else reject(new Error(`A thread of the build ended with ${code}`));
  });
  // Whoever gives it work is told; one that nobody needs may end as it likes.
  ended.catch(() => undefined);
  return { worker, ended };
}

/** Without a limit, a thread keeps what it no longer needs for as long as the machine has memory. */
function limitsFor(documents: number): ResourceLimits {
  return {
    maxYoungGenerationSizeMb: 16,
    maxOldGenerationSizeMb: Math.ceil(128 + documents / 100),
  };
}

interface Employment extends Pick<ThreadedWork, 'job' | 'answerAsk'> {
  /** What there is to do, for all threads. */
  readonly orders: BuildTask[][];
  readonly onBuilt: (built: Built) => void;
}

/** Gives orders to a thread until there are none left, and waits until it has ended. */
async function employ(
  { worker, ended }: Thread,
  { job, answerAsk, orders, onBuilt }: Employment,
): Promise<void> {
  const give = (): void => {
    const tasks = orders.shift();
    worker.postMessage((tasks === undefined ? 'end' : { tasks }) satisfies BuildOrder);
  };
  const ask = async (asked: FilterAsk): Promise<void> => {
    worker.postMessage({ filtered: await answerAsk(asked) } satisfies BuildOrder);
  };
  const failed = Promise.withResolvers<never>();
  worker.on('message', (answer: BuildAnswer) => {
    if (answer !== 'ready' && 'failed' in answer) {
      failed.reject(buildProblems.page_failed(answer.failed));
      return;
    }
    if (answer !== 'ready' && 'ask' in answer) {
      void ask(answer.ask);
      return;
    }
    if (answer !== 'ready') answer.built.forEach(onBuilt);
    else for (let ahead = 1; ahead < ordersAhead; ahead += 1) give();
    give();
  });
  worker.postMessage(job);
  await Promise.race([ended, failed.promise]);
}
