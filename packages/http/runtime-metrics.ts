import { PerformanceObserver } from 'node:perf_hooks';
import { collectDefaultMetrics, Counter, Gauge, type Registry } from 'prom-client';

/**
 * Adds the three process gauges of the contract (CMS-MET-10 to CMS-MET-12), with Node's equivalents of their names
 * (GAP-NAME-2), and the default `process_…` and `nodejs_…` metrics. All but garbage collections are read on a scrape.
 */
export function addRuntimeMetrics(registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: 'service_go_goroutines',
    help: 'Resources that keep the event loop of Node busy: timers, sockets, requests. (Of Go: goroutines.)',
    registers,
    collect() {
      this.set(process.getActiveResourcesInfo().length);
    },
  });
  new Gauge({
    name: 'service_go_heap_alloc_bytes',
    help: 'Bytes in use of the JavaScript heap of Node.',
    registers,
    collect() {
      this.set(process.memoryUsage().heapUsed);
    },
  });
  const collections = new Counter({
    name: 'service_go_gc_cycles_total',
    help: 'Garbage collections that Node has finished, of all kinds.',
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
