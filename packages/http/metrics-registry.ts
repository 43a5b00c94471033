import { Registry } from 'prom-client';
import type { Logger } from '@galley/kernel';
import type { MetricsSnapshot } from './merged-metrics.ts';
import { SourceMetrics, type MetricsSource } from './metrics-source.ts';

/** Metrics, some of which are found out when they are asked for. */
export class MetricsRegistry {
  readonly registry = new Registry();
  readonly #sources: readonly SourceMetrics[];

  constructor(sources: readonly MetricsSource[], logger: Logger) {
    this.#sources = sources.map((source) => new SourceMetrics(this.registry, source, logger));
  }

  /** For another process. */
  async snapshot(): Promise<MetricsSnapshot> {
    await this.#update();
    return this.registry.getMetricsAsJSON();
  }

  /** In the text format of Prometheus. */
  async text(): Promise<string> {
    await this.#update();
    return this.registry.metrics();
  }

  async #update(): Promise<void> {
    await Promise.all(this.#sources.map((source) => source.update()));
  }
}
