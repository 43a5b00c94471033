import { PerformanceObserver } from 'node:perf_hooks';
import { collectDefaultMetrics, Counter, Gauge, type Registry } from 'prom-client';

/** CMS-MET-10 to CMS-MET-12 with Node's equivalents of their names (GAP-NAME-2), and the default metrics. */
export function addRuntimeMetrics(registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: 'service_go_goroutines',
    help: 'Active resources of the Node event loop: timers, sockets, requests. (In Go: goroutines.)',
    registers,
    collect() {
      this.set(process.getActiveResourcesInfo().length);
    },
  });
  new Gauge({
    name: 'service_go_heap_alloc_bytes',
    help: 'Bytes in use on the JavaScript heap of Node.',
    registers,
    collect() {
      this.set(process.memoryUsage().heapUsed);
    },
  });
  const collections = new Counter({
    name: 'service_go_gc_cycles_total',
    help: 'Finished garbage collections of Node, of all kinds.',
    registers,
  });
  new PerformanceObserver((list) => collections.inc(list.getEntries().length)).observe({
    entryTypes: ['gc'],
  });
  collectDefaultMetrics({ register: registry });
  // Sums of the metrics beside them, under `_total` names, which only counters may have.
  for (const what of ['resources', 'handles', 'requests'])
    registry.removeSingleMetric(`nodejs_active_${what}_total`);
}
