import { Registry } from 'prom-client';
import { RequestMetrics } from './request-metrics.ts';
import { addRuntimeMetrics } from './runtime-metrics.ts';

export interface DescribedMetric {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly labels?: readonly string[];
}

export function builtInMetrics(): DescribedMetric[] {
  const registry = new Registry();
  new RequestMetrics(registry);
  addRuntimeMetrics(registry);
  return registry.getMetricsAsArray().map((metric) => {
    const { name, help, type, labelNames = [] } = metric as unknown as Described;
    return { name, help, type, labels: labelNames };
  });
}

interface Described extends Omit<DescribedMetric, 'labels'> {
  readonly labelNames?: readonly string[];
}
