import { Worker } from 'node:worker_threads';
import type { Built, BuildTask } from '@galley/site';
import type { BuildAnswer, BuildOrder, BuildWorkerData } from './build-worker.ts';

/** Pages of one order: enough that asking costs little, few enough that the threads end together. */
const tasksAtOnce = 60;
/** So that a thread has something to do while its answer is on the way. */
const ordersAhead = 2;

export interface Threads {
  readonly count: number;
  /** Public documents, of each of which a thread knows everything but the text. */
  readonly documents: number;
  readonly data: BuildWorkerData;
}

/**
 * Has pages made by several threads at once. Documents come with what else is made of them, so that each is read once.
 * Rejects with the first failure; no thread is left then.
 */
export async function renderInThreads(
  { count, documents, data }: Threads,
  tasks: readonly BuildTask[],
  onBuilt: (built: Built) => void,
): Promise<void> {
  const orders = ordersOf(tasks);
  const workers = Array.from(
    { length: Math.min(count, orders.length) },
    () => new Worker(workerFile, { workerData: data, resourceLimits: limitsFor(documents) }),
  );
  try {
    await Promise.all(workers.map((worker) => employ(worker, orders, onBuilt)));
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

const workerFile = new URL('./build-worker.ts', import.meta.url);

/** Without a limit, a thread keeps what it no longer needs for as long as the machine has memory. */
function limitsFor(documents: number) {
  return {
    maxYoungGenerationSizeMb: 16,
    maxOldGenerationSizeMb: Math.ceil(128 + documents / 100),
  };
}

/** Gives orders to a thread until there are none left, and waits until it has ended. */
async function employ(
  worker: Worker,
  orders: BuildTask[][],
  onBuilt: (built: Built) => void,
): Promise<void> {
  const ended = Promise.withResolvers<void>();
  const give = (): void => {
    const tasks = orders.shift();
    worker.postMessage((tasks === undefined ? 'end' : { tasks }) satisfies BuildOrder);
  };
  worker.on('message', (answer: BuildAnswer) => {
    if (answer !== 'ready') answer.built.forEach(onBuilt);
    else for (let ahead = 1; ahead < ordersAhead; ahead += 1) give();
    give();
  });
  worker.on('error', ended.reject);
  worker.on('exit', (code) => {
    if (code === 0) ended.resolve();
    else ended.reject(new Error(`A thread of the build ended with ${code}`));
  });
  await ended.promise;
}

function ordersOf(tasks: readonly BuildTask[]): BuildTask[][] {
  const ofDocuments = new Map<string, BuildTask[]>();
  const others: BuildTask[] = [];
  for (const task of tasks) {
    if (task.document === undefined) others.push(task);
    else if (ofDocuments.has(task.document)) ofDocuments.get(task.document)!.push(task);
    else ofDocuments.set(task.document, [task]);
  }
  // What takes long, such as parts of the search and feeds, comes first.
  const sorted = [...others, ...[...ofDocuments.values()].flat()];
  const orders: BuildTask[][] = [];
  for (let at = 0; at < sorted.length; at += tasksAtOnce)
    orders.push(sorted.slice(at, at + tasksAtOnce));
  return orders;
}
