import cluster from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';

/** What a worker asks the primary. */
const question = 'metrics of all workers';

/** What the primary answers. */
type Answer = { readonly metrics: string } | { readonly metricsError: string };

/** In the primary of `node:cluster`: gathers the metrics of all workers for the worker that is scraped. */
export function gatherForWorkers(): void {
  const workers = new AggregatorRegistry();
  cluster.on('message', (worker, message: unknown) => {
    if (message !== question) return;
    const send = (answer: Answer) => worker.send(answer, () => undefined);
    workers.clusterMetrics().then(
      (metrics) => send({ metrics }),
      (error: unknown) => send({ metricsError: String(error) }),
    );
  });
}

/** In a worker that is starting: answers the primary with nothing yet, so that a scrape of the others does not wait. */
export function answerGathering(): void {
  AggregatorRegistry.setRegistries([]);
  new AggregatorRegistry();
}

/** In a worker: what is in the registry is told with that of all workers, each value with the number of its worker. */
export function joinGathering(registry: Registry): void {
  registry.setDefaultLabels({ worker: String(cluster.worker!.id) });
  AggregatorRegistry.setRegistries(registry);
}

let gathered: Promise<string> | undefined;

/** In a worker: the metrics of all workers, in the text format of Prometheus. Scrapes at the same time share them. */
export async function gatherFromWorkers(): Promise<string> {
  try {
    return await (gathered ??= ask());
  } finally {
    gathered = undefined;
  }
}

function ask(): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const hear = (message: unknown): void => {
    if (typeof message !== 'object' || message === null) return;
    if ('metrics' in message && typeof message.metrics === 'string') resolve(message.metrics);
    else if ('metricsError' in message) reject(new Error(String(message.metricsError)));
    else return;
    process.off('message', hear);
  };
  process.on('message', hear);
  process.send!(question);
  return promise;
}
