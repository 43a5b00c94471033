import { setTimeout as wait } from 'node:timers/promises';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Logger } from '@galley/kernel';

/** Names end in a unit (`_seconds`, `_bytes`); names of counters in `_total`. */
export interface MetricDefinition {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly labels?: readonly string[];
}

/** Labels must hold no secrets and no unbounded values such as addresses. */
export interface MetricSample {
  readonly value: number;
  readonly labels: Readonly<Record<string, string>>;
}

/** A number for a metric without labels; null when there is no value. */
export type MetricValue = number | null | readonly MetricSample[];

export function samplesBy(
  label: string,
  counts: Readonly<Record<string, number>>,
): readonly MetricSample[] {
  return Object.entries(counts).map(([name, value]) => ({ labels: { [label]: name }, value }));
}

/** As Prometheus expects it. */
export function unixSeconds(at: Date | null | undefined): number | null {
  return at ? at.getTime() / 1_000 : null;
}

export interface MetricsSource<Key extends string = string> {
  readonly definitions: Readonly<Record<Key, MetricDefinition>>;
  /** Only the scraped process of a group reports them. */
  readonly isProjectWide?: boolean;
  /** For expensive metrics, since several scrapers may ask. */
  readonly cacheLifetimeMs?: number;
  /** On an error or timeout, only these metrics lack values in this scrape. */
  collect(): Readonly<Record<Key, MetricValue>> | Promise<Readonly<Record<Key, MetricValue>>>;
}

type Values = Readonly<Record<string, MetricValue>>;

/** Well below the five seconds after which scrapers give up. */
const timeoutMs = 2_000;

export class SourceMetrics {
  readonly #source: MetricsSource;
  readonly #logger: Logger;
  readonly #metrics: readonly (readonly [key: string, metric: Gauge | Counter])[];
  #asked: Promise<Values> | undefined;
  #answeredAt = -Infinity;
  #isFailing = false;

  constructor(registry: Registry, source: MetricsSource, logger: Logger) {
    this.#source = source;
    this.#logger = logger;
    this.#metrics = Object.entries(source.definitions).map(
      ([key, definition]) => [key, register(registry, definition)] as const,
    );
  }

  async update(): Promise<void> {
    const { cacheLifetimeMs = 0 } = this.#source;
    if (performance.now() - this.#answeredAt < cacheLifetimeMs) return;
    const values = await this.#ask();
    for (const [key, metric] of this.#metrics) setValue(metric, values?.[key] ?? null);
  }

  async #ask(): Promise<Values | undefined> {
    const answered = new AbortController();
    try {
      const values = await Promise.race([this.#collect(), rejectAfterTimeout(answered.signal)]);
      this.#answeredAt = performance.now();
      this.#isFailing = false;
      return values;
    } catch (error) {
      this.#answeredAt = -Infinity;
      // Once per outage, not at each scrape.
      if (!this.#isFailing) this.#warn(error);
      this.#isFailing = true;
      return undefined;
    } finally {
      answered.abort();
    }
  }

  /** Shares a running collection: a database that hangs gets no further query with each scrape. */
  #collect(): Promise<Values> {
    const asked = (this.#asked ??= (async () => this.#source.collect())());
    const forget = (): void => {
      if (this.#asked === asked) this.#asked = undefined;
    };
    asked.then(forget, forget);
    return asked;
  }

  #warn(error: unknown): void {
    const metrics = Object.values(this.#source.definitions).map(({ name }) => name);
    this.#logger.warn('metrics could not be collected', { metrics, error: String(error) });
  }
}

function register(registry: Registry, definition: MetricDefinition): Gauge | Counter {
  const { name, help, labels = [] } = definition;
  const configuration = { name, help, labelNames: [...labels], registers: [registry] };
  return definition.type === 'counter' ? new Counter(configuration) : new Gauge(configuration);
}

function setValue(metric: Gauge | Counter, value: MetricValue): void {
  metric.reset();
  if (typeof value === 'object') {
    // `reset` would report a zero that was never counted.
    if (value === null) metric.remove({});
    for (const { labels, value: one } of value ?? []) metric.inc(labels, one);
  } else metric.inc(value);
}

async function rejectAfterTimeout(answered: AbortSignal): Promise<never> {
  await wait(timeoutMs, undefined, { signal: answered });
  throw new Error(`no response within ${timeoutMs} ms`);
}
