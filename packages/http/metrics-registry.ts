import { Registry } from 'prom-client';
import type { Logger } from '@galley/kernel';
import { SourceMetrics, type MetricsSource } from './metrics-source.ts';

export class MetricsRegistry extends Registry {
  readonly #sources: readonly SourceMetrics[];

  constructor(sources: readonly MetricsSource[], logger: Logger) {
    super();
    this.#sources = sources.map((source) => new SourceMetrics(this, source, logger));
  }

  override async getMetricsAsJSON(): ReturnType<Registry['getMetricsAsJSON']> {
    await this.#update();
    return super.getMetricsAsJSON();
  }

  override async metrics(): Promise<string> {
    await this.#update();
    return super.metrics();
  }

  async #update(): Promise<void> {
    await Promise.all(this.#sources.map((source) => source.update()));
  }
}
