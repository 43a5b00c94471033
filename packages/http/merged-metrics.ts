import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client';

/** What a process tells of itself, or a part of it; it can be sent to another process. */
export type MetricsSnapshot = readonly MetricObjectWithValues<MetricValue<string>>[];

const cumulative: readonly unknown[] = ['counter', 'histogram', 'summary'];

/**
 * The metrics of several processes as those of one. Counters are added up, also those of processes that have ended:
 * a sum that fell would be taken for a restart of everything. Gauges are of the processes that live: added up, but for
 * those of which a sum says nothing, such as the lag of the event loop, which is averaged.
 */
export class MergedMetrics {
  readonly #last = new Map<number, MetricsSnapshot>();
  #ended: MetricsSnapshot = [];
  #ending: Promise<void> = Promise.resolve();

  /** Takes what a process tells now; what it does not tell of stays as it was. */
  note(process: number, metrics: MetricsSnapshot): void {
    const known = this.#last.get(process) ?? [];
    const byName = [...known, ...metrics].map((metric) => [metric.name, metric] as const);
    this.#last.set(process, [...new Map(byName).values()]);
  }

  /** The process is no more; what it has counted stands. */
  end(process: number): void {
    // One after the other: each adds to what the one before has left.
    this.#ending = this.#ending.then(async () => {
      const last = (this.#last.get(process) ?? []).filter(({ type }) => cumulative.includes(type));
      this.#ended = await merge([this.#ended, last]).getMetricsAsJSON();
      this.#last.delete(process);
    });
  }

  /** In the text format of Prometheus. */
  async text(): Promise<string> {
    await this.#ending;
    return merge([...this.#last.values(), this.#ended]).metrics();
  }
}

const merge = (snapshots: readonly MetricsSnapshot[]) =>
  AggregatorRegistry.aggregate([...snapshots]);
