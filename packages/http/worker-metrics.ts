import cluster from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';

const question = 'metrics of all workers';

type Answer = { readonly metrics: string } | { readonly metricsError: string };

export function serveWorkerMetrics(): void {
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

/** In a starting worker: answers without metrics, so that scrapes of other workers do not wait. */
export function answerGathering(): void {
  AggregatorRegistry.setRegistries([]);
  new AggregatorRegistry();
}

/** In a worker; its number becomes a label. */
export function joinGathering(registry: Registry): void {
  registry.setDefaultLabels({ worker: String(cluster.worker!.id) });
  AggregatorRegistry.setRegistries(registry);
}

let gathered: Promise<string> | undefined;

/** In a worker: all metrics in Prometheus text format. Concurrent scrapes share the collection. */
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
