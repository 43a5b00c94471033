import { setTimeout as wait } from 'node:timers/promises';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Logger } from '@galley/kernel';

/** What a metric is called and means. Its name ends in its unit: `_seconds`, `_bytes`; that of a counter in `_total`. */
export interface MetricDefinition {
  readonly name: string;
  /** A counter only grows while its process runs. */
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly labels?: readonly string[];
}

/** Nothing secret, and nothing without bounds such as an address, belongs into a label. */
export interface MetricSample {
  readonly value: number;
  readonly labels: Readonly<Record<string, string>>;
}

/** A number for a metric without labels; null where there is nothing to be told. */
export type MetricValue = number | null | readonly MetricSample[];

/** A sample for each count, with its name as the value of a label. */
export function samplesBy(
  label: string,
  counts: Readonly<Record<string, number>>,
): readonly MetricSample[] {
  return Object.entries(counts).map(([name, value]) => ({ labels: { [label]: name }, value }));
}

/** A time as Prometheus has it; null for none. */
export function unixSeconds(at: Date | null | undefined): number | null {
  return at ? at.getTime() / 1_000 : null;
}

/** Metrics that are found out together, when somebody asks for them. */
export interface MetricsSource<Key extends string = string> {
  readonly definitions: Readonly<Record<Key, MetricDefinition>>;
  /** They are those of the project: the process that is asked tells them, and the others of its group do not. */
  readonly isOfProject?: boolean;
  /** How long an answer may be told again, for those that cost something; whoever scrapes may be several. */
  readonly keptMilliseconds?: number;
  /** When it throws, or takes too long, these metrics have no values this time; all others do. */
  collect(): Readonly<Record<Key, MetricValue>> | Promise<Readonly<Record<Key, MetricValue>>>;
}

type Values = Readonly<Record<string, MetricValue>>;

/** Well below the five seconds that whoever scrapes is patient for. */
const patienceMilliseconds = 2_000;

/** The metrics of a source in a registry, as they were told last. */
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

  /** Brings the values up to date; those that cannot be found out are left out. */
  async update(): Promise<void> {
    const { keptMilliseconds = 0 } = this.#source;
    if (performance.now() - this.#answeredAt < keptMilliseconds) return;
    const values = await this.#ask();
    for (const [key, metric] of this.#metrics) tell(metric, values?.[key] ?? null);
  }

  async #ask(): Promise<Values | undefined> {
    const answered = new AbortController();
    try {
      const values = await Promise.race([this.#collect(), tooLate(answered.signal)]);
      this.#answeredAt = performance.now();
      this.#isFailing = false;
      return values;
    } catch (error) {
      this.#answeredAt = -Infinity;
      // Once, and not at each scrape for as long as the database is away.
      if (!this.#isFailing) this.#warn(error);
      this.#isFailing = true;
      return undefined;
    } finally {
      answered.abort();
    }
  }

  /** One at a time: a database that does not answer is not asked again at each scrape. */
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

function tell(metric: Gauge | Counter, value: MetricValue): void {
  metric.reset();
  if (typeof value === 'object') {
    // Without labels, one that was reset would tell a zero that nobody has counted.
    if (value === null) metric.remove({});
    for (const { labels, value: one } of value ?? []) metric.inc(labels, one);
  } else metric.inc(value);
}

async function tooLate(answered: AbortSignal): Promise<never> {
  await wait(patienceMilliseconds, undefined, { signal: answered });
  throw new Error(`there was no answer within ${patienceMilliseconds} ms`);
}
