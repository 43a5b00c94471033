import { Registry } from 'prom-client';
import { RequestMetrics } from './request-metrics.ts';
import { addRuntimeMetrics } from './runtime-metrics.ts';

/** A metric as a page describes it. */
export interface DescribedMetric {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly labels?: readonly string[];
}

/** What `Metrics` tells of requests and of the process, whatever service it is. */
export function builtInMetrics(): DescribedMetric[] {
  const registry = new Registry();
  new RequestMetrics(registry);
  addRuntimeMetrics(registry);
  return registry.getMetricsAsArray().map((metric) => {
    const { name, help, type, labelNames = [] } = metric as unknown as Described;
    return { name, help, type, labels: labelNames };
  });
}

/** What a metric of prom-client has, and its types do not say. */
interface Described extends Omit<DescribedMetric, 'labels'> {
  readonly labelNames?: readonly string[];
}
