import { availableParallelism } from 'node:os';
import { Worker, type ResourceLimits } from 'node:worker_threads';
import { buildProblems, type Built, type BuildTask } from '@galley/site';
import type { BuildAnswer, BuildJob, BuildOrder } from './build-worker.ts';
import type { FilterResponse, FilterRequest } from './remote-filters.ts';

/** Below this number, starting threads takes longer than making the pages. */
export const minPagesForThreads = 300;
const maxThreads = 8;
/** Keeps a thread busy while its last answer is on the way. */
const ordersAhead = 2;

/** A thread per CPU, including this one. Starting one takes half a second, so they may start before their work is known. */
export class BuildThreads {
  readonly #threads: readonly Thread[];

  /** `documents`: approximate number of public documents. */
  constructor(documents: number) {
    const length = Math.min(availableParallelism(), maxThreads) - 1;
    const resourceLimits = limitsFor(documents);
    this.#threads = Array.from({ length }, () => startThread(resourceLimits));
  }

  /** Empties `orders`. Rejects with the first failure; all threads have ended either way. */
  async render(
    { job, answerAsk, renderHere }: ThreadedWork,
    orders: BuildTask[][],
    onBuilt: (built: Built) => void,
  ): Promise<void> {
    const work = { job, answerAsk, orders, onBuilt };
    try {
      await Promise.all([
        ...this.#threads.map((thread) => dispatchOrders(thread, work)),
        renderHere(orders, onBuilt),
      ]);
    } finally {
      // After a failure, the remaining threads find no more work.
      orders.length = 0;
      await this.end();
    }
  }

  async end(): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }
}

export interface ThreadedWork {
  readonly job: BuildJob;
  readonly answerAsk: (ask: FilterRequest) => Promise<FilterResponse>;
  readonly renderHere: (orders: BuildTask[][], onBuilt: (built: Built) => void) => Promise<void>;
}

const workerFile = new URL('./build-worker.ts', import.meta.url);

interface Thread {
  readonly worker: Worker;
  /** Rejects with the error when the thread ends before it was told to. */
  readonly ended: Promise<void>;
}

function startThread(resourceLimits: ResourceLimits): Thread {
  const worker = new Worker(workerFile, { resourceLimits });
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  worker.on('error', reject);
  worker.on('exit', (code) => {
    if (code === 0) resolve();
    else reject(new Error(`A build thread exited with code ${code}`));
  });
  // The thread's user handles the rejection; an unused thread may fail silently.
  ended.catch(() => undefined);
  return { worker, ended };
}

/** Without a limit, a thread keeps garbage for as long as the machine has memory. */
function limitsFor(documents: number): ResourceLimits {
  return {
    maxYoungGenerationSizeMb: 16,
    maxOldGenerationSizeMb: Math.ceil(128 + documents / 100),
  };
}

interface Dispatch extends Pick<ThreadedWork, 'job' | 'answerAsk'> {
  readonly orders: BuildTask[][];
  readonly onBuilt: (built: Built) => void;
}

async function dispatchOrders(
  { worker, ended }: Thread,
  { job, answerAsk, orders, onBuilt }: Dispatch,
): Promise<void> {
  const give = (): void => {
    const tasks = orders.shift();
    worker.postMessage((tasks === undefined ? 'end' : { tasks }) satisfies BuildOrder);
  };
  const ask = async (asked: FilterRequest): Promise<void> => {
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
